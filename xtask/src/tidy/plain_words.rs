//! Texts for people use the usual words.
//!
//! The rule covers the prose of documents, and the comments of the folders in [`PLAIN`]. A folder is added to the list when its
//! comments are plain.

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

/// Folders whose comments are plain.
const PLAIN: &[&str] = &["crates/session"];

/// The rule itself, and pages that are generated from comments.
const EXCEPT: &[&str] = &["docs/server-reference.md", "xtask/src/tidy/plain_words.rs"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let is_plain = |path: &str| PLAIN.iter().any(|folder| path.starts_with(&format!("{folder}/")));
    for file in tree.files().filter(|file| !EXCEPT.contains(&file.path.as_str())) {
        let prose: fn(&str) -> Vec<(usize, String)> = match () {
            () if file.has_extension("md") => prose_of_document,
            () if file.has_extension("rs") && is_plain(&file.path) => comments,
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
    let text = format!(" {} ", words.collect::<Vec<_>>().join(" ").to_lowercase());
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

fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" code ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_in_prose_alone() {
        let document =
            "Whoever reads it, as it\nis told.\n```\nnobody\n```\nSo `told` is code, and soothed no word.\n";
        let source = "// Nobody knows.\nfn told() {} // whoever\n";
        let tree = Tree::of(&[
            ("docs/a.md", document),
            ("crates/session/src/lib.rs", source),
            ("crates/other/src/lib.rs", source),
        ]);
        let found: Vec<_> = check(&tree).into_iter().map(|one| (one.file, one.line)).collect();
        let document = "docs/a.md".to_owned();
        let expected = [(document.clone(), 1), (document, 2), ("crates/session/src/lib.rs".to_owned(), 1)];
        assert_eq!(found, expected);
    }
}
