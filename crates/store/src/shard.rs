//! One shard of the store: an array of states in the order in which they were discovered, each with
//! the state from which that happened, and an index over them.
//!
//! ```text
//! states  w w │ w w │ w w │ …     words words for each state
//! preds    p  │  p  │  p  │ …     the id of the predecessor that it was discovered from
//! index   · t,i · · t,i t,i ·     tag and position, by hash
//! ```

use sanderling_system::word_count;

use crate::StateId;
use crate::hash::{hash, within_shard};
use crate::index::{Index, MOST_STATES};
use crate::prefetch::prefetch;

/// What became of a state that was looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Insertion<Id> {
    /// It was not there and has been put in.
    New(Id),
    /// It was there.
    Known(Id),
    /// It was not there, and there is no id left for it. It has not been put in.
    Full,
}

/// A shard. See the module's page.
#[derive(Debug, Default)]
pub struct Shard {
    words: usize,
    states: Vec<u64>,
    preds: Vec<StateId>,
    index: Index,
}

/// How many records ahead the index is asked for.
const INDEX_AHEAD: usize = 48;
/// How many records ahead the index is read, and the state that it leads to asked for.
const STATE_AHEAD: usize = 24;
/// The likely positions of the records from the current one to [`STATE_AHEAD`] are kept in a ring.
const RING: usize = 32;
/// Room is made for so many records at a time: most of them are of known states.
const BLOCK: usize = 256;
/// Arrays grow by an eighth, so that little of them is ever unused.
const GROWTH: usize = 8;

impl Shard {
    /// A shard for states of so many words.
    #[must_use]
    pub(crate) fn new(words: usize) -> Self {
        Self { words, ..Self::default() }
    }

    /// The number of states.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.preds.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.preds.is_empty()
    }

    /// The memory that the shard has taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>()
            + self.preds.capacity() * size_of::<StateId>()
            + self.index.bytes()
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

    /// Looks a state up, and puts it in where it is new. `hash` is its hash
    /// [within the shard](within_shard).
    #[inline(always)]
    pub fn insert<const W: usize>(&mut self, hash: u32, state: &[u64], pred: StateId) -> Insertion<usize> {
        self.make_room::<W>(1);
        self.insert_with_room::<W>(hash, state, pred)
    }

    /// Looks up all records of a batch, and puts in the states that are new; answers whether there
    /// was an id for each of them. A record is a [`header`] and the words of a state.
    pub fn insert_all<const W: usize>(&mut self, records: &[u64]) -> bool {
        let length = 1 + word_count::<W>(self.words);
        if records.is_empty() {
            return true;
        }
        // The index has lines from here on.
        self.make_room::<W>(1);
        let mut ring = [0; RING];
        for record in records.chunks_exact(length).take(INDEX_AHEAD) {
            self.index.prefetch(split(record[0]).1);
        }
        for (number, record) in records.chunks_exact(length).take(STATE_AHEAD).enumerate() {
            ring[number] = self.look_ahead::<W>(record);
        }
        let mut has_room = true;
        for first in (0..records.len() / length).step_by(BLOCK) {
            self.make_room::<W>(BLOCK);
            let behind = records.len() / length;
            for number in first..behind.min(first + BLOCK) {
                has_room &= self.insert_in_stride::<W>(records, number, &mut ring);
            }
        }
        has_room
    }

    /// Handles one record, while the memory for those behind it is on its way. A state whose likely
    /// position was right, as that of most known states is, is done with one comparison.
    ///
    /// PERF: see `docs/performance.md`.
    #[inline(always)]
    fn insert_in_stride<const W: usize>(
        &mut self,
        records: &[u64],
        number: usize,
        ring: &mut [usize; RING],
    ) -> bool {
        let words = word_count::<W>(self.words);
        let length = 1 + words;
        if let Some(&header) = records.get((number + INDEX_AHEAD) * length) {
            self.index.prefetch(split(header).1);
        }
        let likely = ring[number % RING];
        if let Some(record) = records.get((number + STATE_AHEAD) * length..)
            && !record.is_empty()
        {
            ring[(number + STATE_AHEAD) % RING] = self.look_ahead::<W>(record);
        }
        let record = &records[number * length..][..length];
        if self.states.get(likely * words..(likely + 1) * words) == Some(&record[1..]) {
            return true;
        }
        let (pred, hash) = split(record[0]);
        self.insert_with_room::<W>(hash, &record[1..], pred) != Insertion::Full
    }

    /// The likely position of a record's state, which is asked for.
    #[inline(always)]
    fn look_ahead<const W: usize>(&self, record: &[u64]) -> usize {
        let likely = self.index.likely_position(split(record[0]).1);
        prefetch(&self.states, likely * word_count::<W>(self.words));
        likely
    }

    #[inline(always)]
    fn insert_with_room<const W: usize>(
        &mut self,
        hash: u32,
        state: &[u64],
        pred: StateId,
    ) -> Insertion<usize> {
        let words = word_count::<W>(self.words);
        let state = &state[..words];
        let states = &self.states;
        match self.index.find(hash, |position| &states[position * words..][..words] == state) {
            Ok(position) => Insertion::Known(position),
            Err(_) if self.len() == MOST_STATES => Insertion::Full,
            Err(free) => {
                let position = self.len();
                self.index.fill(free, hash, position);
                self.states.extend_from_slice(state);
                self.preds.push(pred);
                Insertion::New(position)
            }
        }
    }

    #[inline(always)]
    fn make_room<const W: usize>(&mut self, more: usize) {
        if !self.index.has_room_for(more) {
            let (states, words) = (&self.states, word_count::<W>(self.words));
            self.index.grow_for(more, |position| within_shard(hash(&states[position * words..][..words])));
        }
        if self.preds.capacity() - self.preds.len() < more {
            let more = more.max(self.preds.len() / GROWTH);
            self.preds.reserve_exact(more);
            self.states.reserve_exact(more * word_count::<W>(self.words));
        }
    }

    pub(crate) fn set_pred(&mut self, position: usize, pred: StateId) {
        self.preds[position] = pred;
    }
}

/// What a record of [`Shard::insert_all`] begins with: where the state comes from, and its hash
/// [within the shard](within_shard).
#[must_use]
#[inline(always)]
pub fn header(pred: StateId, hash: u32) -> u64 {
    u64::from(pred.raw()) << 32 | u64::from(hash)
}

#[inline(always)]
fn split(header: u64) -> (StateId, u32) {
    (StateId::from_raw((header >> 32) as u32), header as u32)
}
