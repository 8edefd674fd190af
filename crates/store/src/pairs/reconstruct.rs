//! Reconstruction of a state: back along the predecessors to a state available whole, then forward by the events.

use sanderling_system::{EventId, word_count};

use super::array::Source;
use super::cache::StateCache;
use super::{Effort, Pairs};
use crate::StateId;

/// An interface to fire events again.
pub trait Replay {
    /// Prepares to fire events in this state.
    fn unpack<const W: usize>(&mut self, state: &[u64]);

    /// Fires an event that is enabled in this state. The state must have been prepared.
    fn fire<const W: usize>(&mut self, state: &[u64], event: EventId, successor: &mut [u64]);
}

/// The cache, and the memory to reconstruct single states.
#[derive(Debug)]
pub(super) struct Reconstruction {
    pub(super) cache: StateCache,
    pub(super) effort: Effort,
    /// The states on the path, starting with the last one, and the events that lead to them.
    path: Vec<(StateId, EventId)>,
    state: Vec<u64>,
    next: Vec<u64>,
}

impl Reconstruction {
    pub(super) fn new(words: usize, cache: StateCache) -> Self {
        Self {
            cache,
            effort: Effort::default(),
            path: Vec::new(),
            state: vec![0; words],
            next: vec![0; words],
        }
    }

    /// Whether a stored state equals `state`.
    #[inline(always)]
    pub(super) fn is_state<R: Replay, const W: usize>(
        &mut self,
        pairs: &Pairs,
        replay: &mut R,
        id: StateId,
        state: &[u64],
    ) -> bool {
        self.effort.comparisons += 1;
        let words = word_count::<W>(pairs.words);
        self.find::<R, W>(pairs, replay, id)[..words] == state[..words]
    }

    /// Returns the words of a stored state.
    #[inline(always)]
    pub(super) fn find<R: Replay, const W: usize>(
        &mut self,
        pairs: &Pairs,
        replay: &mut R,
        id: StateId,
    ) -> &[u64] {
        // A second lookup is cheaper than the code needed to return a part of `self` early.
        if self.cache.peek(id).is_some() {
            return self.cache.get(id).expect("it is there");
        }
        self.walk::<R, W>(pairs, replay, id);
        &self.state
    }

    fn walk<R: Replay, const W: usize>(&mut self, pairs: &Pairs, replay: &mut R, id: StateId) {
        let Self { cache, effort, path, state, next } = self;
        path.clear();
        let mut at = id;
        loop {
            if let Some(known) = cache.get(at) {
                state.copy_from_slice(known);
                break;
            }
            match pairs.get(at) {
                (Source::Row(row), _) => {
                    state.copy_from_slice(pairs.whole.state(row));
                    break;
                }
                (Source::Pred(pred), event) => {
                    path.push((at, event));
                    at = pred;
                }
            }
        }
        effort.reconstructions += 1;
        effort.events += path.len() as u64;
        for (events, &(id, event)) in (1..).zip(path.iter().rev()) {
            replay.unpack::<W>(state);
            replay.fire::<W>(state, event, next);
            std::mem::swap(state, next);
            cache.put(id, state, events);
        }
    }
}
