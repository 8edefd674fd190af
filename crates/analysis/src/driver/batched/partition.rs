//! Breadth-first search level by level in several processes, each of which owns some of the states.
//!
//! All processes proceed in *steps*. In a step each process expands a block of its open states and sends the
//! successors to their [owners](ownership), together with its own [standing](message::Standing). Meanwhile
//! it inserts the successors that stay with it, and then those it receives. All decisions follow from the
//! standings of all processes, so there is no coordinator. Each process has its own store of some
//! [kind](part::Part), with local state numbers, and [paths](paths) are found backwards. States are inserted
//! by process and then in order, so that the result does not depend on threads or timing. If an assumption
//! breaks, all processes relax the system and start again: states with other words have other owners.
//!
//! Source: Stern and Dill, *Parallelizing the Murphi Verifier*, CAV 1997. Where we differ: the search is
//! breadth-first, so that all processes are at the same level, and detect termination without a protocol.
//!
//! INVARIANT: between steps every stored state is closed, open in this level or open in the next, and every
//! successor of a closed state is stored by its owner, or a candidate there.

mod closing;
mod disk;
mod message;
mod ownership;
mod packed;
mod parcels;
mod part;
mod paths;
mod relaxing;
mod restorable;
mod saving;
mod tree;

use std::ops::ControlFlow;

use sanderling_store::PackedStore;
use sanderling_store::hash::hash;
use sanderling_system::{Adaptive, Extremes};

use self::disk::DiskPart;
use self::message::{Beginning, Broken, Closing, Standing, exchange_heads, unreadable};
use self::ownership::{bucket, owned};
use self::packed::PackedPart;
use self::paths::{Missing, Pathfinder, Target};
use self::restorable::Restorable;
use self::saving::{Saving, Start, start};
use self::tree::TreePart;
use super::workers::Workers;
use super::{Expanded, expand_block};
use crate::control::Progress;
use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::peers::{Lost, Peers, Together};
use crate::recent::Recent;
use crate::store::{DiskStates, Store, TreeStates};

/// Explores together with other processes that store whole states.
pub(in crate::driver) fn explore_packed<S: Extremes + Adaptive + Send>(
    search: Search<'_, S, PackedStore>,
    peers: &mut dyn Peers,
    query: &str,
) -> Together<S> {
    Partition::<S, PackedPart>::new(search, peers).explore(query)
}

/// Explores together with other processes that each have a tree.
pub(in crate::driver) fn explore_in_trees<S: Extremes + Adaptive + Send>(
    search: Search<'_, S, TreeStates>,
    peers: &mut dyn Peers,
    query: &str,
) -> Together<S> {
    Partition::<S, TreePart>::new(search, peers).explore(query)
}

/// Explores together with other processes that each keep their states on disk.
pub(in crate::driver) fn explore_on_disks<S: Extremes + Adaptive + Send>(
    search: Search<'_, S, DiskStates>,
    peers: &mut dyn Peers,
    query: &str,
) -> Together<S> {
    Partition::<S, DiskPart>::new(search, peers).explore(query)
}

/// The part of a search that one process does.
struct Partition<'a, 'p, S: Extremes + Adaptive, P: Restorable<S>> {
    search: Search<'a, S, P::Store>,
    peers: &'p mut dyn Peers,
    part: P,
    workers: Workers<P::Outbox>,
    /// The size of the messages of the last step, in both directions, in bytes.
    message_bytes: usize,
    /// Whether no process has an open state of this level.
    is_level_over: bool,
    /// Whether no level has an open state.
    is_over: bool,
    /// Why this process cannot continue, if the others have not been informed yet.
    trouble: Option<StopReason>,
    /// Whether this process could not complete its part of the next level, although the current one is over.
    lacks_level: bool,
    /// Whether all states could be inserted so far.
    has_all: bool,
    saving: Saving<'a, P::Logged>,
    /// Goals that are met, each with its state. The paths are found later, for all of them at once.
    met: Vec<(usize, Target)>,
    /// The number of states when paths were last found.
    looked_at: u64,
    totals: Totals,
    closing: Vec<Closing>,
}

/// The sums over all processes.
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

