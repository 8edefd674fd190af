//! `cargo xtask wasm`: the engine as a WebAssembly module, put where the package of `clients/browser` has it.
//!
//! `crates/wasm` is no member of the workspace: it is built for another target, which `rustup target add wasm32-unknown-unknown` brings, and by no
//! other command.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::workspace;

/// What is built for.
const TARGET: &str = "wasm32-unknown-unknown";
/// Where the package has it.
const PACKAGED: &str = "clients/browser/sanderling.wasm";

/// Where the module goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// File to write [default: clients/browser/sanderling.wasm]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Builds the module, and says how large it is.
///
/// # Errors
/// That it cannot be built or written.
pub(crate) fn wasm(arguments: &Arguments) -> Result<(), String> {
    let target = workspace().join("target/wasm");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--release", "--locked", "--target", TARGET]);
    command.arg("--manifest-path").arg(workspace().join("crates/wasm/Cargo.toml"));
    command.arg("--target-dir").arg(&target);
    // What the target's processor can do stands in the workspace's settings for cargo, which are those of the folder that it is started in.
    command.current_dir(workspace());
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!(
            "it could not be built; `rustup target add {TARGET}` brings what it is built for"
        ));
    }
    let built = target.join(TARGET).join("release/sanderling_wasm.wasm");
    let output = arguments.output.clone().unwrap_or_else(|| workspace().join(PACKAGED));
    let bytes =
        fs::copy(&built, &output).map_err(|error| format!("cannot write {}: {error}", output.display()))?;
    println!("{}: {bytes} bytes", output.display());
    Ok(())
}
