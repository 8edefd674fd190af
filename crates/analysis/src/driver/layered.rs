//! A block of states at a time, breadth-first, over a [tree store](TreeStates).
//!
//! As in the [batched driver](super::batched), a round first *expands* a block of states and sorts the
//! successors by shard, and then *inserts* them shard by shard; each piece of work has one owner. What is
//! sorted is not states but roots: while a successor is there with its predecessor, only the nodes above
//! the bits that the event has changed are looked up. In this phase nobody changes the nodes. A
//! successor of which a node is new is set aside, and all of these are taken in one by one at the end of
//! the round. So the result is the same for any number of threads.
//!
//! The states of a level have neighbouring numbers: the log of the states is the queue. The way to a
//! state is found [backwards](super::backwards).
//!
//! INVARIANT: between rounds the states below `next` are closed, the others open.

use std::ops::Range;

use rayon::prelude::*;
use sanderling_store::{CompactShard, Folded, Key, KeyOutbox, NoRoom, StateId, TreeStore, Unfolded};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, with_words};

use super::guide::Reducer;
use super::{Search, backwards};
use crate::limits::StopReason;
use crate::observe::{Observation, Watch};
use crate::outcome::Outcome;
use crate::relaxation::Ended;
use crate::tree_states::{TreeStates, store_full};

/// About so many successors are generated in a round, at the least: enough that each shard gets a batch.
const FEWEST_SUCCESSORS: u64 = 1 << 14;

/// At most so many.
const MOST_SUCCESSORS: u64 = 1 << 20;

/// In between, one for so many states: the larger the set of roots, the more there is to be gained from
/// going through it in order.
const STATES_FOR_SUCCESSOR: u64 = 32;

/// So many states are unfolded at a time, and their successors folded.
const STATES_AT_A_TIME: usize = 128;

/// An event without a successor: the number of the state, the event, and what became of firing it.
struct Interruption {
    number: usize,
    event: EventId,
    fired: Fired,
}

/// Explores breadth-first.
pub(super) fn explore<S: Extremes + Adaptive + Send>(
    mut search: Search<'_, S>,
    threads: usize,
) -> Outcome<S> {
    let mut workers = Workers::new(threads);
    let mut next = 0;
    // Where each level starts.
    let mut levels = vec![0];
    let mut end = 0;
    while search.stop.is_none() {
        if next == end {
            end = search.store.tree().len();
            if next == end {
                break;
            }
            search.levels.push((end - next) as u64);
            levels.push(end);
        }
        let block = next..end.min(next + states_per_round(&search));
        let round = with_words!(search.system.words(), W => round::<S, W>(&mut search, &mut workers, block.clone(), &levels));
        match round {
            Ok(None) => next = block.end,
            Ok(Some(interruption)) => relax(&mut search, &interruption, &levels, next),
            Err(reason) => search.stop = Some(reason),
        }
        if search.stop.is_none()
            && let Err(reason) = search.store.tree_mut().improve()
        {
            search.stop = Some(reason);
        }
        if search.stop.is_none() {
            let open = search.store.tree().len() - next;
            search.pause(open as u64, workers.bytes(), 0);
        }
    }
    let known = search.store.tree().len();
    if next == end && next < known && search.stop != Some(StopReason::StoreFull) {
        // The search stopped exactly between two levels: the next one is known whole.
        search.levels.push((known - next) as u64);
    }
    search.outcome()
}

/// As many states as have about the successors that a round should have, going by the average so far.
fn states_per_round<S: Extremes + Adaptive>(search: &Search<'_, S>) -> usize {
    let tally = &search.tally;
    let average = (tally.firings / tally.expanded.max(1)).max(1);
    let states = search.store.tree().len() as u64;
    let successors = (states / STATES_FOR_SUCCESSOR).clamp(FEWEST_SUCCESSORS, MOST_SUCCESSORS);
    let affordable = search.bytes_to_limit() / size_of::<Key>();
    let successors = successors.min(affordable as u64).min(search.states_to_limit());
    // The first states may not be like the others: grow with what is known of them.
    (successors / average).clamp(1, 64 + tally.expanded) as usize
}

