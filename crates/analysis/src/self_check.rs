//! Searches that check themselves: some of the states are compared with a reference.
//!
//! What is compared is not the system alone but what the search has in its hands: the state as the store gives it back,
//! the events that the code which is compiled for this number of words finds enabled, and the successors
//! that this code fires. The batched driver does so before its loop, once more; the others with what they go on with. The [`Reference`] knows what they should be. With the initial state and the firings of checked
//! states compared, each state that a checked one leads to is right, too; faults that show in some states alone are
//! found with the share of the states that is looked at.
//!
//! Source: the idea is that of translation validation (Pnueli, Siegel and Singerman, TACAS 1998): not the compiler is
//! proved, but each of its results is compared. We differ in that a sample is compared, while the result is used.
//!
//! INVARIANT: a search that has met a [`Discrepancy`] ends with it, and nothing else of its outcome is to be believed.

mod schedule;

use sanderling_system::{EventId, Fired, MAX_WORDS, System};
use serde::{Deserialize, Serialize};

pub(crate) use schedule::Checks;

/// How many successors of a state of a sample are compared: there are nets with thousands.
const MAX_SUCCESSORS: usize = 32;

/// What is compared with what.
pub struct SelfCheck<'a, S: System> {
    /// What knows how things should be.
    pub reference: &'a dyn Reference<S>,
    /// Which states are compared.
    pub sampling: Sampling,
}

/// Which states are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sampling {
    /// The first few hundred, and then ever fewer, within half a per cent of the time (or a quarter of a millisecond).
    Timed,
    /// The first few hundred states, and then ever fewer, by counting alone: for systems that number what
    /// they meet, and so must meet the same each time.
    Counted,
    /// Every state that is expanded is compared.
    All,
}

/// What knows how a system should behave.
pub trait Reference<S: System>: Sync {
    /// Compares an expanded state.
    ///
    /// # Errors
    /// Where something is not as it should be.
    fn compare(&self, expanded: &Expanded<'_, S>) -> Result<(), Discrepancy>;
}

/// A state, and what the search makes of it.
pub struct Expanded<'a, S: System> {
    /// The system as it is now.
    pub system: &'a S,
    /// The state, as the store gave it back.
    pub state: &'a [u64],
    /// Prepared for the state.
    pub scratch: &'a S::Scratch,
    /// Whether it has to be the initial state.
    pub is_initial: bool,
    /// The events that are enabled, before a reduction has taken any away.
    pub events: &'a [EventId],
    /// What became of firing them, or of firing some, where there are many.
    pub fired: &'a [(EventId, Fired)],
    /// The words that were written, for each of these one state after the other.
    pub successors: &'a [u64],
}

impl<'a, S: System> Expanded<'a, S> {
    /// What became of the events that were fired, each with the words that were written.
    pub fn firings(&self) -> impl Iterator<Item = (EventId, Fired, &'a [u64])> + use<'a, S> {
        let successors = self.successors.chunks_exact(self.system.words());
        self.fired.iter().zip(successors).map(|(&(event, fired), successor)| (event, fired, successor))
    }
}

/// Where a system does not do what the reference does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discrepancy {
    /// The state, in the reference's words.
    pub state: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

/// Compares a state that is being expanded.
pub(crate) fn compare<S: System, const W: usize>(
    (system, check): (&S, &SelfCheck<'_, S>),
    (state, scratch): (&[u64], &S::Scratch),
    events: &[EventId],
    checks: &Checks,
) -> Result<(), Discrepancy> {
    let chosen = chosen(events, check.sampling, checks.states());
    let words = system.words();
    let mut successors = vec![0; chosen.len() * words];
    let mut changes = Vec::new();
    let fire = |(&event, successor): (&EventId, &mut [u64])| {
        let fired = system.fire::<W>(state, scratch, event, successor);
        if words > MAX_WORDS && fired == Fired::Successor {
            // Where the two differ, what changes is what a search may go on with, and is compared.
            let mut memory = vec![0; words];
            changes.clear();
            system.fire_changes(state, scratch, event, &mut memory, &mut changes);
            successor.copy_from_slice(state);
            changes.iter().for_each(|&(word, content): &(u32, u64)| successor[word as usize] = content);
        }
        (event, fired)
    };
    let fired: Vec<_> = chosen.iter().zip(successors.chunks_exact_mut(words)).map(fire).collect();
    let is_initial = checks.are_at_initial_state();
    let (fired, successors) = (fired.as_slice(), successors.as_slice());
    check.reference.compare(&Expanded { system, state, scratch, is_initial, events, fired, successors })
}

/// The events that are fired: all, or some that are different ones from state to state.
fn chosen(events: &[EventId], sampling: Sampling, checked: u64) -> Vec<EventId> {
    if sampling == Sampling::All || events.len() <= MAX_SUCCESSORS {
        return events.to_vec();
    }
    let step = events.len().div_ceil(MAX_SUCCESSORS);
    events.iter().skip(checked as usize % step).step_by(step).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_events_each_has_its_turn() {
        let events: Vec<EventId> = (0..100).map(EventId::new).collect();
        assert_eq!(chosen(&events, Sampling::All, 7), events);
        assert_eq!(chosen(&events[..20], Sampling::Timed, 7), &events[..20]);
        let mut seen: Vec<EventId> =
            (0..4).flat_map(|checked| chosen(&events, Sampling::Timed, checked)).collect();
        seen.sort_unstable();
        assert_eq!(seen, events);
    }
}
