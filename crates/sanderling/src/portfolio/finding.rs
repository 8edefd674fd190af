//! What is known of a state that would decide a question.

use sanderling_analysis::Outcome;
use sanderling_analysis::reduce::Events;
use sanderling_proof::Technique as Proved;
use sanderling_report::{Argument, Decision, Means, Technique};
use sanderling_system::EventId;

/// Events that lead from the initial marking to one that meets a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) events: Vec<EventId>,
    /// Whether it is known that no other is shorter.
    pub(crate) is_shortest: bool,
}

impl Path {
    /// A run that may be longer than others.
    pub(crate) fn of(events: Vec<EventId>) -> Self {
        Self { is_shortest: events.is_empty(), events }
    }
}

/// What is known of the states that meet a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// Nothing is known of the goal yet.
    Open,
    /// There is one, but the path to it is too long to be told.
    TooLong,
    /// This run leads to such a state, and this has found it.
    Found(Path, Decision),
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
            Self::Found(_, decision) | Self::Absent(decision) => Some(decision.clone()),
        }
    }
}

/// The decision by a search that fires these of the enabled events.
pub(crate) fn by_search(events: Events) -> Decision {
    let stubborn = events.are_of_stubborn_sets().then_some(Means::StubbornSets);
    Decision::by(Technique::Search).with(stubborn)
}

/// The decision by a random walk.
pub(crate) fn by_walk() -> Decision {
    Decision::by(Technique::Search).with([Means::RandomWalk])
}

/// What a search that fires these of the enabled events has found of each goal, where its runs are shortest or not.
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

/// What a proof rests on, as reports name it.
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
    fn only_a_search_by_stubborn_sets_is_said_to_use_them() {
        let of_stubborn_sets = [Events::STUBBORN, Events::STUBBORN_SLEEP];
        for events in Events::CHOICES {
            let uses = by_search(events).with.contains(&Means::StubbornSets);
            assert_eq!(uses, of_stubborn_sets.contains(&events), "{events:?}");
        }
    }
}
