//! The sweep-line: states that progress has left behind are forgotten.
//!
//! Sources: Christensen, Kristensen and Mailund, *A Sweep-Line Method for State Space Exploration*,
//! TACAS 2001; Kristensen and Mailund, *A Generalised Sweep-Line Method for Safety Properties*, FME
//! 2002. A progress measure gives each state a progress value. States are taken by value, least first;
//! all states of a value make a *class*. When a class is closed, nothing of it is needed any more, as
//! long as no event leads back. A state that an event leads back to becomes *persistent*: it is never
//! forgotten, and the next sweep starts from it. There are sweeps until none finds new ones.
//!
//! Together with a cache (Evangelista and Kristensen, *Search-Order Independent State Caching*, 2010,
//! section 4.4) the termination-detection tree falls into one for each root of a class: a state whose
//! predecessor is of another class is a root, since that class need not be remembered for this one to
//! end. So where a class is closed, all its states are off the tree but the persistent ones.

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;

use super::Swept;
use super::cache::Cache;
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};
use crate::growth::make_room;
use crate::open::OpenState;
use crate::store::{ById, Disk, PathLog, Store, StoreWithIds};

/// Where the line is, and what is behind it.
#[derive(Debug)]
pub(crate) struct Sweep {
    /// The progress value of the class that is explored.
    class: Vec<i64>,
    /// The closed states of the class. Some may have been forgotten, and some be there twice.
    closed: Vec<StateId>,
    /// Persistent states from which the next sweep starts.
    next: Vec<OpenState>,
    swept: Swept,
    pub(crate) log: PathLog,
}

/// Where a state lies that an event leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Behind the line.
    Behind,
    /// In the class that is explored.
    On,
    /// Ahead of it.
    Ahead,
}

impl Sweep {
    /// A line at a progress value, in the first sweep.
    pub(crate) fn at(class: Vec<i64>, disk: &Disk) -> Self {
        Self {
            class,
            closed: Vec::new(),
            next: Vec::new(),
            swept: Swept { sweeps: 1, ..Swept::default() },
            log: PathLog::new(disk),
        }
    }

    /// The progress value of the class that is explored.
    pub(crate) fn class(&self) -> &[i64] {
        &self.class
    }

    /// Where a state with this progress value lies.
    pub(crate) fn side(&self, progress: &[i64]) -> Side {
        match progress.cmp(&self.class) {
            std::cmp::Ordering::Less => Side::Behind,
            std::cmp::Ordering::Equal => Side::On,
            std::cmp::Ordering::Greater => Side::Ahead,
        }
    }

    /// A state has been discovered, or met again with more to do. Behind the line it becomes persistent,
    /// and is open in the next sweep; otherwise it is open in this one.
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

    /// A state of the class has been closed.
    pub(crate) fn closed(&mut self, store: &ById, id: StateId) {
        if self.closed.len() == self.closed.capacity() {
            // A cache may close a state again and again.
            if self.closed.len() > store.len() {
                self.tidy(store);
            }
            let length = self.closed.len() + 1;
            make_room(&mut self.closed, length);
        }
        self.closed.push(id);
    }

    /// Leaves out what is not stored any more, or there twice.
    fn tidy(&mut self, store: &ById) {
        self.closed.retain(|&id| store.is_taken(id));
        self.closed.sort_unstable();
        self.closed.dedup();
    }

    /// Moves the line to the class with this progress value, and forgets what is behind it.
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
            // Another state may have the id by now: then it is one of the class, too, or open.
            if cache.tree.is_candidate(id) {
                cache.forget::<W>(store, id);
            }
        }
    }

    /// Takes note of how large the class is that is explored, before the line moves or the search ends.
    pub(crate) fn note_class(&mut self, store: &ById) {
        self.tidy(store);
        self.swept.largest_class = self.swept.largest_class.max(self.closed.len() as u64);
    }

    /// The states from which the next sweep starts, if there has to be one.
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

    /// What has been done so far.
    pub(crate) fn swept(&self) -> Swept {
        self.swept
    }

    /// The states that wait for the next sweep.
    pub(crate) fn waiting(&mut self) -> &mut Vec<OpenState> {
        &mut self.next
    }

    pub(crate) fn bytes(&self) -> usize {
        self.closed.capacity() * size_of::<StateId>()
            + self.next.capacity() * size_of::<OpenState>()
            + self.log.bytes()
    }

    /// What a checkpoint keeps besides the log. When the list of closed states is tidied depends on how much room there is for it.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        self.class.save(to);
        self.closed.save(to);
        self.closed.capacity().save(to);
        self.next.save(to);
        self.swept.save(to);
        self.log.save(to);
    }

    /// Makes this one, behind which nothing is, what was kept for the states of a store; `None` where that was of others.
    pub(crate) fn load(&mut self, from: &mut Source, store: &ById) -> Option<()> {
        (self.class, self.closed) = (Snapshot::load(from)?, Snapshot::load(from)?);
        let room = usize::load(from)?;
        (self.next, self.swept) = (Snapshot::load(from)?, Snapshot::load(from)?);
        let positions: usize = (0..SHARDS).map(|shard| store.positions_in(shard)).sum();
        let is_of_store = |id: &StateId| id.position() < store.positions_in(id.shard());
        let is_sound = self.closed.len() <= room
            // INVARIANT: it has grown only where it was no longer than the store.
            && room <= 2 * positions + 64
            && self.closed.iter().all(is_of_store);
        if !is_sound {
            return None;
        }
        self.closed.shrink_to_fit();
        self.closed.try_reserve_exact(room - self.closed.len()).ok()?;
        self.log.load(from, |shard| store.positions_in(shard))
    }

    /// Gives the closed states of the class the ids that they have now; those that have been forgotten
    /// are left out.
    pub(crate) fn moved(&mut self, new_id: impl Fn(StateId) -> Option<StateId>) {
        self.closed = self.closed.iter().filter_map(|&id| new_id(id)).collect();
    }
}
