//! The DVE reader on arbitrary bytes, under both readings of the language.
//!
//! What the two readings make of a text differs, but not whether it is in the language.

use sanderling_dve::parse::parse;
use sanderling_dve::{Dve, Semantics};
use sanderling_net::Source;
use sanderling_testkit::examples::check_any;

use crate::Target;

/// The target.
pub(crate) const TARGET: Target = Target {
    name: "dve",
    promise: "what is refused has an error; what is accepted is valid; both readings find the same processes",
    run,
};

fn run(bytes: &[u8]) {
    let source = Source::new("fuzz.dve", bytes);
    let [ltsmin, divine2] = [Semantics::Ltsmin, Semantics::Divine2].map(|semantics| {
        _ = check_any(&Dve { semantics }, bytes);
        parse(&source, semantics).map(|parsed| parsed.model.processes.len())
    });
    // How deep a chain of operators nests depends on the reading.
    if let (Ok(ltsmin), Ok(divine2)) = (ltsmin, divine2) {
        assert_eq!(ltsmin, divine2);
    }
}
