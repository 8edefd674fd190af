//! The DVE reader on arbitrary bytes, under both readings of the language.
//!
//! It never panics; what it refuses has an error; what it accepts passes validation. What the two
//! readings make of a text differs, but not whether it is in the language. Good seeds are the files in
//! `formats/dve/examples`: `cargo fuzz run dve fuzz/corpus/dve formats/dve/examples/ok/syntax`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sanderling_dve::parse::parse;
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Format, Source};

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzz.dve", bytes);
    let [ltsmin, divine2] = [Semantics::Ltsmin, Semantics::Divine2].map(|semantics| {
        check(&source, semantics);
        parse(&source, semantics).map(|parsed| parsed.model.processes.len())
    });
    // How deep a chain of operators nests depends on the reading.
    if let (Ok(ltsmin), Ok(divine2)) = (ltsmin, divine2) {
        assert_eq!(ltsmin, divine2);
    }
});

fn check(source: &Source, semantics: Semantics) {
    let dve = Dve { semantics };
    dve.recognise(source);
    match dve.parse(source) {
        Err(found) => assert!(found.has_errors(), "refused without an error"),
        Ok(parsed) => {
            assert!(!parsed.nets.is_empty() && !parsed.warnings.has_errors());
            for net in &parsed.nets {
                assert!(!net.validate().has_errors(), "an accepted net is not sound");
            }
        }
    }
}
