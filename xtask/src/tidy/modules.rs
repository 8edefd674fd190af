//! Checks that a module with submodules is the file `x.rs` beside the folder `x` rather than `x/mod.rs`,
//! because editors then show its name.
//!
//! Modules directly in `tests` are an exception, because cargo builds a test program from each file there.

use super::Violation;
use super::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let folders = tree.rust().filter_map(|file| Some((file, file.path.strip_suffix("/mod.rs")?)));
    let wrong = folders
        .filter(|(_, folder)| !folder.rsplit_once('/').is_some_and(|(parent, _)| parent.ends_with("/tests")));
    wrong.map(|(file, folder)| Violation::new(&file.path, 1, format!("expected {folder}.rs"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_a_file_beside_its_folder() {
        let tree = Tree::of(&[("crates/net/src/a.rs", ""), ("crates/net/src/b/mod.rs", "")]);
        let messages: Vec<_> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(messages, ["crates/net/src/b/mod.rs:1: expected crates/net/src/b.rs"]);
    }

    #[test]
    fn a_module_of_several_test_programs_is_no_program() {
        let shared = ("crates/net/tests/support/mod.rs", "");
        assert!(check(&Tree::of(&[shared])).is_empty());
        assert_eq!(check(&Tree::of(&[("crates/net/tests/all/support/mod.rs", "")])).len(), 1);
    }
}
