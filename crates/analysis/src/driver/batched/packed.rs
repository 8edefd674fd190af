//! Breadth-first search level by level over a packed store.
//!
//! While some successors are inserted, the memory for the next ones is already being fetched. The open
//! states of a level are a range in each shard and need no queue (see the [`Frontier`]).

use sanderling_cutoff::{
    BATCH_BYTES, BATCH_BYTES_OF_ONE_THREAD, BATCH_STATES_OF_SAMPLE, BATCH_STATES_OF_UNIT, BATCH_SUCCESSORS,
    SUCCESSORS_AT_A_TIME,
};
use sanderling_store::shard::Shard;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, Extremes, with_words};

use super::expand::{Expansion, States};
use super::frontier::{Frontier, Piece};
use super::saving::Saving;
use super::workers::{AtHand, Workers};
use super::{Blocks, Levels, relax};
use crate::driver::search::{Interruption, Search};
use crate::driver::sequential::handover;
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::outbox::Outbox;
use crate::outcome::Outcome;
use crate::phases::{Sample, Timer, Work};
use crate::recent::Recent;
use crate::retention::Retention;

/// Pending successors may take one part in this number of the memory of all states as records.
///
/// PERF: once the store is larger than the caches, the number of records that share a cache line grows with
/// the number of records that a shard gets at a time.
const SHARE_OF_STORE: usize = 4;

/// Explores breadth-first. If memory runs out and states may be forgotten, continues one event at a time.
pub(in crate::driver) fn explore<S: Extremes + Adaptive + Send>(
    mut search: Search<'_, S, PackedStore>,
) -> Outcome<S> {
    let start = || PackedLevels { frontier: Frontier::start() };
    let (mut levels, mut saving) = Saving::begin(&mut search, start);
    let threads = search.options.threads;
    super::explore(&mut search, &mut levels, threads, |search, levels| saving.after_round(search, levels));
    saving.end(&mut search, &levels);
    if search.stop == Some(StopReason::Memory)
        && search.options.retention == Retention::Auto
        && search.may_forget()
    {
        return handover::go_on(search, &levels.frontier);
    }
    search.outcome()
}

pub(super) struct PackedLevels {
    pub(super) frontier: Frontier,
}

impl<S: Extremes + Adaptive + Send> Blocks<S> for PackedLevels {
    const WAITS_FOR_MEMORY: bool = false;

    type Store = PackedStore;
    type Block = Vec<Piece>;
    type Outbox = Outbox;

    fn open_in_level(&self) -> u64 {
        self.frontier.open_in_level()
    }

    fn successors_per_round(&self, search: &Search<'_, S, PackedStore>) -> u64 {
        let bytes_of_record = size_of::<u64>() * (1 + search.store.words());
        // The allocated memory of the store is not used here, since it may depend on the number of threads.
        let share = search.store.len() * bytes_of_record / SHARE_OF_STORE;
        let wanted = share.max(BATCH_BYTES.size()) / bytes_of_record;
        // All successors may be new. Then each is in the store and also in memory as a record, with room for
        // twice the number.
        let affordable = search.bytes_to_limit() / (2 * bytes_of_record + search.store.bytes_per_state());
        (wanted.min(affordable) as u64).min(BATCH_SUCCESSORS.number())
    }

    fn take(&mut self, _: &mut Search<'_, S, PackedStore>, states: usize) -> Result<Vec<Piece>, StopReason> {
        Ok(self.frontier.next(states, BATCH_STATES_OF_UNIT.size()))
    }

    fn units(&self, block: &Vec<Piece>) -> usize {
        block.len()
    }

    /// The last few states are timed if there is a sample.
    fn expand_words<const W: usize>(
        &self,
        store: &PackedStore,
        (block, unit): (&Vec<Piece>, usize),
        expansion: &mut Expansion<'_, '_, S>,
        AtHand { recent, .. }: &mut AtHand<Outbox>,
        outbox: &mut Outbox,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption> {
        let (shard, positions) = &block[unit];
        let timed = if sample.is_some() { BATCH_STATES_OF_SAMPLE.size() } else { 0 };
        let first_timed = positions.end.saturating_sub(timed).max(positions.start);
        let untimed = InShard::of(store, &(*shard, positions.start..first_timed));
        let interruption = expansion
            .fire_all::<W>(&untimed, |id, _, state| outbox.push_unless_recent::<W>(recent, id, state));
        interruption.or_else(|| {
            let timed = InShard::of(store, &(*shard, first_timed..positions.end));
            sample.as_mut().and_then(|sample| expand_timed(expansion, &timed, (recent, outbox), sample))
        })
    }

    fn close(&mut self, block: &Vec<Piece>) {
        block.iter().for_each(|piece| self.frontier.close(piece));
    }
}

impl<S: Extremes + Adaptive + Send> Levels<S> for PackedLevels {
    fn open(&self, store: &PackedStore) -> u64 {
        self.frontier.open(store)
    }

