//! The reader of CPN Tools' files on arbitrary bytes, with and without times.

use sanderling_cpn_tools::CpnTools;
use sanderling_net::{Format, Source};

use crate::Target;

/// The target.
pub(crate) const TARGET: Target = Target {
    name: "cpn",
    promise: "what is refused has an error; what is accepted is valid; what is accepted with times is accepted without",
    run,
};

fn run(bytes: &[u8]) {
    let source = Source::new("fuzz.cpn", bytes);
    CpnTools.recognise(&source);
    let (timed, untimed) = (CpnTools.parse(&source), CpnTools.parse_untimed(&source));
    assert!(timed.is_err() || untimed.is_ok());
    for parsed in [timed, untimed] {
        match parsed {
            Err(found) => assert!(found.has_errors(), "refused without an error"),
            Ok(parsed) => {
                assert!(!parsed.nets.is_empty() && !parsed.warnings.has_errors());
                for net in &parsed.nets {
                    assert!(!net.validate().has_errors(), "an accepted net is not sound");
                }
            }
        }
    }
}
