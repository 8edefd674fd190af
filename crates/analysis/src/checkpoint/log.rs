//! Writing to the logs of checkpoints: entries of equal size, in blocks that start with the
//! number of their group, such as a shard.

use std::ops::Range;

use sanderling_checkpoint::KeptFiles;
use sanderling_store::StateId;

use super::Saver;
use crate::limits::StopReason;

/// Approximate maximum size of a block of a log, in bytes.
pub(super) const BYTES_OF_BLOCK: usize = 1 << 18;

/// Approximate maximum number of bytes to log after a round, unless the search is over.
pub(crate) const BYTES_AT_A_TIME: usize = 1 << 28;

/// Approximate minimum number of bytes to log at a time, unless a checkpoint is due.
pub(crate) const BYTES_AT_LEAST: usize = 1 << 22;

/// A writer for one round.
pub(crate) struct Log<'c> {
    checkpoints: &'c mut Saver,
    /// The number of bytes that may still be written.
    bytes: usize,
}

impl<'c> Log<'c> {
    /// Creates a writer for a round. If the search is over, it accepts all bytes.
    pub(crate) fn of(checkpoints: &'c mut Saver, is_last: bool) -> Self {
        Self { checkpoints, bytes: if is_last { usize::MAX } else { BYTES_AT_A_TIME } }
    }

    /// Starts the logs again.
    pub(crate) fn renew(&mut self) {
        self.checkpoints.renew();
    }

    /// Returns a writer with the same limit for other data.
    pub(crate) fn again(&mut self) -> Log<'_> {
        Log { checkpoints: &mut *self.checkpoints, bytes: self.bytes }
    }

    /// Keeps these files in the next checkpoint.
    pub(crate) fn keep(&mut self, files: KeptFiles) {
        self.checkpoints.keep(files);
    }

    /// Writes entries `from..to` of one kind and size, in blocks that start with the number of their group,
    /// such as a shard. Returns the end of the written entries.
    pub(crate) fn entries(
        &mut self,
        (name, of): (&str, u32),
        (from, to): (usize, usize),
        bytes_of_entry: usize,
        mut write: impl FnMut(Range<usize>, &mut Vec<u8>) -> Result<(), StopReason>,
    ) -> Result<usize, StopReason> {
        let (log, at_a_time) = (self.checkpoints.log(name), (BYTES_OF_BLOCK / bytes_of_entry).max(1));
        let mut at = from;
        while at < to && self.bytes > 0 {
            let end = to.min(at + at_a_time);
            let mut block = Vec::with_capacity(8 + (end - at) * bytes_of_entry);
            block.extend(of.to_le_bytes());
            block.extend(((end - at) as u32).to_le_bytes());
            write(at..end, &mut block)?;
            self.bytes = self.bytes.saturating_sub(block.len());
            self.checkpoints.append(&log, block);
            at = end;
        }
        Ok(at)
    }
}

/// Parses a block of entries: the number of their group, their number, and their bytes. Returns `None` if the length does
/// not match.
pub(crate) fn entries(block: &[u8], bytes_of_entry: usize) -> Option<(usize, usize, &[u8])> {
    let (of, rest) = block.split_first_chunk()?;
    let (count, bytes) = rest.split_first_chunk()?;
    let (of, count) = (u32::from_le_bytes(*of) as usize, u32::from_le_bytes(*count) as usize);
    (bytes.len() == count.checked_mul(bytes_of_entry)?).then_some((of, count, bytes))
}

/// Returns the words in some bytes.
pub(crate) fn words(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes))
}

/// Returns the id of a position in a shard, if it is in range.
pub(crate) fn id_at(
    (shard, position): (usize, usize),
    positions: impl Fn(usize) -> usize,
) -> Option<StateId> {
    let is_there = shard < sanderling_store::hash::SHARDS && position < positions(shard);
    is_there.then(|| StateId::new(shard, position))
}