impl<'a, 'p, S: Extremes + Adaptive + Send, P: Restorable<S>> Partition<'a, 'p, S, P> {
    fn new(mut search: Search<'a, S, P::Store>, peers: &'p mut dyn Peers) -> Self {
        let Start { part, trouble, saving, common } = start::<S, P>(&mut search, peers);
        let limits = &search.options.limits;
        let workers = Workers::new(search.options.threads, || Recent::new(search.system.words(), limits));
        let met = common.iter().flat_map(|common| &common.met);
        let met = met.map(|&(goal, (level, process, number))| (goal, Target { level, process, number }));
        Self {
            search,
            peers,
            part,
            workers,
            message_bytes: 0,
            is_level_over: common.as_ref().is_none_or(|common| common.is_level_over),
            is_over: false,
            trouble,
            lacks_level: false,
            has_all: true,
            saving,
            met: met.collect(),
            looked_at: common.as_ref().map_or(0, |common| common.looked_at),
            totals: Totals::default(),
            closing: Vec::new(),
        }
    }

    fn explore(mut self, query: &str) -> Together<S> {
        let lost = self.run(query).err();
        // `run` returns early if a process is lost.
        self.search.raise_gathered();
        self.end(lost)
    }

    /// Inserts the initial state into the store of its owner, and leaves the other stores empty. Also
    /// returns the reason if that failed.
    fn begin(search: &mut Search<'a, S, P::Store>, peers: &dyn Peers) -> (P, Option<StopReason>) {
        let own = owned(peers.own(), peers.processes());
        let initial = initial(&search.system);
        let is_here = own.contains(&bucket(hash(&initial)));
        if !is_here {
            search.tally.checks.begin_elsewhere();
        }
        let part = P::begin(search, own, is_here.then_some(&*initial));
        let is_missing = is_here && search.store.len() == 0;
        (part, is_missing.then_some(StopReason::DiskFailed))
    }

    /// Explores until no state is left or the search is stopped, and then exchanges the results.
    fn run(&mut self, query: &str) -> Result<(), Lost> {
        let Some(flow) = self.resume()? else { return Ok(()) };
        self.agree(query)?;
        if flow.is_continue() && self.search.stop.is_some() {
            // No state will be expanded, and the first level is known.
            self.part.advance(&self.search.store);
            self.is_level_over = false;
            self.search.levels.push(1);
        }
        while flow.is_continue() && self.search.stop.is_none() && self.step()?.is_continue() {}
        self.search.raise_gathered();
        if let Err(reason) = self.find_paths()? {
            // A goal whose path cannot be found is not met, so the search is not decided.
            self.search.stop = self.search.stop.filter(|stop| *stop != StopReason::Decided).or(Some(reason));
        }
        self.save_at_end()?;
        let closing = self.own_closing();
        self.closing = exchange_heads(self.peers, &closing)?;
        Ok(())
    }

    /// Checks that all processes run the same search. Also adopts a reason to stop that any of them has.
    fn agree(&mut self, query: &str) -> Result<(), Lost> {
        let own = Beginning {
            asked: query.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            store: format!("{:?}", self.search.options.store),
            initial: initial(&self.search.system),
            events: self.search.system.events(),
            goals: self.search.observation.goals.len(),
            max_states: self.search.options.limits.states,
            stop: self.search.stop,
        };
        let all = exchange_heads(self.peers, &own)?;
        let other = all.iter().position(|one| Beginning { stop: own.stop, ..one.clone() } != own);
        self.search.stop = all.iter().find_map(|one| one.stop);
        let why = "it has made another model of the net, or was asked something else".to_owned();
        other.map_or(Ok(()), |process| Err(Lost::new(process, why)))
    }

