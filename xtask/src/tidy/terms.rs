//! Checks that one idea has one name, the one used in the literature.
//!
//! Only names are checked. Long names, such as those of tests, are sentences and are ignored.

use super::Violation;
use super::rust_text::{code_only, words};
use super::tree::Tree;

/// Names that are no longer used, with their replacements.
const TERMS: &[(&str, &str)] = &[
    ("Teller", "MarkingDisplay"),
    ("Subject", "PreparedNet"),
    ("Footprint", "Dependency"),
    ("Footprints", "Dependencies"),
    ("footprint", "dependency"),
    ("footprints", "dependencies"),
    ("InternedModel", "ColouredModel"),
    ("Pumping", "SelfCovering"),
    ("pumping", "self_covering"),
    ("OpenOnly", "HashedVisited"),
    ("WayLog", "PathLog"),
    ("way_to", "path_to"),
    ("ways_to", "paths_to"),
    ("Figures", "Statistics"),
    ("figures", "statistics"),
    ("Desk", "Workspace"),
    ("desk", "workspace"),
    ("Recall", "Memo"),
    ("Erasure", "Deletion"),
    ("erasure", "deletion"),
    ("patience", "work_limit"),
    ("hopeless", "dead_ends"),
    ("Examined", "QueriedNet"),
    ("as_it_is", "without_unfolding"),
    ("asks_for_liveness", "asks_for_no_deadlock"),
    ("FIGURES", "STATISTICS"),
    ("interned", "explicit"),
    ("Potential", "OverApproximation"),
    ("subject", "prepared"),
    ("Way", "Path"),
    ("ways", "paths"),
    ("Board", "Findings"),
    ("Laps", "Timer"),
    ("stretch", "interval"),
    ("Homes", "Buckets"),
    ("homeless", "overflow"),
    ("Door", "Access"),
    ("PATIENCE", "TIMEOUT"),
];

/// Prefixes of names, with their replacements.
const BEGINNINGS: &[(&str, &str)] =
    &[("most_", "max_"), ("MOST_", "MAX_"), ("LEAST_", "MIN_"), ("tell_", "describe_")];

/// Maximum number of parts of a name that is checked. Longer names are sentences.
const MAX_PARTS: usize = 4;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.rust().filter(|file| file.path != "xtask/src/tidy/terms.rs") {
        for (index, line) in code_only(&file.text).lines().enumerate() {
            for (word, term) in words(line).filter_map(|word| Some((word, term(word)?))) {
                let message = format!("`{word}` is called `{term}` here, as in the literature");
                violations.push(Violation::new(&file.path, index + 1, message));
            }
        }
    }
    violations
}

/// Returns the replacement of a name, if it is no longer used.
fn term(word: &str) -> Option<String> {
    if let Some((_, term)) = TERMS.iter().find(|(old, _)| *old == word) {
        return Some((*term).to_owned());
    }
    let is_name = word.split('_').count() <= MAX_PARTS;
    let begun = |(old, new): &(&str, &str)| Some(format!("{new}{}", word.strip_prefix(old)?));
    BEGINNINGS.iter().find_map(begun).filter(|_| is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_the_field_does_not_use_are_refused_with_those_that_it_does() {
        let text =
            "let most_states = footprint(); // most_states and a footprint\nfn tell_marking() { \"desk\" }\n";
        let tree = Tree::of(&[("crates/store/src/lib.rs", text)]);
        let found: Vec<_> = check(&tree).into_iter().map(|one| (one.line, one.message)).collect();
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 1, 2], "{found:?}");
        assert!(found[0].1.contains("`max_states`") && found[1].1.contains("`dependency`"), "{found:?}");
    }

    #[test]
    fn sentences_are_left_alone() {
        assert_eq!(term("most_of_what_there_is_is_found"), None);
        assert_eq!(term("almost_all"), None);
    }
}
