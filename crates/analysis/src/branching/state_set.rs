//! Sets of states, a bit for each.

/// A set of the states of a [`Backwards`](super::Backwards).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateSet {
    /// Bits beyond the last state are 0.
    words: Vec<u64>,
    states: usize,
}

impl StateSet {
    /// None of so many states.
    #[must_use]
    pub fn none(states: usize) -> Self {
        Self { words: vec![0; states.div_ceil(64)], states }
    }

    /// All of so many states.
    #[must_use]
    pub fn all(states: usize) -> Self {
        Self::none(states).complement()
    }

    /// Whether a state is in it.
    #[must_use]
    #[inline]
    pub fn contains(&self, state: u32) -> bool {
        self.words[state as usize / 64] >> (state % 64) & 1 == 1
    }

    /// Puts a state in; answers whether it is new.
    #[inline]
    pub fn insert(&mut self, state: u32) -> bool {
        let (word, bit) = (&mut self.words[state as usize / 64], 1 << (state % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// The states in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().zip(0_u32..).flat_map(|(&word, number)| {
            let next = |&bits: &u64| Some(bits & (bits - 1)).filter(|&rest| rest != 0);
            let bits = std::iter::successors(Some(word).filter(|&bits| bits != 0), next);
            bits.map(move |bits| number * 64 + bits.trailing_zeros())
        })
    }

    /// The states that are not in it.
    #[must_use]
    pub fn complement(mut self) -> Self {
        self.words.iter_mut().for_each(|word| *word = !*word);
        if let Some(last) = self.words.last_mut().filter(|_| !self.states.is_multiple_of(64)) {
            *last &= (1 << (self.states % 64)) - 1;
        }
        self
    }

    /// The states that are in both.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
        self
    }

    /// The states that are in one or the other.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_do_what_lists_of_their_states_do() {
        for states in [0_u32, 1, 63, 64, 65, 200] {
            let mut thirds = StateSet::none(states as usize);
            (0..states).filter(|state| state % 3 == 0).for_each(|state| assert!(thirds.insert(state)));
            (0..states).filter(|state| state % 3 == 0).for_each(|state| assert!(!thirds.insert(state)));
            let is = |set: &StateSet, holds: &dyn Fn(u32) -> bool| {
                assert_eq!(
                    set.iter().collect::<Vec<_>>(),
                    (0..states).filter(|&s| holds(s)).collect::<Vec<_>>()
                );
                assert!((0..states).all(|state| set.contains(state) == holds(state)));
            };
            let mut halves = StateSet::none(states as usize);
            (0..states).filter(|state| state % 2 == 0).for_each(|state| assert!(halves.insert(state)));
            is(&thirds, &|state| state % 3 == 0);
            is(&thirds.clone().complement(), &|state| state % 3 != 0);
            is(&thirds.clone().and(&halves), &|state| state % 6 == 0);
            is(&thirds.or(&halves), &|state| state % 3 == 0 || state % 2 == 0);
            is(&StateSet::all(states as usize), &|_| true);
        }
    }
}
