//! A set of transitions, for single lookups and for comparison with the enabled transitions.

use sanderling_net::TransitionId;

/// Some transitions of a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransitionSet {
    /// Bits, 64 transitions per word.
    words: Box<[u64]>,
}

impl TransitionSet {
    /// Creates the set of these transitions. Memory: one bit for each transition up to the last one.
    #[must_use]
    pub fn of(transitions: &[TransitionId]) -> Self {
        let most = transitions.iter().map(|transition| transition.index() + 1).max().unwrap_or(0);
        let mut words = vec![0; most.div_ceil(64)];
        for transition in transitions {
            words[transition.index() / 64] |= 1 << (transition.index() % 64);
        }
        Self { words: words.into() }
    }

    /// Returns whether a transition is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, transition: TransitionId) -> bool {
        let word = self.words.get(transition.index() / 64);
        word.is_some_and(|word| word >> (transition.index() % 64) & 1 != 0)
    }

    /// Returns the transitions, in order.
    pub fn iter(&self) -> impl Iterator<Item = TransitionId> + '_ {
        let all = (0..self.words.len() * 64).map(TransitionId::new);
        all.filter(|&transition| self.contains(transition))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_exactly_its_transitions() {
        let some = [0, 63, 64, 200].map(TransitionId::new);
        let set = TransitionSet::of(&some);
        assert_eq!(set.iter().collect::<Vec<_>>(), some);
        assert!(!set.contains(TransitionId::new(1)) && !set.contains(TransitionId::new(1000)));
        assert_eq!(TransitionSet::of(&[]).iter().count(), 0);
    }
}
