//! A block of states at a time, breadth-first, on any number of threads.
//!
//! A random access to memory is slow when the next step waits for it, and fast when many are in
//! flight. So a round first *expands* a block of states of the current level, and sorts the
//! successors by the shard of the store that each belongs to; then it *inserts* them shard by shard,
//! asking for the memory of those to come while it handles those that are there. In either phase
//! each piece of work has one owner: part of the block in the first, a shard in the second. No locks
//! are needed, and since a shard receives its successors in the order of the block, the result is
//! the same for any number of threads.
//!
//! INVARIANT: between rounds every stored state is closed, open in this level or open in the next,
//! as the [`Frontier`] says, and every successor of a closed state is stored.

use std::ops::Range;

use sanderling_cutoff::{
    BATCH_BYTES, BATCH_BYTES_OF_ONE_THREAD, BATCH_STATES_OF_SAMPLE, BATCH_SUCCESSORS, SUCCESSORS_AT_A_TIME,
};
use sanderling_store::shard::Shard;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, with_words, word_count};

use super::frontier::{Frontier, Piece};
use super::guide::Reducer;
use super::workers::Workers;
use super::{Interruption, Search, handover};
use crate::limits::StopReason;
use crate::observe::{Observation, Watch};
use crate::outbox::Outbox;
use crate::outcome::Outcome;
use crate::phases::{Laps, Sample, Work};
use crate::recent::Recent;
use crate::relaxation::Ended;
use crate::retention::Retention;

/// In between, successors may take this share of the memory that all states would take as records.
///
/// PERF: once the store is larger than the caches, the more records a shard gets at a time, the more
/// of them meet in the same lines of its memory.
const SHARE_OF_STORE: usize = 7;

/// The most words for which the search has code of its own.
const MAX_WORDS: usize = 6;

/// Explores breadth-first.
pub(super) fn explore<S: Extremes + Adaptive + Send>(
    mut search: Search<'_, S>,
    threads: usize,
) -> Outcome<S> {
    let mut frontier = Frontier::start();
    let mut workers = Workers::new(threads, || Successors::of(&search));
    while search.stop.is_none() {
        if frontier.open_in_level() == 0 {
            match frontier.advance(&search.store) {
                0 => break,
                states => search.levels.push(states),
            }
        }
        let interruption =
            with_words!(search.system.words(), W => round::<S, W>(&mut search, &mut frontier, &mut workers));
        if let Some(interruption) = interruption {
            relax(&mut search, &mut frontier, interruption);
            // What was on its way to the store will not get there, and states may have other words from here on.
            workers.each.iter_mut().for_each(|successors| {
                successors.recent = Recent::new(search.system.words(), &search.options.limits);
            });
        }
        if search.stop.is_none() {
            let open = frontier.open(&search.store);
            let reserve = handover::bytes(&search, open);
            search.pause(open, workers.each.iter().map(Successors::bytes).sum(), reserve);
        }
        if search.stop == Some(StopReason::Memory) && search.options.retention == Retention::Auto {
            drop(workers);
            return handover::go_on(search, &frontier);
        }
    }
    let is_between_levels = frontier.open_in_level() == 0 && frontier.open(&search.store) > 0;
    if is_between_levels && search.stop != Some(StopReason::StoreFull) {
        // The search stopped exactly between two levels: the next one is known whole.
        search.levels.push(frontier.advance(&search.store));
    }
    search.outcome()
}

/// Expands a block of the level and inserts the successors. Where an event has none, nothing has
/// happened.
fn round<S: Extremes + Adaptive + Send, const W: usize>(
    search: &mut Search<'_, S>,
    frontier: &mut Frontier,
    workers: &mut Workers<Successors>,
) -> Option<Interruption> {
    let block = frontier.next(states_per_round(search), workers.count());
    let states = block.iter().flatten().map(|(_, positions)| positions.len()).sum();
    let mut round = search.stopwatch.round(states);
    let sample = || round.as_ref().map(|_| Sample::start());
    let own = |_: &Vec<Piece>| (Watch::new(&search.system, search.observation, &search.tally), sample());
    let mut own: Vec<_> = block.iter().map(own).collect();

    let (system, store, observation) = (&search.system, search.store.packed(), search.observation);
    let (guidance, options) = (search.guidance, search.options);
    workers.each.iter_mut().for_each(|successors| successors.outbox.clear());
    // Where there is little to be done, the first part is all of it.
    let parts = if block[1..].iter().all(Vec::is_empty) { &block[..1] } else { &block[..] };
    let interruption = workers.work(parts, &mut own, |part, successors, (watch, sample)| {
        let mut expansion =
            Expansion { system, observation, reducer: Reducer::new(guidance, options), store, watch };
        expand::<S, W>(&mut expansion, part, successors, sample)
    });
    search.stopwatch.expanded(&mut round, own.iter().filter_map(|(_, sample)| sample.as_ref()));
    if !search.join_checks(own.iter_mut().map(|(watch, _)| watch)) {
        return None;
    }
    if interruption.is_some() {
        return interruption;
    }
    for (watch, _) in &mut own {
        search.add(watch);
    }
    block.iter().flatten().for_each(|piece| frontier.close(piece));

    if !insert::<W>(workers, search.store.packed_mut()) {
        search.stop = Some(StopReason::StoreFull);
    }
    search.stopwatch.looked_up(&mut round);
    None
}

