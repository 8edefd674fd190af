//! Checks the dependencies between crates against the table of the architecture.
//!
//! Every crate of the workspace has a row. It lists the other crates that may appear in its `[dependencies]`
//! and `[build-dependencies]`, for any platform. Tests may use more: `[dev-dependencies]` are unrestricted,
//! and `testkit` is for tests and measurements.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::Violation;
use super::tree::{File, Tree};

/// The allowed dependencies of a crate.
enum Allowed {
    /// Only these. A folder stands for all crates in it.
    Only(&'static [&'static str]),
    /// All except these.
    AllBut(&'static [&'static str]),
}

use Allowed::{AllBut, Only};

/// The table: a crate's folder (or a folder of several crates), and the allowed dependencies.
const LAYERS: &[(&str, Allowed)] = &[
    ("crates/certificate-check", Only(&[])),
    ("crates/checkpoint", Only(&[])),
    ("crates/cutoff", Only(&[])),
    ("crates/diagram", Only(&[])),
    ("crates/features", Only(&[])),
    ("crates/machine", Only(&[])),
    ("crates/net", Only(&[])),
    ("crates/data-net", Only(&["crates/net"])),
    ("crates/system", Only(&["crates/cutoff"])),
    ("crates/temporal", Only(&[])),
    ("crates/xml", Only(&[])),
    ("crates/report", Only(&["crates/xml"])),
    ("formats", Only(&["crates/data-net", "crates/net", "crates/xml"])),
    ("crates/formats", Only(&["crates/data-net", "crates/net", "crates/xml", "formats"])),
    ("crates/property", Only(&["crates/net"])),
    (
        "crates/model",
        Only(&["crates/cutoff", "crates/data-net", "crates/net", "crates/system", "crates/unfolding"]),
    ),
    ("crates/structural", Only(&["crates/cutoff", "crates/machine", "crates/net"])),
    ("crates/unfolding", Only(&["crates/cutoff", "crates/machine", "crates/net"])),
    ("crates/query", Only(&["crates/net", "crates/property", "crates/report"])),
    (
        "crates/proof",
        Only(&["crates/cutoff", "crates/machine", "crates/net", "crates/property", "crates/model"]),
    ),
    ("crates/structure-theory", Only(&["crates/model", "crates/net", "crates/proof"])),
    (
        "crates/coverability",
        Only(&[
            "crates/machine",
            "crates/model",
            "crates/net",
            "crates/property",
            "crates/store",
            "crates/system",
        ]),
    ),
    (
        "crates/symbolic",
        Only(&["crates/diagram", "crates/machine", "crates/model", "crates/net", "crates/property"]),
    ),
    (
        "crates/symmetry",
        Only(&["crates/model", "crates/net", "crates/property", "crates/system", "crates/unfolding"]),
    ),
    ("crates/store", Only(&["crates/cutoff", "crates/system"])),
    (
        "crates/analysis",
        Only(&["crates/checkpoint", "crates/cutoff", "crates/machine", "crates/store", "crates/system"]),
    ),
    ("crates/progress", Only(&["crates/cutoff", "crates/system"])),
    (
        "crates/runs",
        Only(&[
            "crates/analysis",
            "crates/cutoff",
            "crates/machine",
            "crates/store",
            "crates/system",
            "crates/temporal",
        ]),
    ),
    ("crates/distribution", Only(&["crates/analysis"])),
    (
        "crates/engine",
        Only(&[
            "crates/analysis",
            "crates/checkpoint",
            "crates/machine",
            "crates/model",
            "crates/runs",
            "crates/store",
            "crates/symmetry",
            "crates/system",
        ]),
    ),
    (
        "crates/sanderling",
        AllBut(&[
            "formats",
            "crates/certificate",
            "crates/certificate-check",
            "crates/cli",
            "crates/distribution",
            "crates/drawing",
            "crates/families",
            "crates/formats",
            "crates/mcp",
            "crates/query",
            "crates/server",
            "crates/session",
            "crates/studio",
            "crates/testkit",
            "crates/verifypn",
        ]),
    ),
    (
        "crates/certificate",
        AllBut(&[
            "formats",
            "crates/cli",
            "crates/distribution",
            "crates/drawing",
            "crates/families",
            "crates/formats",
            "crates/mcp",
            "crates/server",
            "crates/session",
            "crates/studio",
            "crates/testkit",
            "crates/verifypn",
        ]),
    ),
    (
        "crates/drawing",
        AllBut(&[
            "formats",
            "crates/certificate",
            "crates/certificate-check",
            "crates/cli",
            "crates/distribution",
            "crates/families",
            "crates/formats",
            "crates/mcp",
            "crates/server",
            "crates/session",
            "crates/studio",
            "crates/testkit",
            "crates/verifypn",
        ]),
    ),
    (
        "crates/session",
        Only(&[
            "crates/formats",
            "crates/machine",
            "crates/net",
            "crates/property",
            "crates/query",
            "crates/report",
            "crates/sanderling",
            "crates/unfolding",
        ]),
    ),
    (
        "crates/server",
        AllBut(&[
            "crates/cli",
            "crates/distribution",
            "crates/families",
            "crates/mcp",
            "crates/studio",
            "crates/testkit",
            "crates/verifypn",
        ]),
    ),
    (
        "crates/studio",
        AllBut(&[
            "crates/cli",
            "crates/distribution",
            "crates/families",
            "crates/mcp",
            "crates/testkit",
            "crates/verifypn",
        ]),
    ),
    (
        "crates/verifypn",
        AllBut(&[
            "crates/cli",
            "crates/distribution",
            "crates/families",
            "crates/mcp",
            "crates/server",
            "crates/studio",
            "crates/testkit",
        ]),
    ),
    ("crates/c", Only(&["crates/sanderling", "crates/server"])),
    ("crates/mcp", Only(&["crates/report", "crates/sanderling", "crates/server"])),
    (
        "crates/wasm",
        AllBut(&[
            "crates/cli",
            "crates/distribution",
            "crates/families",
            "crates/studio",
            "crates/testkit",
            "crates/verifypn",
        ]),
    ),
    ("crates/cli", AllBut(&["crates/families", "crates/testkit", "crates/verifypn"])),
    (
        "crates/testkit",
        Only(&[
            "crates/cutoff",
            "crates/data-net",
            "crates/net",
            "crates/system",
            "formats/dve",
            "formats/promela",
        ]),
    ),
    // It contains a caller of the library, like the command line.
    (
        "crates/python",
        AllBut(&[
            "bench",
            "crates/families",
            "crates/fuzz-targets",
            "crates/testkit",
            "crates/verifypn",
            "formats",
            "tests",
        ]),
    ),
    ("crates/families", Only(&["crates/net", "formats/pnml"])),
    ("crates/fuzz-targets", AllBut(&[])),
    ("tests", AllBut(&["crates/fuzz-targets"])),
    // NOTE: tests can set cutoffs, which must not slow down measurements.
    ("bench", AllBut(&["crates/cli", "crates/fuzz-targets", "tests"])),
    ("xtask", Only(&[])),
];

