//! What a search hands over to the logs of its checkpoints: entries of one size each, in blocks that say of what they are.

use std::ops::Range;

use sanderling_checkpoint::KeptFiles;
use sanderling_store::StateId;

use super::Saver;
use crate::limits::StopReason;

/// A block of a log has at most about so many bytes.
pub(super) const BYTES_OF_BLOCK: usize = 1 << 18;

/// After a round no more bytes than about these are handed over, unless the search is over.
pub(crate) const BYTES_AT_A_TIME: usize = 1 << 28;

/// Nothing is handed over before there are about so many bytes, unless a checkpoint is due.
pub(crate) const BYTES_AT_LEAST: usize = 1 << 22;

/// What is handed over at a time.
pub(crate) struct Log<'c> {
    checkpoints: &'c mut Saver,
    /// How many bytes may still be.
    bytes: usize,
}

impl<'c> Log<'c> {
    /// As many bytes as these, about; all there are, if the search is over.
    pub(crate) fn of(checkpoints: &'c mut Saver, is_last: bool) -> Self {
        Self { checkpoints, bytes: if is_last { usize::MAX } else { BYTES_AT_A_TIME } }
    }

    /// The logs begin anew.
    pub(crate) fn renew(&mut self) {
        self.checkpoints.renew();
    }

    /// The same for something else that is handed over.
    pub(crate) fn again(&mut self) -> Log<'_> {
        Log { checkpoints: &mut *self.checkpoints, bytes: self.bytes }
    }

    /// The next checkpoint keeps these files.
    pub(crate) fn keep(&mut self, files: KeptFiles) {
        self.checkpoints.keep(files);
    }

    /// Hands over entries `from..to` of one kind, of so many bytes each, in blocks that say of what they are; answers how far it has come.
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

/// A block of entries: of what they are, how many there are, and their bytes; `None` where these are not so many.
pub(crate) fn entries(block: &[u8], bytes_of_entry: usize) -> Option<(usize, usize, &[u8])> {
    let (of, rest) = block.split_first_chunk()?;
    let (count, bytes) = rest.split_first_chunk()?;
    let (of, count) = (u32::from_le_bytes(*of) as usize, u32::from_le_bytes(*count) as usize);
    (bytes.len() == count.checked_mul(bytes_of_entry)?).then_some((of, count, bytes))
}

/// The words of some bytes.
pub(crate) fn words(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The id of a state at a position of a shard, where there may be one.
pub(crate) fn id_at(
    (shard, position): (usize, usize),
    positions: impl Fn(usize) -> usize,
) -> Option<StateId> {
    let is_there = shard < sanderling_store::hash::SHARDS && position < positions(shard);
    is_there.then(|| StateId::new(shard, position))
}
