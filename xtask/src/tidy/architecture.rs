//! Checks that the architecture page mentions every crate and the folder of every format.

use super::Violation;
use super::tree::Tree;

const PAGE: &str = "docs/architecture.md";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let Some(page) = tree.file(PAGE) else {
        return vec![Violation::new(PAGE, 1, "missing")];
    };
    tree.crates_in("crates")
        .chain(tree.crates_in("formats"))
        .filter(|folder| !names(&page.text, folder))
        .map(|folder| Violation::new(PAGE, 1, format!("does not name {folder}")))
        .collect()
}

/// Returns whether the text contains `folder`, other than as a prefix of another name.
fn names(text: &str, folder: &str) -> bool {
    text.match_indices(folder).any(|(index, _)| {
        let behind = text[index + folder.len()..].chars().next();
        !behind.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_is_named_in_full() {
        let page = "`crates/network` and `formats/pnml`.";
        let tree = Tree::of(&[("crates/net/Cargo.toml", ""), (PAGE, page), ("formats/pnml/Cargo.toml", "")]);
        assert_eq!(check(&tree), [Violation::new(PAGE, 1, "does not name crates/net")]);
    }

    #[test]
    fn a_missing_page_is_found() {
        assert_eq!(check(&Tree::of(&[])), [Violation::new(PAGE, 1, "missing")]);
    }
}
