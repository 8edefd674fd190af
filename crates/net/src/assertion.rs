//! What a modeller claims of all reachable markings.

use serde::{Deserialize, Serialize};

use crate::{PlaceId, Span, Term, VariableId};

/// A condition that the modeller claims to hold in every reachable marking.
///
/// It speaks of the values of tokens: each place that it reads must hold exactly one token, whose
/// value its variable has in the condition. Where it does not, and where the condition is undefined,
/// the claim fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assertion {
    /// How reports call it; unique in the net.
    pub id: String,
    /// The places that are read, each once and none of them of the sort `dot`, and for each another
    /// variable that has the value of its token.
    pub reads: Vec<Reading>,
    /// The condition, over these variables.
    pub condition: Term,
    /// Where it stands in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A place whose one token a condition asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The place.
    pub place: PlaceId,
    /// The variable that has the token's value.
    pub variable: VariableId,
}
