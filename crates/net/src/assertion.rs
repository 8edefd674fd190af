//! Conditions that the modeller claims for all reachable markings.

use serde::{Deserialize, Serialize};

use crate::{PlaceId, Span, Term, VariableId};

/// A condition that the modeller claims to hold in every reachable marking.
///
/// It is about the values of tokens. Each place that it reads must hold exactly one token, and a variable of the
/// condition takes the value of that token. If a place does not, or if the condition is undefined, the claim fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assertion {
    /// The id used in reports; unique in the net.
    pub id: String,
    /// The places that are read. Each occurs once, none has the sort `dot`, and each has its own variable for the value
    /// of its token.
    pub reads: Vec<Reading>,
    /// The condition, over the variables of `reads`.
    pub condition: Term,
    /// Span in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A place that must hold exactly one token, whose value a condition uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The place.
    pub place: PlaceId,
    /// The variable that has the token's value.
    pub variable: VariableId,
}