/// As many states as have about the successors that a round should have, going by the average so far.
fn states_per_round<S: Extremes + Adaptive>(search: &Search<'_, S>) -> usize {
    let tally = &search.tally;
    let average = (tally.firings / tally.expanded.max(1)).max(1);
    let bytes_of_record = size_of::<u64>() * (1 + search.store.words());
    // Not what the store has taken: that may depend on the number of threads.
    let share = search.store.len() * bytes_of_record / SHARE_OF_STORE;
    let affordable = share.max(BATCH_BYTES.size()).min(search.bytes_to_limit()) / bytes_of_record;
    let successors = (affordable as u64).min(BATCH_SUCCESSORS.number()).min(search.states_to_limit());
    // The first states may not be like the others: grow with what is known of them.
    (successors / average).clamp(1, 64 + tally.expanded) as usize
}

/// Expands states into an outbox; stops at the first event without a successor. The last few states are
/// timed where there is a sample.
fn expand<S: Extremes, const W: usize>(
    expansion: &mut Expansion<'_, '_, S>,
    part: &[Piece],
    successors: &mut Successors,
    sample: &mut Option<Sample>,
) -> Option<Interruption> {
    let (shard, positions) = part.last()?;
    let timed = if sample.is_some() { BATCH_STATES_OF_SAMPLE.size() } else { 0 };
    let first_timed = positions.end.saturating_sub(timed).max(positions.start);
    let untimed = (*shard, positions.start..first_timed);
    let pieces = part[..part.len() - 1].iter().chain([&untimed]);
    let interruption = expansion.fire_all::<W>(pieces, |id, state| successors.push::<W>(id, state));
    match sample {
        Some(sample) if interruption.is_none() => {
            expand_timed(expansion, &(*shard, first_timed..positions.end), successors, sample)
        }
        _ => interruption,
    }
}

/// As [`expand`], by stages: many events are fired, and then all successors hashed. The code is for any number of words, with
/// which the shares of the time are the same to within two per cent.
#[inline(never)]
fn expand_timed<S: Extremes>(
    expansion: &mut Expansion<'_, '_, S>,
    piece: &Piece,
    successors: &mut Successors,
    sample: &mut Sample,
) -> Option<Interruption> {
    let words = expansion.system.words();
    let (mut ids, mut states) = (Vec::new(), Vec::new());
    let mut sort = |ids: &mut Vec<StateId>, states: &mut Vec<u64>, sample: &mut Sample| {
        sample.lap(Work::Fire);
        for (&id, state) in ids.iter().zip(states.chunks_exact(words)) {
            successors.push::<0>(id, state);
        }
        ids.clear();
        states.clear();
        sample.lap(Work::Hash);
    };
    sample.skip();
    let interruption = expansion.fire_all::<0>([piece].into_iter(), |id, state| {
        ids.push(id);
        states.extend_from_slice(state);
        if ids.len() == SUCCESSORS_AT_A_TIME.size() {
            sort(&mut ids, &mut states, sample);
        }
    });
    sort(&mut ids, &mut states, sample);
    interruption
}

/// What a worker has generated: what is on its way to the store, and what need not go there again.
struct Successors {
    outbox: Outbox,
    recent: Recent,
}

impl Successors {
    fn of<S: Extremes + Adaptive>(search: &Search<'_, S>) -> Self {
        let recent = Recent::new(search.system.words(), &search.options.limits);
        Self { outbox: Outbox::new(), recent }
    }

    #[inline(always)]
    fn push<const W: usize>(&mut self, pred: StateId, state: &[u64]) {
        self.outbox.push_unless_recent::<W>(&mut self.recent, pred, state);
    }

    fn bytes(&self) -> usize {
        self.outbox.bytes()
    }
}

/// What is needed to expand states.
struct Expansion<'a, 's, S: Extremes> {
    system: &'s S,
    observation: &'s Observation<'a, S>,
    reducer: Reducer<'s, S>,
    store: &'s PackedStore,
    watch: &'s mut Watch<S>,
}

