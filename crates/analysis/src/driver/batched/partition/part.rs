//! What one process remembers of the states that it owns.

use std::ops::Range;

use sanderling_store::{Parcel, StateId};
use sanderling_system::{Adaptive, Extremes};

use super::super::workers::{AtHand, Workers};
use super::super::{Blocks, Outbox, Workspace};
use super::ownership::BUCKETS;
use crate::driver::search::Search;
use crate::limits::StopReason;

/// The states of one process, which have numbers there, in a store of some kind.
///
/// INVARIANT: a number stands for the same state until all begin again, and which state it stands for depends on neither threads nor time.
pub(super) trait Part<S: Extremes + Adaptive>:
    Blocks<S, Outbox = PartOutbox<<Self as Part<S>>::Own>> + Sized
{
    /// Successors that stay here.
    type Own: Outbox;

    /// Makes the store one with nothing in it but the initial state, if that is given; the process owns these buckets.
    fn begin(search: &mut Search<'_, S, Self::Store>, own: Range<usize>, initial: Option<&[u64]>) -> Self;

    /// Makes the next level this one, and answers how many states it has here.
    fn advance(&mut self, store: &Self::Store) -> u64;

    /// Takes that back, where there is no such level, or some process has not its part of it. Nothing of it has been taken.
    fn retreat(&mut self, _: &Self::Store) {}

    /// How many states a block has.
    fn states_of(block: &Self::Block) -> u64;

    /// The number of a state of the block that is being expanded.
    fn number(&self, id: StateId) -> u64;

    /// Sorts states that have arrived, given word by word and with their hashes, into an outbox.
    fn sort(
        &self,
        store: &Self::Store,
        states: (&[u64], &[u64]),
        of_store: &mut <Self::Own as Outbox>::Workspace,
        own: &mut Self::Own,
    );

    /// Puts what stays here into the store.
    fn insert(
        &mut self,
        search: &mut Search<'_, S, Self::Store>,
        workers: &Workers<Self::Outbox>,
    ) -> Result<(), StopReason>;

    /// Makes what has been put in the next level, when this one is over for all. Where that fails, this process has not its part of it.
    fn complete_level(
        &mut self,
        _: &mut Search<'_, S, Self::Store>,
        _: &Workers<Self::Outbox>,
    ) -> Result<(), StopReason> {
        Ok(())
    }

    /// Makes what has been put in states that can be [read](Self::read), in the middle of a level, since the search is about to end.
    fn settle(&mut self, _: &mut Search<'_, S, Self::Store>) -> Result<(), StopReason> {
        Ok(())
    }

    /// What is due between steps.
    fn after_step(&mut self, _: &mut Search<'_, S, Self::Store>) -> Result<(), StopReason> {
        Ok(())
    }

    /// The numbers of the states of a level up to this one, from 0.
    fn level(&self, store: &Self::Store, level: usize) -> Vec<Range<u64>>;

    /// The numbers of the open states of this level, and of the next one.
    fn open(&self, store: &Self::Store) -> [Vec<Range<u64>>; 2];

    /// Whether there is a state with this number.
    fn has(&self, store: &Self::Store, number: u64) -> bool;

    /// Appends states with numbers that follow each other, word by word.
    fn read(
        &mut self,
        search: &mut Search<'_, S, Self::Store>,
        numbers: Range<u64>,
        states: &mut Vec<u64>,
    ) -> Result<(), StopReason>;

    /// The memory of what is here besides the store.
    fn bytes(&self) -> usize;
}

/// Successors on their way: those that stay here, and by bucket those of others.
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

/// What a thread needs to find them.
#[derive(Debug, Default)]
pub(super) struct PartWorkspace<W> {
    /// States, or one of them, word by word.
    pub(super) states: Vec<u64>,
    pub(super) hashes: Vec<u64>,
    pub(super) of_store: W,
}

impl<W: Workspace> Workspace for PartWorkspace<W> {
    fn bytes(&self) -> usize {
        (self.states.capacity() + self.hashes.capacity()) * size_of::<u64>() + self.of_store.bytes()
    }
}

/// What a thread of a process has at hand.
pub(super) type PartAtHand<O> = AtHand<PartOutbox<O>>;

/// Numbers that follow each other, at most so many at a time.
pub(super) fn at_a_time(numbers: Range<u64>, most: u64) -> impl Iterator<Item = Range<u64>> {
    let end = numbers.end;
    numbers.step_by(most as usize).map(move |start| start..end.min(start + most))
}
