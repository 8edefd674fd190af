//! Checks that no file has more than 500 lines, since a file holds one idea.

use super::Violation;
use super::tree::Tree;

const FOLDERS: &[&str] = &["bench", "crates", "formats", "xtask"];
const MAX_LINES: usize = 500;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.rust()
        .filter(|file| FOLDERS.iter().any(|folder| file.is_below(folder)))
        .map(|file| (file, file.text.lines().count()))
        .filter(|&(_, lines)| lines > MAX_LINES)
        .map(|(file, lines)| {
            let message = format!("{lines} lines, of at most {MAX_LINES}; does it hold one idea?");
            Violation::new(&file.path, MAX_LINES + 1, message)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_too_many_is_found() {
        let (full, long) = ("\n".repeat(500), "\n".repeat(501));
        let tree = Tree::of(&[("crates/a/src/a.rs", &full), ("xtask/src/b.rs", &long), ("c.rs", &long)]);
        let found: Vec<_> = check(&tree).into_iter().map(|found| (found.file, found.line)).collect();
        assert_eq!(found, [("xtask/src/b.rs".to_owned(), 501)]);
    }
}
