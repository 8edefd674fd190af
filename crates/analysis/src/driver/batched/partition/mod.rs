//! Level by level over packed stores of several processes, each of which owns some shards.
//!
//! All processes go in *steps*. In a step each expands a block of its open states, as the loop for one process does, and sends the successors to
//! the processes that own their shards, with where it [stands](message::Standing); then it puts in what it has been sent. Everything that is decided is decided
//! by what all have told: so all decide the same, in the same step, and no process leads the others. A level is over where
//! nobody has an open state of it left, the search where a level has no states.
//!
//! Ids are those of one store: a shard has one owner, so that a predecessor can be remembered though it is another's. Records of a shard are put in by
//! sending process and then in the order of the block, so that nothing depends on threads and times. Where an assumption breaks, all relax the system alike and begin
//! again: with other words, states would have other owners.
//!
//! Source: Stern and Dill, *Parallelizing the Murphi Verifier*, CAV 1997. We differ in that the search is breadth-first: all are at the same level, and
//! whether there is more to do is known without a protocol for it.
//!
//! INVARIANT: between steps every stored state is closed, open in this level or open in the next, and every successor of a closed state
//! is stored by its owner.

mod message;
mod paths;

use std::ops::ControlFlow;

use sanderling_store::hash::{hash, shard_of};
use sanderling_store::shard::Shard;
use sanderling_store::{PackedStore, Records, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, with_words};

use self::message::{Beginning, Broken, Closing, Standing, owned, state_id, unreadable};
use super::packed::PackedLevels;
use super::workers::Workers;
use super::{Expanded, Frontier, Levels, expand_block};
use crate::checkpoint::content::id;
use crate::control::Progress;
use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::outbox::Outbox;
use crate::peers::{Lost, Peers, Share, Together};
use crate::recent::Recent;
use crate::relaxation::Ended;
use crate::witness::events_between;

/// Explores together with other processes.
pub(in crate::driver) fn explore<S: Extremes + Adaptive + Send>(
    search: Search<'_, S, PackedStore>,
    peers: &mut dyn Peers,
    asked: &str,
) -> Together<S> {
    let mut partition = Partition::new(search, peers);
    let lost = partition.run(asked).err();
    partition.end(lost)
}

/// The part of a search that one process does.
struct Partition<'a, 'p, S: Extremes> {
    search: Search<'a, S, PackedStore>,
    peers: &'p mut dyn Peers,
    levels: PackedLevels,
    workers: Workers<Outbox>,
    /// By process: what it has sent, by own shard.
    received: Vec<Vec<Records>>,
    /// Whether nobody has an open state of this level.
    is_level_over: bool,
    /// Whether there was no id left for a state.
    is_full: bool,
    totals: Totals,
    closing: Vec<Closing>,
}

/// What all processes together have.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    states: u64,
    expanded: u64,
    firings: u64,
    dead: u64,
    bytes: u64,
}

impl Totals {
    fn of(standings: &[Standing]) -> Self {
        let sum = |number: fn(&Standing) -> u64| standings.iter().map(number).sum();
        Self {
            states: sum(|one| one.states),
            expanded: sum(|one| one.expanded),
            firings: sum(|one| one.firings),
            dead: sum(|one| one.dead),
            bytes: sum(|one| one.bytes),
        }
    }
}

impl<'a, 'p, S: Extremes + Adaptive + Send> Partition<'a, 'p, S> {
    fn new(search: Search<'a, S, PackedStore>, peers: &'p mut dyn Peers) -> Self {
        let limits = &search.options.limits;
        let workers = Workers::new(search.options.threads, || Recent::new(search.system.words(), limits));
        let own = owned(peers.own(), peers.processes()).len();
        let mut partition = Self {
            search,
            levels: PackedLevels { frontier: Frontier::start() },
            workers,
            received: vec![vec![Records::new(); own]; peers.processes()],
            peers,
            is_level_over: true,
            is_full: false,
            totals: Totals::default(),
            closing: Vec::new(),
        };
        partition.begin();
        partition
    }

    /// Puts the initial state into the store of its owner, and nothing into the others.
    fn begin(&mut self) {
        let initial = self.initial();
        self.search.root = StateId::new(shard_of(hash(&initial)), 0);
        self.search.store = PackedStore::new(self.search.system.words());
        if self.owns(self.search.root) {
            self.search.root = self.search.store.insert_root(&initial);
        } else {
            self.search.tally.checks.begin_elsewhere();
        }
        self.levels.frontier = Frontier::start();
        self.is_level_over = true;
    }

