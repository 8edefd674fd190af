//! One shard of the store: an array of states in the order of their discovery, each with its predecessor, and an index
//! of them.
//!
//! ```text
//! states  w w │ w w │ w w │ …     words words for each state
//! preds    p  │  p  │  p  │ …     the id of the predecessor that it was discovered from
//! index   · t,i · · t,i t,i ·     tag and position, by hash
//! ```
//!
//! Removing a state frees its position for another one. Free positions form a list through `preds`, and are marked in
//! `removed`. If nothing has been removed, neither is used.

#![allow(unsafe_code)]

mod saved;

use sanderling_system::{with_words_everywhere, word_count};

use crate::hash::{hash, within_shard};
use crate::index::{Index, MAX_STATES};
use crate::positions::Positions;
use crate::prefetch::{prefetch, prefetch_spare};
use crate::records::split;
#[cfg(target_arch = "x86_64")]
use crate::wide;
use crate::{Records, StateId};

pub use self::saved::SavedShard;

/// The outcome of looking a state up and inserting it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Insertion<Id> {
    /// The state was unknown and has been inserted.
    New(Id),
    /// The state was already in the store.
    Known(Id),
    /// The state was unknown and could not be inserted, since no id is left for it.
    Full,
}

/// A shard; see the module documentation.
#[derive(Debug, Default)]
pub struct Shard {
    words: usize,
    /// The maximum number of positions.
    most: usize,
    states: Vec<u64>,
    preds: Vec<StateId>,
    index: Index,
    /// The free positions. They take no memory before the first removal.
    removed: Positions,
    /// The number of free positions, and the one freed last.
    free: (usize, Option<StateId>),
}

/// Number of records by which the index is prefetched ahead.
const INDEX_AHEAD: usize = 128;
/// Number of records by which the index is read ahead, and the state it refers to prefetched.
const STATE_AHEAD: usize = 64;
/// Size of the ring with the likely positions of the records from the current one to [`STATE_AHEAD`].
const RING: usize = 64;
/// Number of records in a group, if memory is read ahead.
const GROUP: usize = 128;
/// Number of words by which the memory for new states is prefetched ahead.
const SPARE_WORDS_AHEAD: usize = 16;
/// Divisor of the growth of arrays: by an eighth, so that little of them is unused.
const GROWTH: usize = 8;

impl Shard {
    /// Creates a shard for states of `words` words.
    #[must_use]
    pub(crate) fn new(words: usize) -> Self {
        Self { words, most: MAX_STATES, ..Self::default() }
    }

    /// Limits the number of states to `states`.
    #[must_use]
    pub(crate) fn with_room(self, states: usize) -> Self {
        Self { most: states.min(MAX_STATES), ..self }
    }

