//! The reader of signal transition graphs on arbitrary bytes.

use sanderling_astg::Astg;
use sanderling_net::{Format, Source};

use crate::Target;

/// The target.
pub(crate) const TARGET: Target =
    Target { name: "astg", promise: "what is refused has an error; what is accepted is valid", run };

fn run(bytes: &[u8]) {
    let source = Source::new("fuzz.g", bytes);
    Astg.recognise(&source);
    match Astg.parse(&source) {
        Err(found) => assert!(found.has_errors(), "refused without an error"),
        Ok(parsed) => {
            assert!(parsed.nets.len() == 1 && !parsed.warnings.has_errors());
            assert!(!parsed.nets[0].validate().has_errors(), "an accepted net is not sound");
        }
    }
}