    fn initial(&self) -> Vec<u64> {
        let mut initial = vec![0; self.search.system.words()];
        self.search.system.initial(&mut initial);
        initial
    }

    fn owns(&self, id: StateId) -> bool {
        owned(self.peers.own(), self.peers.processes()).contains(&id.shard())
    }

    /// Explores until there is nothing left, or the search is stopped; then hears what the others have to say.
    fn run(&mut self, asked: &str) -> Result<(), Lost> {
        self.agree(asked)?;
        if self.search.stop.is_some() {
            // Nothing will be expanded, and the first level is known.
            self.search.levels.push(1);
        }
        while self.search.stop.is_none() && self.step()?.is_continue() {}
        self.search.raise_gathered();
        self.closing = self.tell(&self.own_closing())?;
        Ok(())
    }

    /// Sees that all processes are about to do the same.
    fn agree(&mut self, asked: &str) -> Result<(), Lost> {
        let own = Beginning {
            asked: asked.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            initial: self.initial(),
            events: self.search.system.events(),
            goals: self.search.observation.goals.len(),
            max_states: self.search.options.limits.states,
            stop: self.search.stop,
        };
        let all = self.tell(&own)?;
        let other = all.iter().position(|one| *one != own);
        let why = "it has made another model of the net, or was asked something else".to_owned();
        other.map_or(Ok(()), |process| Err(Lost { process, why }))
    }

    /// Tells all processes the same, and answers what each tells.
    fn tell<H: serde::Serialize + serde::de::DeserializeOwned>(&mut self, head: &H) -> Result<Vec<H>, Lost> {
        let told = self.peers.exchange(vec![message::write(head); self.peers.processes()])?;
        let heads = told.iter().enumerate();
        heads.map(|(process, message)| Ok(message::read(process, message)?.0)).collect()
    }

    /// Expands a block in each process, and puts in what they lead to. Breaks where the search is over.
    fn step(&mut self) -> Result<ControlFlow<()>, Lost> {
        let begun = self.is_level_over.then(|| self.levels.frontier.advance(&self.search.store));
        let expanded = with_words!(self.search.system.words(), W => {
            expand_block::<S, _, W>(&mut self.search, &mut self.levels, &mut self.workers)
        });
        let standing = self.standing(begun.unwrap_or(0), &expanded);
        let standings = self.exchange(&standing)?;
        self.totals = Totals::of(&standings);
        self.report(&standings);
        let is_sound = standings.iter().all(|one| one.stop != Some(StopReason::Discrepancy));
        if begun.is_some() {
            match standings.iter().map(|one| one.level).sum() {
                0 if is_sound && standings.iter().all(|one| one.stop != Some(StopReason::StoreFull)) => {
                    // There is nothing left to explore: a limit that is reached now takes nothing away.
                    return Ok(ControlFlow::Break(()));
                }
                states => self.search.levels.push(states),
            }
        }
        self.search.stop = self.stop(&standings);
        let Ok(mut expanded) = expanded else { return Ok(ControlFlow::Break(())) };
        if self.search.stop.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        let broken = standings.iter().position(|one| one.interruption.is_some());
        if let Some((process, broken)) = broken.and_then(|at| Some((at, standings[at].interruption?))) {
            self.relax(process, broken)?;
            return Ok(ControlFlow::Continue(()));
        }
        for watch in &mut expanded.watches {
            self.search.gather(watch);
            self.search.tally.add(&self.search.system, watch);
        }
        Levels::<S>::close(&mut self.levels, &expanded.block);
        with_words!(self.search.system.words(), W => self.insert::<W>());
        self.search.stopwatch.looked_up(&mut expanded.timed);
        let hits: Vec<_> = standings.iter().map(|one| one.hits.clone()).collect();
        self.meet(&hits)?;
        self.is_level_over = standings.iter().all(|one| one.left == 0);
        Ok(ControlFlow::Continue(()))
    }

