//! Checks for leftovers: stubs, debug prints and ignored tests.

use super::Violation;
use super::rust_text::{code_only, lines_where, without_strings, words};
use super::tree::Tree;

/// Macros and attributes that code must not contain.
const IN_CODE: &[&str] = &["todo!", "unimplemented!", "dbg!", "#[ignore"];
/// Words that neither code nor comments may contain.
const IN_COMMENTS: &[&str] = &["FIXME", "TODO", "XXX"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.rust() {
        let code = code_only(&file.text);
        for macro_name in IN_CODE {
            for line in lines_where(&code, |line| holds(line, macro_name)) {
                violations.push(Violation::new(&file.path, line, format!("`{macro_name}` was left")));
            }
        }
        let comments = without_strings(&file.text);
        for tag in IN_COMMENTS {
            for line in lines_where(&comments, |line| words(line).any(|word| word == *tag)) {
                violations.push(Violation::new(&file.path, line, format!("`{tag}` was left")));
            }
        }
    }
    violations
}

/// Returns whether the line contains the text, other than as the end of a longer word.
fn holds(line: &str, text: &str) -> bool {
    line.match_indices(text).any(|(index, _)| {
        let before = line[..index].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stubs_tags_and_left_out_tests_are_found() {
        let text = "//! .\ntodo!()\n#[ignore = \"slow\"]\n// FIXME: later\nmy_dbg!(x); dbg!(y)\n";
        let tree = Tree::of(&[("tests/src/lib.rs", text)]);
        let mut lines: Vec<_> = check(&tree).into_iter().map(|found| found.line).collect();
        lines.sort_unstable();
        assert_eq!(lines, [2, 3, 4, 5]);
    }

    #[test]
    fn strings_may_name_them_and_comments_the_macros() {
        let text = "//! No `todo!` here.\nlet a = \"todo!() FIXME\";\nmy_dbg!(x);\n";
        assert!(check(&Tree::of(&[("a.rs", text)])).is_empty());
    }
}
