//! Writing a file, and telling that it was written.

use std::io::{self, Write};
use std::path::Path;

use sanderling_report::{SCHEMA, VERSION};
use serde_json::json;

use crate::arguments::OutputOptions;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::write_file;

/// Lets `write` write the file at `path`, and prints what was done.
pub(super) fn file(
    question: &str,
    input: &Input,
    path: &Path,
    output: &OutputOptions,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let name = path.display().to_string();
    let bytes = write_file(path, write)
        .map_err(|error| Failure::input(format!("cannot write `{name}`: {error}")).file(name.clone()))?;
    let answer = json!({
        "schema": SCHEMA,
        "version": VERSION,
        "file": input.file,
        "question": question,
        "output": name,
        "bytes": bytes,
    });
    super::print(&answer, |_| format!("wrote {name}\n"), output)
}
