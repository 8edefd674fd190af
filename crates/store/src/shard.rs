//! One shard of the store: an array of states in the order in which they were discovered, each with
//! the state from which that happened, and an index over them.
//!
//! ```text
//! states  w w │ w w │ w w │ …     words words for each state
//! preds    p  │  p  │  p  │ …     the id of the predecessor that it was discovered from
//! index   · t,i · · t,i t,i ·     tag and position, by hash
//! ```
//!
//! A state that is removed leaves its position free for another one. Free positions are a list through
//! `preds`, and `removed` tells which they are; where nothing is removed, none of this is
//! looked at.

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

/// What became of a state that was looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Insertion<Id> {
    /// The state was not there and has been put in.
    New(Id),
    /// The state was there.
    Known(Id),
    /// The state was not there, and has not been put in, as there is no id left for it.
    Full,
}

/// A shard. See the module's page.
#[derive(Debug, Default)]
pub struct Shard {
    words: usize,
    /// How many positions there may be.
    most: usize,
    states: Vec<u64>,
    preds: Vec<StateId>,
    index: Index,
    /// The positions that are free. Takes no memory as long as none has been.
    removed: Positions,
    /// How many positions are free, and the one that was freed last.
    free: (usize, Option<StateId>),
}

/// How many records ahead the index is asked for.
const INDEX_AHEAD: usize = 128;
/// How many records ahead the index is read, and the state that it leads to asked for.
const STATE_AHEAD: usize = 64;
/// The likely positions of the records from the current one to [`STATE_AHEAD`] are kept in a ring.
const RING: usize = 64;
/// How many records are a group where memory is read ahead.
const GROUP: usize = 128;
/// How far ahead the memory for new states is asked for.
const SPARE_WORDS_AHEAD: usize = 16;
/// Arrays grow by an eighth, so that little of them is ever unused.
const GROWTH: usize = 8;

impl Shard {
    /// A shard for states of this number of words.
    #[must_use]
    pub(crate) fn new(words: usize) -> Self {
        Self { words, most: MAX_STATES, ..Self::default() }
    }

    /// The same with room for at most so many states.
    #[must_use]
    pub(crate) fn with_room(self, states: usize) -> Self {
        Self { most: states.min(MAX_STATES), ..self }
    }

    /// The number of states.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.preds.len() - self.free.0
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of positions: of the states, and of those that are free.
    #[must_use]
    #[inline]
    pub fn positions(&self) -> usize {
        self.preds.len()
    }

    /// Whether there is a state at a position.
    #[must_use]
    #[inline]
    pub fn is_taken(&self, position: usize) -> bool {
        !self.removed.contains(position)
    }

