//! Checks that every Rust module starts with a comment that describes it.

use super::Violation;
use super::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.rust()
        .filter(|file| !file.text.starts_with("//!"))
        .map(|file| Violation::new(&file.path, 1, "does not begin with `//!` and what the module is"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_without_an_essay_is_found() {
        let tree = Tree::of(&[("a.rs", "//! A.\n"), ("b.rs", "use x;\n//! B.\n"), ("c.toml", "")]);
        let found: Vec<_> = check(&tree).into_iter().map(|found| found.file).collect();
        assert_eq!(found, ["b.rs"]);
    }
}
