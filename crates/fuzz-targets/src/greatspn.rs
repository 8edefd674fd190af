//! The reader for files of GreatSPN on arbitrary bytes: projects and text files.

use sanderling_formats::greatspn::GreatSpn;
use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostics, Format, Source};

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "greatspn",
    promise: "what is refused has an error; what is accepted is valid; what is read with times is read the same without; its queries are found",
    run,
};

fn run(bytes: &[u8]) {
    let source = Source::new("fuzz.PNPRO", bytes);
    GreatSpn.recognise(&source);
    let (timed, untimed) = (GreatSpn.parse(&source), GreatSpn.parse_untimed(&source));
    check(&timed);
    check(&untimed);
    for net in untimed.iter().flat_map(|parsed| &parsed.nets) {
        assert!(GreatSpn.stored_queries(&source, net).is_ok(), "a file that was read has no queries");
    }
    if let Ok(timed) = timed {
        let untimed = untimed.expect("times only add errors").nets;
        assert!(timed.nets.iter().all(|net| untimed.contains(net)));
    }
}

fn check(parsed: &Result<Parsed, Diagnostics>) {
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
