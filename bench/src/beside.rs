//! Locates the program `sanderling`, built with the same profile as this one.

use std::path::PathBuf;

/// Returns the path of the built program.
///
/// # Errors
/// The program has not been built.
pub(crate) fn sanderling() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let program = own.with_file_name(format!("sanderling{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(program);
    }
    Err(format!(
        "{} is not there; `cargo build --profile dist --package sanderling-cli` builds it",
        program.display()
    ))
}
