//! Models that others wrote are read without a complaint, by either semantics and alike.

use std::path::Path;

use crate::support::{models, shared, source};
use sanderling_dve::Semantics;
use sanderling_dve::parse::parse;

fn read_alike(path: &Path) {
    let source = source(path);
    let [ltsmin, divine] = [Semantics::Ltsmin, Semantics::Divine2].map(|semantics| {
        let parsed = parse(&source, semantics).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        assert!(parsed.warnings.is_empty(), "{}: {}", path.display(), parsed.warnings);
        parsed.model
    });
    let counts = |model: &sanderling_dve::syntax::Model| {
        let transitions: usize = model.processes.iter().map(|process| process.transitions.len()).sum();
        (model.declarations.len(), model.processes.len(), transitions)
    };
    assert_eq!(counts(&ltsmin), counts(&divine), "{}", path.display());
    let arrows = String::from_utf8_lossy(source.bytes()).matches("->").count();
    assert!(!ltsmin.processes.is_empty() && counts(&ltsmin).2 <= arrows, "{}", path.display());
}

#[test]
fn beem_models_are_read() {
    let Some(folder) = shared("corpora/beem") else { return };
    let models = models(&folder);
    assert!(models.len() >= 80);
    models.iter().for_each(|path| read_alike(path));
}

#[test]
fn small_models_of_other_parsers_are_read() {
    let Some(folder) = shared("corpora/dve-syntax") else { return };
    let models = models(&folder);
    assert!(models.len() >= 12);
    models.iter().for_each(|path| read_alike(path));
}

#[test]
fn conformance_models_are_read() {
    let Some(folder) = shared("reference/dve-conformance") else { return };
    let models = models(&folder);
    assert!(models.len() >= 30);
    for path in models.iter().filter(|path| !path.ends_with("c03-precedence.dve")) {
        read_alike(path);
    }
}

#[test]
fn precedence_that_differs_is_warned_of() {
    let Some(folder) = shared("reference/dve-conformance") else { return };
    let source = source(&folder.join("c03-precedence.dve"));
    let [ltsmin, divine] =
        [Semantics::Ltsmin, Semantics::Divine2].map(|semantics| parse(&source, semantics).unwrap());
    assert_eq!((ltsmin.warnings.len(), divine.warnings.len()), (1, 1));
    let trees = [ltsmin, divine].map(|parsed| parsed.model.processes);
    assert_ne!(trees[0][0].transitions[0].guard, trees[1][0].transitions[0].guard);
    assert_eq!(trees[0][0].transitions[0].target, trees[1][0].transitions[0].target);
}
