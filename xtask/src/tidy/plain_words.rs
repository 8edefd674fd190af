//! Texts for people use the usual words.
//!
//! The rule covers the prose of documents, the comments of Rust files, and the messages in their sources: string
//! literals of at least three words, except those of tests.

use super::Violation;
use super::rust_text::literals;
use super::tree::{File, Tree};

/// Phrases to avoid, and what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("are asked", "requested, given or answered"),
    ("as it is", "unchanged"),
    ("asked about", "the noun, such as `the question`"),
    ("asked for", "requested"),
    ("asked of", "the noun, such as `the question`"),
    ("comes of", "the noun, such as `the result`"),
    ("found out", "found, decided or known"),
    ("goes on", "continues"),
    ("go on", "continue"),
    ("hear", "receive"),
    ("heard", "received"),
    ("hears", "receives"),
    ("is asked", "requested, given or answered"),
    ("nobody", "the noun, such as `no caller`"),
    ("of which", "a sentence of its own"),
    ("said", "reported or stated"),
    ("so many", "the number"),
    ("somebody", "the noun, such as `the user`"),
    ("tell", "show, print or report"),
    ("tells", "shows, prints or reports"),
    ("the way", "the noun, such as `the path`"),
    ("told", "shown, printed or reported"),
    ("what asks", "the noun, such as `the request`"),
    ("whoever", "the noun, such as `the caller`"),
];

/// Uses of a phrase that are plain.
const USUAL: &[&str] = &[
    "all of which",
    "as it is live",
    "as it is sound",
    "as it is weakly sound",
    "each of which",
    "every third of which",
    "first of which",
    "one of which",
    "some of which",
];

/// The rule itself, and pages that are generated from comments.
const EXCEPT: &[&str] = &["docs/server-reference.md", "xtask/src/tidy/plain_words.rs"];

/// Minimum number of words of a literal that is a message.
const MESSAGE_WORDS: usize = 3;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files().filter(|file| !EXCEPT.contains(&file.path.as_str())) {
        let prose = match () {
            () if file.has_extension("md") => prose_of_document(&file.text),
            () if file.has_extension("rs") => [comments(&file.text), messages(file)].concat(),
            () => continue,
        };
        for (line, text) in prose {
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

/// The messages in a source file, without code between backticks, with the numbers of the lines in which they begin.
fn messages(file: &File) -> Vec<(usize, String)> {
    let is_source = file.path.contains("/src/") && !file.path.ends_with("tests.rs");
    if !is_source {
        return Vec::new();
    }
    let text = file.text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let messages = literals(text).into_iter().map(|(line, literal)| (line, without_code(literal)));
    messages
        .map(|(line, message)| (line, message.replace("\\n", " ")))
        .filter(|(_, message)| message.split_whitespace().count() >= MESSAGE_WORDS)
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

    #[test]
    fn phrases_are_found_in_messages_alone() {
        let source = "fn a() {\n    told(\"was told it\",\n        \"told so\");\n    r#\"a\ntells `told` b\"#;\n}\n\
                      #[cfg(test)]\nmod tests {\n    \"nobody was told\"\n}\n";
        let files = ["crates/a/src/lib.rs", "crates/a/src/tests.rs", "crates/a/tests/b.rs"]
            .map(|path| (path, source));
        let found: Vec<_> = check(&Tree::of(&files)).into_iter().map(|one| (one.file, one.line)).collect();
        assert_eq!(found, [2, 4].map(|line| ("crates/a/src/lib.rs".to_owned(), line)));
    }
}
