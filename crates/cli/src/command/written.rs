//! Writing a file and reporting it, and writing a trace next to an answer.

use std::io::{self, Write};
use std::path::Path;

use sanderling::consumption;
use sanderling_drawing::svg;
use sanderling_report::{SCHEMA, Trace, TraceFormat, VERSION};
use serde_json::json;

use crate::arguments::{OutputOptions, TraceFormatName, TraceOptions};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::write_file;

/// Writes the file at `path` with `write`, and prints what was written. `file` is the file of the net.
pub(super) fn file(
    question: &str,
    file: &str,
    path: &Path,
    output: &OutputOptions,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    file_with(question, file, path, output, &[], write)
}

/// Writes a file as [`file`] does, and also prints what the file does not keep.
pub(super) fn file_with(
    question: &str,
    file: &str,
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
        "file": file,
        "question": question,
        "output": name,
        "bytes": bytes,
    });
    if !lost.is_empty() {
        answer["lost"] = lost.into();
    }
    super::print(&answer, |_| format!("wrote {name}\n"), output)
}

/// A file for a trace, and its format; `None` for a picture.
pub(super) type TraceFile<'a> = (&'a Path, Option<TraceFormat>);

/// Returns the file for the trace.
pub(super) fn trace_file(options: &TraceOptions) -> Result<Option<TraceFile<'_>>, Failure> {
    let Some(path) = options.trace.as_deref() else { return Ok(None) };
    let is_picture = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    let named = || {
        Some(TraceFormat::of_name(&path.display().to_string())).filter(|named| named.is_some() || is_picture)
    };
    match options.trace_format.map(TraceFormatName::format).or_else(named) {
        Some(format) => Ok(Some((path, format))),
        None => {
            let name = path.display();
            let formats = TraceFormat::ALL.map(TraceFormat::as_str).join(", ");
            let message = format!(
                "unknown extension of the trace `{name}`: expected {} or, for a picture, .svg\nhelp: choose a format with --trace-format ({formats}, svg)",
                TraceFormat::EXTENSIONS
            );
            Err(Failure::usage(message))
        }
    }
}

/// Writes the run of an answer, if it has one. In TAPAAL's format it is a run of the original net, because the editor
/// does not use the names of unfolded transitions.
pub(super) fn trace(run: Option<Trace>, input: &Input, (path, format): TraceFile<'_>) -> Result<(), Failure> {
    let name = path.display().to_string();
    let Some(mut trace) = run else {
        let _ = writeln!(io::stderr(), "note: `{name}` is not written: the answer has no trace");
        return Ok(());
    };
    let failed = |error| Failure::input(format!("cannot write `{name}`: {error}")).file(name.clone());
    let Some(format) = format else {
        let chart = svg::sequence(&trace, &input.origin.file)
            .map_err(|why| Failure::input(format!("cannot draw `{name}`: {why}")).file(name.clone()))?;
        return write_file(path, |sink| sink.write_all(chart.as_bytes())).map(|_| ()).map_err(failed);
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
    write_file(path, |sink| sink.write_all(text.as_bytes())).map(|_| ()).map_err(failed)
}
