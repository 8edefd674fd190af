//! Paths through the states of several processes, found backwards, level by level, by all processes
//! together.
//!
//! Predecessors are not stored. They would often belong to another process and would have to travel with
//! each state. A state of a breadth-first level has a predecessor in the level before, which some process
//! owns. All processes expand their part of that level again, on all threads, until each has searched it for
//! an event to each wanted state. If several find one, the first process counts, and its first state. This
//! takes at most as long as the search did, for one path or many, and hardly any memory.

use std::ops::ControlFlow;
use std::sync::Mutex;

use sanderling_cutoff::BACKWARD_STATES_OF_BLOCK;
use sanderling_system::{Adaptive, EventId, Extremes, Fired};
use serde::{Deserialize, Serialize};

use super::super::backwards::Wanted;
use super::super::workers::{Workers, into_inner, lock};
use super::message::{exchange_heads, unreadable};
use super::part::{Part, at_a_time};
use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::peers::{Lost, Peers};

/// A state whose path is wanted: its level, its process, and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Target {
    pub(super) level: usize,
    pub(super) process: usize,
    pub(super) number: u64,
}

/// Why there are no paths.
#[derive(Debug)]
pub(super) enum Missing {
    Lost(Lost),
    /// All processes stop for a reason that one of them reported.
    Stop(StopReason),
}

impl From<Lost> for Missing {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

/// The findings of a process in a level.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Findings {
    stop: Option<StopReason>,
    found: Vec<Found>,
}

/// The state of a target, or a predecessor of a wanted state.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Found {
    /// The index of the target or of the wanted state.
    of: usize,
    state: Vec<u64>,
    event: usize,
}

/// Number of states that a thread expands at a time.
const STATES_OF_JOB: usize = 64;

/// One of the processes that find paths.
pub(super) struct Pathfinder<'f, 'a, S: Extremes + Adaptive, P: Part<S>> {
    pub(super) search: &'f mut Search<'a, S, P::Store>,
    pub(super) part: &'f mut P,
    pub(super) workers: &'f Workers<P::Outbox>,
    pub(super) peers: &'f mut dyn Peers,
}

impl<S: Extremes + Adaptive + Send, P: Part<S>> Pathfinder<'_, '_, S, P> {
    /// Returns the events on a shortest path to each target. All processes must pass the same targets.
    pub(super) fn find(&mut self, targets: &[Target]) -> Result<Vec<Vec<EventId>>, Missing> {
        let states = self.states(targets)?;
        let mut paths = vec![Vec::new(); targets.len()];
        let mut wanted = Vec::new();
        let deepest = targets.iter().map(|target| target.level).max().unwrap_or(0);
        for level in (1..=deepest).rev() {
            for (path, state) in states.iter().enumerate().filter(|&(path, _)| targets[path].level == level) {
                Wanted::add(&mut wanted, state.clone(), vec![path]);
            }
            let findings = match self.look(level - 1, &wanted) {
                Ok(found) => Findings { stop: None, found },
                Err(reason) => Findings { stop: Some(reason), found: Vec::new() },
            };
            wanted = self.step_back(&findings, wanted, &mut paths)?;
        }
        paths.iter_mut().for_each(|path| path.reverse());
        Ok(paths)
    }

    /// Returns the states of the targets, which their owners send.
    fn states(&mut self, targets: &[Target]) -> Result<Vec<Vec<u64>>, Missing> {
        let (own, words) = (self.peers.own(), self.search.system.words());
        let mut findings = Findings::default();
        for (of, target) in targets.iter().enumerate().filter(|(_, target)| target.process == own) {
            let mut state = Vec::new();
            if self.part.has(&self.search.store, target.number) {
                let numbers = target.number..target.number + 1;
                findings.stop = findings.stop.or(self.part.read(self.search, numbers, &mut state).err());
            }
            findings.found.push(Found { of, state, event: 0 });
        }
        let mut states = vec![Vec::new(); targets.len()];
        for (process, Found { of, state, .. }) in self.gather(&findings)? {
            let is_requested = targets.get(of).is_some_and(|target| target.process == process);
            if !is_requested || state.len() != words {
                return Err(unreadable(process, "it has no such state").into());
            }
            states[of] = state;
        }
        match states.iter().position(Vec::is_empty) {
            Some(missing) => Err(unreadable(targets[missing].process, "it has no such state").into()),
            None => Ok(states),
        }
    }