/// Expands a block of the level and inserts the successors. Where an event has none, nothing has
/// happened.
fn round<S: Extremes + Adaptive + Send, const W: usize>(
    search: &mut Search<'_, S>,
    workers: &mut Workers,
    block: Range<usize>,
    levels: &[usize],
) -> Result<Option<Interruption>, StopReason> {
    search.store.tree_mut().read(block.clone(), &mut workers.keys)?;
    let (system, observation) = (&search.system, search.observation);
    let tree = search.store.tree().tree();
    let mut watches: Vec<_> =
        workers.each.iter().map(|_| Watch::new(system, observation, &search.tally)).collect();
    let (guidance, options) = (search.guidance, search.options);
    let interruption = workers.expand(&mut watches, |part, worker, watch| {
        let mut reducer = Reducer::new(guidance, options);
        expand::<S, W>((system, observation, &mut reducer), tree, part, worker, watch)
    });
    if let Some(interruption) = interruption {
        return Ok(Some(Interruption { number: block.start + interruption.number, ..interruption }));
    }
    for watch in &mut watches {
        search.tally.add(&search.system, watch);
        for (goal, id) in watch.take_hits() {
            if search.tally.is_sought(goal) {
                let number = block.start + position_of(id);
                let way = backwards::way_to(&search.system, search.store.tree_mut(), levels, number)?;
                search.tally.meet(goal, Some(way));
            }
        }
    }
    workers.insert(search.store.tree_mut())?;
    Ok(None)
}

/// Expands states, given with the position in the block where they start; stops at the first event
/// without a successor.
fn expand<S: Extremes, const W: usize>(
    (system, observation, reducer): (&S, &Observation<'_, S>, &mut Reducer<'_, S>),
    tree: &TreeStore,
    (start, keys): (usize, &[Key]),
    worker: &mut Worker,
    watch: &mut Watch<S>,
) -> Option<Interruption> {
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    let Worker { outbox, unknown, unfolded, successors, parents, folded } = worker;
    let words = system.words();
    for (piece, keys) in keys.chunks(STATES_AT_A_TIME).enumerate() {
        tree.unfold(keys, unfolded);
        parents.clear();
        for at in 0..keys.len() {
            let number = start + piece * STATES_AT_A_TIME + at;
            let state = unfolded.state(at);
            events.clear();
            system.unpack::<W>(state, &mut scratch);
            system.enabled::<W>(state, &scratch, &mut events);
            watch.observe::<W>((system, observation), (id_of(number), state), &scratch, &events);
            reducer.select((system, state, &scratch), None, &mut events);
            let end = (parents.len() + events.len()) * words;
            successors.resize(successors.len().max(end), 0);
            for &event in &events {
                let successor = &mut successors[parents.len() * words..][..words];
                match system.fire::<W>(state, &scratch, event, successor) {
                    Fired::Successor => parents.push(at as u32),
                    fired => return Some(Interruption { number, event, fired }),
                }
            }
        }
        let successors = &successors[..parents.len() * words];
        tree.fold_known(Some((unfolded, parents)), successors, folded);
        for (successor, key) in successors.chunks_exact(words).zip(&folded.keys) {
            match key {
                Some(key) => {
                    let (shard, within) = tree.locate(*key);
                    outbox.push(shard, within);
                }
                None => unknown.extend_from_slice(successor),
            }
        }
    }
    None
}

/// In a round, an id stands for a position in the block.
fn id_of(position: usize) -> StateId {
    StateId::new(position >> 24, position & 0x00ff_ffff)
}

fn position_of(id: StateId) -> usize {
    id.shard() << 24 | id.position()
}

/// Goes on with a system that does not assume what broke, if that is what happened.
fn relax<S: Extremes + Adaptive>(
    search: &mut Search<'_, S>,
    interruption: &Interruption,
    levels: &[usize],
    next: usize,
) {
    match try_to_relax(search, interruption, levels) {
        Ok(()) => {}
        Err(Ended::Stop(reason @ (StopReason::DiskFailed | StopReason::StoreFull))) => {
            search.stop = Some(reason);
        }
        Err(ended) => {
            if let Err(reason) = observe(search, levels, next) {
                search.stop = Some(reason);
                return;
            }
            search.end(ended);
        }
    }
}

fn try_to_relax<S: Extremes + Adaptive>(
    search: &mut Search<'_, S>,
    &Interruption { number, event, fired }: &Interruption,
    levels: &[usize],
) -> Result<(), Ended> {
    let Search { system, store, relaxations, .. } = search;
    let states = store.tree_mut();
    let mut way = backwards::way_to(system, states, levels, number).map_err(Ended::Stop)?;
    way.push(event);
    if fired == Fired::Undefined {
        return Err(Ended::Undefined(way));
    }
    let relaxed = relaxations.relax(system, states.len(), &way)?;
    let translate = |state: &[u64], translated: &mut [u64]| relaxed.translate(system, state, translated);
    states.translate(relaxed.words(), translate).map_err(Ended::Stop)?;
    search.scratch = relaxed.scratch();
    search.system = relaxed;
    Ok(())
}