    /// Where the states are.
    pub fn taken(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.positions()).filter(|&position| self.is_taken(position))
    }

    /// Whether another state takes no more memory for states and predecessors.
    #[must_use]
    #[inline]
    pub fn has_free_position(&self) -> bool {
        self.free.0 > 0
    }

    /// Removes the state at a position. Its id may be given to another one.
    pub fn remove<const W: usize>(&mut self, position: usize) {
        debug_assert!(self.is_taken(position), "a state is removed once");
        let hash = self.hash_at::<W>(position);
        self.index.remove(hash, position);
        self.removed.insert(position, self.preds.len());
        // The list ends with a position that refers to itself.
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

    /// The hash within the shard of the state at a position.
    #[inline(always)]
    fn hash_at<const W: usize>(&self, position: usize) -> u32 {
        within_shard(hash(self.state::<W>(position)))
    }

    /// Takes a free position.
    fn take_free(&mut self) -> Option<usize> {
        let position = self.free.1?.position();
        let next = self.preds[position];
        self.free = (self.free.0 - 1, (next.position() != position).then_some(next));
        self.removed.remove(position);
        Some(position)
    }

    /// The memory that the shard has taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>()
            + self.preds.capacity() * size_of::<StateId>()
            + self.index.bytes()
            + self.removed.bytes()
    }

    /// The state at a position.
    #[must_use]
    #[inline(always)]
    pub fn state<const W: usize>(&self, position: usize) -> &[u64] {
        let words = word_count::<W>(self.words);
        &self.states[position * words..][..words]
    }

    /// The state from which the one at a position was discovered.
    #[must_use]
    pub fn pred(&self, position: usize) -> StateId {
        self.preds[position]
    }

    /// Looks a state up. `hash` is its hash [within the shard](within_shard).
    #[must_use]
    #[inline]
    pub fn find<const W: usize>(&self, hash: u32, state: &[u64]) -> Option<usize> {
        if self.is_empty() {
            // Its index may have no line yet.
            return None;
        }
        self.index.find::<false>(hash, |position| self.state::<W>(position) == state).ok()
    }

    /// Looks a state up, and puts it in where it is new. `hash` is its hash
    /// [within the shard](within_shard).
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

    /// Asks for the lines of the index that a batch will need: the first step for several small batches
    /// that go to different shards, each too short to hide its own waiting.
    pub fn ask_for_index(&self, records: &Records) {
        if !self.is_empty() {
            let records = records.words().chunks_exact(1 + self.words);
            records.for_each(|record| self.index.prefetch(split(record[0]).1));
        }
    }

    /// Asks for the states that a batch is likely to be compared with: the second step.
    pub fn ask_for_states<const W: usize>(&self, records: &Records) {
        if !self.is_empty() {
            let records = records.words().chunks_exact(1 + word_count::<W>(self.words));
            records.for_each(|record| {
                self.look_ahead::<W, false>(record);
            });
        }
    }

    /// Looks up all records of a batch, and puts in the states that are new; answers whether there
    /// was an id for each of them.
    pub fn insert_all(&mut self, records: &Records) -> bool {
        if records.is_empty() {
            return true;
        }
        let records = records.words();
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as was just asked.
            return unsafe { self.insert_in_wide_stride(records) };
        }
        if cfg!(target_family = "wasm") {
            return with_words_everywhere!(self.words, W => self.insert_in_groups::<W>(records));
        }
        with_words_everywhere!(self.words, W => self.insert_in_stride::<W, false>(records))
    }

    /// Handles a group of records after the other: reads what each of them needs, one kind of memory after the other, and then looks all of them up.
    ///
    /// PERF: where memory cannot be asked for, it is read ahead. A processor goes on behind such reads for as many instructions as it can keep
    /// track of, and where only these are in a loop, twenty or more are under way. Source: Chen, Ailamaki, Gibbons and Mowry, *Improving Hash
    /// Join Performance through Prefetching*, ICDE 2004.
    #[inline(always)]
    pub(crate) fn insert_in_groups<const W: usize>(&mut self, records: &[u64]) -> bool {
        // A likely position is compared without asking whether there is a state.
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

    /// Handles one record after the other while the memory for those behind it is on its way. A state
    /// whose likely position was right, as that of most known states is, is done with one comparison.
    ///
    /// PERF: see `docs/optimisation.md`.
    #[inline(always)]
    fn insert_in_stride<const W: usize, const WIDE: bool>(&mut self, records: &[u64]) -> bool {
        // A likely position is compared without asking whether there is a state.
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
        let (mut to_ask_for, mut to_look_up) = (from(INDEX_AHEAD), from(STATE_AHEAD));
        let mut has_room = true;
        for (number, record) in from(0).enumerate() {
            if let Some(record) = to_ask_for.next() {
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

    /// The likely position of a record's state, which is asked for.
    #[inline(always)]
    fn look_ahead<const W: usize, const WIDE: bool>(&self, record: &[u64]) -> usize {
        let likely = self.index.likely_position::<WIDE>(split(record[0]).1);
        prefetch(&self.states, likely * word_count::<W>(self.words));
        likely
    }

    /// Whether the shard has to grow before it takes so many more states.
    pub(crate) fn is_tight(&self, more: usize) -> bool {
        !self.index.has_room_for(more) || self.preds.capacity() - self.preds.len() + self.free.0 < more
    }

    /// How much more memory the shard has after [`grow`](Self::grow).
    pub(crate) fn growth_bytes(&self, more: usize) -> usize {
        let (states, index) = self.growth(more);
        states * (self.words * size_of::<u64>() + size_of::<StateId>()) + index
    }

    /// Makes room for more states, and some besides, so that this need not be done often.
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

    /// For how many states there will be more room, and how many bytes more the index takes. What will
    /// soon have to grow grows, too, so that all shards grow at the same time.
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
