//! Checks that crates that count states have overflow checks in the WebAssembly module.
//!
//! Its `usize` has 32 bits, and its profile disables the checks except for listed crates. A crate missing in
//! the list could count large state spaces wrongly. Each crate that depends on `sanderling-system` must be
//! listed, which includes all drivers, models and stores.

use toml::{Table, Value};

use super::Violation;
use super::tree::Tree;

const MANIFEST: &str = "crates/wasm/Cargo.toml";
const LOCK: &str = "crates/wasm/Cargo.lock";

/// The crate on which every exploring crate depends.
const SYSTEM: &str = "sanderling-system";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let table = |path| tree.file(path).and_then(|file| file.text.parse::<Table>().ok());
    let (Some(manifest), Some(lock)) = (table(MANIFEST), table(LOCK)) else { return Vec::new() };
    let packages = lock.get("package").and_then(Value::as_array).into_iter().flatten();
    let exploring = packages.filter(|package| is_exploring(package)).filter_map(name);
    let unchecked = exploring.filter(|name| !is_checked(&manifest, name));
    let violation = |name| {
        let message = format!(
            "`{name}` explores states: set `overflow-checks = true` for it under `[profile.release.package]`"
        );
        Violation::new(MANIFEST, 1, message)
    };
    unchecked.map(violation).collect()
}

fn name(package: &Value) -> Option<&str> {
    package.get("name")?.as_str()
}

fn is_exploring(package: &Value) -> bool {
    let mut dependencies = package.get("dependencies").and_then(Value::as_array).into_iter().flatten();
    name(package) == Some(SYSTEM) || dependencies.any(|one| one.as_str() == Some(SYSTEM))
}

/// Returns whether the profile checks a package for overflow.
fn is_checked(manifest: &Table, package: &str) -> bool {
    let path = ["profile", "release", "package", package, "overflow-checks"];
    let mut at = Some(manifest);
    let (last, tables) = path.split_last().expect("it has parts");
    for part in tables {
        at = at.and_then(|table| table.get(*part)).and_then(Value::as_table);
    }
    at.and_then(|table| table.get(*last)).and_then(Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPLORING: &str = "[[package]]\nname = \"e\"\ndependencies = [\"sanderling-system\"]\n";

    fn found(manifest: &str, lock: &str) -> usize {
        check(&Tree::of(&[(MANIFEST, manifest), (LOCK, lock)])).len()
    }

    #[test]
    fn a_crate_that_explores_states_is_listed() {
        let on = "[profile.release.package]\ne = { opt-level = 3, overflow-checks = true }\n";
        let off = "[profile.release.package]\ne.overflow-checks = false\n";
        assert_eq!([found(on, EXPLORING), found(off, EXPLORING), found("", EXPLORING)], [0, 1, 1]);
    }

    #[test]
    fn other_crates_need_not_be_listed() {
        assert_eq!(found("", "[[package]]\nname = \"e\"\ndependencies = [\"xml\"]\n"), 0);
    }
}
