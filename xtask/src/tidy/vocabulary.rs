//! Checks that the engine's crates contain no vocabulary of nets, in code or in comments.
//!
//! Identifiers are split into words: the rule recognizes `snake_case`, `CamelCase` and plurals.

use super::Violation;
use super::rust_text::words;
use super::tree::Tree;

const ENGINE: &[&str] = &[
    "crates/system/src",
    "crates/store/src",
    "crates/analysis/src",
    "crates/progress/src",
    "crates/runs/src",
];
const NET_WORDS: &[&str] = &["place", "marking", "channel", "token"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let engine = tree.rust().filter(|file| ENGINE.iter().any(|folder| file.is_below(folder)));
    let mut violations = Vec::new();
    for file in engine {
        for (index, line) in file.text.lines().enumerate() {
            for word in net_words(line) {
                let message = format!("`{word}` is a word of nets; the engine says state, event, successor");
                violations.push(Violation::new(&file.path, index + 1, message));
            }
        }
    }
    violations
}

/// Returns the words of nets in a line.
fn net_words(line: &str) -> Vec<&'static str> {
    let parts: Vec<_> = words(line).flat_map(parts).collect();
    let is_in = |word: &&&str| parts.iter().any(|part| part.strip_suffix('s').unwrap_or(part) == **word);
    NET_WORDS.iter().filter(is_in).copied().collect()
}

/// Returns the words of an identifier, in lower case.
fn parts(identifier: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in identifier.chars() {
        if c == '_' || (c.is_uppercase() && was_lower) {
            parts.push(String::new());
        }
        if c != '_' {
            parts.last_mut().expect("there is at least one part").extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_identifiers_and_comments() {
        for line in
            ["let place_id = 1;", "struct CancelToken;", "// of Markings", "fn channels() {}", "PLACE"]
        {
            assert_eq!(net_words(line).len(), 1, "{line}");
        }
    }

    #[test]
    fn other_words_that_hold_them_are_left_alone() {
        assert!(net_words("replace the placement of a remarking tokenizer").is_empty());
    }

    #[test]
    fn only_the_engine_is_looked_at() {
        let text = "//! A place.\n";
        let tree = Tree::of(&[("crates/net/src/lib.rs", text), ("crates/store/src/lib.rs", text)]);
        let found = check(&tree);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].file.as_str(), found[0].line), ("crates/store/src/lib.rs", 1));
    }
}