/// A crate of the workspace.
struct Member<'a> {
    folder: &'a str,
    manifest: &'a File,
    table: Table,
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let members = members(tree, &mut violations);
    let folders: BTreeMap<&str, &str> =
        members.iter().filter_map(|member| Some((package(&member.table)?, member.folder))).collect();
    for member in &members {
        let Some((_, allowed)) = LAYERS.iter().find(|(row, _)| covers(row, member.folder)) else {
            violations.push(Violation::new(
                &member.manifest.path,
                1,
                "a crate without a row in xtask's table of layers",
            ));
            continue;
        };
        for dependency in dependencies(&member.table) {
            if let Some(folder) = folders.get(dependency)
                && !allowed.holds(folder)
            {
                violations.push(forbidden(member, dependency, folder));
            }
        }
    }
    violations
}

impl Allowed {
    fn holds(&self, folder: &str) -> bool {
        let lists = |rows: &[&str]| rows.iter().any(|row| covers(row, folder));
        match self {
            Only(rows) => lists(rows),
            AllBut(rows) => !lists(rows),
        }
    }
}

/// Returns whether a row of the table applies to the crate in `folder`.
fn covers(row: &str, folder: &str) -> bool {
    folder.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn forbidden(member: &Member<'_>, dependency: &str, folder: &str) -> Violation {
    let line = member.manifest.line_where(|line| {
        line.strip_prefix(dependency).is_some_and(|rest| rest.starts_with([' ', '.', '=']))
    });
    let message = format!("{} must not depend on {folder}", member.folder);
    Violation::new(&member.manifest.path, line, message)
}

fn members<'a>(tree: &'a Tree, violations: &mut Vec<Violation>) -> Vec<Member<'a>> {
    let folders =
        tree.crates_in("crates").chain(tree.crates_in("formats")).chain(["bench", "tests", "xtask"]);
    let manifests = folders.filter_map(|folder| Some((folder, tree.file(&format!("{folder}/Cargo.toml"))?)));
    let mut members = Vec::new();
    for (folder, manifest) in manifests {
        match manifest.text.parse::<Table>() {
            Ok(table) => members.push(Member { folder, manifest, table }),
            Err(error) => violations.push(Violation::new(&manifest.path, 1, error.message())),
        }
    }
    members
}