    /// Where this process stands. A state that is expanded is one that was open in the level.
    fn standing(
        &mut self,
        level: u64,
        expanded: &Result<Expanded<S, Vec<super::frontier::Piece>>, StopReason>,
    ) -> Standing {
        let received = self.received.iter().flatten().map(Records::bytes).sum::<usize>();
        // What is sent is there once more as a message, and so is what is received.
        let outboxes = self.workers.outboxes.iter().map(Outbox::used_bytes).sum::<usize>();
        let bytes = self.search.bytes() + self.workers.bytes() + 2 * received + outboxes;
        self.search.peak_bytes = self.search.peak_bytes.max(bytes);
        let due =
            if self.is_full { Some(StopReason::StoreFull) } else { self.search.clock.exceeded(0, bytes) };
        let cancelled = self.search.control.is_cancelled().then_some(StopReason::Cancelled);
        let block = expanded.as_ref().ok().map(|expanded| &expanded.block);
        let states = block.map_or(0, |block| block.iter().map(|(_, piece)| piece.len() as u64).sum());
        let found = expanded.as_ref().map_or(&[][..], |expanded| &expanded.watches);
        let hits = found.iter().flat_map(Watch::hits).map(|&(goal, state)| (goal, id(state)));
        let interruption = expanded.as_ref().ok().and_then(|expanded| expanded.interruption.as_ref());
        Standing {
            states: self.search.store.len() as u64,
            expanded: self.search.tally.expanded,
            firings: self.search.tally.firings,
            dead: self.search.tally.dead,
            level,
            left: self.levels.frontier.open_in_level() - states,
            bytes: bytes as u64,
            stop: expanded.as_ref().err().copied().or(cancelled).or(due),
            interruption: interruption.map(Broken::of),
            hits: hits.collect(),
        }
    }

    /// Sends each process its successors and where this one stands; answers where each stands.
    fn exchange(&mut self, standing: &Standing) -> Result<Vec<Standing>, Lost> {
        let (own, processes) = (self.peers.own(), self.peers.processes());
        let messages = (0..processes).map(|process| {
            let mut message = message::write(standing);
            if process != own {
                message::add_records(&mut message, owned(process, processes), &self.workers.outboxes);
            }
            message
        });
        let arrived = self.peers.exchange(messages.collect())?;
        let words = self.search.system.words();
        let read = |(process, message): (usize, &Vec<u8>)| {
            let (standing, rest) = message::read(process, message)?;
            let records = &mut self.received[process];
            records.iter_mut().for_each(Records::clear);
            if process != own {
                message::read_records(process, rest, words, records)?;
            }
            Ok(standing)
        };
        arrived.iter().enumerate().map(read).collect()
    }

    /// Why all of them stop, by what all have told.
    fn stop(&self, standings: &[Standing]) -> Option<StopReason> {
        let told =
            |reason: StopReason| standings.iter().any(|one| one.stop == Some(reason)).then_some(reason);
        let (observation, tally) = (self.search.observation, &self.search.tally);
        let is_decided = observation.stop_when_decided && tally.is_decided();
        let limit = self.search.options.limits.states;
        let has_states = limit.is_some_and(|limit| self.totals.states >= limit);
        told(StopReason::Discrepancy)
            .or(told(StopReason::StoreFull))
            .or(is_decided.then_some(StopReason::Decided))
            .or(told(StopReason::Cancelled))
            .or(has_states.then_some(StopReason::States))
            .or(standings.iter().find_map(|one| one.stop))
    }

    /// Puts in what all processes have sent, and what stays here.
    fn insert<const W: usize>(&mut self) {
        let Self { search, workers, received, .. } = self;
        let (own, shards) = (self.peers.own(), owned(self.peers.own(), self.peers.processes()));
        let fill = |index: usize, shard: &mut Shard, outboxes: &[Outbox]| {
            let mut of_all = received.iter().enumerate();
            let has_room = !shards.contains(&index)
                || of_all.all(|(process, sent)| match process == own {
                    true => outboxes.iter().all(|outbox| shard.insert_all::<W>(outbox.records(index))),
                    false => shard.insert_all::<W>(&sent[index - shards.start]),
                });
            if has_room { Ok(()) } else { Err(()) }
        };
        self.is_full |= workers.fill(search.store.shards_mut(), workers.are_several(), fill).is_err();
    }

    /// Finds the paths to states that meet goals, by process; the first process that has one counts.
    fn meet(&mut self, hits: &[Vec<(usize, crate::checkpoint::content::Id)>]) -> Result<(), Lost> {
        for (process, &(goal, state)) in
            hits.iter().enumerate().flat_map(|(at, hits)| hits.iter().map(move |hit| (at, hit)))
        {
            if goal >= self.search.observation.goals.len() {
                return Err(unreadable(process, "there is no such goal"));
            }
            if self.search.tally.is_sought(goal) {
                let state = state_id(state).ok_or_else(|| unreadable(process, "there is no such state"))?;
                let path = self.events_to(state)?;
                self.search.tally.meet(goal, Some(path));
            }
        }
        Ok(())
    }

    /// The events on a shortest path to a state, which all processes ask for.
    fn events_to(&mut self, state: StateId) -> Result<Vec<EventId>, Lost> {
        let path = paths::to(state, &self.search.store, self.peers)?;
        let no_event = "no event leads from a state to the one that it has found from there";
        let why = || Lost { process: self.peers.own(), why: no_event.to_owned() };
        events_between(&self.search.system, &path).ok_or_else(why)
    }

