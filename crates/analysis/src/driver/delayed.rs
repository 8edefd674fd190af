//! A block of breadth-first states at a time, with a store of pairs.
//!
//! Finding states again is cheap for many at a time, whose ways meet. So a round finds all states of a
//! block of the current level, expands them, and has all successors looked up together; those that may be
//! known wait until the states that they may be are found. Source: Evangelista, Westergaard and
//! Kristensen, *The ComBack Method Revisited*, ToPNoC III, 2009, section 4.
//!
//! We differ in that a round is part of a level, so that the states that wait are bounded. As with the
//! [batched driver](super::batched), the open states of a level are a range in each shard, and need no
//! queue. INVARIANT: as there.

use std::time::Instant;

use sanderling_cutoff::DELAYED_BYTES;
use sanderling_store::StateId;
use sanderling_system::{Adaptive, Extremes, Fired, with_few_words};

use super::batched::relax;
use super::frontier::{Frontier, Piece};
use super::guide::Reducer;
use super::{Interruption, Search};
use crate::limits::{Limits, StopReason};
use crate::observe::Watch;
use crate::outbox::Outbox;
use crate::outcome::Outcome;
use crate::phases::Work;
use crate::recent::Recent;
use crate::stored::{Replayer, Stored};

/// And at most so many.
const MAX_BYTES: usize = 1 << 24;

/// In between, successors may take this share of the memory of the pairs. What is found for them takes more.
const SHARE_OF_STORE: usize = 96;

/// Explores breadth-first.
pub(super) fn explore<S: Extremes + Adaptive>(mut search: Search<'_, S>) -> Outcome<S> {
    let mut frontier = Frontier::start();
    let mut block = Block::of(search.system.words(), &search.options.limits);
    while search.stop.is_none() {
        if frontier.open_in_level() == 0 {
            match frontier.advance(&search.store) {
                0 => break,
                states => search.levels.push(states),
            }
        }
        let interruption = with_few_words!(search.system.words(), W => round::<S, W>(&mut search, &mut frontier, &mut block));
        if let Some(interruption) = interruption {
            relax(&mut search, &mut frontier, interruption);
            // What was on its way to the store will not get there, and states may have other words from here on.
            block.recent = Recent::new(search.system.words(), &search.options.limits);
        }
        if search.stop.is_none() {
            search.pause(frontier.open(&search.store), block.bytes(), 0);
        }
    }
    let is_between_levels = frontier.open_in_level() == 0 && frontier.open(&search.store) > 0;
    if is_between_levels && search.stop != Some(StopReason::StoreFull) {
        // The search stopped exactly between two levels: the next one is known whole.
        search.levels.push(frontier.advance(&search.store));
    }
    search.outcome()
}

/// The states of a round, and their successors.
struct Block {
    ids: Vec<StateId>,
    states: Vec<u64>,
    outbox: Outbox,
    /// What need not be found again to be compared with.
    recent: Recent,
}

impl Block {
    fn of(words: usize, limits: &Limits) -> Self {
        Self {
            ids: Vec::new(),
            states: Vec::new(),
            outbox: Outbox::new(),
            recent: Recent::new(words, limits),
        }
    }

    fn bytes(&self) -> usize {
        let ids = self.ids.capacity() * size_of::<StateId>();
        ids + self.states.capacity() * size_of::<u64>() + self.outbox.bytes()
    }

    fn fill(&mut self, pieces: &[Piece]) {
        self.ids.clear();
        self.states.clear();
        self.outbox.clear();
        for (shard, positions) in pieces {
            self.ids.extend(positions.clone().map(|position| StateId::new(*shard, position)));
        }
    }
}

/// Expands a block of the level and inserts the successors. Where an event has none, nothing has
/// happened.
fn round<S: Extremes + Adaptive, const W: usize>(
    search: &mut Search<'_, S>,
    frontier: &mut Frontier,
    block: &mut Block,
) -> Option<Interruption> {
    let pieces = frontier.next(states_per_round(search), 1).swap_remove(0);
    block.fill(&pieces);
    let began = Instant::now();
    let Search { system, store: Stored::ComBack(store), scratch, .. } = &mut *search else {
        unreachable!("this driver is for pairs")
    };
    store.load_all(&mut Replayer { system, scratch }, &block.ids, &mut block.states);
    let mut watch = Watch::new(&search.system, search.observation, &search.tally);
    let interruption = expand::<S, W>(search, block, &mut watch);
    // States are found again by firing, and successors hashed as soon as they are there.
    search.stopwatch.add(Work::Fire, began.elapsed());
    if !search.join_checks([&mut watch]) {
        return None;
    }
    if interruption.is_some() {
        return interruption;
    }
    search.add(&mut watch);
    pieces.iter().for_each(|piece| frontier.close(piece));

    let depth = search.levels.len() as u32;
    let Search { system, store: Stored::ComBack(store), scratch, .. } = &mut *search else {
        unreachable!("this driver is for pairs")
    };
    let records = |shard| block.outbox.records(shard);
    let began = Instant::now();
    if !store.insert_all::<_, W>(&mut Replayer { system, scratch }, records, depth) {
        search.stop = Some(StopReason::StoreFull);
    }
    search.stopwatch.add(Work::LookUp, began.elapsed());
    None
}

/// As many states as have about the successors that a round should have, going by the average so far.
fn states_per_round<S: Extremes + Adaptive>(search: &Search<'_, S>) -> usize {
    let tally = &search.tally;
    let average = (tally.firings / tally.expanded.max(1)).max(1);
    let bytes_of_record = size_of::<u64>() * (2 + search.store.words());
    let share = search.store.len() * search.store.bytes_per_state() / SHARE_OF_STORE;
    let affordable = share.clamp(DELAYED_BYTES.size().min(MAX_BYTES), MAX_BYTES).min(search.bytes_to_limit())
        / bytes_of_record;
    let successors = (affordable as u64).min(search.states_to_limit());
    // The first states may not be like the others: grow with what is known of them.
    (successors / average).clamp(1, 64 + tally.expanded) as usize
}

/// Expands the states of a block; stops at the first event without a successor.
fn expand<S: Extremes + Adaptive, const W: usize>(
    search: &Search<'_, S>,
    block: &mut Block,
    watch: &mut Watch<S>,
) -> Option<Interruption> {
    let (system, observation) = (&search.system, search.observation);
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    let mut reducer = Reducer::new(search.guidance, search.options);
    // The event, and the state that it leads to.
    let mut fired_to = vec![0; 1 + system.words()];
    for (&id, state) in block.ids.iter().zip(block.states.chunks_exact(system.words())) {
        events.clear();
        system.unpack::<W>(state, &mut scratch);
        system.enabled::<W>(state, &scratch, &mut events);
        watch.observe::<W>((system, observation), (id, state), &scratch, &events);
        reducer.select((system, state, &scratch), None, &mut events);
        if watch.is_wrong(&events) {
            return None;
        }
        for &event in &events {
            fired_to[0] = event.index() as u64;
            match system.fire::<W>(state, &scratch, event, &mut fired_to[1..]) {
                Fired::Successor => {
                    block.outbox.push_fired_unless_recent::<W>(&mut block.recent, id, &fired_to);
                }
                fired => return Some(Interruption { state: id, events: vec![event], fired }),
            }
        }
    }
    None
}
