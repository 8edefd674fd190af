//! Checks that links between pages lead to existing files and headings.

use super::Violation;
use super::tree::{File, Tree};

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for page in tree.files().filter(|file| file.has_extension("md")) {
        for (line, target) in links(&page.text).filter(|(_, target)| !target.contains(':')) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { page.path.clone() } else { resolved(&page.path, path) };
            let leads_somewhere = match tree.file(&path) {
                Some(file) => !file.has_extension("md") || anchor.is_empty() || has_heading(file, anchor),
                None => tree.files().any(|file| file.is_below(&path)),
            };
            if !leads_somewhere {
                violations.push(Violation::new(&page.path, line, format!("`{target}` leads nowhere")));
            }
        }
    }
    violations
}

/// Returns the lines of a page outside code blocks, with their numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        (!in_code && !is_fence).then_some((index + 1, line))
    })
}

/// Returns the targets of the links in a page, with their line numbers. Text between backquotes is ignored.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        let outside_code = line.split('`').step_by(2);
        let targets = outside_code.flat_map(|part| part.split("](").skip(1));
        targets.filter_map(move |rest| Some((number, rest.split_once(')')?.0)))
    })
}

/// Resolves a path that is relative to a page.
fn resolved(page: &str, path: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.trim_end_matches('/').split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns whether the page has a heading with this anchor.
fn has_heading(page: &File, anchor: &str) -> bool {
    prose(&page.text).filter(|(_, line)| line.starts_with('#')).any(|(_, line)| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).eq(anchor.chars())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let page = "[`a`](../b.md#some-c--d) [e](#f)\n## F\n[g](h), `[i](j)`\n```\n[k](l)\n```\n[m](https://n)\n[o](../x)";
        let tree = Tree::of(&[("b.md", "# Some `c` & d"), ("docs/a.md", page), ("x/y.rs", "//! .")]);
        let found: Vec<_> = check(&tree).into_iter().map(|found| (found.line, found.message)).collect();
        assert_eq!(found, [(3, "`h` leads nowhere".to_owned())]);
    }
}
