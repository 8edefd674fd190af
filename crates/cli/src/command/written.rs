//! Writing a file and reporting it, and writing a trace next to an answer.

use std::io::{self, Write};
use std::path::Path;

use sanderling::consumption;
use sanderling_report::{SCHEMA, Trace, TraceFormat, VERSION};
use serde_json::json;

use crate::arguments::{OutputOptions, TraceOptions};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::write_file;

/// Writes the file at `path` with `write`, and prints what was written.
pub(super) fn file(
    question: &str,
    input: &Input,
    path: &Path,
    output: &OutputOptions,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    file_with(question, input, path, output, &[], write)
}

/// Writes a file as [`file`] does, and also prints what the file does not keep.
pub(super) fn file_with(
    question: &str,
    input: &Input,
    path: &Path,
    output: &OutputOptions,
    lost: &[String],
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let name = path.display().to_string();
    let bytes = write_file(path, write)
        .map_err(|error| Failure::input(format!("cannot write `{name}`: {error}")).file(name.clone()))?;
    let mut answer = json!({
        "schema": SCHEMA,
        "version": VERSION,
        "file": input.origin.file,
        "question": question,
        "output": name,
        "bytes": bytes,
    });
    if !lost.is_empty() {
        answer["lost"] = lost.into();
    }
    super::print(&answer, |_| format!("wrote {name}\n"), output)
}

/// Returns the file for the trace, and its format.
pub(super) fn trace_file(options: &TraceOptions) -> Result<Option<(&Path, TraceFormat)>, Failure> {
    let Some(path) = options.trace.as_deref() else { return Ok(None) };
    let named = options.trace_format.map(TraceFormat::from);
    match named.or_else(|| TraceFormat::of_name(&path.display().to_string())) {
        Some(format) => Ok(Some((path, format))),
        None => {
            let name = path.display();
            let formats = TraceFormat::ALL.map(TraceFormat::as_str).join(", ");
            let message = format!(
                "unknown extension of the trace `{name}`: expected {}\nhelp: choose a format with --trace-format ({formats})",
                TraceFormat::EXTENSIONS
            );
            Err(Failure::usage(message))
        }
    }
}

/// Writes the run of an answer, if it has one. In TAPAAL's format it is a run of the original net, because the editor
/// does not use the names of unfolded transitions.
pub(super) fn trace(
    run: Option<Trace>,
    input: &Input,
    (path, format): (&Path, TraceFormat),
) -> Result<(), Failure> {
    let name = path.display().to_string();
    let Some(mut trace) = run else {
        let _ = writeln!(io::stderr(), "note: `{name}` is not written: the answer has no trace");
        return Ok(());
    };
    if format == TraceFormat::Tapaal {
        trace = input.prepared.folded(&trace);
    }
    let text = format.write(&trace, &consumption(input.prepared.original_net(), &trace)).map_err(|why| {
        let format = format.as_str();
        Failure::input(format!("the format `{format}` cannot hold the trace: {why}")).file(name.clone())
    })?;
    if format != TraceFormat::Json && trace.claims() > 0 {
        let format = format.as_str();
        let note = format!("branches of the run are not written to `{name}`: `{format}` holds a single run");
        let _ = writeln!(io::stderr(), "note: {note}");
    }
    let written = write_file(path, |sink| sink.write_all(text.as_bytes()));
    let failed = |error| Failure::input(format!("cannot write `{name}`: {error}")).file(name.clone());
    written.map(|_| ()).map_err(failed)
}
