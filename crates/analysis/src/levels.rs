//! The level graph: the number of states at each distance from the initial one, and the lengths of the edges
//! from there.
//!
//! An edge from level d to level d' has length d − d'. Breadth-first, an edge leads forward by one level
//! (length −1), stays in its level (0), or leads back. The number and length of edges that lead back
//! determine the cost of a search that forgets old levels. Source: Evangelista and Kristensen, *Search-Order
//! Independent State Caching*, Transactions on Petri Nets and Other Models of Concurrency IV, 2010, section
//! 5.1.
//!
//! Edges are not stored: all events are fired again, and each successor is looked up. The level of a state
//! is one more than that of its predecessor, and takes four bytes.
//!
//! INVARIANT: the store was filled breadth-first and is complete, so predecessors form a tree of shortest
//! paths. A state counts as expanded if all its successors are stored. The edges of other states are not
//! counted, since their lengths are not all known.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sanderling_cutoff::LEVEL_STATES_OF_PART;
use sanderling_machine::clock::Instant;
use sanderling_machine::threads::Team;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Fired, System, with_words_of, word_count};

use crate::control::{Control, Progress};
use crate::driver::{share_out, team};
use crate::outcome::Outcome;

/// The states at one distance from the initial state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Level {
    /// The number of states.
    pub states: u64,
    /// The number of states of the level whose edges are not counted.
    pub unexpanded: u64,
    /// The number of edges of each length from this level.
    pub edges: BTreeMap<i64, u64>,
}

/// Counts the levels of the states of a breadth-first search, starting with that of the initial state, on
/// this number of threads. If the caller stops it, the remaining states, which were found last, count as not
/// expanded.
///
/// Takes [`BYTES_OF_STATE`] for each state besides the store, and about the time of the search.
///
/// # Panics
/// If the states are not in a packed store.
#[must_use]
pub fn level_graph<S: System>(outcome: &Outcome<S>, threads: usize, control: &Control<'_>) -> Vec<Level> {
    let store = outcome.store.packed();
    let depths = depths(store);
    let count = Count {
        system: &outcome.system,
        store,
        depths: &depths,
        control,
        progress: Counted {
            states: AtomicU64::new(0),
            firings: AtomicU64::new(outcome.firings),
            level: outcome.levels.len().saturating_sub(1) as u64,
        },
        started: (Instant::now(), outcome.elapsed),
    };
    let parts = parts(store);
    let levels = count.all(&parts, threads);
    levels.into_values().collect()
}

/// Memory of the level graph for a state, in bytes.
pub const BYTES_OF_STATE: usize = size_of::<u32>();

/// Number of states between two checks for cancellation. A state of 37 kB takes 40 µs.
const STATES_PER_LOOK: usize = 64;

/// The level, by shard and position.
type Depths = Vec<Vec<u32>>;

/// Marks an unknown level. No level has this number, since that would need a state for each level before it.
const UNKNOWN: u32 = u32::MAX;

/// Returns the levels of all states. Follows the predecessors to a state with a known level, and goes back.
fn depths(store: &PackedStore) -> Depths {
    let mut depths: Depths = store.shards().iter().map(|shard| vec![UNKNOWN; shard.len()]).collect();
    let mut path = Vec::new();
    for id in store.ids() {
        let mut at = id;
        while depths[at.shard()][at.position()] == UNKNOWN && store.pred(at) != at {
            path.push(at);
            at = store.pred(at);
        }
        let mut depth = match depths[at.shard()][at.position()] {
            UNKNOWN => 0,
            known => known,
        };
        depths[at.shard()][at.position()] = depth;
        while let Some(state) = path.pop() {
            depth += 1;
            depths[state.shard()][state.position()] = depth;
        }
    }
    depths
}

/// States of a shard.
type Part = (usize, Range<usize>);

fn parts(store: &PackedStore) -> Vec<Part> {
    let shards = store.shards().iter().map(sanderling_store::shard::Shard::len).enumerate();
    let cut = |length: usize| {
        (0..length)
            .step_by(LEVEL_STATES_OF_PART.size())
            .map(move |start| start..length.min(start + LEVEL_STATES_OF_PART.size()))
    };
    let parts = shards.flat_map(|(shard, length)| cut(length).map(move |positions| (shard, positions)));
    let mut parts: Vec<Part> = parts.collect();
    // States found first are counted first, so that the first levels are complete if the counting ends
    // early.
    parts.sort_by_key(|(_, positions)| positions.start);
    parts
}

/// The counts by level.
type Levels = BTreeMap<u32, Level>;

