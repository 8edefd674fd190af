//! Traces in JSON: a single trace, the trace of an answer, or one written by hand.
//!
//! For an answer without a trace, it is the run to a model error, or that of a proof that the net is unbounded. A trace
//! written by hand may omit the initial marking, and everything in a step but the event.

use serde::{Deserialize, Deserializer};

use super::TraceFault;
use crate::{Marking, Steps, Trace, TraceBranch, UnboundedProof};

/// An object with a trace.
#[derive(Deserialize)]
struct OfError {
    trace: Trace,
}

/// A trace, or the parts of an answer that describe a run. It is read directly and not as a tree, which would sort the
/// colours in places.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    initial: Marking,
    #[serde(default)]
    steps: Option<Steps>,
    #[serde(default)]
    repeated_from: Option<usize>,
    #[serde(default)]
    branches: Vec<TraceBranch>,
    #[serde(default)]
    left_out_from: Option<usize>,
    /// `Some(None)` in an answer without a trace.
    #[serde(default, deserialize_with = "present")]
    trace: Option<Option<Trace>>,
    #[serde(default)]
    model_error: Option<OfError>,
    #[serde(default)]
    unbounded: Option<UnboundedProof>,
}

fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Trace>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Reads a trace.
pub(super) fn read(text: &str) -> Result<Trace, TraceFault> {
    let document: Document = serde_json::from_str(text).map_err(|error| located(&error))?;
    Ok(match document {
        Document { trace: Some(Some(of_answer)), .. } => of_answer,
        Document { trace: Some(None), model_error: Some(error), .. } => error.trace,
        Document { trace: Some(None), unbounded: Some(proof), .. } => pumped(proof),
        Document {
            trace: None, steps: Some(steps), initial, repeated_from, branches, left_out_from, ..
        } => Trace { initial, steps, repeated_from, branches, left_out_from, ..Trace::default() },
        Document { trace: Some(None), .. } => return Err(without("an answer without a trace")),
        Document { trace: None, .. } => return Err(without("an object without `steps`")),
    })
}

fn without(found: &str) -> TraceFault {
    TraceFault::new(found).expected("a trace with an array `steps`, or an answer that has one")
}

/// Returns the run to where the net begins to grow, with one repetition of the firings after it.
fn pumped(UnboundedProof { prefix, pump, .. }: UnboundedProof) -> Trace {
    let mut steps = prefix.steps;
    steps.extend(&pump);
    Trace { initial: prefix.initial, steps, ..Trace::default() }
}

/// Converts an error of the JSON parser, with its position.
fn located(error: &serde_json::Error) -> TraceFault {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    TraceFault::new(message).at_line(error.line(), error.column()).expected("a trace as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_traces_by_hand_are_read() {
        let events = |text: &str| -> Vec<String> {
            read(text)
                .unwrap_or_else(|fault| panic!("{text}: {fault}"))
                .steps
                .into_iter()
                .map(|s| s.event)
                .collect()
        };
        assert_eq!(events(r#"{"steps": [{"event": "a"}, {"event": "b"}]}"#), ["a", "b"]);
        assert_eq!(events(r#"{"trace": {"steps": [{"event": "a"}]}}"#), ["a"]);
        assert_eq!(
            events(r#"{"trace": null, "model_error": {"trace": {"steps": [{"event": "e"}]}}}"#),
            ["e"]
        );
        let self_covering = r#"{"trace": null, "unbounded": {"places": ["p"],
            "prefix": {"initial": {}, "steps": [{"event": "a"}]}, "pump": [{"event": "b"}]}}"#;
        assert_eq!(events(self_covering), ["a", "b"]);
    }

    #[test]
    fn colours_stay_in_their_order() {
        let text = r#"{"initial": {"p": {"-2": 1, "-1": 3}}, "steps": []}"#;
        assert_eq!(read(text).unwrap().initial.get("p").unwrap().to_string(), "{-2=1, -1=3}");
    }

    #[test]
    fn invalid_traces_are_refused_with_the_position() {
        for (text, part) in [
            ("{\n \"steps\": [}", "2:12: "),
            ("", "1:1: "),
            (r#"{"trace": null}"#, "an answer without a trace"),
            ("{}", "an array `steps`"),
            (r#"{"steps": 1}"#, "1:11: invalid type: integer `1`"),
            (r#"{"steps": [{"binding": {}}]}"#, "missing field `event`"),
            (&"[".repeat(100_000), "1:"),
        ] {
            let fault = read(text).expect_err(text).to_string();
            assert!(fault.contains(part), "{fault}");
        }
    }
}
