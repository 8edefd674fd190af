//! Checks that the front page, the changelog and the licences exist.

use super::Violation;
use super::tree::Tree;

const PAGES: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    PAGES
        .iter()
        .filter(|page| tree.file(page).is_none_or(|file| file.text.trim().is_empty()))
        .map(|page| Violation::new(page, 1, "missing or empty"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_empty_pages_are_found() {
        let tree = Tree::of(&[("README.md", "# A"), ("CHANGELOG.md", " \n"), ("LICENSE-MIT", "m")]);
        let found: Vec<_> = check(&tree).into_iter().map(|found| found.file).collect();
        assert_eq!(found, ["CHANGELOG.md", "LICENSE-APACHE"]);
    }
}