impl<S: Extremes> Expansion<'_, '_, S> {
    /// Fires the events of states, and hands out each successor with the state that it comes from.
    #[inline(always)]
    fn fire_all<'p, const W: usize>(
        &mut self,
        pieces: impl Iterator<Item = &'p Piece>,
        mut take: impl FnMut(StateId, &[u64]),
    ) -> Option<Interruption> {
        let Self { system, observation, reducer, store, watch } = self;
        let (mut scratch, mut events) = (system.scratch(), Vec::new());
        let words = word_count::<W>(system.words());
        let (mut on_stack, mut on_heap) = ([0; MAX_WORDS], vec![0; words]);
        // PERF: where the number of words is known, so is the length of this.
        let successor = if W > 0 { &mut on_stack[..W] } else { on_heap.as_mut_slice() };
        for (shard, positions) in pieces {
            let states = (&store.shards()[*shard], positions.clone());
            if !compare_due::<S, W>(
                (system, observation, reducer),
                watch,
                states,
                (&mut scratch, &mut events),
            ) {
                return None;
            }
            for position in positions.clone() {
                let id = StateId::new(*shard, position);
                let state = store.shards()[*shard].state::<W>(position);
                events.clear();
                system.unpack::<W>(state, &mut scratch);
                system.enabled::<W>(state, &scratch, &mut events);
                watch.observe_compared::<W>((system, observation), (id, state), &scratch, &events);
                reducer.select((system, state, &scratch), None, &mut events);
                for &event in &events {
                    match system.fire::<W>(state, &scratch, event, successor) {
                        Fired::Successor => take(id, successor),
                        fired => return Some(Interruption { state: id, events: vec![event], fired }),
                    }
                }
            }
        }
        None
    }
}

/// Compares those states of a shard that are due with a reference; answers whether they are as they should be. What is enabled,
/// selected and fired is found out anew, by the code for the same number of words as in the loop that fires.
///
/// PERF: in that loop, even a test that is hardly ever true costs a per cent.
#[inline(never)]
fn compare_due<S: Extremes, const W: usize>(
    (system, observation, reducer): (&S, &Observation<'_, S>, &mut Reducer<'_, S>),
    watch: &mut Watch<S>,
    (shard, mut positions): (&Shard, Range<usize>),
    (scratch, events): (&mut S::Scratch, &mut Vec<EventId>),
) -> bool {
    while let Some(passed) = watch.checks.pass(positions.len()) {
        let position = positions.start + passed;
        positions.start = position + 1;
        let state = shard.state::<W>(position);
        events.clear();
        system.unpack::<W>(state, scratch);
        system.enabled::<W>(state, scratch, events);
        watch.compare::<W>((system, observation), (state, scratch), events);
        reducer.select((system, state, scratch), None, events);
        if watch.is_wrong(events) {
            return false;
        }
    }
    true
}

/// Goes on with a system that does not assume what broke, if that is what happened.
pub(super) fn relax<S: Extremes + Adaptive>(
    search: &mut Search<'_, S>,
    frontier: &mut Frontier,
    interruption: Interruption,
) {
    match search.resume(interruption, 3, |id| frontier.group(id)) {
        // The same event is fired again once states can be forgotten.
        Err(Ended::Stop(StopReason::Memory)) if search.options.retention == Retention::Auto => {
            search.stop = Some(StopReason::Memory);
        }
        Err(ended) => {
            search.observe(frontier.open_states(&search.store));
            search.end(ended);
        }
        Ok(resumed) => {
            *frontier = frontier.moved(&resumed.new_ids);
            search.adopt(resumed);
        }
    }
}

/// Asks for all memory that the insertion of a small round needs. A large round does so shard by shard.
fn look_ahead<const W: usize>(store: &PackedStore, generated: &[Successors]) {
    let batches = || {
        let shards = store.shards().iter().enumerate();
        shards.flat_map(|(index, shard)| generated.iter().map(move |own| (shard, own.outbox.records(index))))
    };
    batches().for_each(|(shard, records)| shard.ask_for_index(records));
    batches().for_each(|(shard, records)| shard.ask_for_states::<W>(records));
}

/// Puts what is in the outboxes into the store; answers whether there was an id for everything.
fn insert<const W: usize>(workers: &Workers<Successors>, store: &mut PackedStore) -> bool {
    let is_much = workers.each[1..].iter().any(|own| !own.outbox.is_empty());
    let is_little = BATCH_BYTES_OF_ONE_THREAD
        .admits(workers.each.iter().map(|own| own.outbox.used_bytes()).sum::<usize>());
    if !is_much && is_little {
        look_ahead::<W>(store, &workers.each);
    }
    let insert = |index: usize, shard: &mut Shard, generated: &[Successors]| {
        let has_room = generated.iter().all(|own| shard.insert_all::<W>(own.outbox.records(index)));
        if has_room { Ok(()) } else { Err(()) }
    };
    workers.fill(store.shards_mut(), is_much, insert).is_ok()
}
