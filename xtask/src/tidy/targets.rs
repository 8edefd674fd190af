//! Checks that the manifests of libraries and programs without tests of their own say so.
//!
//! Otherwise `cargo test --workspace` builds an empty test program for each of them, and starts `rustdoc` for
//! each library. A flag must not disable existing tests.

use toml::{Table, Value};

use super::Violation;
use super::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let crates = tree.crates_in("crates").chain(tree.crates_in("formats"));
    crates.flat_map(|folder| check_library(tree, folder)).collect()
}

/// Checks the flags of the library in `folder`.
fn check_library(tree: &Tree, folder: &str) -> Vec<Violation> {
    let path = format!("{folder}/Cargo.toml");
    let source = format!("{folder}/src/");
    let table = tree.file(&path).and_then(|manifest| manifest.text.parse::<Table>().ok());
    let (Some(table), Some(_)) = (table, tree.file(&format!("{source}lib.rs"))) else {
        return Vec::new();
    };
    let texts = || tree.rust().filter(|file| file.path.starts_with(&source)).map(|file| file.text.as_str());
    let kinds = [("doctest", texts().any(has_doc_test)), ("test", texts().any(has_unit_test))];
    let wrong = kinds.into_iter().filter(|&(flag, is_tested)| is_on(&table, flag) != is_tested);
    wrong.map(|(flag, is_tested)| Violation::new(&path, 1, message(flag, is_tested))).collect()
}

fn message(flag: &str, is_tested: bool) -> String {
    match is_tested {
        true => format!("`{flag} = false` under `[lib]` switches off tests of the library: remove it"),
        false => format!("the library has no such tests: write `{flag} = false` under `[lib]`"),
    }
}

/// Returns whether the library's flag is on, which is the default.
fn is_on(manifest: &Table, flag: &str) -> bool {
    manifest.get("lib").and_then(|lib| lib.get(flag)).and_then(Value::as_bool).unwrap_or(true)
}

/// Returns whether a file has tests, including those from macros.
fn has_unit_test(text: &str) -> bool {
    text.contains("#[test]") || text.contains("cfg(test)")
}

/// Returns whether a comment has a fenced block of Rust code, or an indented code block after an empty line.
fn has_doc_test(text: &str) -> bool {
    let mut is_open = false;
    let mut is_after_blank = false;
    text.lines().filter_map(documentation).any(|line| {
        let is_indented = is_after_blank && line.starts_with("     ");
        is_after_blank = line.trim().is_empty();
        match line.trim().strip_prefix("```") {
            Some(language) => {
                is_open = !is_open;
                is_open && is_rust(language)
            }
            None => !is_open && is_indented,
        }
    })
}

/// Returns whether rustdoc compiles a block with these words after its fence.
fn is_rust(language: &str) -> bool {
    let words = language.split(',').map(str::trim);
    words.into_iter().all(|word| {
        ["", "rust", "no_run", "should_panic", "compile_fail"].contains(&word) || word.starts_with("edition")
    })
}

/// Returns the text in a line of a documentation comment.
fn documentation(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the messages about a crate with this manifest and library.
    fn messages(manifest: &str, library: &str) -> Vec<String> {
        let files = [("crates/a/Cargo.toml", manifest), ("crates/a/src/lib.rs", library)];
        check(&Tree::of(&files)).into_iter().map(|violation| violation.message).collect()
    }

    const OFF: &str = "[lib]\ntest = false\ndoctest = false\n";

    #[test]
    fn libraries_without_tests_say_so() {
        assert_eq!(messages(OFF, "//! A.\n"), [""; 0]);
        assert_eq!(messages("", "//! A.\n").len(), 2);
        assert_eq!(messages("[lib]\ndoctest = false\n", "//! A.\n").len(), 1);
        assert_eq!(messages("[lib]\ntest = false\n", "//! A.\n").len(), 1);
    }

    #[test]
    fn flags_switch_off_no_tests() {
        for library in
            ["/// A.\n/// ```\n/// a();\n/// ```\n", "//! ```no_run\n//! ```\n", "//!\n//!     a();\n"]
        {
            assert_eq!(messages("[lib]\ntest = false\n", library), [""; 0], "{library}");
            assert!(messages(OFF, library)[0].starts_with("`doctest = false`"), "{library}");
        }
        for library in ["#[test]\nfn a() {}\n", "#[cfg(test)]\nmod tests;\n"] {
            assert_eq!(messages("[lib]\ndoctest = false\n", library), [""; 0], "{library}");
            assert!(messages(OFF, library)[0].starts_with("`test = false`"), "{library}");
        }
    }

    #[test]
    fn blocks_in_other_languages_are_no_tests() {
        for fence in ["text", "sh", "json", "ignore", "rust,ignore"] {
            let library = format!("//! ```{fence}\n//!     a();\n//! ```\n//! B.\n");
            assert_eq!(messages(OFF, &library), [""; 0], "{library}");
        }
    }
}
