//! The exact store of pairs: of a state, its predecessor, the event that led from there to it, and some
//! of its hash. Whatever the system, that is 13 to 14 bytes with the index.
//!
//! A state is *reconstructed* by firing the events on the path to it, from the nearest state that is known
//! whole. Where a hash matches, the candidate is reconstructed and compared, so that nothing is ever taken
//! for something else. Sources: Westergaard, Kristensen, Brodal and Arge, *The ComBack Method*, ICATPN
//! 2007; Evangelista, Westergaard and Kristensen, *The ComBack Method Revisited*, ToPNoC III, 2009;
//! Evangelista and Pradat-Peyre, *Memory Efficient State Space Storage in Explicit Software Model
//! Checking*, SPIN 2005.
//!
//! We differ in that there is no table of states with the same hash: the index has them all. Known whole
//! are the roots, the states of some levels, and those in a cache. INVARIANT: the
//! predecessors lead from each state to a root, along events that may be fired.

mod array;
mod cache;
mod delayed;
mod group;
mod reconstruct;
mod saved;
mod strategy;
mod whole;

use sanderling_system::{EventId, with_few_words};

pub use self::reconstruct::Replay;
pub use self::saved::SavedPair;
pub use self::strategy::{CacheSize, CacheStrategy, PairOptions, WholeLevels};

use self::array::{LOW_BITS, PairArray, Source, pair_hash};
use self::cache::StateCache;
use self::delayed::Delay;
use self::group::Group;
use self::reconstruct::Reconstruction;
use self::whole::WholeStates;
use crate::StateId;
use crate::hash::{SHARDS, hash, shard_of, within_shard};
use crate::index::{DenseIndex, MAX_STATES};
use crate::shard::Insertion;

/// Where a state was discovered: from which other one, by which event, and how many events lead to it.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    /// The state that the event was fired in.
    pub pred: StateId,
    /// The event.
    pub event: EventId,
    /// The length of the path to it.
    pub depth: u32,
}

/// How much has been done to find states again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// States that were asked for and not known whole.
    pub reconstructions: u64,
    /// Events that were fired to reconstruct states.
    pub events: u64,
    /// States that were compared with another one.
    pub comparisons: u64,
}

/// The store. See the module's page.
#[derive(Debug)]
pub struct PairStore {
    options: PairOptions,
    /// How many events there are.
    events: usize,
    pairs: Pairs,
    indices: Vec<DenseIndex>,
    found: Reconstruction,
    group: Group,
    delay: Delay,
}

/// The pairs, and the states that are kept whole.
#[derive(Debug)]
struct Pairs {
    words: usize,
    arrays: Vec<PairArray>,
    whole: WholeStates,
    /// The states that have been counted: those of all arrays.
    len: usize,
}

impl PairStore {
    /// A store with nothing in it, for states of this number of words that are led to by this number of events.
    #[must_use]
    pub fn new(words: usize, events: usize, options: PairOptions) -> Self {
        let cached = options.cache.states(StateCache::bytes_of_state(words), 0);
        Self {
            options,
            events,
            pairs: Pairs {
                words,
                arrays: (0..SHARDS).map(|_| PairArray::new(events)).collect(),
                whole: WholeStates::new(words),
                len: 0,
            },
            indices: (0..SHARDS).map(|_| DenseIndex::default()).collect(),
            found: Reconstruction::new(words, StateCache::new(words, options.strategy, cached)),
            group: Group::default(),
            delay: Delay::default(),
        }
    }

    /// The options that it was made with.
    #[must_use]
    pub fn options(&self) -> PairOptions {
        self.options
    }

    /// The number of words of a state.
    #[must_use]
    pub fn words(&self) -> usize {
        self.pairs.words
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.len == 0
    }

    /// The number of positions of a shard.
    #[must_use]
    pub fn positions_in(&self, shard: usize) -> usize {
        self.pairs.arrays[shard].len()
    }

