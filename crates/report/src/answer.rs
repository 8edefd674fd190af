//! The optional parts of a report.

use serde::{Deserialize, Serialize};

use crate::{Count, Decision, Marking, Reason, Steps, Trace, Verdict};

/// The answer to one of the checked properties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Answer {
    /// The name of the property, if it comes from a file that gives it one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The property as text: `always tokens(p) <= 3`.
    pub property: String,
    /// Whether the property holds.
    pub verdict: Verdict,
    /// Why the verdict is unknown.
    pub reason: Option<Reason>,
    /// A run to a state that refutes an `always`, or that satisfies a `reach`.
    pub trace: Option<Trace>,
    /// What decided the property, if it was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Decision>,
}

impl Answer {
    /// Returns the property as text, without its name. For `property capacity: always tokens(p) <= 3`, this is
    /// `always tokens(p) <= 3`.
    #[must_use]
    pub fn statement(&self) -> &str {
        let statement = || {
            let name = self.name.as_deref()?;
            let head = self.property.strip_prefix("property")?.trim_start();
            let quoted = format!("\"{}\"", name.replace('\\', r"\\").replace('"', "\\\""));
            let rest = head.strip_prefix(name).or_else(|| head.strip_prefix(&quoted))?;
            Some(rest.trim_start().strip_prefix(':')?.trim_start())
        };
        statement().unwrap_or(&self.property)
    }
}

/// The explored part, if it is not the whole state space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Explored {
    /// The number of states visited, over all searches.
    pub states: Count,
    /// The number of firings from the expanded states.
    pub firings: Count,
}

/// The status of a file's claim that its nested units are safe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum NupnClaim {
    /// The file makes no claim.
    None,
    /// The file claims safe units, and the claim has not been checked in every reachable state.
    Unchecked,
    /// The claim holds in every reachable state.
    Holds,
    /// The claim is false.
    Refuted {
        /// Two places, or one with more than one token, that refute the claim.
        places: Vec<String>,
        /// A marking that refutes the claim.
        marking: Marking,
    },
}

/// A proof that a net is unbounded. It is a run to a marking, and firings from there that can be repeated for ever:
/// they lead to a marking with more tokens in some places and no fewer in any.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnboundedProof {
    /// The places whose tokens grow.
    pub places: Vec<String>,
    /// The run to the marking.
    pub prefix: Trace,
    /// The firings that can be repeated.
    pub pump: Steps,
    /// The coverability set, if it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverable: Option<Coverable>,
}

/// The minimal coverability set of an unbounded net.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Coverable {
    /// The number of markings in the set.
    pub markings: Count,
    /// All places with unboundedly many tokens in reachable markings; the others are bounded.
    pub unbounded_places: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_has_no_name() {
        for (name, property, statement) in [
            (Some("cap"), "property cap: always true", "always true"),
            (Some("a \"b\\"), r#"property "a \"b\\": reach deadlock"#, "reach deadlock"),
            (Some("cap"), "always true", "always true"),
            (Some("cap"), "property capacity: always true", "property capacity: always true"),
            (None, "property cap: always true", "property cap: always true"),
        ] {
            let answer = Answer {
                name: name.map(str::to_owned),
                property: property.to_owned(),
                verdict: Verdict::Holds,
                reason: None,
                trace: None,
                decided_by: None,
            };
            assert_eq!(answer.statement(), statement, "{property}");
        }
    }
}
