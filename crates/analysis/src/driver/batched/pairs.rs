//! Breadth-first search level by level over a store of pairs.
//!
//! Reconstructing many states at once is cheap, since their paths meet. A round reconstructs all states of a
//! block of the current level, expands them, and looks up all successors together. Successors that may be
//! known wait until the states that they may equal are reconstructed. Source: Evangelista, Westergaard and
//! Kristensen, *The ComBack Method Revisited*, ToPNoC III, 2009, section 4.
//!
//! Where we differ: a round is part of a level, so that the number of waiting states is bounded. The search
//! has one thread.

use sanderling_cutoff::DELAYED_BYTES;
use sanderling_store::StateId;
use sanderling_store::pairs::PairStore;
use sanderling_system::{Adaptive, Extremes, with_words_of};

use super::expand::{Expansion, States};
use super::frontier::{Frontier, Piece};
use super::saving::Saving;
use super::workers::{AtHand, Workers};
use super::{Blocks, Levels, relax};
use crate::driver::search::{Interruption, Search};
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::outbox::Outbox;
use crate::outcome::Outcome;
use crate::phases::{Sample, Timer, Work};
use crate::store::Replayer;

/// The maximum number of bytes of a batch.
const MAX_BYTES: usize = 1 << 24;

/// Pending successors may take one part in this number of the memory of the pairs. Reconstructing states for
/// them takes more.
const SHARE_OF_STORE: usize = 96;

/// Explores breadth-first.
pub(in crate::driver) fn explore<S: Extremes + Adaptive + Send>(
    mut search: Search<'_, S, PairStore>,
) -> Outcome<S> {
    let (mut levels, mut saving) = Saving::begin(&mut search, || PairLevels::at(Frontier::start()));
    super::explore(&mut search, &mut levels, 1, |search, levels| saving.after_round(search, levels));
    saving.end(&mut search, &levels);
    search.outcome()
}

pub(super) struct PairLevels {
    pub(super) frontier: Frontier,
    /// The states of a round, and their words one after the other.
    ids: Vec<StateId>,
    states: Vec<u64>,
    /// The number of words of a state.
    words: usize,
}

impl PairLevels {
    pub(super) fn at(frontier: Frontier) -> Self {
        Self { frontier, ids: Vec::new(), states: Vec::new(), words: 0 }
    }
}

impl<S: Extremes + Adaptive + Send> Blocks<S> for PairLevels {
    const WAITS_FOR_MEMORY: bool = true;

    type Store = PairStore;
    type Block = Vec<Piece>;
    type Outbox = Outbox;

    fn open_in_level(&self) -> u64 {
        self.frontier.open_in_level()
    }

    fn successors_per_round(&self, search: &Search<'_, S, PairStore>) -> u64 {
        let bytes_of_record = size_of::<u64>() * (2 + search.store.words());
        let share = search.store.len() * search.store.bytes_per_state() / SHARE_OF_STORE;
        let bytes = share.clamp(DELAYED_BYTES.size().min(MAX_BYTES), MAX_BYTES).min(search.bytes_to_limit());
        (bytes / bytes_of_record) as u64
    }

    fn take(
        &mut self,
        search: &mut Search<'_, S, PairStore>,
        states: usize,
    ) -> Result<Vec<Piece>, StopReason> {
        let block = self.frontier.next(states, usize::MAX);
        self.ids.clear();
        self.states.clear();
        for (shard, positions) in &block {
            self.ids.extend(positions.clone().map(|position| StateId::new(*shard, position)));
        }
        let Search { system, store, scratch, .. } = search;
        self.words = system.words();
        store.load_all(&mut Replayer { system, scratch }, &self.ids, &mut self.states);
        Ok(block)
    }

    /// The search has one thread.
    fn units(&self, block: &Vec<Piece>) -> usize {
        usize::from(!block.is_empty())
    }

    fn expand_words<const W: usize>(
        &self,
        _: &PairStore,
        _: (&Vec<Piece>, usize),
        expansion: &mut Expansion<'_, '_, S>,
        AtHand { recent, .. }: &mut AtHand<Outbox>,
        outbox: &mut Outbox,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption> {
        // The event, and its successor.
        let mut fired_to = vec![0; 1 + self.words];
        let interruption = expansion.fire_all::<W>(self, |id, event, state| {
            fired_to[0] = event.index() as u64;
            fired_to[1..].copy_from_slice(state);
            outbox.push_fired_unless_recent::<W>(recent, id, &fired_to);
        });
        // States have been reconstructed by firing, and each successor is hashed immediately.
        sample.iter_mut().for_each(|sample| sample.record(Work::Fire));
        interruption
    }

    fn close(&mut self, block: &Vec<Piece>) {
        block.iter().for_each(|piece| self.frontier.close(piece));
    }
}

impl<S: Extremes + Adaptive + Send> Levels<S> for PairLevels {
    fn open(&self, store: &PairStore) -> u64 {
        self.frontier.open(store)
    }

    fn advance(&mut self, store: &PairStore) -> u64 {
        self.frontier.advance(store)
    }

    fn add(&mut self, search: &mut Search<'_, S, PairStore>, watch: &mut Watch<S>) {
        search.add(watch);
    }

    fn insert(
        &mut self,
        search: &mut Search<'_, S, PairStore>,
        workers: &Workers<Outbox>,
    ) -> Result<(), StopReason> {
        let depth = search.levels.len() as u32;
        let Search { system, store, scratch, .. } = search;
        let records = |shard| workers.outboxes[0].records(shard);
        let (words, replayer) = (system.words(), &mut Replayer { system, scratch });
        let has_room =
            with_words_of!(S, with_few_words, words, W => store.insert_all::<_, W>(replayer, records, depth));
        if has_room { Ok(()) } else { Err(StopReason::StoreFull) }
    }

    fn relax(&mut self, search: &mut Search<'_, S, PairStore>, interruption: Interruption) {
        relax(search, &mut self.frontier, interruption);
    }

    fn bytes(&self) -> usize {
        self.ids.capacity() * size_of::<StateId>() + self.states.capacity() * size_of::<u64>()
    }
}

impl States for PairLevels {
    #[inline(always)]
    fn len(&self) -> usize {
        self.ids.len()
    }

    #[inline(always)]
    fn id(&self, at: usize) -> StateId {
        self.ids[at]
    }

    #[inline(always)]
    fn state<const W: usize>(&self, at: usize) -> &[u64] {
        &self.states[at * self.words..][..self.words]
    }
}
