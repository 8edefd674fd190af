//! Checks that no file names an absolute path of a machine or the host of a registry.
//!
//! `Cargo.lock` is excluded: cargo generates it, and it names its registry.

use super::Violation;
use super::tree::Tree;

/// Top-level folders of machines.
const MACHINE_FOLDERS: &[&str] = &["home", "root", "work", "Users"];
/// Hosts of registries, in two parts, so that this list does not match itself.
const HOSTS: &[(&str, &str)] = &[
    ("crates", "io"),
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "com"),
    ("npmjs", "org"),
    ("proxy.golang", "org"),
];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files().filter(|file| file.path != "Cargo.lock") {
        for (index, line) in file.text.lines().enumerate() {
            let found = machine_paths(line).chain(hosts(line));
            violations
                .extend(found.map(|found| Violation::new(&file.path, index + 1, format!("names {found}"))));
        }
    }
    violations
}

/// Returns the absolute paths of a machine in a line, ignoring parts of longer paths.
fn machine_paths(line: &str) -> impl Iterator<Item = String> {
    let begins = |before: char| !is_in_word(before) && !"/.}~".contains(before);
    MACHINE_FOLDERS
        .iter()
        .map(|folder| format!("/{folder}"))
        .filter(move |path| stands_in(line, path, begins))
}

/// Returns the hosts in a line, including those after a scheme or as a parent domain.
fn hosts(line: &str) -> impl Iterator<Item = String> {
    let begins = |before: char| !is_in_word(before);
    HOSTS.iter().map(|(name, end)| format!("{name}.{end}")).filter(move |host| stands_in(line, host, begins))
}

/// Returns whether the line contains the text, not followed by a word character, and at the line's start or
/// after a character that satisfies `begins`.
fn stands_in(line: &str, text: &str, begins: impl Fn(char) -> bool) -> bool {
    line.match_indices(text).any(|(index, _)| {
        let before = line[..index].chars().next_back();
        let behind = line[index + text.len()..].chars().next();
        before.is_none_or(&begins) && !behind.is_some_and(is_in_word)
    })
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_machine_are_found() {
        for path in ["work", "home/someone/x", "root"] {
            for line in [format!("/{path}"), format!("in \"/{path}\"."), format!("file:=/{path}")] {
                assert_eq!(machine_paths(&line).count(), 1, "{line}");
            }
        }
    }

    #[test]
    fn paths_within_the_project_are_not() {
        for path in ["src/work", "../home/a", "/worker", "example.org/home", "{dir}/work", "./root"] {
            assert_eq!(machine_paths(path).count(), 0, "{path}");
        }
    }

    #[test]
    fn hosts_are_found_behind_a_scheme_and_as_subdomains() {
        let host = format!("{}.{}", HOSTS[0].0, HOSTS[0].1);
        for line in [format!("https://{host}/a"), format!("static.{host}"), host.clone()] {
            assert_eq!(hosts(&line).count(), 1, "{line}");
        }
        assert_eq!(hosts(&format!("my{host} {host}n")).count(), 0);
    }

    #[test]
    fn the_lock_file_is_cargo_s() {
        let text = format!("at {}.{}", HOSTS[0].0, HOSTS[0].1);
        let tree = Tree::of(&[("Cargo.lock", &text), ("a/b.md", &text)]);
        let found: Vec<_> = check(&tree).into_iter().map(|found| found.file).collect();
        assert_eq!(found, ["a/b.md"]);
    }
}
