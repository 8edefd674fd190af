//! The states of a pair store that are stored whole, as rows of words with their predecessors.
//!
//! Rows are in blocks of memory that never move, so nothing is copied and little memory is spare. A freed row is reused
//! for the next state.

use sanderling_cutoff::ROWS_OF_BLOCK;

use crate::StateId;

/// The states that are stored whole.
#[derive(Debug)]
pub(super) struct WholeStates {
    /// Number of words of a row: those of the state, and one for the predecessor.
    stride: usize,
    blocks: Vec<Box<[u64]>>,
    rows: usize,
    free: Vec<u32>,
}

impl WholeStates {
    pub(super) fn new(words: usize) -> Self {
        Self { stride: words + 1, blocks: Vec::new(), rows: 0, free: Vec::new() }
    }

    /// Returns the number of bytes of a row.
    pub(super) fn bytes_per_state(&self) -> usize {
        self.stride * size_of::<u64>()
    }

    pub(super) fn len(&self) -> usize {
        self.rows - self.free.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.len() * ROWS_OF_BLOCK.size() * self.bytes_per_state()
            + self.free.capacity() * size_of::<u32>()
    }

    /// Returns the predecessor, followed by the words of the state.
    pub(super) fn row(&self, row: u32) -> &[u64] {
        &self.blocks[row as usize / ROWS_OF_BLOCK.size()][row as usize % ROWS_OF_BLOCK.size() * self.stride..]
            [..self.stride]
    }

    fn row_mut(&mut self, row: u32) -> &mut [u64] {
        &mut self.blocks[row as usize / ROWS_OF_BLOCK.size()]
            [row as usize % ROWS_OF_BLOCK.size() * self.stride..][..self.stride]
    }

    /// Returns the words of a state.
    pub(super) fn state(&self, row: u32) -> &[u64] {
        &self.row(row)[1..]
    }

    pub(super) fn pred(&self, row: u32) -> StateId {
        StateId::from_raw(self.row(row)[0] as u32)
    }

    pub(super) fn set_pred(&mut self, row: u32, pred: StateId) {
        self.row_mut(row)[0] = u64::from(pred.raw());
    }

    /// Adds a state, and returns its row.
    pub(super) fn add(&mut self, pred: StateId, state: &[u64]) -> u32 {
        let row = self.free.pop().unwrap_or_else(|| {
            if self.rows == self.blocks.len() * ROWS_OF_BLOCK.size() {
                self.blocks.push(vec![0; ROWS_OF_BLOCK.size() * self.stride].into_boxed_slice());
            }
            self.rows += 1;
            self.rows as u32 - 1
        });
        self.row_mut(row)[1..].copy_from_slice(state);
        self.set_pred(row, pred);
        row
    }

    /// Frees a row.
    pub(super) fn remove(&mut self, row: u32) {
        self.free.push(row);
    }
}
