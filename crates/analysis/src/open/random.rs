//! Random search: when a state is closed, the next one is drawn uniformly from all open states.
//!
//! A drawn state is expanded completely. The generator is SplitMix64 (Steele, Lea and Flood, *Fast
//! Splittable Pseudorandom Number Generators*, OOPSLA 2014). It has a dozen lines and returns the same
//! numbers in every version of the program, so that a seed reproduces a search.

use super::OpenState;
use super::spare::shrunk_capacity;
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};

/// Open states in no order, and the drawn one.
#[derive(Debug)]
pub struct Random {
    states: Vec<OpenState>,
    drawn: Option<usize>,
    generator: SplitMix,
}

impl Random {
    pub(super) fn new(seed: u32) -> Self {
        Self { states: Vec::new(), drawn: None, generator: SplitMix(u64::from(seed)) }
    }

    pub(super) fn push(&mut self, state: OpenState) {
        self.states.push(state);
    }

    #[inline]
    pub(super) fn current(&mut self) -> Option<&mut OpenState> {
        if self.states.is_empty() {
            return None;
        }
        let at = *self.drawn.get_or_insert_with(|| self.generator.below(self.states.len()));
        self.states.get_mut(at)
    }

    pub(super) fn close(&mut self) {
        if self.current().is_some()
            && let Some(at) = self.drawn.take()
        {
            self.states.swap_remove(at);
        }
        if let Some(capacity) = shrunk_capacity(self.states.len(), self.states.capacity()) {
            self.states.shrink_to(capacity);
        }
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenState> {
        self.states.iter_mut()
    }

    pub(super) fn save(&self, to: &mut Sink<'_>) {
        self.states.save(to);
        self.drawn.save(to);
        self.generator.0.save(to);
    }

    pub(super) fn load(&mut self, from: &mut Source) -> Option<()> {
        (self.states, self.drawn) = (Snapshot::load(from)?, Snapshot::load(from)?);
        self.generator = SplitMix(Snapshot::load(from)?);
        self.drawn.is_none_or(|at| at < self.states.len()).then_some(())
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<OpenState>()
    }
}

/// A generator of random numbers.
#[derive(Debug)]
pub(super) struct SplitMix(pub(super) u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a uniform number below `bound`, which must not be 0. The bias is one in 2^64 / `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanderling_store::StateId;

    /// The first number for this seed is known from the published algorithm.
    #[test]
    fn the_generator_is_split_mix() {
        assert_eq!(SplitMix(0).next(), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn every_open_state_is_as_likely() {
        let mut firsts = [0; 4];
        for seed in 0..4000 {
            let mut open = Random::new(seed);
            (0..4).for_each(|i| open.push(OpenState::new(StateId::new(0, i), 0, None)));
            firsts[open.current().expect("four are open").id.position()] += 1;
        }
        assert!(firsts.iter().all(|first| (900..1100).contains(first)), "{firsts:?}");
    }

    #[test]
    fn a_drawn_state_stays_until_it_is_closed() {
        let mut open = Random::new(1);
        open.push(OpenState::new(StateId::new(0, 0), 0, None));
        for i in 1..100 {
            assert_eq!(open.current().map(|state| state.id.position()), Some(0));
            open.push(OpenState::new(StateId::new(0, i), 0, None));
        }
        open.close();
        assert!(open.iter_mut().all(|state| state.id.position() != 0));
        assert_eq!(open.len(), 99);
    }
}
