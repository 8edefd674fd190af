//! The files written with an answer: the trace and the certificate.

use pyo3::prelude::*;
use sanderling::{PreparedNet, Request, consumption};
use sanderling_certificate::{EvidenceBudget, Origin, certify};
use sanderling_certificate_check::schema::Certificate;
use sanderling_certificate_check::{Judgement, check};
use sanderling_report::{Report, TraceFormat};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::failure::Failure;
use crate::loaded::Input;
use crate::watch::{Watch, watched};

/// The requested files.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Wanted {
    pub(crate) certificate: Option<String>,
    pub(crate) trace: Option<String>,
    pub(crate) trace_format: Option<String>,
}

/// Drafts of the requested files.
#[derive(Debug, Default)]
pub(crate) struct Files {
    certificate: Option<Draft>,
    trace: Option<(Draft, TraceFormat)>,
}

impl Files {
    /// Creates the drafts. If `has_lassos`, the answer may be an infinite run.
    pub(crate) fn begin(wanted: &Wanted, input: &Input, has_lassos: bool) -> PyResult<Self> {
        let format = trace_format(wanted)?;
        if let Some(format) = format.filter(|format| has_lassos && !format.holds_lassos()) {
            return Err(Failure::usage(format!(
                "the format `{}` cannot hold infinite runs, which may violate formulas of LTL, livelocks and property \
                 processes: choose `json` or `tapaal`",
                format.as_str()
            ))
            .into());
        }
        if wanted.certificate.is_some() && !input.is_file {
            let message =
                "a certificate requires a file, and this net has none: save it, and load it by its path";
            return Err(Failure::usage(message).into());
        }
        let begin = |path: &Option<String>| path.as_deref().map(Draft::begin).transpose();
        Ok(Self { certificate: begin(&wanted.certificate)?, trace: begin(&wanted.trace)?.zip(format) })
    }

    /// Returns an error, before the search begins, if no certificate could be written.
    pub(crate) fn refusal(&self, prepared: &PreparedNet) -> Result<(), Failure> {
        if self.certificate.is_some() && !prepared.net().is_place_transition() {
            let message = "certificates are for place/transition nets and for coloured nets that are unfolded: omit `certificate`";
            return Err(Failure::usage(message));
        }
        Ok(())
    }

    /// Writes the files. There is no file of a trace if the answer has none.
    pub(crate) fn publish(
        &self,
        (input, prepared): (&Input, &PreparedNet),
        (request, report): (&Request, &Report),
        watch: &Watch<'_>,
    ) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::input(format!("a file cannot be written: {error}"));
        if let Some(draft) = &self.certificate {
            let certificate = certificate((input, prepared), (request, report), watch)?;
            draft.publish(&serde_json::to_vec(&certificate)?).map_err(failed)?;
        }
        let (Some((draft, format)), Some(mut run)) = (&self.trace, report.run()) else { return Ok(()) };
        if *format == TraceFormat::Tapaal {
            // The editor does not use the names of unfolded transitions.
            run = prepared.folded(&run);
        }
        let text = format.write(&run, &consumption(prepared.original_net(), &run)).map_err(|why| {
            Failure::input(format!("the format `{}` cannot hold the trace: {why}", format.as_str()))
        })?;
        draft.publish(text.as_bytes()).map_err(failed)
    }
}

/// Returns the format of the trace's file, if one is requested.
fn trace_format(wanted: &Wanted) -> Result<Option<TraceFormat>, Failure> {
    let formats = TraceFormat::ALL;
    match (&wanted.trace, &wanted.trace_format) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(Failure::usage("`trace_format` requires `trace`")),
        (Some(path), None) => TraceFormat::of_name(path).map(Some).ok_or_else(|| {
            let names = formats.map(TraceFormat::as_str).join(", ");
            let message = format!(
                "unknown extension of the trace `{path}`: expected {}; help: choose a format with `trace_format` ({names})",
                TraceFormat::EXTENSIONS
            );
            Failure::usage(message)
        }),
        (Some(_), Some(name)) => {
            let found = formats.into_iter().find(|format| format.as_str() == name);
            let names = formats.map(TraceFormat::as_str).join(", ");
            found.map(Some).ok_or_else(|| {
                Failure::usage(format!("invalid value '{name}' for `trace_format`: expected one of {names}"))
            })
        }
    }
}

/// Writes a certificate. Proofs that the search did not produce are computed now, with the threads and limits of the
/// request, which start afresh.
fn certificate(
    (input, prepared): (&Input, &PreparedNet),
    (request, report): (&Request, &Report),
    watch: &Watch<'_>,
) -> Result<Certificate, Failure> {
    let derived_by = match () {
        () if prepared.is_unfolded() => Some("unfolding"),
        () if input.origin.format != "pnml" => Some("reading another format"),
        () if input.origin.nets_in_file > 1 => Some("choosing one of several nets"),
        () => None,
    };
    let origin = Origin { name: input.file(), bytes: input.source.bytes(), derived_by };
    let limits = sanderling::Limits { states: None, ..request.limits };
    let budget = EvidenceBudget { threads: request.threads, limits, ..EvidenceBudget::default() };
    let answers = sanderling_certificate::answers(request, report);
    certify(prepared.net(), &origin, &answers, &budget, watch.control())
        .map_err(|found| input.unsupported(&found))
}

/// Checks a certificate about a net, both given as bytes. Returns the result as JSON.
#[pyfunction]
pub(crate) fn certified(py: Python<'_>, file: &[u8], certificate: &[u8], repeat: u64) -> PyResult<String> {
    watched(py, None, |_| Ok(judged(file, certificate, repeat).to_string()))
}

fn judged(file: &[u8], certificate: &[u8], repeat: u64) -> Value {
    let refused = |why: String| json!({ "accepted": false, "problem": why, "claims": [] });
    let certificate: Certificate = match serde_json::from_slice(certificate) {
        Ok(certificate) => certificate,
        Err(error) => return refused(format!("it is no certificate: {error}")),
    };
    let names: Vec<String> = certificate.claims.iter().map(|claim| claim.name.clone()).collect();
    let derived_by = certificate.derived_net.as_ref().map(|derived| derived.by.clone());
    let judgements = match check(certificate, file, repeat) {
        Ok(judgements) => judgements,
        Err(why) => return refused(why),
    };
    let claims: Vec<Value> = names.iter().zip(&judgements).map(claim).collect();
    let accepted = judgements.iter().all(|one| matches!(one, Judgement::Accepted(_)));
    json!({ "accepted": accepted, "derived_by": derived_by, "claims": claims })
}

fn claim((name, judgement): (&String, &Judgement)) -> Value {
    let (judgement, why) = match judgement {
        Judgement::Accepted(by) => ("accepted", by),
        Judgement::NotProved(why) => ("not_proved", why),
        Judgement::Refused(why) => ("refused", why),
    };
    json!({ "name": name, "judgement": judgement, "why": why })
}