    /// Sends findings to the other processes, and returns those of all, each with its process.
    fn gather(&mut self, findings: &Findings) -> Result<Vec<(usize, Found)>, Missing> {
        let all = exchange_heads(self.peers, findings)?;
        if let Some(reason) = all.iter().find_map(|findings| findings.stop) {
            return Err(Missing::Stop(reason));
        }
        let found = |(process, findings): (usize, Findings)| {
            findings.found.into_iter().map(move |found| (process, found))
        };
        Ok(all.into_iter().enumerate().flat_map(found).collect())
    }

    /// Adds an event to each path, and returns the predecessors.
    fn step_back(
        &mut self,
        findings: &Findings,
        mut wanted: Vec<Wanted>,
        paths: &mut [Vec<EventId>],
    ) -> Result<Vec<Wanted>, Missing> {
        let (words, events) = (self.search.system.words(), self.search.system.events());
        let mut preds = Vec::new();
        for (process, Found { of, state, event }) in self.gather(findings)? {
            if of >= wanted.len() || state.len() != words || event >= events {
                return Err(unreadable(process, "a path has another state or event").into());
            }
            // The findings of earlier processes take precedence.
            let on_the_way = std::mem::take(&mut wanted[of].paths);
            if !on_the_way.is_empty() {
                on_the_way.iter().for_each(|&path| paths[path].push(EventId::new(event)));
                Wanted::add(&mut preds, state, on_the_way);
            }
        }
        let why = "no process has a state from which an event leads to the next one of a path".to_owned();
        let is_open = wanted.iter().any(|wanted| !wanted.paths.is_empty());
        if is_open { Err(Lost::new(self.peers.own(), why).into()) } else { Ok(preds) }
    }

    /// Finds predecessors of the wanted states in this process's part of a level: the first one of each.
    fn look(&mut self, level: usize, wanted: &[Wanted]) -> Result<Vec<Found>, StopReason> {
        let most = BACKWARD_STATES_OF_BLOCK.size() * self.workers.threads();
        let words = self.search.system.words();
        let mut found = vec![None; wanted.len()];
        let mut states = Vec::new();
        let of_level = self.part.level(&self.search.store, level);
        for numbers in of_level.into_iter().flat_map(|numbers| at_a_time(numbers, most as u64)) {
            self.part.read(self.search, numbers, &mut states)?;
            if states.len() >= most * words {
                if self.expand(&states, wanted, &mut found).is_break() {
                    states.clear();
                    break;
                }
                states.clear();
                self.search.cut().map_or(Ok(()), Err)?;
            }
        }
        // If all predecessors have been found, no state is left to expand.
        let _ = self.expand(&states, wanted, &mut found);
        Ok(found.into_iter().flatten().collect())
    }

    /// Expands states on all threads. Breaks once a predecessor of each wanted state has been found.
    fn expand(&self, states: &[u64], wanted: &[Wanted], found: &mut [Option<Found>]) -> ControlFlow<()> {
        let system = &self.search.system;
        let words = system.words();
        let jobs: Vec<&[u64]> = states.chunks(words * STATES_OF_JOB).collect();
        let results: Vec<Mutex<Vec<Found>>> = jobs.iter().map(|_| Mutex::default()).collect();
        let open: Vec<usize> = (0..wanted.len()).filter(|&of| found[of].is_none()).collect();
        self.workers.share_out(jobs.len(), &|at| {
            let (mut scratch, mut events, mut successor) = (system.scratch(), Vec::new(), vec![0; words]);
            let mut open = open.clone();
            for state in jobs[at].chunks_exact(words) {
                events.clear();
                system.unpack::<0>(state, &mut scratch);
                system.enabled::<0>(state, &scratch, &mut events);
                for &event in &events {
                    if system.fire::<0>(state, &scratch, event, &mut successor) == Fired::Successor
                        && let Some(which) = open.iter().position(|&of| wanted[of].state == successor)
                    {
                        let of = open.remove(which);
                        let found = Found { of, state: state.to_vec(), event: event.index() };
                        lock(&results[at]).push(found);
                    }
                }
            }
        });
        for one in results.into_iter().flat_map(into_inner) {
            let of = one.of;
            found[of].get_or_insert(one);
        }
        if found.iter().all(Option::is_some) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
