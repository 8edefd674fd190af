//! Traces: the printed form of a witness.
//!
//! A trace tells every step in full, with the places that it changed, so that it can be read and
//! replayed without the program that found it. Bindings and multisets are there for coloured nets;
//! in a place/transition net bindings are empty and places hold plain numbers.

use serde::{Deserialize, Serialize};

use crate::{Count, Ordered};

/// What a place holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tokens {
    /// So many tokens without colours.
    Plain(Count),
    /// So many tokens of each colour, by the colour's printed form.
    Coloured(Ordered<Count>),
}

impl<C: Into<Count>> From<C> for Tokens {
    fn from(count: C) -> Self {
        Self::Plain(count.into())
    }
}

/// What the places hold; those that are not named are empty.
pub type Marking = Ordered<Tokens>;

/// The values of a transition's variables, printed.
pub type Binding = Ordered<String>;

/// A run from the initial marking.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The marking at the start.
    pub initial: Marking,
    /// The firings, in order.
    pub steps: Vec<Step>,
}

/// A firing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The transition's id.
    pub event: String,
    /// The transition's name, where it has one that differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The values of the transition's variables; empty in a place/transition net.
    #[serde(default)]
    pub binding: Binding,
    /// The places whose tokens changed, in the order of the net.
    #[serde(default)]
    pub changed: Vec<Change>,
}

/// A place before and after a firing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The place's id.
    pub place: String,
    /// What it held.
    pub before: Tokens,
    /// What it holds now.
    pub after: Tokens,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_tokens_are_numbers_and_coloured_ones_objects() {
        let plain = Tokens::from(3u64);
        let coloured =
            Tokens::Coloured([("red", Count::from(2u64)), ("(1,b)", Count::Infinite)].into_iter().collect());
        assert_eq!(serde_json::to_string(&plain).unwrap(), "3");
        assert_eq!(serde_json::to_string(&coloured).unwrap(), r#"{"red":2,"(1,b)":"+inf"}"#);
        for tokens in [plain, Tokens::from(u64::MAX), coloured] {
            let json = serde_json::to_string(&tokens).unwrap();
            assert_eq!(serde_json::from_str::<Tokens>(&json).unwrap(), tokens);
        }
    }

    #[test]
    fn a_step_needs_its_event_only() {
        let step: Step = serde_json::from_str(r#"{"event": "t"}"#).unwrap();
        assert_eq!((step.event.as_str(), step.binding.len(), step.changed.len()), ("t", 0, 0));
    }
}
