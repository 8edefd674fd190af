//! The exact store of pairs. For each state it stores the predecessor, the event that led from there to the state, and
//! part of its hash. With the index this takes 13 to 14 bytes per state, independently of the system.
//!
//! A state is *reconstructed* by firing the events on the path to it, starting at the nearest state that is stored
//! whole. If a hash matches, the candidate is reconstructed and compared, so that different states are never confused.
//! Sources: Westergaard, Kristensen, Brodal and Arge, *The ComBack Method*, ICATPN 2007; Evangelista, Westergaard and
//! Kristensen, *The ComBack Method Revisited*, ToPNoC III, 2009; Evangelista and Pradat-Peyre, *Memory Efficient State
//! Space Storage in Explicit Software Model Checking*, SPIN 2005.
//!
//! In contrast to the sources, there is no table of states with equal hashes, since the index contains all states. The
//! states available whole are the roots, the states of some levels, and those in a cache. INVARIANT: the predecessors
//! lead from each state to a root, along events that can be fired.

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

/// The origin of a state: its predecessor, the event fired there, and the length of the path.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    /// The state in which the event was fired.
    pub pred: StateId,
    /// The event.
    pub event: EventId,
    /// The length of the path to the state, in events.
    pub depth: u32,
}

/// Statistics of the work to reconstruct states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Number of states that were requested and not available whole.
    pub reconstructions: u64,
    /// Number of events fired to reconstruct states.
    pub events: u64,
    /// Number of comparisons of two states.
    pub comparisons: u64,
}

/// The store of pairs; see the module documentation.
#[derive(Debug)]
pub struct PairStore {
    options: PairOptions,
    /// The number of events of the system.
    events: usize,
    pairs: Pairs,
    indices: Vec<DenseIndex>,
    found: Reconstruction,
    group: Group,
    delay: Delay,
}

/// The pairs, and the states that are stored whole.
#[derive(Debug)]
struct Pairs {
    words: usize,
    arrays: Vec<PairArray>,
    whole: WholeStates,
    /// The number of states in all arrays.
    len: usize,
}

impl PairStore {
    /// Creates an empty store for states of `words` words, in a system with `events` events.
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

    /// Returns the options of the store.
    #[must_use]
    pub fn options(&self) -> PairOptions {
        self.options
    }

    /// Returns the number of words of a state.
    #[must_use]
    pub fn words(&self) -> usize {
        self.pairs.words
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len
    }

