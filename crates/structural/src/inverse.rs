//! Conversion of a firing sequence of the reduced net to one of the original net.
//!
//! All rules are inverted by the same three operations, so one pass over a trace undoes all of them.
//!
//! * *Substitution*: a transition made by a rule represents a sequence of older ones, its recipe.
//! * *Prefix*: firings that a rule has carried out in advance come before those of later rules and of the trace.
//! * *Suffix*: firings that a rule has postponed for ever are added at the end, those of the last rule first. The
//!   transitions of a rule fire until none of them is enabled. These firings change no visible place, and only
//!   deadlocks need them: if a remaining transition of the reduced net is enabled, they are skipped.
//!
//! INVARIANT: a recipe names only older transitions than its own, so substitution terminates; and it represents at most
//! [`FIRINGS_OF_TRANSITION`] original firings.

use sanderling_cutoff::{FIRINGS_IN_ADVANCE, FIRINGS_OF_TRANSITION};
use sanderling_net::TransitionId;

use crate::play::Play;

/// Maximum number of firings of a lifted trace. Longer traces are not lifted, and the caller is informed.
const MAX_TRACE: usize = 1 << 24;

/// The operations that lift a trace.
#[derive(Debug, Clone, Default)]
pub(crate) struct Inverse {
    /// The number of transitions of the original net.
    originals: usize,
    /// The recipes of the transitions after the original ones.
    recipes: Vec<Recipe>,
    prefix: Vec<(TransitionId, u64)>,
    prefix_length: u64,
    suffixes: Vec<Vec<TransitionId>>,
}

#[derive(Debug, Clone)]
struct Recipe {
    steps: Vec<(TransitionId, u64)>,
    length: u64,
}

impl Inverse {
    /// Creates an empty inverse for a net of `originals` transitions.
    pub(crate) fn new(originals: usize) -> Self {
        Self { originals, ..Self::default() }
    }

    /// Returns the steps that a transition represents, or `None` for an original one.
    pub(crate) fn steps(&self, transition: TransitionId) -> Option<&[(TransitionId, u64)]> {
        let index = transition.index().checked_sub(self.originals)?;
        Some(&self.recipes[index].steps)
    }

    /// Whether a transition may represent these steps.
    pub(crate) fn has_room_for(&self, steps: &[(TransitionId, u64)]) -> bool {
        self.length_of(steps).is_some_and(|length| FIRINGS_OF_TRANSITION.admits(length))
    }

    /// Sets the recipe of the next new transition.
    pub(crate) fn push_recipe(&mut self, steps: Vec<(TransitionId, u64)>) {
        let length = self.length_of(&steps).unwrap_or(u64::MAX);
        self.recipes.push(Recipe { steps, length });
    }

    /// Records that a transition has been fired `times` times in advance. Returns false and records nothing if traces
    /// would become too long.
    pub(crate) fn push_prefix(&mut self, transition: TransitionId, times: u64) -> bool {
        let more = self.length_of(&[(transition, times)]);
        let total = more.and_then(|more| self.prefix_length.checked_add(more));
        let Some(total) = total.filter(|&total| FIRINGS_IN_ADVANCE.admits(total)) else { return false };
        self.prefix_length = total;
        self.prefix.push((transition, times));
        true
    }

    /// Records that these transitions must be fired at the end as often as they are enabled.
    pub(crate) fn push_suffix(&mut self, transitions: Vec<TransitionId>) {
        self.suffixes.push(transitions);
    }

    /// Returns the original firings of a trace of a net with these transitions, or `None` if there are too many.
    pub(crate) fn lift(
        &self,
        trace: impl Iterator<Item = TransitionId>,
        left: &[TransitionId],
        play: &mut Play<'_>,
    ) -> Option<Vec<TransitionId>> {
        let mut lifted = Vec::new();
        for &(transition, times) in &self.prefix {
            self.expand(transition, times, &mut lifted)?;
        }
        for transition in trace {
            self.expand(transition, 1, &mut lifted)?;
        }
        if self.suffixes.is_empty() {
            return Some(lifted);
        }
        play.fire_all(&lifted);
        for &transition in left {
            if play.try_all(&self.sequence(transition)?) {
                return Some(lifted);
            }
        }
        for suffix in self.suffixes.iter().rev() {
            self.exhaust(suffix, play, &mut lifted)?;
        }
        Some(lifted)
    }

    /// Fires these transitions until none of them is enabled.
    fn exhaust(
        &self,
        transitions: &[TransitionId],
        play: &mut Play<'_>,
        lifted: &mut Vec<TransitionId>,
    ) -> Option<()> {
        loop {
            let before = lifted.len();
            for &transition in transitions {
                let sequence = self.sequence(transition)?;
                while !sequence.is_empty() && play.try_all(&sequence) {
                    if lifted.len() + sequence.len() > MAX_TRACE {
                        return None;
                    }
                    lifted.extend(&sequence);
                }
            }
            if lifted.len() == before {
                return Some(());
            }
        }
    }

    /// Returns the original firings that a transition represents.
    fn sequence(&self, transition: TransitionId) -> Option<Vec<TransitionId>> {
        let mut sequence = Vec::new();
        self.expand(transition, 1, &mut sequence)?;
        Some(sequence)
    }

    fn expand(&self, transition: TransitionId, times: u64, lifted: &mut Vec<TransitionId>) -> Option<()> {
        let mut open = vec![(transition, times)];
        while let Some((transition, times)) = open.pop() {
            if times == 0 {
                continue;
            }
            let Some(steps) = self.steps(transition) else {
                let times = usize::try_from(times).ok().filter(|&times| times <= MAX_TRACE)?;
                if lifted.len() + times > MAX_TRACE {
                    return None;
                }
                lifted.extend(std::iter::repeat_n(transition, times));
                continue;
            };
            open.push((transition, times - 1));
            open.extend(steps.iter().rev());
        }
        Some(())
    }

    fn length_of(&self, steps: &[(TransitionId, u64)]) -> Option<u64> {
        steps.iter().try_fold(0u64, |sum, &(transition, times)| {
            let one = match transition.index().checked_sub(self.originals) {
                Some(index) => self.recipes[index].length,
                None => 1,
            };
            sum.checked_add(one.checked_mul(times)?)
        })
    }
}
