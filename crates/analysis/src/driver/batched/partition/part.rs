//! The part of a process: the states that it owns.

use std::ops::Range;

use sanderling_store::{Parcel, StateId};
use sanderling_system::{Adaptive, Extremes};

use super::super::workers::{AtHand, Workers};
use super::super::{Blocks, Outbox, Workspace};
use super::ownership::BUCKETS;
use crate::driver::search::Search;
use crate::limits::StopReason;

/// The states of one process in a store of some kind, with local numbers.
///
/// INVARIANT: a number denotes the same state until all processes start again. The numbering depends on
/// neither threads nor time.
pub(super) trait Part<S: Extremes + Adaptive>:
    Blocks<S, Outbox = PartOutbox<<Self as Part<S>>::Own>> + Sized
{
    /// Successors that stay here.
    type Own: Outbox;

    /// Replaces the store by an empty one with the initial state, if it is given. The process owns these
    /// buckets.
    fn begin(search: &mut Search<'_, S, Self::Store>, own: Range<usize>, initial: Option<&[u64]>) -> Self;

    /// Makes the next level the current one, and returns its number of states in this process.
    fn advance(&mut self, store: &Self::Store) -> u64;

    /// Undoes `advance`, if the level has no states or some process could not complete its part. No state of
    /// the level has been taken yet.
    fn retreat(&mut self, _: &Self::Store) {}

    /// Returns the number of states of a block.
    fn states_of(block: &Self::Block) -> u64;

    /// Returns the number of a state of the block that is being expanded.
    fn number(&self, id: StateId) -> u64;

    /// Sorts received states, given word by word and with their hashes, into an outbox.
    fn sort(
        &self,
        store: &Self::Store,
        states: (&[u64], &[u64]),
        of_store: &mut <Self::Own as Outbox>::Workspace,
        own: &mut Self::Own,
    );

    /// Inserts the successors that stay here into the store.
    fn insert(
        &mut self,
        search: &mut Search<'_, S, Self::Store>,
        workers: &Workers<Self::Outbox>,
    ) -> Result<(), StopReason>;

    /// Turns the inserted states into the next level, when this one is over in all processes. If this fails,
    /// the process lacks its part of the next level.
    fn complete_level(
        &mut self,
        _: &mut Search<'_, S, Self::Store>,
        _: &Workers<Self::Outbox>,
    ) -> Result<(), StopReason> {
        Ok(())
    }

    /// Makes inserted states [readable](Self::read) in the middle of a level, because the search is about to
    /// end.
    fn settle(&mut self, _: &mut Search<'_, S, Self::Store>) -> Result<(), StopReason> {
        Ok(())
    }

    /// Does periodic work between steps.
    fn after_step(&mut self, _: &mut Search<'_, S, Self::Store>) -> Result<(), StopReason> {
        Ok(())
    }

    /// Returns the numbers of the states of a level, which counts from 0 and is at most the current one.
    fn level(&self, store: &Self::Store, level: usize) -> Vec<Range<u64>>;

    /// Returns the numbers of the open states of this level and of the next one.
    fn open(&self, store: &Self::Store) -> [Vec<Range<u64>>; 2];

    /// Whether a state has this number.
    fn has(&self, store: &Self::Store, number: u64) -> bool;

    /// Appends states with consecutive numbers, word by word.
    fn read(
        &mut self,
        search: &mut Search<'_, S, Self::Store>,
        numbers: Range<u64>,
        states: &mut Vec<u64>,
    ) -> Result<(), StopReason>;

    /// Returns the memory outside the store, in bytes.
    fn bytes(&self) -> usize;
}

/// Pending successors: those that stay here, and those of other processes by bucket.
#[derive(Debug)]
pub(super) struct PartOutbox<O> {
    pub(super) own: O,
    pub(super) foreign: Vec<Parcel>,
}

impl<O: Default> Default for PartOutbox<O> {
    fn default() -> Self {
        Self { own: O::default(), foreign: vec![Parcel::new(); BUCKETS] }
    }
}

impl<O: Outbox> Outbox for PartOutbox<O> {
    type Workspace = PartWorkspace<O::Workspace>;

    fn clear(&mut self) {
        self.own.clear();
        self.foreign.iter_mut().for_each(Parcel::clear);
    }

    fn bytes(&self) -> usize {
        self.own.bytes() + self.foreign.iter().map(Parcel::bytes).sum::<usize>()
    }
}

/// The working memory that a thread needs to find successors.
#[derive(Debug, Default)]
pub(super) struct PartWorkspace<W> {
    /// One or more states, word by word.
    pub(super) states: Vec<u64>,
    pub(super) hashes: Vec<u64>,
    pub(super) of_store: W,
}

impl<W: Workspace> Workspace for PartWorkspace<W> {
    fn bytes(&self) -> usize {
        (self.states.capacity() + self.hashes.capacity()) * size_of::<u64>() + self.of_store.bytes()
    }
}

/// The working memory of a thread of a process.
pub(super) type PartAtHand<O> = AtHand<PartOutbox<O>>;

/// Splits a range of numbers into ranges of at most `most` numbers.
pub(super) fn at_a_time(numbers: Range<u64>, most: u64) -> impl Iterator<Item = Range<u64>> {
    let end = numbers.end;
    numbers.step_by(most as usize).map(move |start| start..end.min(start + most))
}
