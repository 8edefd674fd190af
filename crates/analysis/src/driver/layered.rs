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

use sanderling_cutoff::{LAYER_STATES_AT_A_TIME, LAYER_STATES_FOR_SUCCESSOR, LAYER_SUCCESSORS};
use sanderling_store::hash::SHARDS;
use sanderling_store::hash::hash;
use sanderling_store::{CompactShard, Folded, Key, KeyOutbox, StateId, TreeStore, Unfolded};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, with_few_words};

use super::Search;
use super::backwards::{Met, paths_to};
use super::guide::Reducer;
use super::workers::Workers;
use crate::limits::{Limits, StopReason};
use crate::observe::{Observation, Watch};
use crate::outcome::Outcome;
use crate::phases::{Laps, Sample, Work};
use crate::recent::Recent;
use crate::relaxation::Ended;
use crate::tree_states::{TreeStates, store_full};

/// At most so many.
const MAX_SUCCESSORS: u64 = 1 << 20;

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
    let mut workers = Workers::new(threads, || Worker::of(search.system.words(), &search.options.limits));
    let (mut at_hand, mut met) = (Block::default(), Met::default());
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
        let round = with_few_words!(search.system.words(), W => {
            round::<S, W>(&mut search, &mut workers, &mut at_hand, block.clone(), &mut met)
        });
        match round {
            Ok(None) => next = block.end,
            Ok(Some(interruption)) => {
                relax(&mut search, &interruption, &levels, next, &mut met);
                // What was on its way to the store will not get there, and states may have other words from here on.
                workers.each.iter_mut().for_each(|worker| {
                    worker.recent = Recent::new(search.system.words(), &search.options.limits);
                });
            }
            Err(reason) => search.stop = Some(reason),
        }
        if search.stop.is_none() {
            let improved = search.store.tree_mut().improve();
            search.stop = improved.and_then(|()| met.find_if_due(&mut search, &levels)).err();
        }
        if search.stop.is_none() {
            let open = search.store.tree().len() - next;
            let bytes = at_hand.bytes() + workers.each.iter().map(Worker::bytes).sum::<usize>();
            search.pause(open as u64, bytes, 0);
        }
    }
    if let Err(reason) = met.find(&mut search, &levels) {
        // What nobody can replay does not count as found, so that the search is not over.
        search.stop = search.stop.filter(|stop| *stop != StopReason::Decided).or(Some(reason));
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
    let successors =
        (states / LAYER_STATES_FOR_SUCCESSOR.number()).clamp(LAYER_SUCCESSORS.number(), MAX_SUCCESSORS);
    let affordable = search.bytes_to_limit() / size_of::<Key>();
    let successors = successors.min(affordable as u64).min(search.states_to_limit());
    // The first states may not be like the others: grow with what is known of them.
    (successors / average).clamp(1, 64 + tally.expanded) as usize
}

/// Expands a block of the level and inserts the successors. Where an event has none, nothing has
/// happened.
fn round<S: Extremes + Adaptive + Send, const W: usize>(
    search: &mut Search<'_, S>,
    workers: &mut Workers<Worker>,
    at_hand: &mut Block,
    block: Range<usize>,
    met: &mut Met,
) -> Result<Option<Interruption>, StopReason> {
    search.store.tree_mut().read(block.clone(), &mut at_hand.keys)?;
    let (system, observation) = (&search.system, search.observation);
    let tree = search.store.tree().tree();
    let mut round = search.stopwatch.round(block.len());
    let sample = || round.as_ref().map(|_| Sample::start());
    let own = |_| (Watch::new(system, observation, &search.tally), sample());
    let mut own: Vec<_> = workers.each.iter().map(own).collect();
    let (guidance, options) = (search.guidance, search.options);
    workers.each.iter_mut().for_each(Worker::clear);
    let interruption = workers.work(&at_hand.parts(workers.count()), &mut own, |part, worker, own| {
        let mut reducer = Reducer::new(guidance, options);
        expand::<S, W>((system, observation, &mut reducer), tree, *part, worker, own)
    });
    search.stopwatch.expanded(&mut round, own.iter().filter_map(|(_, sample)| sample.as_ref()));
    if !search.join_checks(own.iter_mut().map(|(watch, _)| watch)) {
        return Err(StopReason::Discrepancy);
    }
    if let Some(interruption) = interruption {
        return Ok(Some(Interruption { number: block.start + interruption.number, ..interruption }));
    }
    for (watch, _) in &mut own {
        search.tally.add(&search.system, watch);
        for (goal, id) in watch.take_hits() {
            met.note(search, goal, block.start + position_of(id));
        }
    }
    let inserted = insert(workers, &mut at_hand.new, search.store.tree_mut());
    search.stopwatch.looked_up(&mut round);
    inserted.map(|()| None)
}