    /// Goes on with a system that does not assume what broke, if that is what happened.
    fn relax(&mut self, process: usize, Broken { state, event, is_undefined }: Broken) -> Result<(), Lost> {
        self.search.raise_gathered();
        let state = state_id(state).filter(|_| event < self.search.system.events());
        let state = state.ok_or_else(|| unreadable(process, "there is no such state or event"))?;
        let mut path = self.events_to(state)?;
        path.push(EventId::new(event));
        let stored = self.totals.states as usize;
        let relaxed = match is_undefined {
            true => Err(Ended::Undefined(path)),
            false => self.search.relaxations.relax(&self.search.system, stored, &path),
        };
        match relaxed {
            Ok(relaxed) => self.begin_again(relaxed),
            Err(ended) => {
                // Open states may decide a question all the same.
                let open = self.levels.frontier.open_states(&self.search.store);
                let mut watch = self.search.look_at(open);
                self.search.join_checks([&mut watch]);
                self.search.tally.add(&self.search.system, &watch);
                let hits: Vec<_> =
                    watch.take_hits().into_iter().map(|(goal, state)| (goal, id(state))).collect();
                let hits = self.tell(&hits)?;
                self.meet(&hits)?;
                self.search.end(ended);
            }
        }
        Ok(())
    }

    /// Begins again with another system. What states have said besides their number is as true as before.
    fn begin_again(&mut self, system: S) {
        let search = &mut self.search;
        search.tally.restart();
        search.levels.clear();
        search.system = system;
        search.scratch = search.system.scratch();
        self.begin();
        let search = &self.search;
        self.workers.forget(|| Recent::new(search.system.words(), &search.options.limits));
        self.workers.outboxes.iter_mut().for_each(Outbox::clear);
    }

    fn report(&mut self, standings: &[Standing]) {
        let Totals { states, firings, bytes, expanded, .. } = self.totals;
        let level = (self.search.levels.len() as u64).saturating_sub(1);
        let elapsed = self.search.clock.elapsed();
        let open = states.saturating_sub(expanded);
        debug_assert_eq!(standings.len(), self.peers.processes());
        self.search.control.report(|| Progress {
            states,
            stored: states,
            open,
            firings,
            level,
            bytes: bytes as usize,
            elapsed,
        });
    }

    fn own_closing(&self) -> Closing {
        let (tally, store) = (&self.search.tally, &self.search.store);
        Closing {
            tally: tally.saved(),
            compared: tally.checks.states(),
            discrepancy: tally.checks.discrepancy().cloned(),
            share: Share {
                states: store.len() as u64,
                expanded: tally.expanded,
                firings: tally.firings,
                peak_bytes: self.search.peak_bytes.max(self.search.bytes()) as u64,
                traffic: self.peers.traffic(),
            },
        }
    }

    /// What all have found, as far as they could tell.
    fn end(mut self, mut lost: Option<Lost>) -> Together<S> {
        let own = self.peers.own();
        let closing = std::mem::take(&mut self.closing);
        let mut others = closing.iter().enumerate().filter(|&(process, _)| process != own);
        let foreign = others.find(|(_, one)| self.search.tally.join(&one.tally).is_none());
        if let Some((process, _)) = foreign {
            lost = Some(unreadable(process, "it has counted something else"));
        }
        if lost.is_some() {
            self.search.stop = Some(StopReason::PeerLost);
        }
        let shares: Vec<Share> = closing.iter().map(|one| one.share).collect();
        let compared: u64 = closing.iter().map(|one| one.compared).sum();
        let control = self.search.control;
        let mut outcome = self.search.outcome();
        if lost.is_some() {
            // The last step in which everybody was there.
            let Totals { states, expanded, firings, dead, bytes } = self.totals;
            (outcome.visits, outcome.expanded, outcome.firings, outcome.dead) =
                (states, expanded, firings, dead);
            outcome.peak_bytes = outcome.peak_bytes.max(bytes as usize);
        } else {
            outcome.visits = shares.iter().map(|share| share.states).sum();
            outcome.peak_bytes = shares.iter().map(|share| share.peak_bytes as usize).sum();
            control.count_compared(compared - outcome.compared);
            outcome.compared = compared;
            outcome.discrepancy = closing.into_iter().find_map(|one| one.discrepancy);
        }
        outcome.states = Some(outcome.visits);
        Together { outcome, shares, lost }
    }
}
