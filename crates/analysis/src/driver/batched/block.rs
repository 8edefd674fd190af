//! States of a block that have no ids. In a round, an id is a position in the block.

use sanderling_store::{StateId, Unfolded};
use sanderling_system::word_count;

use super::expand::States;

/// States in memory, word by word.
pub(super) trait Rows {
    fn row<const W: usize>(&self, at: usize) -> &[u64];
}

impl Rows for &Unfolded {
    #[inline(always)]
    fn row<const W: usize>(&self, at: usize) -> &[u64] {
        self.state(at)
    }
}

/// States one after the other, each with the same number of words.
pub(super) struct Behind<'b> {
    pub(super) states: &'b [u64],
    pub(super) words: usize,
}

impl Rows for Behind<'_> {
    #[inline(always)]
    fn row<const W: usize>(&self, at: usize) -> &[u64] {
        let words = word_count::<W>(self.words);
        &self.states[at * words..][..words]
    }
}

/// The rows of a part of the block.
pub(super) struct InBlock<R> {
    pub(super) rows: R,
    /// The position of the first row in the block.
    pub(super) first: usize,
    pub(super) count: usize,
}

impl<R: Rows> States for InBlock<R> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn id(&self, at: usize) -> StateId {
        id_of(self.first + at)
    }

    #[inline(always)]
    fn state<const W: usize>(&self, at: usize) -> &[u64] {
        self.rows.row::<W>(at)
    }
}

/// Returns the id of a position.
pub(super) fn id_of(position: usize) -> StateId {
    StateId::new(position >> 24, position & 0x00ff_ffff)
}

/// Returns the position of an id.
pub(super) fn position_of(id: StateId) -> usize {
    id.shard() << 24 | id.position()
}
