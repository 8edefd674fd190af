//! The standard properties of a net, and its description without a search: `analyse` and `info`.

use std::time::Duration;

use sanderling::options::text::{parse_duration, parse_size};
use sanderling::{Limits, PreparedNet, StandardRequest, outline};
use sanderling_net::{Net, PlaceId};
use sanderling_report::{AnalysisReport, StandardProperty, StructureReport};
use sanderling_session as session;
use sanderling_unfolding::{Options, Progress};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::loaded::Input;
use crate::options::chosen;
use crate::watch::Watch;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    only: Vec<String>,
    bounds: Vec<String>,
    source: Option<String>,
    sink: Option<String>,
    cases: u64,
    #[serde(rename = "final")]
    final_condition: Option<String>,
}

/// A request, parsed as far as possible without the net.
pub(crate) struct ParsedRequest {
    request: StandardRequest,
    written: Written,
}

/// Parses a request and its options.
pub(crate) fn read(request_json: &str, options: &str) -> Result<ParsedRequest, Failure> {
    let written: Written = serde_json::from_str(request_json)?;
    if written.cases == 0 {
        return Err(Failure::usage("invalid value '0' for `cases`: expected a number from 1 on"));
    }
    if written.final_condition.is_some()
        && (written.source.is_some() || written.sink.is_some() || written.cases != 1)
    {
        return Err(Failure::usage("`final` says where the process ends: omit `source`, `sink` and `cases`"));
    }
    let request = StandardRequest::chosen(&chosen(options)?).map_err(|name| {
        Failure::usage(format!(
            "`{}` means nothing here: expected one of {}",
            name.replace('-', "_"),
            StandardRequest::OPTIONS.map(|one| one.replace('-', "_")).join(", ")
        ))
    })?;
    let only: Result<Vec<StandardProperty>, String> =
        written.only.iter().map(|name| name.replace('-', "_").parse()).collect();
    Ok(ParsedRequest {
        request: StandardRequest { properties: only.map_err(Failure::usage)?, ..request },
        written,
    })
}

/// Computes the properties, within the time for the whole analysis.
pub(crate) fn answered(
    input: &Input,
    parsed: &ParsedRequest,
    watch: &Watch<'_>,
) -> Result<AnalysisReport, Failure> {
    let limits = parsed.request.limits;
    // Greatest values alone can also be computed for a net that cannot be unfolded.
    let prepared = if parsed.request.properties.is_empty() && !parsed.written.bounds.is_empty() {
        let options = Options { naming: input.naming, merges: false };
        let show = |progress: &Progress| watch.record_unfolding(progress);
        session::prepared(Net::clone(&input.net), options, &watch.means(limits, &show)).map(|ready| ready.net)
    } else {
        input.unfolded(limits, watch)
    };
    let prepared = prepared.map_err(|refused| input.not_unfolded(refused.1))?;
    let mut request = of_net(&parsed.request, &parsed.written, &prepared)?;
    request.limits.time = limits.time.map(|time| watch.left_of(time));
    let answered = prepared.standard_properties(&request, watch.control());
    let mut report = answered.map_err(|found| input.unsupported(&found))?;
    input.origin.complete_analysis(&mut report);
    input.file().clone_into(&mut report.file);
    Ok(report)
}

/// Returns the request, completed with the options that name nodes of the net.
fn of_net(
    request: &StandardRequest,
    written: &Written,
    prepared: &PreparedNet,
) -> Result<StandardRequest, Failure> {
    let place = |id: &Option<String>| id.as_ref().map(|id| place(prepared.net(), id)).transpose();
    let sum = |text: &String| prepared.sum(text).map_err(|found| Failure::of_text("bounds", text, &found));
    let condition =
        |text: &String| prepared.condition(text).map_err(|found| Failure::of_text("final", text, &found));
    Ok(StandardRequest {
        sums: written.bounds.iter().map(sum).collect::<Result<_, _>>()?,
        source: place(&written.source)?,
        sink: place(&written.sink)?,
        cases: written.cases,
        final_condition: written.final_condition.as_ref().map(condition).transpose()?,
        ..request.clone()
    })
}

/// Returns the place with this id, or with this name if no other place has it.
fn place(net: &Net, name: &str) -> Result<PlaceId, Failure> {
    net.place_called(name).ok_or_else(|| {
        Failure::usage(format!("the net has no place `{name}`: expected an id or a unique name"))
    })
}

/// Returns the limits for work without a search: `time` and `memory`, by default a minute and 4 GiB.
pub(crate) fn budget(options: &str) -> Result<Limits, Failure> {
    let options: Map<String, Value> = serde_json::from_str(options)?;
    let mut limits = Limits {
        time: Some(Duration::from_secs(60)),
        memory_bytes: usize::try_from(4_u64 << 30).ok(),
        states: None,
    };
    for (name, value) in &options {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let wrong = |error: String| Failure::usage(format!("invalid value '{text}' for `{name}`: {error}"));
        match (name.as_str(), value) {
            (_, Value::Null) => {}
            ("time", _) => limits.time = Some(parse_duration(&text).map_err(wrong)?),
            ("memory", _) => {
                limits.memory_bytes =
                    Some(usize::try_from(parse_size(&text).map_err(wrong)?).unwrap_or(usize::MAX));
            }
            _ => {
                let message = format!("`{name}` means nothing here: expected time or memory");
                return Err(Failure::usage(message));
            }
        }
    }
    Ok(limits)
}

/// Describes the net; a coloured one is unfolded only on request.
pub(crate) fn described(
    input: &Input,
    unfold: bool,
    limits: Limits,
    watch: &Watch<'_>,
) -> Result<StructureReport, Failure> {
    let is_coloured = !input.net.is_place_transition() && input.net.program.is_none();
    let mut report = if is_coloured && !unfold {
        outline(&input.net)
    } else {
        let prepared = input.unfolded(limits, watch);
        let prepared = prepared.map_err(|refused| input.not_unfolded(refused.1))?;
        let left = limits.time.map(|time| watch.left_of(time));
        let described = prepared.describe_until(left, watch.control());
        described.map_err(|found| input.unsupported(&found))?
    };
    input.file().clone_into(&mut report.file);
    report.format.clone_from(&input.origin.format);
    report.warnings.clone_from(&input.origin.warnings);
    report.nets_in_file = input.origin.nets_in_file;
    report.queries = input.stored()?.listed();
    Ok(report)
}