    /// Expands a block in each process, and inserts the successors. Breaks when the search is over.
    fn step(&mut self) -> Result<ControlFlow<()>, Lost> {
        let begun = self.is_level_over.then(|| self.part.advance(&self.search.store));
        let expanded = match self.trouble {
            Some(reason) => Err(reason),
            None => expand_block(&mut self.search, &mut self.part, &mut self.workers),
        };
        let standing = self.standing(begun.unwrap_or(0), &expanded);
        self.send(&standing)?;
        // Messages are in transit meanwhile. Later decisions do not undo these insertions, unless all
        // processes start again.
        if matches!(&expanded, Ok(expanded) if expanded.interruption.is_none()) {
            self.insert();
        }
        let messages = self.peers.receive()?;
        self.message_bytes += messages.iter().map(Vec::len).sum::<usize>();
        let (standings, behind) = heads(&messages)?;
        self.totals = Totals::of(&standings);
        self.report(&standings);
        if begun.is_some() {
            let is_whole = |one: &Standing| one.is_whole && one.stop != Some(StopReason::Discrepancy);
            let has_level = standings.iter().all(|one| one.has_level);
            match standings.iter().map(|one| one.level).sum() {
                // The search can only resume from the level before.
                _ if !has_level => self.part.retreat(&self.search.store),
                // No state is left to explore, so a limit reached now has no effect.
                0 if standings.iter().all(is_whole) => {
                    self.part.retreat(&self.search.store);
                    self.is_over = true;
                    return Ok(ControlFlow::Break(()));
                }
                states => self.search.levels.push(states),
            }
            self.is_level_over = !has_level;
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
        self.part.close(&expanded.block);
        self.take_in(&behind)?;
        self.search.stopwatch.looked_up(&mut expanded.timed);
        self.meet(&standings)?;
        self.is_level_over = standings.iter().all(|one| one.left == 0);
        if self.totals.states >= 2 * self.looked_at || standings.iter().any(|one| one.is_late) {
            self.search.stop = self.find_paths()?.err();
        }
        if self.search.stop.is_none() {
            self.save(&standings);
            if self.is_level_over {
                self.complete_level();
            }
        }
        if self.trouble.is_none() {
            self.trouble = self.part.after_step(&mut self.search).err();
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Turns the inserted states into the next level.
    fn complete_level(&mut self) {
        if self.trouble.is_none() {
            self.trouble = self.part.complete_level(&mut self.search, &self.workers).err();
            self.lacks_level = self.trouble.is_some();
        }
    }

    /// Returns the standing of this process. Expanded states were open in the level.
    fn standing(&mut self, level: u64, expanded: &Result<Expanded<S, P::Block>, StopReason>) -> Standing {
        // Sent and received successors also exist as messages.
        let bytes = self.search.bytes()
            + self.part.bytes()
            + self.workers.bytes()
            + std::mem::take(&mut self.message_bytes);
        self.search.peak_bytes = self.search.peak_bytes.max(bytes);
        let cancelled = self.search.control.is_cancelled().then_some(StopReason::Cancelled);
        let states = expanded.as_ref().map_or(0, |expanded| P::states_of(&expanded.block));
        let found = expanded.as_ref().map_or(&[][..], |expanded| &expanded.watches);
        let hits = found.iter().flat_map(Watch::hits).map(|&(goal, state)| (goal, self.part.number(state)));
        let interruption = expanded.as_ref().ok().and_then(|expanded| expanded.interruption.as_ref());
        Standing {
            states: self.search.store.len() as u64,
            expanded: self.search.tally.expanded,
            firings: self.search.tally.firings,
            dead: self.search.tally.dead,
            level,
            has_level: !self.lacks_level,
            left: self.part.open_in_level() - states,
            bytes: bytes as u64,
            is_whole: self.trouble.is_none(),
            is_late: self.search.clock.is_half_over(),
            stop: expanded.as_ref().err().copied().or(cancelled).or(self.search.clock.exceeded(0, bytes)),
            interruption: interruption.map(|one| Broken::of(self.part.number(one.state), one)),
            hits: hits.collect(),
            saving: self.readiness(),
        }
    }

    /// Sends each process its successors and the standing of this one.
    fn send(&mut self, standing: &Standing) -> Result<(), Lost> {
        let (own, processes) = (self.peers.own(), self.peers.processes());
        let parcels = parcels::pack(&mut self.workers, self.search.system.words(), &owned(own, processes));
        let head = message::write(standing);
        let messages = (0..processes).map(|process| {
            let mut message = head.clone();
            if process != own {
                parcels::write(&mut message, &parcels[owned(process, processes)]);
            }
            message
        });
        let messages: Vec<_> = messages.collect();
        self.message_bytes += messages.iter().map(Vec::len).sum::<usize>();
        self.peers.send(messages)
    }

    /// Inserts the successors in the outboxes that stay here.
    fn insert(&mut self) {
        let inserted = self.part.insert(&mut self.search, &self.workers);
        self.has_all &= inserted.is_ok();
        self.trouble = self.trouble.or(inserted.err());
    }

    /// Inserts the received successors, ordered by process.
    fn take_in(&mut self, behind: &[&[u8]]) -> Result<(), Lost> {
        let (own, mut parcels) = (owned(self.peers.own(), self.peers.processes()), Vec::new());
        for (process, behind) in behind.iter().enumerate().filter(|&(process, _)| process != self.peers.own())
        {
            parcels::read(process, behind, &own, &mut parcels)?;
        }
        let words = self.search.system.words();
        parcels::unpack(&self.part, &self.search.store, &mut self.workers, words, &parcels)?;
        if self.trouble.is_none() {
            self.insert();
        }
        Ok(())
    }

    /// Returns why all processes stop, computed from the standings of all.
    fn stop(&self, standings: &[Standing]) -> Option<StopReason> {
        let has_stop =
            |reason: StopReason| standings.iter().any(|one| one.stop == Some(reason)).then_some(reason);
        let (observation, tally) = (self.search.observation, &self.search.tally);
        let is_decided = observation.stop_when_decided && tally.is_decided();
        let limit = self.search.options.limits.states;
        let has_states = limit.is_some_and(|limit| self.totals.states >= limit);
        has_stop(StopReason::Discrepancy)
            .or(has_stop(StopReason::StoreFull))
            .or(is_decided.then_some(StopReason::Decided))
            .or(has_stop(StopReason::Cancelled))
            .or(has_states.then_some(StopReason::States))
            .or(standings.iter().find_map(|one| one.stop))
    }

    /// Records the goals that are met in this step. For each goal, the first process that meets it counts.
    fn meet(&mut self, standings: &[Standing]) -> Result<(), Lost> {
        let level = self.search.levels.len() - 1;
        let hits = standings.iter().enumerate();
        for (process, &(goal, number)) in
            hits.flat_map(|(process, one)| one.hits.iter().map(move |hit| (process, hit)))
        {
            self.note(process, goal, Target { level, process, number })?;
        }
        Ok(())
    }

    /// Records a goal that a process has reported.
    fn note(&mut self, process: usize, goal: usize, target: Target) -> Result<(), Lost> {
        if goal >= self.search.observation.goals.len() || target.level > self.search.levels.len() {
            return Err(unreadable(process, "there is no such goal or level"));
        }
        if self.search.tally.is_sought(goal) {
            self.search.tally.spot(goal);
            self.met.push((goal, target));
        }
        Ok(())
    }

    /// Finds the paths to all states that meet goals at once, or returns why all processes stop.
    fn find_paths(&mut self) -> Result<Result<(), StopReason>, Lost> {
        if self.met.is_empty() {
            return Ok(Ok(()));
        }
        let targets: Vec<Target> = self.met.iter().map(|&(_, target)| target).collect();
        let paths = match self.pathfinder().find(&targets) {
            Ok(paths) => paths,
            Err(Missing::Stop(reason)) => return Ok(Err(reason)),
            Err(Missing::Lost(lost)) => return Err(lost),
        };
        for ((goal, _), path) in self.met.drain(..).zip(paths) {
            self.search.tally.meet(goal, Some(path));
        }
        self.looked_at = self.totals.states;
        Ok(Ok(()))
    }

    fn pathfinder(&mut self) -> Pathfinder<'_, 'a, S, P> {
        let Self { search, part, workers, peers, .. } = self;
        Pathfinder { search, part, workers, peers: &mut **peers }
    }

    fn report(&self, standings: &[Standing]) {
        let Totals { states, firings, bytes, expanded, .. } = self.totals;
        let level = (self.search.levels.len() as u64).saturating_sub(1);
        let elapsed = self.search.clock.elapsed();
        let open = states.saturating_sub(expanded);
        let bytes = bytes as usize;
        self.search.control.report(|| Progress {
            states,
            stored: states,
            open,
            firings,
            level,
            bytes,
            elapsed,
            shares: standings.iter().map(|one| one.states).collect(),
            diagram: None,
        });
    }
}

/// Returns the standing of each process, and the rest of its message.
fn heads(messages: &[Vec<u8>]) -> Result<(Vec<Standing>, Vec<&[u8]>), Lost> {
    let messages = messages.iter().enumerate();
    messages
        .map(|(process, message)| message::read(process, message))
        .collect::<Result<Vec<_>, _>>()
        .map(|heads| heads.into_iter().unzip())
}

fn initial<S: Extremes>(system: &S) -> Vec<u64> {
    let mut initial = vec![0; system.words()];
    system.initial(&mut initial);
    initial
}