    /// Returns the number of states.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.preds.len() - self.free.0
    }

    /// Whether the shard is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of positions, taken or free.
    #[must_use]
    #[inline]
    pub fn positions(&self) -> usize {
        self.preds.len()
    }

    /// Whether a position contains a state.
    #[must_use]
    #[inline]
    pub fn is_taken(&self, position: usize) -> bool {
        !self.removed.contains(position)
    }

    /// Iterates over the positions of the states.
    pub fn taken(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.positions()).filter(|&position| self.is_taken(position))
    }

    /// Whether another state would take no more memory for states and predecessors.
    #[must_use]
    #[inline]
    pub fn has_free_position(&self) -> bool {
        self.free.0 > 0
    }

    /// Removes the state at a position. Its id may be reused.
    pub fn remove<const W: usize>(&mut self, position: usize) {
        debug_assert!(self.is_taken(position), "a state is removed once");
        let hash = self.hash_at::<W>(position);
        self.index.remove(hash, position);
        self.removed.insert(position, self.preds.len());
        // The last position of the list refers to itself.
        self.preds[position] = self.free.1.unwrap_or(StateId::new(0, position));
        self.free = (self.free.0 + 1, Some(StateId::new(0, position)));
        if self.index.is_worn() {
            let index = std::mem::take(&mut self.index);
            self.index = self.renewed::<W>(index);
        }
    }

    fn renewed<const W: usize>(&self, mut index: Index) -> Index {
        index.renew(self.taken(), |position| self.hash_at::<W>(position));
        index
    }

    /// Returns the hash, within the shard, of the state at a position.
    #[inline(always)]
    fn hash_at<const W: usize>(&self, position: usize) -> u32 {
        within_shard(hash(self.state::<W>(position)))
    }

    /// Takes a free position, if there is one.
    fn take_free(&mut self) -> Option<usize> {
        let position = self.free.1?.position();
        let next = self.preds[position];
        self.free = (self.free.0 - 1, (next.position() != position).then_some(next));
        self.removed.remove(position);
        Some(position)
    }

    /// Returns the memory of the shard, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>()
            + self.preds.capacity() * size_of::<StateId>()
            + self.index.bytes()
            + self.removed.bytes()
    }

    /// Returns the state at a position.
    #[must_use]
    #[inline(always)]
    pub fn state<const W: usize>(&self, position: usize) -> &[u64] {
        let words = word_count::<W>(self.words);
        &self.states[position * words..][..words]
    }

    /// Returns the predecessor of the state at a position.
    #[must_use]
    pub fn pred(&self, position: usize) -> StateId {
        self.preds[position]
    }

    /// Looks a state up. `hash` is its hash [within the shard](within_shard).
    #[must_use]
    #[inline]
    pub fn find<const W: usize>(&self, hash: u32, state: &[u64]) -> Option<usize> {
        if self.is_empty() {
            // The index of an empty shard may have no lines yet.
            return None;
        }
        self.index.find::<false>(hash, |position| self.state::<W>(position) == state).ok()
    }

    /// Looks a state up, and inserts it if it is new. `hash` is its hash [within the shard](within_shard).
    #[inline]
    pub fn insert<const W: usize>(&mut self, hash: u32, state: &[u64], pred: StateId) -> Insertion<usize> {
        self.look_up::<W, false>(hash, state, pred)
    }

    #[inline(always)]
    fn look_up<const W: usize, const WIDE: bool>(
        &mut self,
        hash: u32,
        state: &[u64],
        pred: StateId,
    ) -> Insertion<usize> {
        self.make_room::<W>();
        let words = word_count::<W>(self.words);
        let state = &state[..words];
        let states = &self.states;
        match self.index.find::<WIDE>(hash, |position| &states[position * words..][..words] == state) {
            Ok(position) => Insertion::Known(position),
            Err(free) if self.free.0 > 0 => {
                let free = self.index.reuse(hash, free);
                let position = self.take_free().expect("there is one");
                self.index.fill(free, hash, position);
                self.states[position * words..][..words].copy_from_slice(state);
                self.preds[position] = pred;
                Insertion::New(position)
            }
            Err(_) if self.positions() >= self.most => Insertion::Full,
            Err(free) => {
                let free = self.index.reuse(hash, free);
                let position = self.positions();
                self.index.fill(free, hash, position);
                self.states.extend_from_slice(state);
                self.preds.push(pred);
                prefetch_spare(&self.states, SPARE_WORDS_AHEAD);
                prefetch_spare(&self.preds, SPARE_WORDS_AHEAD);
                Insertion::New(position)
            }
        }
    }

    /// Prefetches the lines of the index for a batch. This is the first step for several small batches in different
    /// shards, when each is too short to hide its own memory latency.
    pub fn prefetch_index(&self, records: &Records) {
        if !self.is_empty() {
            let records = records.words().chunks_exact(1 + self.words);
            records.for_each(|record| self.index.prefetch(split(record[0]).1));
        }
    }

    /// Prefetches the states with which a batch is likely to be compared. This is the second step.
    pub fn prefetch_states<const W: usize>(&self, records: &Records) {
        if !self.is_empty() {
            let records = records.words().chunks_exact(1 + word_count::<W>(self.words));
            records.for_each(|record| {
                self.look_ahead::<W, false>(record);
            });
        }
    }

    /// Looks up all records of a batch, and inserts the new states. Returns whether there was an id for each of them.
    pub fn insert_all(&mut self, records: &Records) -> bool {
        if records.is_empty() {
            return true;
        }
        let records = records.words();
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as the condition checks.
            return unsafe { self.insert_in_wide_stride(records) };
        }
        if cfg!(target_family = "wasm") {
            return with_words_everywhere!(self.words, W => self.insert_in_groups::<W>(records));
        }
        with_words_everywhere!(self.words, W => self.insert_in_stride::<W, false>(records))
    }

    /// Processes records in groups. For each group, reads one kind of memory after the other for all records, and then
    /// looks all of them up.
    ///
    /// PERF: this is for targets that cannot prefetch, and reads ahead instead. A processor continues past such reads
    /// for as many instructions as it can track. A loop of such reads alone keeps twenty or more in flight. Source:
    /// Chen, Ailamaki, Gibbons and Mowry, *Improving Hash Join Performance through Prefetching*, ICDE 2004.
    #[inline(always)]
    pub(crate) fn insert_in_groups<const W: usize>(&mut self, records: &[u64]) -> bool {
        // A likely position is compared without checking whether it contains a state.
        assert!(!self.has_free_position(), "nothing has been removed from a store that is filled in batches");
        // The index has a line from here on.
        self.make_room::<W>();
        let words = word_count::<W>(self.words);
        let mut likely_positions = [0; GROUP];
        let mut has_room = true;
        for group in records.chunks(GROUP * (1 + words)) {
            let group = group.chunks_exact(1 + words);
            group.clone().for_each(|record| self.index.prefetch(split(record[0]).1));
            for (record, likely) in group.clone().zip(&mut likely_positions) {
                *likely = self.look_ahead::<W, false>(record);
            }
            for (record, likely) in group.zip(likely_positions) {
                let known = self.states.get(likely * words..).and_then(|states| states.get(..words));
                if known != Some(&record[1..]) {
                    let (pred, hash) = split(record[0]);
                    has_room &= self.look_up::<W, false>(hash, &record[1..], pred) != Insertion::Full;
                }
            }
        }
        has_room
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn insert_in_wide_stride(&mut self, records: &[u64]) -> bool {
        with_words_everywhere!(self.words, W => self.insert_in_stride::<W, true>(records))
    }

    /// Processes one record after the other, and prefetches the memory for later ones. A state at its likely position,
    /// which holds for most known states, takes a single comparison.
    ///
    /// PERF: see `docs/optimisation.md`.
    #[inline(always)]
    fn insert_in_stride<const W: usize, const WIDE: bool>(&mut self, records: &[u64]) -> bool {
        // A likely position is compared without checking whether it contains a state.
        assert!(!self.has_free_position(), "nothing has been removed from a store that is filled in batches");
        // The index has a line from here on.
        self.make_room::<W>();
        let words = word_count::<W>(self.words);
        let from =
            |number: usize| records.get(number * (1 + words)..).unwrap_or_default().chunks_exact(1 + words);
        let mut ring = [0; RING];
        from(0).take(INDEX_AHEAD).for_each(|record| self.index.prefetch(split(record[0]).1));
        for (record, likely) in from(0).take(STATE_AHEAD).zip(&mut ring) {
            *likely = self.look_ahead::<W, WIDE>(record);
        }
        let (mut to_prefetch, mut to_look_up) = (from(INDEX_AHEAD), from(STATE_AHEAD));
        let mut has_room = true;
        for (number, record) in from(0).enumerate() {
            if let Some(record) = to_prefetch.next() {
                self.index.prefetch(split(record[0]).1);
            }
            let likely = ring[number % RING];
            if let Some(record) = to_look_up.next() {
                ring[(number + STATE_AHEAD) % RING] = self.look_ahead::<W, WIDE>(record);
            }
            let known = self.states.get(likely * words..).and_then(|states| states.get(..words));
            if known != Some(&record[1..]) {
                let (pred, hash) = split(record[0]);
                has_room &= self.look_up::<W, WIDE>(hash, &record[1..], pred) != Insertion::Full;
            }
        }
        has_room
    }

    /// Returns the likely position of a record's state, and prefetches it.
    #[inline(always)]
    fn look_ahead<const W: usize, const WIDE: bool>(&self, record: &[u64]) -> usize {
        let likely = self.index.likely_position::<WIDE>(split(record[0]).1);
        prefetch(&self.states, likely * word_count::<W>(self.words));
        likely
    }

    /// Whether the shard must grow before it takes `more` more states.
    pub(crate) fn is_tight(&self, more: usize) -> bool {
        !self.index.has_room_for(more) || self.preds.capacity() - self.preds.len() + self.free.0 < more
    }

    /// Returns the number of bytes that [`grow`](Self::grow) would add.
    pub(crate) fn growth_bytes(&self, more: usize) -> usize {
        let (states, index) = self.growth(more);
        states * (self.words * size_of::<u64>() + size_of::<StateId>()) + index
    }

    /// Makes room for `more` states, and for some others, so that it seldom has to be called.
    pub(crate) fn grow<const W: usize>(&mut self, more: usize) {
        let (states, index) = self.growth(more);
        if states > 0 {
            let spare = self.preds.capacity() - self.preds.len();
            self.preds.reserve_exact(spare + states);
            self.states.reserve_exact((spare + states) * self.words);
        }
        if index > 0 {
            self.grow_index::<W>(more);
        }
    }

    /// Returns the number of states for which room would be added, and the number of bytes that the index would grow.
    /// Anything that would soon have to grow is included, so that all shards grow at the same time.
    fn growth(&self, more: usize) -> (usize, usize) {
        let soon = more + self.preds.len() / (2 * GROWTH);
        let spare = self.preds.capacity() - self.preds.len() + self.free.0;
        let states = if spare < soon { more + self.preds.len() / GROWTH } else { 0 };
        let index = if self.index.has_room_for(soon) { 0 } else { self.index.growth_bytes(more) };
        (states, index)
    }

    fn grow_index<const W: usize>(&mut self, more: usize) {
        let mut index = std::mem::take(&mut self.index);
        index.grow_for(more, self.taken(), |position| self.hash_at::<W>(position));
        self.index = index;
    }

    /// Makes room for one more state.
    #[inline(always)]
    fn make_room<const W: usize>(&mut self) {
        if !self.index.has_room_for(1) {
            self.grow_index::<W>(1);
        }
        if self.preds.capacity() == self.preds.len() && self.free.0 == 0 {
            let more = (self.preds.len() / GROWTH).max(4);
            self.preds.reserve_exact(more);
            self.states.reserve_exact(more * word_count::<W>(self.words));
        }
    }

    pub(crate) fn set_pred(&mut self, position: usize, pred: StateId) {
        self.preds[position] = pred;
    }
}
