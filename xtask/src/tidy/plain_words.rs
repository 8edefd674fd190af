//! Texts for people use the usual words.
//!
//! The rule covers the prose of documents and the comments of Rust files.

use super::Violation;
use super::tree::Tree;

/// Phrases to avoid, and what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("as it is", "unchanged"),
    ("goes on", "continues"),
    ("go on", "continue"),
    ("hears", "receives"),
    ("nobody", "the noun, such as `no caller`"),
    ("of which", "a sentence of its own"),
    ("so many", "the number"),
    ("somebody", "the noun, such as `the user`"),
    ("the way", "the noun, such as `the path`"),
    ("told", "shown, printed or reported"),
    ("whoever", "the noun, such as `the caller`"),
];

/// Uses of a phrase that are plain.
const USUAL: &[&str] = &[
    "all of which",
    "each of which",
    "every third of which",
    "first of which",
    "one of which",
    "some of which",
];

/// The rule itself, and pages that are generated from comments.
const EXCEPT: &[&str] = &["docs/server-reference.md", "xtask/src/tidy/plain_words.rs"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files().filter(|file| !EXCEPT.contains(&file.path.as_str())) {
        let prose: fn(&str) -> Vec<(usize, String)> = match () {
            () if file.has_extension("md") => prose_of_document,
            () if file.has_extension("rs") => comments,
            () => continue,
        };
        for (line, text) in prose(&file.text) {
            for (phrase, instead) in found(&text) {
                let message = format!("`{phrase}` is not plain English: write {instead}");
                violations.push(Violation::new(&file.path, line, message));
            }
        }
    }
    violations
}

/// The phrases in a text.
fn found(text: &str) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let text = words.collect::<Vec<_>>().join(" ").to_lowercase();
    let text = USUAL.iter().fold(format!(" {text} "), |text, usual| text.replace(usual, ""));
    PHRASES.iter().filter(move |(phrase, _)| text.contains(&format!(" {phrase} ")))
}

/// The lines of a document outside fenced blocks, without code between backticks, with their numbers.
fn prose_of_document(text: &str) -> Vec<(usize, String)> {
    let mut is_fenced = false;
    let mut prose = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced {
            prose.push((index + 1, without_code(line)));
        }
    }
    prose
}

/// The comments of a Rust file, without code between backticks, with the numbers of their lines.
fn comments(text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(index, line)| Some((index + 1, without_code(line.trim_start().strip_prefix("//")?))))
        .collect()
}

/// The text without code between backticks and without targets of links.
fn without_code(line: &str) -> String {
    let text = line.split('`').step_by(2).collect::<Vec<_>>().join(" code ");
    let mut pieces = text.split("](");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + " " + piece.split_once(')').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_in_prose_alone() {
        let document =
            "Whoever reads it, as it\nis told.\n```\nnobody\n```\nSo `told` is code, and soothed no word.\n";
        let source =
            "// Nobody knows.\nfn told() {} // whoever\n// Two, each of which is [`told`](S::told).\n";
        let tree = Tree::of(&[("docs/a.md", document), ("crates/session/src/lib.rs", source)]);
        let found: Vec<_> = check(&tree).into_iter().map(|one| (one.file, one.line)).collect();
        let document = "docs/a.md".to_owned();
        let expected = [(document.clone(), 1), (document, 2), ("crates/session/src/lib.rs".to_owned(), 1)];
        assert_eq!(found, expected);
    }
}
