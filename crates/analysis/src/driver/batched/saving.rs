//! Checkpoints of a search level by level.
//!
//! After each round the store's new part is handed to the logs, at most so much of it that nobody waits long; where all of it is there, and it is
//! time, a checkpoint says where the search stands. What a store has to say for that is a file for each: [`packed`], [`tree`], [`disk`].

mod disk;
mod packed;
mod tree;

use sanderling_checkpoint::{KeptFiles, Problem};
use sanderling_store::StateId;
use sanderling_system::{Adaptive, Extremes};

use super::Levels;
use crate::checkpoint::content::Standing;
use crate::checkpoint::{Checkpoints, Resumed, Saver, can_go_on};
use crate::driver::search::Search;
use crate::limits::StopReason;

/// After a round no more bytes than about these are handed over, unless the search is over.
const BYTES_AT_A_TIME: usize = 1 << 28;

/// Nothing is handed over before there are about so many bytes, unless a checkpoint is due.
const BYTES_AT_LEAST: usize = 1 << 22;

/// A block of a log has at most about so many bytes.
const BYTES_OF_BLOCK: usize = 1 << 18;

/// Levels that a search can come back to.
pub(super) trait Resumable<S: Extremes + Adaptive>: Levels<S> + Sized {
    /// How much of the store is in the logs.
    type Logged: Default;

    /// How many bytes of the store are not, about.
    fn unlogged(search: &Search<'_, S, Self::Store>, logged: &Self::Logged) -> usize;

    /// Hands over what is new, as many bytes as may be.
    fn log(
        search: &mut Search<'_, S, Self::Store>,
        logged: &mut Self::Logged,
        log: Log<'_>,
    ) -> Result<(), StopReason>;

    /// Where the search stands.
    fn standing(&self, search: &Search<'_, S, Self::Store>) -> Standing;

    /// Fills the store, and answers where the search stands. Its system is that of the checkpoint.
    fn restore(
        search: &mut Search<'_, S, Self::Store>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem>;
}

/// What is handed over at a time.
pub(super) struct Log<'c> {
    checkpoints: &'c mut Saver,
    /// How many bytes may still be.
    bytes: usize,
}

impl Log<'_> {
    /// The logs begin anew.
    fn renew(&mut self) {
        self.checkpoints.renew();
    }

    /// These files are kept.
    fn keep(&mut self, files: KeptFiles) {
        self.checkpoints.keep(files);
    }

    /// Hands over entries `from..to` of one kind, of so many bytes each, in blocks that say of what they are; answers how far it has come.
    fn entries(
        &mut self,
        (name, of): (&str, u32),
        (from, to): (usize, usize),
        bytes_of_entry: usize,
        mut write: impl FnMut(std::ops::Range<usize>, &mut Vec<u8>) -> Result<(), StopReason>,
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
fn entries(block: &[u8], bytes_of_entry: usize) -> Option<(usize, usize, &[u8])> {
    let (of, rest) = block.split_first_chunk()?;
    let (count, bytes) = rest.split_first_chunk()?;
    let (of, count) = (u32::from_le_bytes(*of) as usize, u32::from_le_bytes(*count) as usize);
    (bytes.len() == count.checked_mul(bytes_of_entry)?).then_some((of, count, bytes))
}

/// The words of some bytes.
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The checkpoints of a search, and what is in them.
pub(super) struct Saving<'a, L> {
    checkpoints: Option<&'a Checkpoints>,
    logged: L,
}

impl<'a, L: Default> Saving<'a, L> {
    /// At the initial state, or from where the search goes on; where it cannot, it is over.
    pub(super) fn begin<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        search: &mut Search<'a, S, R::Store>,
        start: impl FnOnce() -> R,
    ) -> (R, Self) {
        let checkpoints = search.checkpoints;
        let at_start = Self { checkpoints, logged: L::default() };
        let Some(resumed) = checkpoints.and_then(|checkpoints| checkpoints.lock().take_resumed()) else {
            return (start(), at_start);
        };
        match Self::restored::<S, R>(search, &resumed) {
            Ok((levels, logged)) => {
                let open = levels.open(&search.store);
                if resumed.content.search.is_over {
                    search.stop = (open > 0).then_some(StopReason::Decided);
                } else {
                    let bytes = search.bytes();
                    search.stop_if_due(open, bytes);
                }
                (levels, Self { checkpoints, logged })
            }
            Err(problem) => {
                checkpoints.into_iter().for_each(|checkpoints| checkpoints.lock().fail(problem.clone()));
                search.stop = Some(StopReason::DiskFailed);
                (start(), Self { checkpoints: None, logged: L::default() })
            }
        }
    }

    fn restored<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        search: &mut Search<'a, S, R::Store>,
        resumed: &Resumed,
    ) -> Result<(R, L), Problem> {
        if !search.restore_system(&resumed.content.search) {
            return Err(resumed.contradiction("its states are not those of this net"));
        }
        let restored = R::restore(search, resumed)?;
        if !search.restore(&resumed.content.search) {
            return Err(resumed.contradiction("what it counts is not what this search counts"));
        }
        Ok(restored)
    }

    /// After a round, and when the search is over.
    pub(super) fn after_round<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        &mut self,
        search: &mut Search<'_, S, R::Store>,
        levels: &R,
        is_last: bool,
    ) -> Result<(), StopReason> {
        let Some(checkpoints) = self.checkpoints else { return Ok(()) };
        let mut checkpoints = checkpoints.lock();
        if checkpoints.has_failed() {
            return Ok(());
        }
        let is_due = is_last || checkpoints.is_due();
        let unlogged = R::unlogged(search, &self.logged);
        if is_due || unlogged >= BYTES_AT_LEAST {
            let bytes = if is_last { usize::MAX } else { BYTES_AT_A_TIME };
            R::log(search, &mut self.logged, Log { checkpoints: &mut checkpoints, bytes })?;
        }
        if is_due && R::unlogged(search, &self.logged) == 0 {
            search.raise_gathered();
            let open = levels.open(&search.store);
            let is_over = open == 0 || search.stop == Some(StopReason::Decided);
            checkpoints.commit(search.saved(is_over), levels.standing(search));
        }
        Ok(())
    }

    /// When the search is over, if it can go on from there.
    pub(super) fn end<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        &mut self,
        search: &mut Search<'_, S, R::Store>,
        levels: &R,
    ) {
        if can_go_on(search.stop)
            && let Err(reason) = self.after_round(search, levels, true)
        {
            // The last checkpoint is an older one, and the answer is what it is.
            debug_assert_eq!(reason, StopReason::DiskFailed);
        }
    }
}

/// The id of a state at a position of a shard, where there may be one.
fn id_at((shard, position): (usize, usize), positions: impl Fn(usize) -> usize) -> Option<StateId> {
    let is_there = shard < sanderling_store::hash::SHARDS && position < positions(shard);
    is_there.then(|| StateId::new(shard, position))
}
