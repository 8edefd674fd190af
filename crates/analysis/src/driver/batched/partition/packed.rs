//! The states of a process in a packed store. A number is a shard and a position in it.

use std::ops::Range;

use sanderling_store::hash::{SHARDS, hash};
use sanderling_store::shard::Shard;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, Extremes, with_words, word_count};

use super::super::Blocks;
use super::super::expand::Expansion;
use super::super::frontier::{Frontier, Piece};
use super::super::packed::{InShard, PackedLevels, insert_all};
use super::super::workers::Workers;
use super::ownership::bucket;
use super::part::{Part, PartAtHand, PartOutbox};
use crate::driver::search::{Interruption, Search};
use crate::limits::StopReason;
use crate::outbox::Outbox;
use crate::phases::{Sample, Timer, Work};
use crate::store::Store;

/// No predecessor is stored, since it may belong to another process. Paths are found backwards, level by
/// level.
const NO_PRED: StateId = StateId::new(0, 0);

pub(super) struct PackedPart {
    pub(super) levels: PackedLevels,
    pub(super) own: Range<usize>,
    /// The start of each level, by shard.
    pub(super) starts: Vec<Box<[u32]>>,
}

impl<S: Extremes + Adaptive + Send> Blocks<S> for PackedPart {
    const WAITS_FOR_MEMORY: bool = true;

    type Store = PackedStore;
    type Block = Vec<Piece>;
    type Outbox = PartOutbox<Outbox>;

    fn open_in_level(&self) -> u64 {
        self.levels.frontier.open_in_level()
    }

    fn successors_per_round(&self, search: &Search<'_, S, PackedStore>) -> u64 {
        self.levels.successors_per_round(search)
    }

    fn take(
        &mut self,
        search: &mut Search<'_, S, PackedStore>,
        states: usize,
    ) -> Result<Vec<Piece>, StopReason> {
        self.levels.take(search, states)
    }

    fn units(&self, block: &Vec<Piece>) -> usize {
        block.len()
    }

    fn expand_words<const W: usize>(
        &self,
        store: &PackedStore,
        (block, unit): (&Vec<Piece>, usize),
        expansion: &mut Expansion<'_, '_, S>,
        PartAtHand { recent, .. }: &mut PartAtHand<Outbox>,
        PartOutbox { own, foreign }: &mut PartOutbox<Outbox>,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption> {
        sample.iter_mut().for_each(Sample::skip);
        let states = InShard::of(store, &block[unit]);
        let interruption = expansion.fire_all::<W>(&states, |_, _, state| {
            let hash = hash(state);
            let is_new = recent.is_new::<W>(hash, state);
            let bucket = bucket(hash);
            if self.own.contains(&bucket) {
                own.push_hashed_if(is_new, NO_PRED, hash, state);
            } else {
                foreign[bucket].push_if(is_new, state);
            }
        });
        // Each successor is hashed immediately.
        sample.iter_mut().for_each(|sample| sample.record(Work::Fire));
        interruption
    }

    fn close(&mut self, block: &Vec<Piece>) {
        block.iter().for_each(|piece| self.levels.frontier.close(piece));
    }
}

impl<S: Extremes + Adaptive + Send> Part<S> for PackedPart {
    type Own = Outbox;

    fn begin(search: &mut Search<'_, S, PackedStore>, own: Range<usize>, initial: Option<&[u64]>) -> Self {
        search.store = PackedStore::empty(search.options, &search.system);
        search.root = initial.map_or(NO_PRED, |initial| search.store.insert_root(initial));
        Self { levels: PackedLevels { frontier: Frontier::start() }, own, starts: Vec::new() }
    }

    fn advance(&mut self, store: &PackedStore) -> u64 {
        let (_, end) = self.levels.frontier.borders();
        self.starts.push(end.iter().map(|&end| end as u32).collect());
        self.levels.frontier.advance(store)
    }

    fn states_of(block: &Vec<Piece>) -> u64 {
        block.iter().map(|(_, positions)| positions.len() as u64).sum()
    }

    fn number(&self, id: StateId) -> u64 {
        number(id.shard(), id.position())
    }

    fn sort(&self, store: &PackedStore, (states, hashes): (&[u64], &[u64]), (): &mut (), own: &mut Outbox) {
        let words = store.words();
        with_words!(words, W => {
            let states = states.chunks_exact(word_count::<W>(words));
            states.zip(hashes).for_each(|(state, &hash)| own.push_hashed_if(true, NO_PRED, hash, state));
        });
    }

    fn insert(
        &mut self,
        search: &mut Search<'_, S, PackedStore>,
        workers: &Workers<PartOutbox<Outbox>>,
    ) -> Result<(), StopReason> {
        insert_all(&mut search.store, workers, |outbox| &outbox.own)
    }

    fn level(&self, _: &PackedStore, level: usize) -> Vec<Range<u64>> {
        let (_, last) = self.levels.frontier.borders();
        let end = |shard: usize| self.starts.get(level + 1).map_or(last[shard], |next| next[shard] as usize);
        let start = |shard: usize| self.starts[level][shard] as usize;
        (0..SHARDS).map(|shard| number(shard, start(shard))..number(shard, end(shard))).collect()
    }

    fn open(&self, store: &PackedStore) -> [Vec<Range<u64>>; 2] {
        let (closed, end) = self.levels.frontier.borders();
        let known: Vec<usize> = store.shards().iter().map(Shard::positions).collect();
        [(closed, end), (end, &*known)].map(|(from, to)| {
            (0..SHARDS).map(|shard| number(shard, from[shard])..number(shard, to[shard])).collect()
        })
    }

    fn has(&self, store: &PackedStore, number: u64) -> bool {
        let (shard, position) = apart(number);
        store.shards().get(shard).is_some_and(|shard| position < shard.positions())
    }

    fn read(
        &mut self,
        search: &mut Search<'_, S, PackedStore>,
        numbers: Range<u64>,
        states: &mut Vec<u64>,
    ) -> Result<(), StopReason> {
        for number in numbers {
            let (shard, position) = apart(number);
            states.extend_from_slice(search.store.shards()[shard].state::<0>(position));
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.starts.len() * SHARDS * size_of::<u32>()
    }
}

fn number(shard: usize, position: usize) -> u64 {
    (shard as u64) << 32 | position as u64
}

fn apart(number: u64) -> (usize, usize) {
    ((number >> 32) as usize, number as u32 as usize)
}
