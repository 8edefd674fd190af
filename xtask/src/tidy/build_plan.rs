//! Checks that no package is compiled twice because two commands use different features or options of it.
//!
//! Cargo unifies the features of the packages that a command selects. So `cargo test --workspace`, `cargo
//! build` and the build of the Python package could each compile the engine again, which takes minutes. Their
//! build plans show this. Only nightly compilers print plans; `RUSTC_BOOTSTRAP` enables this in the stable
//! compiler, and nothing is compiled here.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::Violation;

/// The manifest that lists the features of other packages.
const MANIFEST: &str = "crates/features/Cargo.toml";

/// The command that compiles the whole workspace.
const WHOLE: &[&str] = &["test", "--no-run", "--workspace"];

/// Commands that compile a part of the workspace with the same profile.
const PARTS: &[&[&str]] = &[
    &["build", "--package", "sanderling-cli"],
    &["build", "--package", "sanderling-python"],
    &["test", "--no-run", "--package", "sanderling"],
];

/// The libraries of a plan by name and version, with the features and options of each build.
type Plan = BTreeMap<String, BTreeSet<String>>;

pub(super) fn check(root: &Path) -> Vec<Violation> {
    let plan = |command: &[&str]| {
        printed(root, command).map(|text| libraries(&text)).map_err(|why| {
            Violation::new("Cargo.toml", 1, format!("no build plan of `cargo {}`: {why}", command.join(" ")))
        })
    };
    let whole = match plan(WHOLE) {
        Ok(whole) => whole,
        Err(violation) => return vec![violation],
    };
    let found = |command: &&[&str]| match plan(command) {
        Ok(part) => differences(command, &part, &whole),
        Err(violation) => vec![violation],
    };
    PARTS.iter().flat_map(found).collect()
}

/// Returns the plan of a command as printed by cargo, or cargo's error message.
fn printed(root: &Path, command: &[&str]) -> Result<Value, String> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(command).args(["--locked", "--unit-graph", "-Z", "unstable-options"]);
    let output =
        cargo.current_dir(root).env("RUSTC_BOOTSTRAP", "1").output().map_err(|error| error.to_string())?;
    serde_json::from_slice(&output.stdout)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

fn libraries(plan: &Value) -> Plan {
    let mut libraries = Plan::new();
    for unit in plan["units"].as_array().into_iter().flatten() {
        let is_library = unit["target"]["kind"].as_array().is_some_and(|kinds| {
            kinds
                .iter()
                .any(|kind| kind.as_str().is_some_and(|kind| kind.ends_with("lib") || kind == "proc-macro"))
        });
        if unit["mode"] == "build" && is_library {
            let options = ["opt_level", "debuginfo", "debug_assertions", "overflow_checks"];
            let options = options.map(|option| format!("{option} {}", unit["profile"][option]));
            let features: Vec<_> =
                unit["features"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let build = format!("features [{}], {}", features.join(", "), options.join(", "));
            libraries.entry(name(&unit["pkg_id"])).or_default().insert(build);
        }
    }
    libraries
}

/// Returns the name and the version from a package id. The id ends with `#name@version` for a registry, and
/// with `name#version` for a folder.
fn name(id: &Value) -> String {
    let id = id.as_str().unwrap_or_default();
    let end = id.rsplit_once('#').map_or(id, |(_, end)| end);
    let end = if end.contains('@') { end } else { id.rsplit('/').next().unwrap_or(id) };
    end.replace(['#', '@'], " ")
}

/// Returns the builds of a part that differ from those of the whole workspace, for packages in both.
fn differences(command: &[&str], part: &Plan, whole: &Plan) -> Vec<Violation> {
    let differing = part.iter().filter_map(|(package, builds)| {
        let others = whole.get(package)?;
        let build = builds.difference(others).next()?;
        let message = format!(
            "`{package}` is compiled twice: with {build} for `cargo {}`, and with {} for `cargo {}`; add what is missing here",
            command.join(" "),
            others.iter().map(String::as_str).collect::<Vec<_>>().join(" or "),
            WHOLE.join(" "),
        );
        Some(Violation::new(MANIFEST, 1, message))
    });
    differing.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plan(package: &str, features: &[&str]) -> Plan {
        let profile =
            json!({ "opt_level": "1", "debuginfo": 0, "debug_assertions": true, "overflow_checks": true });
        let unit = |kind, mode| {
            json!({
                "pkg_id": format!("registry+https://host/index#{package}"),
                "target": { "kind": [kind] },
                "mode": mode,
                "features": features,
                "profile": profile,
            })
        };
        libraries(&json!({ "units": [unit("lib", "build"), unit("lib", "test"), unit("bin", "build")] }))
    }

    #[test]
    fn a_package_with_other_features_is_reported() {
        let (few, many) = (plan("a@1.0.0", &["x"]), plan("a@1.0.0", &["x", "y"]));
        assert_eq!(few.len(), 1);
        let found = differences(&["build"], &few, &many);
        assert_eq!(found.len(), 1);
        let text = found[0].to_string();
        assert!(text.contains("`a 1.0.0` is compiled twice: with features [x], opt_level \"1\""), "{text}");
        assert!(differences(&["build"], &many, &many).is_empty());
        assert!(differences(&["build"], &plan("b@1.0.0", &[]), &many).is_empty());
    }

    #[test]
    fn the_project_compiles_each_package_once() {
        let found = check(crate::workspace());
        assert!(found.is_empty(), "{}", found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }
}
