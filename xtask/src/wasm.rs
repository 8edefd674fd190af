//! `cargo xtask wasm`: builds the engine as a WebAssembly module.
//!
//! `crates/wasm` is no member of the workspace, since its target differs: `rustup target add wasm32-unknown-unknown` installs that target. The module
//! is written into the package of `clients/javascript`, and beside each `sanderling` program that cargo has built or installed, where
//! `report --explorable` finds it.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace;

/// Target of the module.
const TARGET: &str = "wasm32-unknown-unknown";
/// File of the module in the package.
const PACKAGED: &str = "clients/javascript/sanderling.wasm";
/// Folders of the workspace in which cargo places the program.
const PROGRAMS: &[&str] = &["target/debug", "target/release", "target/dist"];

/// Arguments of `cargo xtask wasm`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The only file to write [default: clients/javascript/sanderling.wasm, and sanderling.wasm beside each program that cargo has built or installed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Builds the module, and prints where it was written and its size.
///
/// # Errors
/// The module cannot be built or written.
pub(crate) fn wasm(arguments: &Arguments) -> Result<(), String> {
    let built = build()?;
    let outputs = arguments.output.clone().map_or_else(default_outputs, |output| vec![output]);
    for output in outputs {
        let bytes = fs::copy(&built, &output)
            .map_err(|error| format!("cannot write {}: {error}", output.display()))?;
        println!("{}: {bytes} bytes", output.display());
    }
    Ok(())
}

/// Builds the module and returns its path in the target folder.
fn build() -> Result<PathBuf, String> {
    let target = workspace().join("target/wasm");
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--release", "--locked", "--target", TARGET]);
    command.arg("--manifest-path").arg(workspace().join("crates/wasm/Cargo.toml"));
    command.arg("--target-dir").arg(&target);
    // The workspace's cargo settings name the processor's features; cargo reads them from the current folder.
    command.current_dir(workspace());
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!(
            "the module cannot be built\nhelp: if the target is missing, run `rustup target add {TARGET}`"
        ));
    }
    Ok(target.join(TARGET).join("release/sanderling_wasm.wasm"))
}

/// The package's file, and one beside each program.
fn default_outputs() -> Vec<PathBuf> {
    let workspace = workspace();
    let built = PROGRAMS.iter().map(|folder| workspace.join(folder));
    let folders = built.chain(installed());
    [workspace.join(PACKAGED)].into_iter().chain(folders.filter_map(|folder| beside(&folder))).collect()
}

/// The folder in which `cargo install` places programs.
fn installed() -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    Some(home.or_else(|| Some(env::home_dir()?.join(".cargo")))?.join("bin"))
}

/// The module's path in `folder`, if the program is there.
fn beside(folder: &Path) -> Option<PathBuf> {
    let program = folder.join(format!("sanderling{EXE_SUFFIX}"));
    program.is_file().then(|| folder.join("sanderling.wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_goes_beside_programs_only() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(beside(folder.path()), None);
        fs::write(folder.path().join(format!("sanderling{EXE_SUFFIX}")), "").unwrap();
        assert_eq!(beside(folder.path()), Some(folder.path().join("sanderling.wasm")));
    }
}
