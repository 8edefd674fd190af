//! Traces in JSON: one alone, that of an answer, or one that was written by hand.
//!
//! Of an answer without a trace it is the run to a model error, or that of a proof that the net is
//! unbounded. By hand, the initial marking may be left out, and of a step all but the event.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::TraceFault;
use crate::{Marking, Step, Trace, UnboundedProof};

/// A trace as it may have been written by hand.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    initial: Marking,
    steps: Vec<Step>,
}

/// Reads a trace.
pub(super) fn read(text: &str) -> Result<Trace, TraceFault> {
    let stored: Value = serde_json::from_str(text).map_err(|error| located(&error))?;
    let error_trace = stored.get("model_error").and_then(|error| error.get("trace"));
    match (stored.get("trace"), error_trace, stored.get("unbounded")) {
        (None, _, _) => trace(&stored),
        (Some(Value::Null), Some(of_error), _) => trace(of_error),
        (Some(Value::Null), None, Some(proof)) => pumped(proof),
        (Some(Value::Null), None, None) => {
            Err(TraceFault::new("an answer without a trace").expected("a trace, or an answer that has one"))
        }
        (Some(of_answer), _, _) => trace(of_answer),
    }
}

/// The run to where a net begins to grow, and once through what can be repeated.
fn pumped(proof: &Value) -> Result<Trace, TraceFault> {
    let UnboundedProof { prefix, pump, .. } = typed(proof, "a proof that the net is unbounded")?;
    let steps = prefix.steps.into_iter().chain(pump).collect();
    Ok(Trace { initial: prefix.initial, steps })
}

fn trace(trace: &Value) -> Result<Trace, TraceFault> {
    let Stored { initial, steps } = typed(trace, "a trace: an object with an array `steps`")?;
    Ok(Trace { initial, steps })
}

fn typed<T: DeserializeOwned>(value: &Value, expected: &str) -> Result<T, TraceFault> {
    T::deserialize(value).map_err(|error| TraceFault::new(error.to_string()).expected(expected))
}

/// What the JSON reader says, with its place.
fn located(error: &serde_json::Error) -> TraceFault {
    let said = error.to_string();
    let message = said.split(" at line ").next().unwrap_or_default();
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
        let pumping = r#"{"trace": null, "unbounded": {"places": ["p"],
            "prefix": {"initial": {}, "steps": [{"event": "a"}]}, "pump": [{"event": "b"}]}}"#;
        assert_eq!(events(pumping), ["a", "b"]);
    }

    #[test]
    fn what_is_no_trace_is_told_with_its_place() {
        for (text, said) in [
            ("{\n \"steps\": [}", "2:12: "),
            ("", "1:1: "),
            (r#"{"trace": null}"#, "an answer without a trace"),
            (r#"{"steps": 1}"#, "an array `steps`"),
            (r#"{"steps": [{"binding": {}}]}"#, "missing field `event`"),
            (&"[".repeat(100_000), "recursion limit"),
        ] {
            let fault = read(text).expect_err(text).to_string();
            assert!(fault.contains(said), "{fault}");
        }
    }
}
