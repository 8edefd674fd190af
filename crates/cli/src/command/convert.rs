//! `convert`: a net in another format.

use std::io::{self, Write};
use std::path::Path;

use sanderling_formats::FORMATS;
use sanderling_net::format::WriteError;
use sanderling_net::{Format, Net};

use super::{load, structural, unfold, written};
use crate::arguments::{ConvertArguments, OutputOptions, Style};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::watch::Watch;

/// Writes the net.
pub(super) fn convert(options: &ConvertArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let format = target(options)?;
    if options.output.is_none() && output.format == Style::Json && format.name() != "json" {
        return Err(Failure::usage(format!(
            "with --format json, {} needs an output file (-o)",
            format.name()
        )));
    }
    let mut input = load(&options.net, output)?;
    let watch = Watch::begin(output, &input.origin.file);
    if options.unfold || options.structural.reduce.is_some() {
        input = unfold::unfolded(input, &options.net, &options.budget.limits(), false, &watch)
            .map_err(unfold::failure)?;
    }
    let reduction = structural::reduced(&options.structural, &input, (&options.budget, &watch))?;
    let net = reduction.as_ref().map_or(input.net(), |reduction| reduction.net());
    // The text is made first: if the format cannot express something in the net, no file is touched.
    let is_stopped = || watch.control().is_cancelled() || watch.left_of(options.budget.time).is_zero();
    let text = text_of(format, net, &is_stopped)
        .map_err(|message| Failure::input(message).file(&input.origin.file))?;
    // From here on, Ctrl-C ends the program. If it came before, a partly reduced net is still written.
    let control = std::sync::Arc::clone(watch.control());
    drop(watch);
    if control.is_cancelled() && reduction.is_none() {
        return Err(Failure::stopped("stopped before the net was written").file(&input.origin.file));
    }
    let lost = sanderling_formats::lost(format, net, &text);
    match &options.output {
        Some(path) => {
            written::file_with("convert", &input.origin.file, path, output, &lost, |sink| {
                sink.write_all(&text)
            })?;
        }
        None => output::print_with(|sink| sink.write_all(&text))?,
    }
    if output.format == Style::Text || options.output.is_none() {
        describe_lost(format, &lost);
    }
    Ok(Exit::Success)
}

/// Lists on standard error what the file does not keep.
fn describe_lost(format: &dyn Format, lost: &[String]) {
    if !lost.is_empty() {
        let what = lost.join(", ");
        let _ =
            writeln!(io::stderr(), "warning: not kept in {}: {}", format.name(), output::printable(&what));
    }
}

fn text_of(format: &dyn Format, net: &Net, is_stopped: &dyn Fn() -> bool) -> Result<Vec<u8>, String> {
    sanderling::written(format, net, is_stopped).map_err(|error| match error {
        WriteError::Unsupported(what) => {
            let is_coloured = !net.is_place_transition() && net.program.is_none();
            let help = match () {
                () if is_coloured => "\nhelp: write its unfolding with --unfold",
                () if net.program.is_some() => "\nhelp: use --to json or --to promela",
                () => "",
            };
            format!("the net cannot be written as {}: {what}{help}", format.name())
        }
        WriteError::Io(error) => format!("the net cannot be written: {error}"),
    })
}

/// Returns the requested format, or the one given by the name of the output file.
fn target(options: &ConvertArguments) -> Result<&'static dyn Format, Failure> {
    let found = match (&options.to, &options.output) {
        (Some(name), _) => sanderling_formats::by_name(name),
        (None, Some(path)) => by_file_name(path),
        (None, None) => {
            return Err(Failure::usage(format!("choose the format with --to ({})", writable())));
        }
    };
    found.filter(|format| format.can_write()).ok_or_else(|| {
        let name = options.to.clone().unwrap_or_else(|| "a file with this name".into());
        Failure::usage(format!("{name} cannot be written: choose one of {} with --to", writable()))
    })
}

fn by_file_name(path: &Path) -> Option<&'static dyn Format> {
    sanderling_formats::by_extension(&path.extension()?.to_str()?.to_ascii_lowercase())
}

fn writable() -> String {
    let names: Vec<&str> =
        FORMATS.iter().filter(|format| format.can_write()).map(|format| format.name()).collect();
    names.join(", ")
}
