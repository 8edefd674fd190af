//! The sweep-line method: states behind the line of progress are forgotten.
//!
//! Sources: Christensen, Kristensen and Mailund, *A Sweep-Line Method for State Space Exploration*, TACAS
//! 2001; Kristensen and Mailund, *A Generalised Sweep-Line Method for Safety Properties*, FME 2002. A
//! progress measure gives each state a progress value. States are expanded in the order of their values, and
//! all states of a value form a *class*. After a class is closed, its states are not needed unless an event
//! leads back to them. A state that an event leads back to becomes *persistent*: it is never forgotten, and
//! the next sweep starts from it. Sweeps repeat until one finds no new persistent states.
//!
//! In combination with a cache (Evangelista and Kristensen, *Search-Order Independent State Caching*, 2010,
//! section 4.4), the termination-detection tree splits into one tree for each root of a class. A state whose
//! predecessor is in another class is a root, since termination of a class does not depend on other classes.
//! When a class is closed, all its states are off the tree except the persistent ones.

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;

use super::Swept;
use super::cache::Cache;
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};
use crate::growth::make_room;
use crate::open::OpenState;
use crate::store::{ById, Disk, PathLog, Store, StoreWithIds};

/// The position of the sweep-line, and the persistent states behind it.
#[derive(Debug)]
pub(crate) struct Sweep {
    /// The progress value of the current class.
    class: Vec<i64>,
    /// The closed states of the class. Some may have been forgotten, and some may occur twice.
    closed: Vec<StateId>,
    /// Persistent states that the next sweep starts from.
    next: Vec<OpenState>,
    swept: Swept,
    pub(crate) log: PathLog,
}

/// The position of a successor relative to the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Behind the line.
    Behind,
    /// In the current class.
    On,
    /// Ahead of the line.
    Ahead,
}

impl Sweep {
    /// Creates a line at a progress value, in the first sweep.
    pub(crate) fn at(class: Vec<i64>, disk: &Disk) -> Self {
        Self {
            class,
            closed: Vec::new(),
            next: Vec::new(),
            swept: Swept { sweeps: 1, ..Swept::default() },
            log: PathLog::new(disk),
        }
    }

    /// Returns the progress value of the current class.
    pub(crate) fn class(&self) -> &[i64] {
        &self.class
    }

    /// Returns the side of a state with this progress value.
    pub(crate) fn side(&self, progress: &[i64]) -> Side {
        match progress.cmp(&self.class) {
            std::cmp::Ordering::Less => Side::Behind,
            std::cmp::Ordering::Equal => Side::On,
            std::cmp::Ordering::Greater => Side::Ahead,
        }
    }

    /// Records a state that has been discovered, or met again with more events due. Behind the line it
    /// becomes persistent and is open in the next sweep. Otherwise it is open in the current sweep.
    pub(crate) fn put(&mut self, cache: &mut Cache, store: &mut ById, state: OpenState, side: Side) {
        match side {
            Side::On => {}
            Side::Ahead => cache.tree.cut_off(store, state.id),
            Side::Behind => {
                self.swept.persistent += u64::from(cache.tree.pin(store, state.id));
                self.next.push(state);
            }
        }
    }

    /// Records that a state of the class has been closed.
    pub(crate) fn closed(&mut self, store: &ById, id: StateId) {
        if self.closed.len() == self.closed.capacity() {
            // With a cache, the same state may be closed repeatedly.
            if self.closed.len() > store.len() {
                self.tidy(store);
            }
            let length = self.closed.len() + 1;
            make_room(&mut self.closed, length);
        }
        self.closed.push(id);
    }

    /// Removes duplicates and states that are no longer stored.
    fn tidy(&mut self, store: &ById) {
        self.closed.retain(|&id| store.is_taken(id));
        self.closed.sort_unstable();
        self.closed.dedup();
    }

    /// Moves the line to the class with this progress value, and forgets the states behind it.
    pub(crate) fn advance<const W: usize>(&mut self, cache: &mut Cache, store: &mut ById, class: &[i64]) {
        self.collect::<W>(cache, store);
        self.class.clear();
        self.class.extend_from_slice(class);
    }

    /// Forgets the states of the class that has just been closed.
    fn collect<const W: usize>(&mut self, cache: &mut Cache, store: &mut ById) {
        cache.note_peak();
        self.note_class(store);
        for id in self.closed.drain(..) {
            // Another state may have this id now. Then it belongs to the class too, or is open.
            if cache.tree.is_candidate(id) {
                cache.forget::<W>(store, id);
            }
        }
    }

    /// Updates the size of the largest class before the line moves or the search ends.
    pub(crate) fn note_class(&mut self, store: &ById) {
        self.tidy(store);
        self.swept.largest_class = self.swept.largest_class.max(self.closed.len() as u64);
    }

    /// Returns the states that the next sweep starts from, if one is needed.
    pub(crate) fn next_sweep<const W: usize>(
        &mut self,
        cache: &mut Cache,
        store: &mut ById,
    ) -> Vec<OpenState> {
        self.collect::<W>(cache, store);
        if !self.next.is_empty() {
            self.swept.sweeps += 1;
        }
        std::mem::take(&mut self.next)
    }

    /// Returns the statistics so far.
    pub(crate) fn swept(&self) -> Swept {
        self.swept
    }

    /// Returns the states that wait for the next sweep.
    pub(crate) fn waiting(&mut self) -> &mut Vec<OpenState> {
        &mut self.next
    }

    pub(crate) fn bytes(&self) -> usize {
        self.closed.capacity() * size_of::<StateId>()
            + self.next.capacity() * size_of::<OpenState>()
            + self.log.bytes()
    }

    /// Writes the sweep-line to a checkpoint, except for the logged part. The capacity of the list of closed
    /// states is included, since it determines when the list is tidied.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        self.class.save(to);
        self.closed.save(to);
        self.closed.capacity().save(to);
        self.next.save(to);
        self.swept.save(to);
        self.log.save(to);
    }

    /// Reads a sweep-line from a checkpoint into an empty one. Returns `None` if it does not belong to the
    /// states of the store.
    pub(crate) fn load(&mut self, from: &mut Source, store: &ById) -> Option<()> {
        (self.class, self.closed) = (Snapshot::load(from)?, Snapshot::load(from)?);
        let room = usize::load(from)?;
        (self.next, self.swept) = (Snapshot::load(from)?, Snapshot::load(from)?);
        let positions: usize = (0..SHARDS).map(|shard| store.positions_in(shard)).sum();
        let is_of_store = |id: &StateId| id.position() < store.positions_in(id.shard());
        let is_sound = self.closed.len() <= room
            // INVARIANT: the list grows only while it is no longer than the store.
            && room <= 2 * positions + 64
            && self.closed.iter().all(is_of_store);
        if !is_sound {
            return None;
        }
        self.closed.shrink_to_fit();
        self.closed.try_reserve_exact(room - self.closed.len()).ok()?;
        self.log.load(from, |shard| store.positions_in(shard))
    }

    /// Replaces the ids of the closed states of the class. Removes forgotten states.
    pub(crate) fn moved(&mut self, new_id: impl Fn(StateId) -> Option<StateId>) {
        self.closed = self.closed.iter().filter_map(|&id| new_id(id)).collect();
    }
}
