//! A net in other forms: its numbers, a format, a trace of it, another net.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use sanderling::Limits;
use sanderling_formats::FORMATS;
use sanderling_net::Net;
use sanderling_net::format::WriteError;
use sanderling_report::{Trace, to_json};
use serde_json::json;

use crate::failure::Failure;
use crate::loaded::Input;
use crate::watch::Watch;

/// The formats as JSON.
#[pyfunction]
pub(crate) fn formats() -> String {
    let formats = FORMATS.iter().map(|format| {
        json!({
            "name": format.name(),
            "description": format.description(),
            "extensions": format.extensions(),
            "readable": true,
            "writable": format.can_write(),
        })
    });
    json!(formats.collect::<Vec<_>>()).to_string()
}

/// Returns the numbers and names of a net.
pub(crate) fn head(input: &Input) -> String {
    let net = &input.net;
    let places = net.places.iter().filter_map(|place| Some((&place.id, place.name.as_ref()?)));
    let transitions = net.transitions.iter().filter_map(|one| Some((&one.id, one.name.as_ref()?)));
    let names: BTreeMap<_, _> = places.chain(transitions).collect();
    json!({
        "names": names,
        "id": net.id,
        "name": net.name,
        "file": input.file(),
        "format": input.origin.format,
        "kind": kind(net),
        "places": net.places.iter().map(|place| &place.id).collect::<Vec<_>>(),
        "transitions": net.transitions.iter().map(|one| &one.id).collect::<Vec<_>>(),
        "arcs": net.arcs.len(),
        "warnings": input.origin.warnings,
    })
    .to_string()
}

fn kind(net: &Net) -> &'static str {
    if net.program.is_some() {
        "program"
    } else if net.is_place_transition() {
        "place_transition"
    } else {
        "coloured"
    }
}

/// Returns the text of a net in a format, and the parts that the format does not keep.
pub(crate) fn written(
    input: &Input,
    format: &str,
    watch: &Watch<'_>,
) -> Result<(Vec<u8>, Vec<String>), Failure> {
    let found = sanderling_formats::by_name(format).filter(|format| format.can_write());
    let format = found.ok_or_else(|| {
        let names: Vec<&str> =
            FORMATS.iter().filter(|format| format.can_write()).map(|format| format.name()).collect();
        Failure::usage(format!("{format} cannot be written: expected one of {}", names.join(", ")))
    })?;
    let is_stopped = || watch.control().is_cancelled();
    let text = sanderling::written(format, &input.net, &is_stopped).map_err(|error| match error {
        WriteError::Unsupported(what) => {
            let help =
                if input.net.program.is_some() { "; help: use the format `json` or `promela`" } else { "" };
            let message = format!("the net cannot be written as {}: {what}{help}", format.name());
            Failure::input(message).file(input.file())
        }
        WriteError::Io(error) => Failure::input(format!("the net cannot be written: {error}")),
    })?;
    let lost = sanderling_formats::lost(format, &input.net, &text);
    Ok((text, lost))
}

/// Decides whether a trace is a run of the net, or of its unfolding if it refers to the unfolding.
pub(crate) fn replayed(input: &Input, trace: &str, watch: &Watch<'_>) -> Result<String, Failure> {
    let trace: Trace = serde_json::from_str(trace)?;
    let mut report = if sanderling::is_trace_of(&input.net, &trace) {
        sanderling::replay(&input.net, &trace)
    } else {
        let unfolded = input.unfolded(Limits::default(), watch);
        let unfolded = unfolded.map_err(|refused| input.not_unfolded(refused.1))?;
        sanderling::replay(unfolded.net(), &trace)
    };
    input.file().clone_into(&mut report.file);
    report.format.clone_from(&input.origin.format);
    Ok(to_json(&report))
}

/// Compares two nets.
pub(crate) fn compared(before: &Input, after: &Input) -> String {
    let mut report = sanderling::compare(&before.net, &after.net);
    (report.file, report.format) = (before.file().to_owned(), before.origin.format.clone());
    (report.other_file, report.other_format) = (after.file().to_owned(), after.origin.format.clone());
    to_json(&report)
}
