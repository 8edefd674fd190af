//! Findings: what is known about the states that meet a goal.

use sanderling_analysis::Outcome;
use sanderling_analysis::reduce::Events;
use sanderling_proof::Technique as Proved;
use sanderling_report::{Argument, Decision, Means, Technique};
use sanderling_system::EventId;

/// Events that lead from the initial marking to one that meets a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) events: Vec<EventId>,
    /// Whether the path is known to be a shortest one.
    pub(crate) is_shortest: bool,
}

impl Path {
    /// Creates a path that may not be a shortest one.
    pub(crate) fn of(events: Vec<EventId>) -> Self {
        Self { is_shortest: events.is_empty(), events }
    }
}

/// The result for a goal so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// The goal is undecided.
    Open,
    /// A state meets the goal, but the path to it is too long to show.
    TooLong,
    /// A state meets the goal. Contains the path to it and what decided the goal.
    Found(Path, Decision),
    /// No state meets the goal. Contains what decided it.
    Absent(Decision),
}

impl Finding {
    /// Returns whether the goal is undecided.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Open | Self::TooLong)
    }

    /// Returns what decided the goal, if it is decided.
    pub(crate) fn decided_by(&self) -> Option<Decision> {
        match self {
            Self::Open | Self::TooLong => None,
            Self::Found(_, decision) | Self::Absent(decision) => Some(decision.clone()),
        }
    }
}

/// Returns the decision by a search that fires a subset of the enabled events.
pub(crate) fn by_search(events: Events) -> Decision {
    let stubborn = events.are_of_stubborn_sets().then_some(Means::StubbornSets);
    Decision::by(Technique::Search).with(stubborn)
}

/// Returns the decision by a random walk.
pub(crate) fn by_walk() -> Decision {
    Decision::by(Technique::Search).with([Means::RandomWalk])
}

/// Returns the findings of a search for each goal, given the events that it fires and whether its runs are
/// shortest.
pub(crate) fn findings<S>(outcome: &Outcome<S>, events: Events, are_shortest: bool) -> Vec<Finding> {
    let hits = outcome.hits.iter().map(|hit| match hit {
        Some(witness) => {
            let run = Path { events: witness.events.clone(), is_shortest: are_shortest };
            Finding::Found(run, by_search(events))
        }
        None if outcome.is_exhaustive() => Finding::Absent(by_search(events)),
        None => Finding::Open,
    });
    hits.collect()
}

/// Returns the argument of a proof, as reports name it.
pub(crate) fn argument(technique: Proved) -> Argument {
    match technique {
        Proved::Structure => Argument::Structure,
        Proved::PlaceInvariant => Argument::PlaceInvariant,
        Proved::StateEquation => Argument::StateEquation,
        Proved::Trap => Argument::Trap,
        Proved::SiphonTrap => Argument::SiphonTrap,
        Proved::StateEquationWithTraps => Argument::StateEquationWithTraps,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_searches_by_stubborn_sets_report_them() {
        let of_stubborn_sets = [Events::STUBBORN, Events::STUBBORN_SLEEP];
        for events in Events::all() {
            let uses = by_search(events).with.contains(&Means::StubbornSets);
            assert_eq!(uses, of_stubborn_sets.contains(&events), "{events:?}");
        }
    }
}
