//! The log entries of a process's checkpoints, and how to restore them. The logs are those of a search by
//! one process. With whole states, one more log holds the starts of levels, from which [paths](super::paths)
//! are found.

use std::ops::Range;

use sanderling_checkpoint::Problem;
use sanderling_store::hash::SHARDS;
use sanderling_system::{Adaptive, Extremes};

use super::super::disk::DiskLevels;
use super::super::packed::PackedLevels;
use super::super::saving::Resumable;
use super::super::tree::TreeLevels;
use super::disk::DiskPart;
use super::packed::PackedPart;
use super::part::Part;
use super::tree::TreePart;
use crate::checkpoint::Resumed;
use crate::checkpoint::content::Standing;
use crate::checkpoint::log::{Log, entries};
use crate::driver::search::Search;
use crate::limits::StopReason;

/// A part that a process can restore.
pub(super) trait Restorable<S: Extremes + Adaptive>: Part<S> {
    /// The part of the store that is in the logs.
    type Logged: Default;

    /// The approximate number of bytes that are not in the logs.
    fn unlogged(&self, search: &Search<'_, S, Self::Store>, logged: &Self::Logged) -> usize;

    /// Writes the new parts, up to the number of bytes that the log accepts.
    fn log(
        &self,
        search: &mut Search<'_, S, Self::Store>,
        logged: &mut Self::Logged,
        log: Log<'_>,
    ) -> Result<(), StopReason>;

    /// Returns the position of the part.
    fn standing(&self, search: &Search<'_, S, Self::Store>) -> Standing;

    /// Fills the store, and returns the part that owns these buckets, with its position. The system has
    /// already been restored.
    fn restore(
        search: &mut Search<'_, S, Self::Store>,
        own: Range<usize>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem>;
}

/// Name of the log of the starts of levels, by shard.
const STARTS: &str = "starts";

const BYTES_OF_START: usize = SHARDS * size_of::<u32>();

/// The number of logged states and of logged starts of levels.
#[derive(Default)]
pub(super) struct LoggedPart<L> {
    states: L,
    starts: usize,
}

impl<S: Extremes + Adaptive + Send> Restorable<S> for PackedPart {
    type Logged = LoggedPart<<PackedLevels as Resumable<S>>::Logged>;

    fn unlogged(&self, search: &Search<'_, S, Self::Store>, logged: &Self::Logged) -> usize {
        let starts = self.starts.len().saturating_sub(logged.starts) * BYTES_OF_START;
        <PackedLevels as Resumable<S>>::unlogged(search, &logged.states) + starts
    }

    fn log(
        &self,
        search: &mut Search<'_, S, Self::Store>,
        logged: &mut Self::Logged,
        mut log: Log<'_>,
    ) -> Result<(), StopReason> {
        if logged.states.relaxations != Some(search.relaxations.count) {
            // The logs start again.
            logged.starts = 0;
        }
        PackedLevels::log(search, &mut logged.states, log.again())?;
        let starts = (logged.starts, self.starts.len());
        logged.starts = log.entries((STARTS, 0), starts, BYTES_OF_START, |levels, block| {
            let starts = self.starts[levels].iter().flat_map(|start| start.iter());
            block.extend(starts.flat_map(|start| start.to_le_bytes()));
            Ok(())
        })?;
        Ok(())
    }

    fn standing(&self, search: &Search<'_, S, Self::Store>) -> Standing {
        self.levels.standing(search)
    }

    fn restore(
        search: &mut Search<'_, S, Self::Store>,
        own: Range<usize>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem> {
        let (levels, states) = <PackedLevels as Resumable<S>>::restore(search, resumed)?;
        let wrong = || resumed.contradiction("its levels are not where it says");
        let (mut blocks, mut starts) = (resumed.blocks(STARTS)?, Vec::new());
        while let Some(block) = blocks.next_block()? {
            let (_, _, bytes) = entries(block, BYTES_OF_START).ok_or_else(wrong)?;
            let numbers =
                |bytes: &[u8]| bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
            starts.extend(bytes.chunks_exact(BYTES_OF_START).map(numbers));
        }
        let (_, end) = levels.frontier.borders();
        let are_in_order =
            |starts: &[Box<[u32]>]| starts[0].iter().zip(&starts[1]).all(|(one, next)| one <= next);
        let end: Box<[u32]> = end.iter().map(|&end| end as u32).collect();
        let are_levels = starts.len() >= resumed.content.search.levels.len()
            && starts.windows(2).all(are_in_order)
            && starts.last().is_none_or(|last| are_in_order(&[last.clone(), end]));
        if !are_levels {
            return Err(wrong());
        }
        let logged = LoggedPart { states, starts: starts.len() };
        Ok((Self { levels, own, starts }, logged))
    }
}

impl<S: Extremes + Adaptive + Send> Restorable<S> for TreePart {
    type Logged = <TreeLevels as Resumable<S>>::Logged;

    fn unlogged(&self, search: &Search<'_, S, Self::Store>, logged: &Self::Logged) -> usize {
        <TreeLevels as Resumable<S>>::unlogged(search, logged)
    }

    fn log(
        &self,
        search: &mut Search<'_, S, Self::Store>,
        logged: &mut Self::Logged,
        log: Log<'_>,
    ) -> Result<(), StopReason> {
        TreeLevels::log(search, logged, log)
    }

    fn standing(&self, search: &Search<'_, S, Self::Store>) -> Standing {
        self.levels.standing(search)
    }

    fn restore(
        search: &mut Search<'_, S, Self::Store>,
        own: Range<usize>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem> {
        let (levels, logged) = <TreeLevels as Resumable<S>>::restore(search, resumed)?;
        if levels.starts.len() <= resumed.content.search.levels.len() {
            return Err(resumed.contradiction("its levels are not where it says"));
        }
        Ok((Self { levels, own }, logged))
    }
}

impl<S: Extremes + Adaptive + Send> Restorable<S> for DiskPart {
    type Logged = <DiskLevels as Resumable<S>>::Logged;

    fn unlogged(&self, search: &Search<'_, S, Self::Store>, logged: &Self::Logged) -> usize {
        <DiskLevels as Resumable<S>>::unlogged(search, logged)
    }

    fn log(
        &self,
        search: &mut Search<'_, S, Self::Store>,
        logged: &mut Self::Logged,
        log: Log<'_>,
    ) -> Result<(), StopReason> {
        DiskLevels::log(search, logged, log)
    }

    fn standing(&self, search: &Search<'_, S, Self::Store>) -> Standing {
        self.levels.standing(search)
    }

    fn restore(
        search: &mut Search<'_, S, Self::Store>,
        own: Range<usize>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem> {
        let (levels, logged) = <DiskLevels as Resumable<S>>::restore(search, resumed)?;
        if levels.position().0 != resumed.content.search.levels.len() {
            return Err(resumed.contradiction("its levels are not where it says"));
        }
        Ok((Self::at(&search.store, levels, own), logged))
    }
}