/// The progress of the counting. Events are the sum of those of the search and of the counting.
struct Counted {
    states: AtomicU64,
    firings: AtomicU64,
    level: u64,
}

/// The counting of edges.
struct Count<'a, S> {
    system: &'a S,
    store: &'a PackedStore,
    depths: &'a Depths,
    /// The control through which the caller may end it.
    control: &'a Control<'a>,
    progress: Counted,
    /// Its start, and the duration of the search by then.
    started: (Instant, Duration),
}

impl<S: System> Count<'_, S> {
    fn all(&self, parts: &[Part], threads: usize) -> Levels {
        let team = team(threads);
        let of_threads: Vec<_> =
            (0..team.as_ref().map_or(1, Team::threads)).map(|_| Mutex::new(Levels::new())).collect();
        share_out(team.as_ref(), parts.iter(), |thread, part| {
            self.part(part, &mut of_threads[thread].lock().unwrap_or_else(PoisonError::into_inner));
        });
        let of_threads =
            of_threads.into_iter().map(|levels| levels.into_inner().unwrap_or_else(PoisonError::into_inner));
        of_threads.fold(Levels::new(), sum)
    }

    fn part(&self, (shard, positions): &Part, levels: &mut Levels) {
        let mut is_cancelled = false;
        let (mut expansion, mut edges) = (Expansion::new(self.system), 0);
        for (number, position) in positions.clone().enumerate() {
            is_cancelled |= number % STATES_PER_LOOK == 0 && self.control.is_cancelled();
            let (id, depth) = (StateId::new(*shard, position), self.depths[*shard][position]);
            let level = levels.entry(depth).or_default();
            level.states += 1;
            if is_cancelled || !self.expand(id, &mut expansion) {
                level.unexpanded += 1;
                continue;
            }
            edges += expansion.targets.len() as u64;
            for target in &expansion.targets {
                let target = self.depths[target.shard()][target.position()];
                *level.edges.entry(i64::from(depth) - i64::from(target)).or_default() += 1;
            }
        }
        self.report(positions.len() as u64, edges);
    }

    /// Finds the targets of a state's edges, and returns whether all are stored.
    fn expand(&self, id: StateId, expansion: &mut Expansion<S>) -> bool {
        with_words_of!(S, with_few_words, self.system.words(), W => self.expand_words::<W>(id, expansion))
    }

    fn expand_words<const W: usize>(&self, id: StateId, expansion: &mut Expansion<S>) -> bool {
        let Expansion { scratch, events, successor, targets } = expansion;
        let state = self.store.shards()[id.shard()].state::<W>(id.position());
        let successor = &mut successor[..word_count::<W>(self.system.words())];
        events.clear();
        targets.clear();
        self.system.unpack::<W>(state, scratch);
        self.system.enabled::<W>(state, scratch, events);
        for &event in events.iter() {
            let fired = self.system.fire::<W>(state, scratch, event, successor);
            match self.store.find::<W>(successor).filter(|_| fired == Fired::Successor) {
                Some(target) => targets.push(target),
                None => return false,
            }
        }
        true
    }

    fn report(&self, states: u64, edges: u64) {
        let done = self.progress.states.fetch_add(states, Ordering::Relaxed) + states;
        let firings = self.progress.firings.fetch_add(edges, Ordering::Relaxed) + edges;
        let (states, (began, searched)) = (self.store.len() as u64, self.started);
        self.control.report(|| Progress {
            states,
            stored: states,
            open: states - done,
            firings,
            level: self.progress.level,
            bytes: self.store.bytes() + self.store.len() * BYTES_OF_STATE,
            elapsed: searched + began.elapsed(),
            shares: Vec::new(),
            diagram: None,
        });
    }
}

/// The working memory for expanding states.
struct Expansion<S: System> {
    scratch: S::Scratch,
    events: Vec<sanderling_system::EventId>,
    successor: Vec<u64>,
    targets: Vec<StateId>,
}

impl<S: System> Expansion<S> {
    fn new(system: &S) -> Self {
        Self {
            scratch: system.scratch(),
            events: Vec::new(),
            successor: vec![0; system.words()],
            targets: Vec::new(),
        }
    }
}

/// Adds two counts, level by level.
fn sum(mut a: Levels, b: Levels) -> Levels {
    for (depth, level) in b {
        let all = a.entry(depth).or_default();
        all.states += level.states;
        all.unexpanded += level.unexpanded;
        for (length, edges) in level.edges {
            *all.edges.entry(length).or_default() += edges;
        }
    }
    a
}