fn package(manifest: &Table) -> Option<&str> {
    manifest.get("package")?.get("name")?.as_str()
}

/// Returns the dependencies of the crate itself, for any platform.
fn dependencies(manifest: &Table) -> impl Iterator<Item = &str> {
    let platforms = manifest.get("target").and_then(Value::as_table);
    let tables = platforms.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    std::iter::once(manifest)
        .chain(tables)
        .flat_map(|table| ["dependencies", "build-dependencies"].map(|key| table.get(key)))
        .filter_map(|dependencies| dependencies?.as_table())
        .flat_map(|dependencies| dependencies.iter().map(|(key, value)| renamed(value).unwrap_or(key)))
}

/// Returns the name of a package that the manifest renames.
fn renamed(dependency: &Value) -> Option<&str> {
    dependency.get("package")?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NET: (&str, &str) = ("crates/net/Cargo.toml", "[package]\nname = \"sanderling-net\"\n");

    fn messages(files: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::of(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_dependency_against_the_direction_is_found_with_its_line() {
        let store =
            "[package]\nname = \"sanderling-store\"\n[dependencies]\nsanderling-net.workspace = true\n";
        assert_eq!(
            messages(&[NET, ("crates/store/Cargo.toml", store)]),
            ["crates/store/Cargo.toml:4: crates/store must not depend on crates/net"]
        );
    }

    #[test]
    fn dependencies_of_platforms_and_under_other_names_count() {
        let store = "[package]\nname = \"s\"\n[target.'cfg(unix)'.build-dependencies]\n\
                     n = { package = \"sanderling-net\", path = \"../net\" }\n";
        assert_eq!(messages(&[NET, ("crates/store/Cargo.toml", store)]).len(), 1);
    }

    #[test]
    fn tests_may_see_more() {
        let store = "[package]\nname = \"s\"\n[dev-dependencies]\nsanderling-net.workspace = true\n";
        assert!(messages(&[NET, ("crates/store/Cargo.toml", store)]).is_empty());
    }

    #[test]
    fn a_folder_stands_for_all_crates_in_it() {
        let pnml = "[package]\nname = \"sanderling-pnml\"\n[dependencies]\nsanderling-net.workspace = true\n";
        let formats = "[package]\nname = \"f\"\n[dependencies]\nsanderling-pnml.workspace = true\n";
        let dve = "[package]\nname = \"d\"\n[dependencies]\nsanderling-pnml.workspace = true\n";
        let files = [
            NET,
            ("formats/pnml/Cargo.toml", pnml),
            ("crates/formats/Cargo.toml", formats),
            ("formats/dve/Cargo.toml", dve),
        ];
        assert_eq!(
            messages(&files),
            ["formats/dve/Cargo.toml:4: formats/dve must not depend on formats/pnml"]
        );
    }

    #[test]
    fn a_crate_without_a_row_is_found() {
        assert_eq!(messages(&[("crates/new/Cargo.toml", "[package]\nname = \"new\"\n")]).len(), 1);
    }

    #[test]
    fn a_broken_manifest_is_found() {
        assert_eq!(messages(&[("crates/net/Cargo.toml", "[package")]).len(), 1);
    }
}