    /// Whether the store is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.len == 0
    }

    /// Returns the number of positions of a shard.
    #[must_use]
    pub fn positions_in(&self, shard: usize) -> usize {
        self.pairs.arrays[shard].len()
    }

    /// Returns the work done so far to reconstruct states.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.found.effort
    }

    /// Returns the approximate memory of a state without caches, in bytes.
    #[must_use]
    pub fn bytes_per_state(&self) -> usize {
        self.pairs.arrays[0].stride() + 6
    }

    /// Returns the memory of the store, including its cache, in bytes.
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

    /// Rebuilds a larger index from the high bits of the hashes, which are stored with the pairs, and the low bits,
    /// which are in the index.
    fn grow_index(&mut self, shard: usize) {
        let low = self.low_bits(shard);
        let array = &self.pairs.arrays[shard];
        let hash_at = |position| array.high_hash(position) | u32::from(low[position]);
        self.indices[shard].grow_for(1, array.taken(), hash_at);
    }

    /// Rebuilds an index at the same size, if it has many tombstones.
    fn renew_index(&mut self, shard: usize) {
        let low = self.low_bits(shard);
        let array = &self.pairs.arrays[shard];
        let hash_at = |position| array.high_hash(position) | u32::from(low[position]);
        self.indices[shard].renew(array.taken(), hash_at);
    }

    /// Returns the low bits of the hashes of a shard's states, by position. Only the index contains them.
    #[must_use]
    pub fn low_bits(&self, shard: usize) -> Vec<u8> {
        let mut low = vec![0; self.positions_in(shard)];
        self.indices[shard].low_bits().for_each(|(position, bits)| low[position] = bits);
        low
    }

    /// Returns the part of a [`hash`] that the store keeps of its states.
    #[must_use]
    pub fn known_hash(hash: u64) -> u64 {
        (shard_of(hash) as u64) << 56 | u64::from(pair_hash(within_shard(hash))) << 24
    }

    /// Iterates over the stored parts of the hashes of all states.
    pub fn known_hashes(&self) -> impl Iterator<Item = u64> + '_ {
        (0..SHARDS).flat_map(move |shard| {
            self.indices[shard].low_bits().map(move |(position, low)| {
                let within = self.pairs.arrays[shard].high_hash(position) | u32::from(low);
                (shard as u64) << 56 | u64::from(within) << 24
            })
        })
    }

    /// Removes a state. Its id may be reused.
    ///
    /// The state must not be the predecessor of another state.
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

    /// Enlarges the cache if it should grow with the store.
    fn grow_cache(&mut self) {
        let bytes = self.pairs.len * self.bytes_per_state();
        let states = self.options.cache.states(StateCache::bytes_of_state(self.pairs.words), bytes);
        let cache = &mut self.found.cache;
        if self.options.cache.grows() && states > cache.capacity() + cache.capacity() / 4 {
            cache.grow(states.next_multiple_of(1024));
        }
    }

    /// Whether a state has this id.
    #[must_use]
    pub fn is_taken(&self, id: StateId) -> bool {
        self.pairs.arrays[id.shard()].is_taken(id.position())
    }

    /// Returns the state from which a state was discovered. A root is its own predecessor.
    #[must_use]
    pub fn pred(&self, id: StateId) -> StateId {
        self.pairs.pred_and_event(id).0
    }

    /// Returns the event that led to a state, and whether the state is stored whole.
    #[must_use]
    pub fn event_and_wholeness(&self, id: StateId) -> (EventId, bool) {
        let (source, event) = self.pairs.get(id);
        (event, matches!(source, Source::Row(_)))
    }

    /// Sets the predecessor of a state.
    pub fn set_pred(&mut self, id: StateId, pred: StateId) {
        let array = &mut self.pairs.arrays[id.shard()];
        match array.get(id.position()).0 {
            Source::Row(row) => self.pairs.whole.set_pred(row, pred),
            Source::Pred(_) => array.set_source(id.position(), Source::Pred(pred)),
        }
    }

    /// Returns the events that lead from a root to a state.
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

    /// Inserts a root: a state that was not discovered from another.
    ///
    /// # Panics
    /// If the store is full.
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

    /// Looks a state up, and inserts it if it is new.
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
            // The index of an empty shard may have no lines yet.
            return None;
        }
        let is_same = |position| {
            let id = StateId::new(shard, position);
            array.matches(position, hash) && found.is_state::<R, W>(pairs, replay, id, state)
        };
        let position = indices[shard].find::<false>(hash, is_same).ok()?;
        Some(StateId::new(shard, position))
    }

    /// Inserts a state that the store does not contain, or returns `None` if no id is left for it.
    fn insert_new(&mut self, hash: u64, state: &[u64], origin: Origin) -> Option<StateId> {
        let shard = shard_of(hash);
        let id = StateId::new(shard, self.pairs.arrays[shard].next());
        let is_whole = self.keeps_whole(id, origin);
        self.insert_surely(hash, state, origin, is_whole)
    }

    /// Inserts a state that the store does not contain, whole or not, or returns `None` if no id is left for it. `hash`
    /// is its complete [`hash`]. The depth is ignored.
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

    /// Whether a state is stored whole. Roots always are, and others as long as there is room for them.
    fn keeps_whole(&self, id: StateId, Origin { pred, depth, .. }: Origin) -> bool {
        let every = self.options.whole.0;
        let is_due = every > 0 && depth % every == 0;
        let whole = (self.pairs.whole.len() + 1) * self.pairs.whole.bytes_per_state();
        pred == id || (is_due && whole <= self.pairs.len * self.bytes_per_state() / 12)
    }

    /// Writes a state to `state`.
    #[inline]
    pub fn load<R: Replay, const W: usize>(&mut self, replay: &mut R, id: StateId, state: &mut [u64]) {
        let Self { pairs, found, .. } = self;
        state.copy_from_slice(found.find::<R, W>(pairs, replay, id));
    }

    /// Appends the words of many states. Reconstructing them together is faster if they are sorted and distinct.
    pub fn load_all<R: Replay>(&mut self, replay: &mut R, ids: &[StateId], states: &mut Vec<u64>) {
        let Self { pairs, found, group, .. } = self;
        with_few_words!(pairs.words, W => group.load_all::<R, W>(pairs, found, replay, ids, states));
    }
}

impl Pairs {
    fn bytes(&self) -> usize {
        self.arrays.iter().map(PairArray::bytes).sum::<usize>() + self.whole.bytes()
    }

    /// Returns the source and the event of a state.
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