    /// What has been done so far to find states again.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.found.effort
    }

    /// The memory of a state, about, without caches.
    #[must_use]
    pub fn bytes_per_state(&self) -> usize {
        self.pairs.arrays[0].stride() + 6
    }

    /// The memory that the store has taken, with its cache.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.pairs.bytes()
            + self.index_bytes()
            + self.found.cache.bytes()
            + self.group.bytes()
            + self.delay.bytes()
    }

    fn index_bytes(&self) -> usize {
        self.indices.iter().map(DenseIndex::bytes).sum()
    }

    /// Makes room for one more state in the index of a shard.
    #[inline(always)]
    fn make_room(&mut self, shard: usize) {
        if !self.indices[shard].has_room_for(1) {
            self.grow_index(shard);
            self.grow_cache();
        }
    }

    /// The index is made anew from the high bits of the hashes, which are with the pairs, and the low
    /// ones, which are in the index.
    fn grow_index(&mut self, shard: usize) {
        let low = self.low_bits(shard);
        let array = &self.pairs.arrays[shard];
        let hash_at = |position| array.high_hash(position) | u32::from(low[position]);
        self.indices[shard].grow_for(1, array.taken(), hash_at);
    }

    /// Renews an index without growing it, where there are many traces of states that are gone.
    fn renew_index(&mut self, shard: usize) {
        let low = self.low_bits(shard);
        let array = &self.pairs.arrays[shard];
        let hash_at = |position| array.high_hash(position) | u32::from(low[position]);
        self.indices[shard].renew(array.taken(), hash_at);
    }

    /// The low bits of the hashes of a shard's states, which are only in the index, by position.
    #[must_use]
    pub fn low_bits(&self, shard: usize) -> Vec<u8> {
        let mut low = vec![0; self.positions_in(shard)];
        self.indices[shard].low_bits().for_each(|(position, bits)| low[position] = bits);
        low
    }

    /// As much of a [`hash`] as the store knows of its states.
    #[must_use]
    pub fn known_hash(hash: u64) -> u64 {
        (shard_of(hash) as u64) << 56 | u64::from(pair_hash(within_shard(hash))) << 24
    }

    /// As much as the store knows of the hashes of its states, each for itself.
    pub fn known_hashes(&self) -> impl Iterator<Item = u64> + '_ {
        (0..SHARDS).flat_map(move |shard| {
            self.indices[shard].low_bits().map(move |(position, low)| {
                let within = self.pairs.arrays[shard].high_hash(position) | u32::from(low);
                (shard as u64) << 56 | u64::from(within) << 24
            })
        })
    }

    /// Removes a state. Its id may be given to another one.
    ///
    /// It must not be the predecessor of another state.
    pub fn remove(&mut self, id: StateId) {
        let (shard, position) = (id.shard(), id.position());
        let (array, index) = (&mut self.pairs.arrays[shard], &mut self.indices[shard]);
        if let (Source::Row(row), _) = array.get(position) {
            self.pairs.whole.remove(row);
        }
        index.remove_by_high_bits(array.high_hash(position), LOW_BITS, position);
        array.remove(position);
        self.found.cache.drop_state(id);
        self.pairs.len -= 1;
        if self.indices[shard].is_worn() {
            self.renew_index(shard);
        }
    }

    /// Makes the cache larger where it is to grow with the store.
    fn grow_cache(&mut self) {
        let bytes = self.pairs.len * self.bytes_per_state();
        let states = self.options.cache.states(StateCache::bytes_of_state(self.pairs.words), bytes);
        let cache = &mut self.found.cache;
        if self.options.cache.grows() && states > cache.capacity() + cache.capacity() / 4 {
            cache.grow(states.next_multiple_of(1024));
        }
    }

    /// Whether there is a state with this id.
    #[must_use]
    pub fn is_taken(&self, id: StateId) -> bool {
        self.pairs.arrays[id.shard()].is_taken(id.position())
    }

    /// The state from which a state was discovered; a root is its own predecessor.
    #[must_use]
    pub fn pred(&self, id: StateId) -> StateId {
        self.pairs.pred_and_event(id).0
    }

    /// The event that led to a state, and whether the state is kept whole.
    #[must_use]
    pub fn event_and_wholeness(&self, id: StateId) -> (EventId, bool) {
        let (source, event) = self.pairs.get(id);
        (event, matches!(source, Source::Row(_)))
    }

    /// Says anew what a state's predecessor is called.
    pub fn set_pred(&mut self, id: StateId, pred: StateId) {
        let array = &mut self.pairs.arrays[id.shard()];
        match array.get(id.position()).0 {
            Source::Row(row) => self.pairs.whole.set_pred(row, pred),
            Source::Pred(_) => array.set_source(id.position(), Source::Pred(pred)),
        }
    }

    /// The events that lead from a root to a state.
    #[must_use]
    pub fn events_to(&self, id: StateId) -> Vec<EventId> {
        let (mut events, mut at) = (Vec::new(), id);
        loop {
            let (pred, event) = self.pairs.pred_and_event(at);
            if pred == at {
                break;
            }
            events.push(event);
            at = pred;
        }
        events.reverse();
        events
    }

    /// Puts in a root: a state that was not discovered from another.
    ///
    /// # Panics
    /// Where the store is full.
    pub fn insert_root(&mut self, state: &[u64]) -> StateId {
        let hash = hash(state);
        let shard = shard_of(hash);
        self.make_room(shard);
        let id = StateId::new(shard, self.pairs.arrays[shard].next());
        let origin = Origin { pred: id, event: EventId::new(0), depth: 0 };
        let inserted = self.insert_new(hash, state, origin);
        assert_eq!(inserted, Some(id), "there is room for a root");
        id
    }

    /// Looks a state up, and puts it in where it is new.
    #[inline]
    pub fn insert<R: Replay, const W: usize>(
        &mut self,
        replay: &mut R,
        state: &[u64],
        origin: Origin,
    ) -> Insertion<StateId> {
        let hash = hash(state);
        match self.find_hashed::<R, W>(replay, hash, state) {
            Some(id) => Insertion::Known(id),
            None => self.insert_new(hash, state, origin).map_or(Insertion::Full, Insertion::New),
        }
    }

    /// Looks a state up.
    pub fn find<R: Replay, const W: usize>(&mut self, replay: &mut R, state: &[u64]) -> Option<StateId> {
        self.find_hashed::<R, W>(replay, hash(state), state)
    }

    #[inline(always)]
    fn find_hashed<R: Replay, const W: usize>(
        &mut self,
        replay: &mut R,
        hash: u64,
        state: &[u64],
    ) -> Option<StateId> {
        let Self { pairs, indices, found, .. } = self;
        let shard = shard_of(hash);
        let hash = pair_hash(within_shard(hash));
        let array = &pairs.arrays[shard];
        if array.len() == 0 {
            // Its index may have no line yet.
            return None;
        }
        let is_same = |position| {
            let id = StateId::new(shard, position);
            array.matches(position, hash) && found.is_state::<R, W>(pairs, replay, id, state)
        };
        let position = indices[shard].find::<false>(hash, is_same).ok()?;
        Some(StateId::new(shard, position))
    }

    /// Puts in a state that is not there; `None` where there is no id for it.
    fn insert_new(&mut self, hash: u64, state: &[u64], origin: Origin) -> Option<StateId> {
        let shard = shard_of(hash);
        let id = StateId::new(shard, self.pairs.arrays[shard].next());
        let is_whole = self.keeps_whole(id, origin);
        self.insert_surely(hash, state, origin, is_whole)
    }

    /// Puts in a state that is not there, whole or not; `None` where there is no id for it. `hash` is all of
    /// its [`hash`]. The depth is of no interest.
    pub fn insert_surely(
        &mut self,
        hash: u64,
        state: &[u64],
        origin: Origin,
        is_whole: bool,
    ) -> Option<StateId> {
        let (shard, within) = (shard_of(hash), pair_hash(within_shard(hash)));
        let position = self.pairs.arrays[shard].next();
        if position == MAX_STATES {
            return None;
        }
        self.make_room(shard);
        let index = &mut self.indices[shard];
        let Err(free) = index.find::<false>(within, |_| false) else { unreachable!("nothing is the same") };
        let free = index.reuse(within, free);
        index.fill(free, within, position);
        let id = StateId::new(shard, position);
        self.pairs.push(within, shard, state, origin, is_whole);
        self.found.cache.put(id, state, 1);
        Some(id)
    }

    /// Whether a state is kept whole: the roots, and as many others as there is room for.
    fn keeps_whole(&self, id: StateId, Origin { pred, depth, .. }: Origin) -> bool {
        let every = self.options.whole.0;
        let is_due = every > 0 && depth % every == 0;
        let whole = (self.pairs.whole.len() + 1) * self.pairs.whole.bytes_per_state();
        pred == id || (is_due && whole <= self.pairs.len * self.bytes_per_state() / 12)
    }

    /// Writes a state.
    #[inline]
    pub fn load<R: Replay, const W: usize>(&mut self, replay: &mut R, id: StateId, state: &mut [u64]) {
        let Self { pairs, found, .. } = self;
        state.copy_from_slice(found.find::<R, W>(pairs, replay, id));
    }

    /// Appends the words of many states. They are found faster together where each is given once and they
    /// are in order.
    pub fn load_all<R: Replay>(&mut self, replay: &mut R, ids: &[StateId], states: &mut Vec<u64>) {
        let Self { pairs, found, group, .. } = self;
        with_few_words!(pairs.words, W => group.load_all::<R, W>(pairs, found, replay, ids, states));
    }
}

impl Pairs {
    fn bytes(&self) -> usize {
        self.arrays.iter().map(PairArray::bytes).sum::<usize>() + self.whole.bytes()
    }

    /// The source and the event of a state.
    #[inline(always)]
    fn get(&self, id: StateId) -> (Source, EventId) {
        self.arrays[id.shard()].get(id.position())
    }

    fn pred_and_event(&self, id: StateId) -> (StateId, EventId) {
        match self.get(id) {
            (Source::Pred(pred), event) => (pred, event),
            (Source::Row(row), event) => (self.whole.pred(row), event),
        }
    }

    /// Adds a pair to a shard.
    fn push(&mut self, hash: u32, shard: usize, state: &[u64], origin: Origin, is_whole: bool) {
        let source = match is_whole {
            true => Source::Row(self.whole.add(origin.pred, state)),
            false => Source::Pred(origin.pred),
        };
        self.arrays[shard].push(source, hash, origin.event);
        self.len += 1;
    }
}

#[cfg(test)]
mod tests;
