//! The live page: the studio as one file, with a few nets of the collection.

use std::path::Path;
use std::process::{Command, Stdio};

/// Name of the page.
pub(super) const PAGE: &str = "live.html";

/// The nets of the page, one of each kind.
const NETS: &[&str] = &[
    "nets/copy-shop.pnml",
    "nets/philosophers-5.pnml",
    "nets/coloured/philosophers-3.pnml",
    "nets/peterson-3.dve",
    "nets/alternating-bit.pml",
];

/// Writes the page into the folder of the site.
///
/// # Errors
/// The program cannot be run, or it refuses; it then says why.
pub(super) fn write(root: &Path, program: &Path, wasm: Option<&Path>, site: &Path) -> Result<(), String> {
    let absolute =
        |path: &Path| std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut command = Command::new(absolute(program)?);
    command.current_dir(root).arg("studio").args(NETS).arg("--output").arg(site.join(PAGE));
    if let Some(wasm) = wasm {
        command.arg("--wasm").arg(absolute(wasm)?);
    }
    match command.stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{} did not write the live page: {status}", program.display())),
        Err(error) => Err(format!("{}: {error}", program.display())),
    }
}