/// Expands states, given with the position in the block where they start; stops at the first event
/// without a successor.
fn expand<S: Extremes, const W: usize>(
    (system, observation, reducer): (&S, &Observation<'_, S>, &mut Reducer<'_, S>),
    tree: &TreeStore,
    (start, keys): (usize, &[Key]),
    worker: &mut Worker,
    (watch, sample): &mut (Watch<S>, Option<Sample>),
) -> Option<Interruption> {
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    sample.iter_mut().for_each(Sample::skip);
    let Worker { outbox, unknown, unfolded, successors, parents, folded, recent } = worker;
    let words = system.words();
    for (piece, keys) in keys.chunks(LAYER_STATES_AT_A_TIME.size()).enumerate() {
        tree.unfold(keys, unfolded);
        parents.clear();
        for at in 0..keys.len() {
            let number = start + piece * LAYER_STATES_AT_A_TIME.size() + at;
            let state = unfolded.state(at);
            events.clear();
            system.unpack::<W>(state, &mut scratch);
            system.enabled::<W>(state, &scratch, &mut events);
            watch.observe::<W>((system, observation), (id_of(number), state), &scratch, &events);
            reducer.select((system, state, &scratch), None, &mut events);
            if watch.is_wrong(&events) {
                return None;
            }
            let end = (parents.len() + events.len()) * words;
            successors.resize(successors.len().max(end), 0);
            for &event in &events {
                let successor = &mut successors[parents.len() * words..][..words];
                match system.fire::<W>(state, &scratch, event, successor) {
                    Fired::Successor if recent.is_new::<W>(hash(successor), successor) => {
                        parents.push(at as u32);
                    }
                    Fired::Successor => {}
                    fired => return Some(Interruption { number, event, fired }),
                }
            }
        }
        sample.iter_mut().for_each(|sample| sample.lap(Work::Fire));
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
        // What is hashed is nodes, while they are looked up.
        sample.iter_mut().for_each(|sample| sample.lap(Work::LookUp));
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
    met: &mut Met,
) {
    use StopReason::{Cancelled, DiskFailed, StoreFull, Time};
    match try_to_relax(search, interruption, levels) {
        Ok(()) => {}
        Err(Ended::Stop(reason @ (Cancelled | DiskFailed | StoreFull | Time))) => search.stop = Some(reason),
        Err(ended) => {
            if let Err(reason) = observe(search, next, met) {
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
    let mut way = paths_to(search, levels, &[number]).map_err(Ended::Stop)?.swap_remove(0);
    way.push(event);
    if fired == Fired::Undefined {
        return Err(Ended::Undefined(way));
    }
    let Search { system, store, relaxations, .. } = search;
    let states = store.tree_mut();
    // They are packed anew in any case, or the search ends: meanwhile there is room for two systems.
    states.take_out();
    let relaxed = relaxations.relax(system, states.len(), &way)?;
    let translate = |state: &[u64], translated: &mut [u64]| relaxed.translate(system, state, translated);
    states.translate(relaxed.words(), translate).map_err(Ended::Stop)?;
    search.scratch = relaxed.scratch();
    search.system = relaxed;
    search.store.tree_mut().put_back().map_err(Ended::Stop)
}

/// Looks at open states that will not be expanded, since the search is about to end: they may
/// decide a question all the same.
fn observe<S: Extremes + Adaptive>(
    search: &mut Search<'_, S>,
    next: usize,
    met: &mut Met,
) -> Result<(), StopReason> {
    let mut watch = Watch::new(&search.system, search.observation, &search.tally);
    let (mut scratch, mut events) = (search.system.scratch(), Vec::new());
    let (mut keys, mut unfolded) = (Vec::new(), Unfolded::default());
    let known = search.store.tree().len();
    for start in (next..known).step_by(LAYER_STATES_AT_A_TIME.size()) {
        search.store.tree_mut().read(start..known.min(start + LAYER_STATES_AT_A_TIME.size()), &mut keys)?;
        search.store.tree().tree().unfold(&keys, &mut unfolded);
        for at in 0..keys.len() {
            let (system, observation) = (&search.system, search.observation);
            let state = unfolded.state(at);
            events.clear();
            system.unpack::<0>(state, &mut scratch);
            system.enabled::<0>(state, &scratch, &mut events);
            if watch.observe::<0>((system, observation), (id_of(at), state), &scratch, &events) {
                for (goal, _) in watch.take_hits() {
                    met.note(search, goal, start + at);
                }
            }
        }
    }
    search.tally.add(&search.system, &watch);
    if search.join_checks([&mut watch]) { Ok(()) } else { Err(StopReason::Discrepancy) }
}

/// What a thread has at hand.
#[derive(Debug)]
struct Worker {
    /// What need not be looked up once more.
    recent: Recent,
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

impl Worker {
    fn of(words: usize, limits: &Limits) -> Self {
        Self {
            recent: Recent::new(words, limits),
            outbox: KeyOutbox::default(),
            unknown: Vec::new(),
            unfolded: Unfolded::default(),
            successors: Vec::new(),
            parents: Vec::new(),
            folded: Folded::default(),
        }
    }

    fn clear(&mut self) {
        self.outbox.clear();
        self.unknown.clear();
    }

    fn bytes(&self) -> usize {
        let words = self.unknown.capacity() + self.successors.capacity();
        self.outbox.bytes() + words * size_of::<u64>()
    }
}

/// What is at hand for all threads.
#[derive(Debug, Default)]
struct Block {
    /// Those of its states.
    keys: Vec<Key>,
    /// Roots that are new: of each shard, or, where there is one thread, of one shard at a time.
    new: Vec<Vec<u64>>,
}

impl Block {
    fn bytes(&self) -> usize {
        let keys = self.keys.capacity() + self.new.iter().map(Vec::capacity).sum::<usize>();
        keys * size_of::<Key>()
    }

    /// Its states, cut into equal parts, each with the position where it starts.
    fn parts(&self, count: usize) -> Vec<(usize, &[Key])> {
        let part = self.keys.len().div_ceil(count).max(1);
        self.keys.chunks(part).enumerate().map(|(at, keys)| (at * part, keys)).collect()
    }
}

/// Puts into the store what the workers have found.
fn insert(
    workers: &Workers<Worker>,
    new: &mut Vec<Vec<u64>>,
    states: &mut TreeStates,
) -> Result<(), StopReason> {
    let is_much = !workers.each[1..].iter().all(|worker| worker.outbox.is_empty());
    new.resize_with(if is_much { SHARDS } else { new.len().max(1) }, Vec::new);
    let at_a_time = if is_much { SHARDS } else { 1 };
    for first in (0..SHARDS).step_by(at_a_time) {
        let shards = &mut states.tree_mut().shards_mut()[first..first + at_a_time];
        let mut shards: Vec<(&mut CompactShard, &mut Vec<u64>)> = shards.iter_mut().zip(&mut *new).collect();
        let insert =
            |index: usize, (shard, new): &mut (&mut CompactShard, &mut Vec<u64>), each: &[Worker]| {
                new.clear();
                each.iter().try_for_each(|worker| shard.insert_all(worker.outbox.numbers(first + index), new))
            };
        workers.fill(&mut shards, is_much, insert).map_err(store_full)?;
        for (shard, new) in (first..first + at_a_time).zip(&*new) {
            new.iter().for_each(|&within| states.note(states.tree().key_at(shard, within)));
        }
    }
    workers.each.iter().try_for_each(|worker| states.take_in(&worker.unknown))
}
