//! What is known of a state that would decide a question.

use sanderling_analysis::Outcome;
use sanderling_report::Decision;
use sanderling_system::EventId;

/// What is known of the states that meet a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// Nothing yet.
    Open,
    /// There is one, but the way to it is too long to be told.
    TooLong,
    /// These events lead to one.
    Found(Vec<EventId>),
    /// There is none, and this has shown it.
    Absent(Decision),
}

impl Finding {
    /// Whether the question is open.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Open | Self::TooLong)
    }

    /// What decided the question, if something did.
    pub(crate) fn decided_by(&self) -> Option<Decision> {
        match self {
            Self::Open | Self::TooLong => None,
            Self::Found(_) => Some(by("search")),
            Self::Absent(decision) => Some(decision.clone()),
        }
    }
}

/// A decision without a proof that could be shown.
pub(crate) fn by(technique: &str) -> Decision {
    Decision { technique: technique.to_owned(), proof: Vec::new() }
}

/// What a search has found of each goal.
pub(crate) fn findings<S>(outcome: &Outcome<S>) -> Vec<Finding> {
    let hits = outcome.hits.iter().map(|hit| match hit {
        Some(witness) => Finding::Found(witness.events.clone()),
        None if outcome.is_exhaustive() => Finding::Absent(by("search")),
        None => Finding::Open,
    });
    hits.collect()
}