/// Looks at open states that will not be expanded, since the search is about to end: they may
/// decide a question all the same.
fn observe<S: Extremes + Adaptive>(
    search: &mut Search<'_, S>,
    levels: &[usize],
    next: usize,
) -> Result<(), StopReason> {
    let mut watch = Watch::new(&search.system, search.observation, &search.tally);
    let (mut scratch, mut events) = (search.system.scratch(), Vec::new());
    let (mut keys, mut unfolded) = (Vec::new(), Unfolded::default());
    let known = search.store.tree().len();
    for start in (next..known).step_by(STATES_AT_A_TIME) {
        search.store.tree_mut().read(start..known.min(start + STATES_AT_A_TIME), &mut keys)?;
        search.store.tree().tree().unfold(&keys, &mut unfolded);
        for at in 0..keys.len() {
            let (system, observation) = (&search.system, search.observation);
            let state = unfolded.state(at);
            events.clear();
            system.unpack::<0>(state, &mut scratch);
            system.enabled::<0>(state, &scratch, &mut events);
            if watch.observe::<0>((system, observation), (id_of(at), state), &scratch, &events) {
                for (goal, _) in watch.take_hits() {
                    let states = search.store.tree_mut();
                    let way = backwards::way_to(&search.system, states, levels, start + at)?;
                    search.tally.meet(goal, Some(way));
                }
            }
        }
    }
    search.tally.add(&search.system, &watch);
    Ok(())
}

/// What a thread has at hand.
#[derive(Debug, Default)]
struct Worker {
    outbox: KeyOutbox,
    /// Successors of which a node is new, word by word.
    unknown: Vec<u64>,
    unfolded: Unfolded,
    /// Those of some states, word by word.
    successors: Vec<u64>,
    /// Of which each is the successor.
    parents: Vec<u32>,
    folded: Folded,
}

/// The threads, and what each has at hand.
struct Workers {
    pool: Option<rayon::ThreadPool>,
    each: Vec<Worker>,
    /// Those of the block.
    keys: Vec<Key>,
    /// For each shard, the roots that were new in this round.
    new: Vec<Vec<u64>>,
}

impl Workers {
    /// One thread is the caller's own. Where the system refuses threads, there are fewer.
    fn new(threads: usize) -> Self {
        let pool = match threads {
            0 | 1 => None,
            _ => rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok(),
        };
        let parts = pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
        let each = (0..parts).map(|_| Worker::default()).collect();
        Self { pool, each, keys: Vec::new(), new: vec![Vec::new(); sanderling_store::hash::SHARDS] }
    }

    fn bytes(&self) -> usize {
        let of_keys = |keys: &Vec<u64>| keys.capacity() * size_of::<u64>();
        let of_worker =
            |worker: &Worker| worker.outbox.bytes() + of_keys(&worker.unknown) + of_keys(&worker.successors);
        self.each.iter().map(of_worker).sum::<usize>()
            + self.new.iter().map(of_keys).sum::<usize>()
            + of_keys(&self.keys)
    }

    /// Has each worker expand a part of the block; answers the first interruption in the order of the
    /// block.
    fn expand<W: Send>(
        &mut self,
        watches: &mut [W],
        expand: impl Fn((usize, &[Key]), &mut Worker, &mut W) -> Option<Interruption> + Sync,
    ) -> Option<Interruption> {
        for worker in &mut self.each {
            worker.outbox.clear();
            worker.unknown.clear();
        }
        let part = self.keys.len().div_ceil(self.each.len()).max(1);
        let parts = || self.keys.chunks(part).enumerate().map(|(at, keys)| (at * part, keys));
        match &self.pool {
            Some(pool) if self.keys.len() > part => pool.install(|| {
                let parts: Vec<_> = parts().collect();
                let parts = parts.into_par_iter().zip(&mut self.each).zip(watches);
                let interruptions: Vec<_> =
                    parts.map(|((part, worker), watch)| expand(part, worker, watch)).collect();
                interruptions.into_iter().flatten().next()
            }),
            _ => {
                let mut parts = parts().zip(&mut self.each).zip(watches);
                parts.find_map(|((part, worker), watch)| expand(part, worker, watch))
            }
        }
    }

    /// Puts into the store what the workers have found.
    fn insert(&mut self, states: &mut TreeStates) -> Result<(), StopReason> {
        let each = &self.each;
        let insert = |(index, (shard, new)): (usize, (&mut CompactShard, &mut Vec<u64>))| {
            new.clear();
            each.iter().try_for_each(|worker| shard.insert_all(worker.outbox.numbers(index), new))
        };
        let shards = states.tree_mut().shards_mut();
        let inserted: Result<(), NoRoom> = match &self.pool {
            Some(pool) if !each[1..].iter().all(|worker| worker.outbox.is_empty()) => pool.install(|| {
                let shards = shards.par_iter_mut().zip(&mut self.new).enumerate();
                shards.with_min_len(4).try_for_each(insert)
            }),
            _ => shards.iter_mut().zip(&mut self.new).enumerate().try_for_each(insert),
        };
        inserted.map_err(store_full)?;
        for (shard, new) in self.new.iter().enumerate() {
            for &within in new {
                states.note(states.tree().key_at(shard, within));
            }
        }
        self.each.iter().try_for_each(|worker| states.take_in(&worker.unknown))
    }
}
