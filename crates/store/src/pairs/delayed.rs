//! Delayed duplicate detection: many states are inserted together, so that the states they are compared with are
//! reconstructed together.
//!
//! Source: Evangelista, Westergaard and Kristensen, *The ComBack Method Revisited*, ToPNoC III, 2009, section 4.
//! Records are sorted by shard. A state is new at once if no stored state has its hash. It is compared at once if a
//! state with its hash was inserted by the same call, or is in the cache. The other states wait until their candidates
//! have been reconstructed, all [together](super::group).
//!
//! Occasionally a candidate turns out to be a different state. Then the state is looked up once more on its own: there
//! may be further candidates, and equal states among the records may have been inserted in the meantime.

use sanderling_system::{EventId, word_count};

use super::array::pair_hash;
use super::reconstruct::Replay;
use super::{Origin, PairStore};
use crate::hash::SHARDS;
use crate::index::MAX_STATES;
use crate::records::split;
use crate::shard::Insertion;
use crate::{Records, StateId};

/// Numbers of records by which the index and the pair are prefetched ahead.
const INDEX_AHEAD: usize = 32;
const PAIR_AHEAD: usize = 16;

/// A waiting record: its candidate, and its offset in the records of the candidate's shard.
type Waiting = (StateId, u32);

/// The memory for delayed lookups: the waiting records, and their distinct candidates with their words.
#[derive(Debug, Default)]
pub(super) struct Delay {
    waiting: Vec<Waiting>,
    candidates: Vec<StateId>,
    states: Vec<u64>,
}

impl Delay {
    pub(super) fn bytes(&self) -> usize {
        self.waiting.capacity() * size_of::<Waiting>()
            + self.candidates.capacity() * size_of::<StateId>()
            + self.states.capacity() * size_of::<u64>()
    }
}

impl PairStore {
    /// Looks up all states of some records, by shard, and inserts the new ones. Returns whether there was an id for
    /// each of them.
    ///
    /// In each record, the state is preceded by a word with the number of the event. All states have the same depth.
    pub fn insert_all<'r, R: Replay, const W: usize>(
        &mut self,
        replay: &mut R,
        records: impl Fn(usize) -> &'r Records,
        depth: u32,
    ) -> bool {
        let mut delay = std::mem::take(&mut self.delay);
        let Delay { waiting, candidates, states: found } = &mut delay;
        waiting.clear();
        candidates.clear();
        found.clear();
        let mut has_room = true;
        for shard in 0..SHARDS {
            has_room &= self.insert_in_shard::<W>(shard, records(shard), depth, waiting);
        }
        waiting.sort_unstable();
        candidates.extend(waiting.iter().map(|&(candidate, _)| candidate));
        candidates.dedup();
        self.load_all(replay, candidates, found);
        let words = word_count::<W>(self.pairs.words);
        let mut others: Vec<Waiting> = Vec::new();
        let mut states = candidates.iter().zip(found.chunks_exact(words));
        let mut current = states.next();
        for &(candidate, at) in waiting.iter() {
            while current.is_some_and(|(&id, _)| id != candidate) {
                current = states.next();
            }
            let (_, state) = current.expect("each candidate has been found");
            let record = &records(candidate.shard()).words()[at as usize..][..2 + words];
            if &record[2..] != state {
                others.push((candidate, at));
            }
        }
        self.found.effort.comparisons += waiting.len() as u64;
        for (&id, state) in candidates.iter().zip(found.chunks_exact(words)) {
            self.found.cache.put(id, state, 1);
        }
        // The order is that of the records, independent of their candidates.
        others.sort_unstable_by_key(|&(candidate, at)| (candidate.shard(), at));
        for (candidate, at) in others {
            let record = &records(candidate.shard()).words()[at as usize..][..2 + words];
            let origin = origin(record, depth);
            has_room &= self.insert::<R, W>(replay, &record[2..], origin) != Insertion::Full;
        }
        self.delay = delay;
        has_room
    }

    /// Inserts the states of a shard that are certainly new, and appends the undecided ones to `waiting`.
    fn insert_in_shard<const W: usize>(
        &mut self,
        shard: usize,
        records: &Records,
        depth: u32,
        waiting: &mut Vec<Waiting>,
    ) -> bool {
        let words = word_count::<W>(self.pairs.words);
        let stride = 2 + words;
        let start = self.positions_in(shard);
        assert_eq!(
            self.pairs.arrays[shard].next(),
            start,
            "nothing has been removed from a store that is filled so"
        );
        let words_of_all = records.words();
        // The words of the new states.
        let mut fresh: Vec<u64> = Vec::new();
        for (number, record) in words_of_all.chunks_exact(stride).enumerate() {
            self.look_ahead(shard, words_of_all, number, stride);
            self.make_room(shard);
            let within = pair_hash(split(record[0]).1);
            let state = &record[2..];
            let Self { pairs, indices, found, .. } = self;
            let array = &pairs.arrays[shard];
            // An old state with the same hash is a candidate; a new one is compared.
            let is_met = |position: usize| {
                array.matches(position, within)
                    && (position < start || fresh[(position - start) * words..][..words] == *state)
            };
            match indices[shard].find::<false>(within, is_met) {
                Ok(position) if position >= start => {}
                Ok(position) => {
                    let id = StateId::new(shard, position);
                    if found.cache.get(id) == Some(state) {
                        found.effort.comparisons += 1;
                    } else {
                        waiting.push((id, (number * stride) as u32));
                    }
                }
                Err(_) if start + fresh.len() / words == MAX_STATES => return false,
                Err(free) => {
                    let position = start + fresh.len() / words;
                    indices[shard].fill(free, within, position);
                    fresh.extend_from_slice(state);
                    let (id, origin) = (StateId::new(shard, position), origin(record, depth));
                    let is_whole = self.keeps_whole(id, origin);
                    self.pairs.push(within, shard, state, origin, is_whole);
                }
            }
        }
        for (position, state) in (start..).zip(fresh.chunks_exact(words)) {
            self.found.cache.put(StateId::new(shard, position), state, 1);
        }
        true
    }

    /// Prefetches the memory for later records.
    #[inline(always)]
    fn look_ahead(&self, shard: usize, words: &[u64], number: usize, stride: usize) {
        if self.pairs.arrays[shard].len() == 0 {
            return;
        }
        let hash_of = |number: usize| words.get(number * stride).map(|&header| pair_hash(split(header).1));
        if let Some(hash) = hash_of(number + INDEX_AHEAD) {
            self.indices[shard].prefetch(hash);
        }
        if let Some(hash) = hash_of(number + PAIR_AHEAD) {
            let likely = self.indices[shard].likely_position::<false>(hash);
            self.pairs.arrays[shard].prefetch(likely);
            self.found.cache.prefetch(StateId::new(shard, likely));
        }
    }
}

fn origin(record: &[u64], depth: u32) -> Origin {
    let (pred, _) = split(record[0]);
    Origin { pred, event: EventId::new(record[1] as usize), depth }
}