    fn advance(&mut self, store: &PackedStore) -> u64 {
        self.frontier.advance(store)
    }

    fn add(&mut self, search: &mut Search<'_, S, PackedStore>, watch: &mut Watch<S>) {
        search.add(watch);
    }

    fn insert(
        &mut self,
        search: &mut Search<'_, S, PackedStore>,
        workers: &Workers<Outbox>,
    ) -> Result<(), StopReason> {
        insert_all(&mut search.store, workers, |outbox| outbox)
    }

    fn relax(&mut self, search: &mut Search<'_, S, PackedStore>, interruption: Interruption) {
        relax(search, &mut self.frontier, interruption);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn reserve(&self, search: &Search<'_, S, PackedStore>, open: u64) -> usize {
        handover::bytes(search, open)
    }
}

impl super::Outbox for Outbox {
    type Workspace = ();

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
}

/// Puts records into the store, and prefetches the memory for the next ones.
pub(super) fn insert_all<O: super::Outbox>(
    store: &mut PackedStore,
    workers: &Workers<O>,
    of: impl Fn(&O) -> &Outbox + Sync,
) -> Result<(), StopReason> {
    let bytes = workers.outboxes.iter().map(|outbox| of(outbox).used_bytes()).sum::<usize>();
    let is_much = !BATCH_BYTES_OF_ONE_THREAD.admits(bytes);
    if !is_much {
        look_ahead(store, &workers.outboxes.iter().map(&of));
    }
    let insert = |index: usize, shard: &mut Shard, outboxes: &[O]| {
        let has_room = outboxes.iter().all(|outbox| shard.insert_all(of(outbox).records(index)));
        if has_room { Ok(()) } else { Err(StopReason::StoreFull) }
    };
    workers.fill(store.shards_mut(), is_much, insert)
}

/// States that are neighbours in a shard.
pub(super) struct InShard<'s> {
    shard: &'s Shard,
    index: usize,
    start: usize,
    end: usize,
}

impl<'s> InShard<'s> {
    pub(super) fn of(store: &'s PackedStore, (index, positions): &Piece) -> Self {
        Self { shard: &store.shards()[*index], index: *index, start: positions.start, end: positions.end }
    }
}

impl States for InShard<'_> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.end - self.start
    }

    #[inline(always)]
    fn id(&self, at: usize) -> StateId {
        StateId::new(self.index, self.start + at)
    }

    #[inline(always)]
    fn state<const W: usize>(&self, at: usize) -> &[u64] {
        self.shard.state::<W>(self.start + at)
    }
}

/// Expands states in stages: fires many events, and then hashes all successors. This code serves any number
/// of words; specialized code measures the same shares of time to within two percent.
#[inline(never)]
fn expand_timed<S: Extremes>(
    expansion: &mut Expansion<'_, '_, S>,
    states: &InShard<'_>,
    (recent, outbox): (&mut Recent, &mut Outbox),
    sample: &mut Sample,
) -> Option<Interruption> {
    let words = expansion.system.words();
    let (mut preds, mut successors) = (Vec::new(), Vec::new());
    let mut sort = |preds: &mut Vec<StateId>, successors: &mut Vec<u64>, sample: &mut Sample| {
        sample.record(Work::Fire);
        for (&pred, state) in preds.iter().zip(successors.chunks_exact(words)) {
            outbox.push_unless_recent::<0>(recent, pred, state);
        }
        preds.clear();
        successors.clear();
        sample.record(Work::Hash);
    };
    sample.skip();
    let interruption = expansion.fire_all::<0>(states, |pred, _, state| {
        preds.push(pred);
        successors.extend_from_slice(state);
        if preds.len() == SUCCESSORS_AT_A_TIME.size() {
            sort(&mut preds, &mut successors, sample);
        }
    });
    sort(&mut preds, &mut successors, sample);
    interruption
}

/// Prefetches all memory that the insertion of a small round needs. A large round does so shard by shard.
fn look_ahead<'o>(store: &PackedStore, outboxes: &(impl Iterator<Item = &'o Outbox> + Clone)) {
    let batches = || {
        let shards = store.shards().iter().enumerate();
        shards.flat_map(|(index, shard)| outboxes.clone().map(move |outbox| (shard, outbox.records(index))))
    };
    batches().for_each(|(shard, records)| shard.prefetch_index(records));
    let words = store.words();
    with_words!(words, W => batches().for_each(|(shard, records)| shard.prefetch_states::<W>(records)));
}
