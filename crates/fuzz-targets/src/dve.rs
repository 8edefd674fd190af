//! The DVE reader on arbitrary bytes, under both semantics of the language.
//!
//! The two semantics give a text different meanings, but both accept the same texts, up to the limit of nesting.

use sanderling_dve::parse::parse;
use sanderling_dve::{Dve, Semantics};
use sanderling_net::Source;
use sanderling_testkit::examples::check_any;

use crate::Target;

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
    // One of them may refuse the text, because the nesting of a chain of operators depends on the semantics.
    if let (Ok(ltsmin), Ok(divine2)) = (ltsmin, divine2) {
        assert_eq!(ltsmin, divine2);
    }
}
