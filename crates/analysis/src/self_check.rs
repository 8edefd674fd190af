//! Self-checking searches: some of the states are compared with a reference.
//!
//! The comparison covers not only the system, but the data in the search: the state as the store returns it,
//! the events that the code for this number of words finds enabled, and the successors that this code fires.
//! The batched driver does so in a separate pass before its loop; the others with the data that they
//! continue with. The [`Reference`] knows the correct results. If the initial state and the firings of
//! checked states agree, the states that checked ones lead to are correct, too. A fault in some states only
//! is found with a probability given by the share of checked states.
//!
//! Source: the idea is that of translation validation (Pnueli, Siegel and Singerman, TACAS 1998): instead of
//! proving the compiler, each of its results is compared. Where we differ: a sample is compared, while the
//! result is used.
//!
//! INVARIANT: a search that has met a [`Discrepancy`] ends with it, and nothing else in its outcome is
//! reliable.

mod schedule;

use sanderling_system::{EventId, Fired, MAX_WORDS, System};
use serde::{Deserialize, Serialize};

pub use schedule::Checks;

/// Maximum number of successors of a sampled state to compare. Some nets have thousands.
const MAX_SUCCESSORS: usize = 32;

/// The settings of a self-check.
pub struct SelfCheck<'a, S: System> {
    /// The reference with the correct results.
    pub reference: &'a dyn Reference<S>,
    /// The choice of states to compare.
    pub sampling: Sampling,
}

/// The choice of states to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sampling {
    /// The first few hundred states, and then ever fewer, within half a percent of the time (or a quarter of
    /// a millisecond).
    Timed,
    /// The first few hundred states, and then ever fewer, by counting alone. For systems that number the
    /// states they meet, and so must meet the same ones each time.
    Counted,
    /// Every state that is expanded is compared.
    All,
}

/// A reference for the behavior of a system.
pub trait Reference<S: System>: Sync {
    /// Compares an expanded state.
    ///
    /// # Errors
    /// If the search differs from the reference.
    fn compare(&self, expanded: &Expanded<'_, S>) -> Result<(), Discrepancy>;
}

/// A state, and its expansion by the search.
pub struct Expanded<'a, S: System> {
    /// The current system.
    pub system: &'a S,
    /// The state, as the store returned it.
    pub state: &'a [u64],
    /// The scratch of the state.
    pub scratch: &'a S::Scratch,
    /// Whether it has to be the initial state.
    pub is_initial: bool,
    /// The enabled events, before a reduction.
    pub events: &'a [EventId],
    /// The results of firing them, or of firing some if there are many.
    pub fired: &'a [(EventId, Fired)],
    /// The words written by each firing, one state after the other.
    pub successors: &'a [u64],
}

impl<'a, S: System> Expanded<'a, S> {
    /// Returns the results of the fired events, each with the written words.
    pub fn firings(&self) -> impl Iterator<Item = (EventId, Fired, &'a [u64])> + use<'a, S> {
        let successors = self.successors.chunks_exact(self.system.words());
        self.fired.iter().zip(successors).map(|(&(event, fired), successor)| (event, fired, successor))
    }
}

/// A difference between the system and the reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discrepancy {
    /// The state, in the reference's notation.
    pub state: String,
    /// The expected result.
    pub expected: String,
    /// The actual result.
    pub found: String,
}

/// Compares a state that is being expanded.
pub fn compare<S: System, const W: usize>(
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
            // The search may use the changes of a successor, so they are compared if the two differ.
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

/// Returns the events to fire: all, or a few that vary from state to state.
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
