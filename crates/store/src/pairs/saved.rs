//! The form of pairs in a checkpoint. They are written and restored in the order of their positions.
//!
//! The store must never have removed a state.

use sanderling_system::EventId;

use super::array::{LOW_BITS, Source};
use super::{Effort, PairStore, Pairs};
use crate::StateId;
use crate::hash::SHARDS;
use crate::index::MAX_STATES;

/// A pair, with all stored bits of the hash of its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedPair {
    /// The predecessor or, if the state is stored whole, its row.
    pub source: u32,
    /// 31 bits of the hash within the shard. The remaining bit marks a state that is stored whole.
    pub hash: u32,
    /// The event.
    pub event: u32,
}

/// The bit of a [`SavedPair`]'s hash that marks a state as stored whole.
const IS_WHOLE: u32 = 1 << LOW_BITS;

impl PairStore {
    /// Returns the number of rows, that is, of states stored whole.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.pairs.whole.len()
    }

    /// Returns the number of words of a row: the predecessor and the state.
    #[must_use]
    pub fn words_of_row(&self) -> usize {
        1 + self.words()
    }

    /// Returns a row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[u64] {
        self.pairs.whole.row(row as u32)
    }

    /// Adds a row, and returns whether it is valid.
    pub fn restore_row(&mut self, row: &[u64]) -> bool {
        let Some((&pred, state)) = row.split_first() else { return false };
        let Ok(pred) = u32::try_from(pred) else { return false };
        let is_one = state.len() == self.words() && u32::try_from(self.rows()).is_ok();
        if is_one {
            self.pairs.whole.add(StateId::from_raw(pred), state);
        }
        is_one
    }

    /// Returns the pair at a position of a shard, given the bits of its hash in the [index](Self::low_bits).
    #[must_use]
    pub fn saved_pair(&self, shard: usize, position: usize, low: u8) -> SavedPair {
        let array = &self.pairs.arrays[shard];
        let (source, event) = array.get(position);
        let hash = array.high_hash(position) | u32::from(low);
        let (source, hash) = match source {
            Source::Pred(pred) => (pred.raw(), hash),
            Source::Row(row) => (row, hash | IS_WHOLE),
        };
        SavedPair { source, hash, event: event.index() as u32 }
    }

    /// Inserts the next pair of a shard, and returns whether it is valid. All rows must have been restored before.
    pub fn restore_pair(&mut self, shard: usize, SavedPair { source, hash, event }: SavedPair) -> bool {
        let within = hash & !IS_WHOLE;
        let is_whole = hash & IS_WHOLE != 0;
        let position = self.pairs.arrays[shard].len();
        let is_one = within & (IS_WHOLE - 1) != 0
            && position < MAX_STATES
            && (event as usize) < self.events
            && (!is_whole || (source as usize) < self.rows());
        if !is_one {
            return false;
        }
        self.make_room(shard);
        let index = &mut self.indices[shard];
        let Err(free) = index.find::<false>(within, |_| false) else { unreachable!("nothing is the same") };
        index.fill(free, within, position);
        let source = if is_whole { Source::Row(source) } else { Source::Pred(StateId::from_raw(source)) };
        self.pairs.arrays[shard].push(source, within, EventId::new(event as usize));
        self.pairs.len += 1;
        true
    }

    /// Whether every predecessor exists, and each row belongs to one pair.
    #[must_use]
    pub fn are_sources_known(&self) -> bool {
        let pairs = &self.pairs;
        let mut is_taken = vec![false; self.rows()];
        let mut is_known = |id: StateId| {
            let (pred, _) = pairs.pred_and_event(id);
            let is_first = match pairs.get(id).0 {
                Source::Row(row) => !std::mem::replace(&mut is_taken[row as usize], true),
                Source::Pred(_) => true,
            };
            is_first && pred.position() < pairs.arrays[pred.shard()].len()
        };
        ids(pairs).all(&mut is_known) && is_taken.iter().all(|&taken| taken)
    }

    /// Sets the statistics from which counting continues.
    pub fn restore_effort(&mut self, before: Effort) {
        self.found.effort = before;
    }
}

fn ids(pairs: &Pairs) -> impl Iterator<Item = StateId> + '_ {
    (0..SHARDS)
        .flat_map(|shard| (0..pairs.arrays[shard].len()).map(move |position| StateId::new(shard, position)))
}
