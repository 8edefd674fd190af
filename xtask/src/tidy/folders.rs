//! Checks that the folders of the library form a line: a file imports from its own folder and from earlier
//! ones only.
//!
//! The rule reads paths that begin with `crate::`. Files named `tests.rs` may import anything.

use super::Violation;
use super::tree::Tree;

/// The library, whose folders have an order.
const LIBRARY: &str = "crates/sanderling/src/";

/// The folders in order. The files beside them come last.
const FOLDERS: [&str; 8] =
    ["request", "replay", "prepare", "search", "portfolio", "explain", "property_process", "standard"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let files = tree.rust().filter(|file| !file.path.ends_with("/tests.rs"));
    for file in files {
        let Some(place) = file.path.strip_prefix(LIBRARY).and_then(position) else { continue };
        for (line, text) in file.text.lines().enumerate() {
            if text.trim_start().starts_with("//") {
                continue;
            }
            for module in imported(text) {
                if FOLDERS.iter().position(|&folder| folder == module).unwrap_or(FOLDERS.len()) > place {
                    let folder = FOLDERS[place];
                    let message = format!(
                        "`{folder}` may not use `{module}`: expected this order of folders: {}",
                        FOLDERS.join(", ")
                    );
                    violations.push(Violation::new(&file.path, line + 1, message));
                }
            }
        }
    }
    violations
}

/// Returns the position of a file's folder; `None` for the files beside the folders.
fn position(path: &str) -> Option<usize> {
    let module = path.split(['/', '.']).next()?;
    FOLDERS.iter().position(|&folder| folder == module)
}

/// Returns the modules of the library that a line names.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).filter_map(|rest| {
        let module = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        // Items that the library exports begin with a capital letter.
        (!module.is_empty() && module.starts_with(|c: char| c.is_lowercase())).then_some(module)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(path: &str, text: &str) -> Vec<String> {
        let tree = Tree::of(&[(path, text)]);
        check(&tree).iter().map(|violation| format!("{}: {}", violation.line, violation.message)).collect()
    }

    #[test]
    fn a_folder_imports_from_earlier_folders_only() {
        let text = "use crate::request::Kind;\n// crate::explain is above\nuse crate::portfolio::query;\n";
        assert!(messages("crates/sanderling/src/explain/run.rs", text).is_empty());
        let found = messages("crates/sanderling/src/search/run.rs", text);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("3: `search` may not use `portfolio`"), "{found:?}");
    }

    #[test]
    fn files_beside_the_folders_are_above_them() {
        let text = "use crate::analyse::analyse_prepared;\n";
        assert_eq!(messages("crates/sanderling/src/standard.rs", text).len(), 1);
        assert!(messages("crates/sanderling/src/prepared.rs", text).is_empty());
        assert!(messages("crates/net/src/standard.rs", text).is_empty());
    }
}
