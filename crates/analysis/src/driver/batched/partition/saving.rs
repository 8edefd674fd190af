//! Checkpoints of several processes. Each writes its [share](crate::checkpoint::shares): its states and
//! counts, and the common facts.
//!
//! In each step every process reports whether a checkpoint is due, and whether its last share has been
//! written. So all write in the same step, and only after all have written the previous share. If one
//! process can no longer write, there are no more checkpoints, and the last common one remains. At the end,
//! if the search can resume from there, all write once more and wait for the write to finish.
//! [Parts](super::restorable) define the content of the logs.
//!
//! States inserted in a step that ends early do no harm. The block that led to them is still open, and leads
//! to them again.

use std::ops::ControlFlow;

use sanderling_checkpoint::Problem;
use sanderling_store::hash::hash;
use sanderling_system::{Adaptive, Extremes};
use serde::{Deserialize, Serialize};

use super::message::{Standing, exchange_heads};
use super::ownership::{bucket, owned};
use super::paths::Target;
use super::restorable::Restorable;
use super::{Partition, initial};
use crate::checkpoint::content::SavedCommon;
use crate::checkpoint::log::{BYTES_AT_A_TIME, Log};
use crate::checkpoint::round::Round;
use crate::checkpoint::shares::Said;
use crate::checkpoint::{Checkpoints, Resumed, Saver, can_go_on};
use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::peers::{Lost, Peers};

/// The checkpoints of a process.
pub(super) struct Saving<'a, L> {
    checkpoints: Option<&'a Checkpoints>,
    logged: L,
    /// Whether this process has its share of every checkpoint so far.
    is_whole: bool,
    /// The restored position or the problem, until all processes have reported.
    resumed: Option<Result<GoingOn, Problem>>,
}

/// The common position after resumption.
struct GoingOn {
    is_over: bool,
    is_decided: bool,
}

/// Whether a process can write its share now, and whether a checkpoint is due.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Readiness {
    is_ready: bool,
    is_due: bool,
}

/// What a process reports after restoring its share.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Restoration {
    refusal: Option<Said>,
    states: u64,
    /// Why the search ends at the restored position.
    stop: Option<StopReason>,
}

/// Whether a process can write its share when the search ends, and why it could not write the last one.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Ending {
    is_ready: bool,
    problem: Option<Said>,
}

/// A process between two steps, as its checkpoints see it.
struct OfPart<'r, 's, S: Extremes + Adaptive, P: Restorable<S>> {
    search: &'r mut Search<'s, S, P::Store>,
    part: &'r P,
    logged: &'r mut P::Logged,
    is_over: bool,
    common: SavedCommon,
}

impl<S: Extremes + Adaptive, P: Restorable<S>> Round for OfPart<'_, '_, S, P> {
    fn unlogged(&mut self) -> usize {
        self.part.unlogged(self.search, self.logged)
    }

    fn log(&mut self, log: Log<'_>) -> Result<(), StopReason> {
        self.part.log(self.search, self.logged, log)
    }

    fn commit(&mut self, checkpoints: &mut Saver) {
        self.search.raise_gathered();
        let (search, standing) = (self.search.saved(self.is_over), self.part.standing(self.search));
        checkpoints.commit_share(search, standing, self.common.clone());
    }
}

/// The initial or restored position of a process.
pub(super) struct Start<'a, P, L> {
    pub(super) part: P,
    /// Why the process cannot start.
    pub(super) trouble: Option<StopReason>,
    pub(super) saving: Saving<'a, L>,
    /// The common facts, if the search resumes.
    pub(super) common: Option<SavedCommon>,
}

/// Starts at the initial state, or resumes from a checkpoint if possible.
pub(super) fn start<'a, S: Extremes + Adaptive + Send, P: Restorable<S>>(
    search: &mut Search<'a, S, P::Store>,
    peers: &dyn Peers,
) -> Start<'a, P, P::Logged> {
    let checkpoints = search.checkpoints;
    let saving = |logged, resumed| Saving { checkpoints, logged, is_whole: true, resumed };
    let resumed = checkpoints.and_then(|checkpoints| checkpoints.lock().take_resumed());
    let restored = resumed.map(|resumed| restored::<S, P>(search, peers, &resumed));
    match restored {
        Some(Ok((part, logged, common, is_over))) => {
            let going_on = GoingOn { is_over, is_decided: common.is_decided };
            Start { part, trouble: None, saving: saving(logged, Some(Ok(going_on))), common: Some(common) }
        }
        Some(Err(problem)) => {
            let saving = saving(P::Logged::default(), Some(Err(problem)));
            let (part, trouble) = Partition::<S, P>::begin(search, peers);
            Start { part, trouble, saving, common: None }
        }
        None => {
            let (part, trouble) = Partition::<S, P>::begin(search, peers);
            Start { part, trouble, saving: saving(P::Logged::default(), None), common: None }
        }
    }
}

/// A part, its logged amount, the common facts, and whether no work is left.
type Restored<P, L> = (P, L, SavedCommon, bool);

fn restored<S: Extremes + Adaptive + Send, P: Restorable<S>>(
    search: &mut Search<'_, S, P::Store>,
    peers: &dyn Peers,
    resumed: &Resumed,
) -> Result<Restored<P, P::Logged>, Problem> {
    let saved = &resumed.content.search;
    let share = resumed.content.share.as_ref();
    let common = share.map(|share| share.common.clone());
    let common = common.ok_or_else(|| resumed.contradiction("it is of a search by one process"))?;
    if !search.restore_system(saved) {
        return Err(resumed.contradiction("its states are not those of this net"));
    }
    let own = owned(peers.own(), peers.processes());
    if !own.contains(&bucket(hash(&initial(&search.system)))) {
        search.tally.checks.begin_elsewhere();
    }
    let (part, logged) = P::restore(search, own, resumed)?;
    let goals = search.observation.goals.len();
    let is_known = |&(goal, (level, process, _)): &(usize, (usize, usize, u64))| {
        goal < goals && level <= saved.levels.len() && process < peers.processes()
    };
    if !search.restore(saved) || !common.met.iter().all(is_known) {
        return Err(resumed.contradiction("what it counts is not what this search counts"));
    }
    Ok((part, logged, common, saved.is_over))
}

impl<'a, S: Extremes + Adaptive + Send, P: Restorable<S>> Partition<'a, '_, S, P> {
    /// If the search resumes from a checkpoint, checks that all processes can and whether work is left.
    /// Returns `None` if one of them cannot.
    pub(super) fn resume(&mut self) -> Result<Option<ControlFlow<()>>, Lost> {
        let Some(resumed) = self.saving.resumed.take() else { return Ok(Some(ControlFlow::Continue(()))) };
        let (going_on, problem) = match resumed {
            Ok(going_on) => (Some(going_on), None),
            Err(problem) => (None, Some(problem)),
        };
        let cancelled = self.search.control.is_cancelled().then_some(StopReason::Cancelled);
        let own = Restoration {
            refusal: problem.as_ref().map(Said::of),
            states: self.search.visits(),
            stop: cancelled.or(self.search.stop).or(self.search.clock.exceeded(0, self.search.bytes())),
        };
        let all = exchange_heads(self.peers, &own)?;
        let refusals: Vec<_> = all.iter().map(|one| one.refusal.clone()).collect();
        let Some(GoingOn { is_over, is_decided }) = going_on.filter(|_| refusals.iter().all(Option::is_none))
        else {
            let problem = Said::first(&refusals, problem);
            if let Some(checkpoints) = self.saving.checkpoints.take() {
                problem.iter().for_each(|problem| checkpoints.lock().fail(problem.clone()));
            }
            self.search.stop = Some(StopReason::DiskFailed);
            return Ok(None);
        };
        self.totals.states = all.iter().map(|one| one.states).sum();
        let has_states = self.search.options.limits.states.is_some_and(|limit| self.totals.states >= limit);
        let reported = || all.iter().find_map(|one| one.stop);
        self.is_over = is_over && !is_decided;
        self.search.stop = match is_over {
            true => is_decided.then_some(StopReason::Decided),
            false => reported().or(has_states.then_some(StopReason::States)),
        };
        let is_at_end = is_over || self.search.stop.is_some();
        if self.is_level_over && !is_at_end {
            self.complete_level();
        }
        Ok(Some(if is_at_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }))
    }

    /// Whether this process can write its share in this step.
    pub(super) fn readiness(&self) -> Readiness {
        let Some(checkpoints) = self.saving.checkpoints else { return Readiness::default() };
        let checkpoints = checkpoints.lock();
        let is_near = || self.part.unlogged(&self.search, &self.saving.logged) <= BYTES_AT_A_TIME;
        let is_ready = self.saving.is_whole
            && self.trouble.is_none()
            && !checkpoints.has_failed()
            && !checkpoints.is_behind()
            && is_near();
        Readiness { is_ready, is_due: is_ready && checkpoints.is_due() }
    }

    /// After a step, writes the shares of all processes, if all can and a checkpoint is due. Otherwise
    /// writes some of the store to the logs.
    pub(super) fn save(&mut self, standings: &[Standing]) {
        let Some(checkpoints) = self.saving.checkpoints else { return };
        let are_ready = standings.iter().all(|one| one.saving.is_ready);
        let is_due = are_ready && standings.iter().any(|one| one.saving.is_due);
        if !is_due {
            let handed_over = checkpoints.between(&mut self.round(false));
            self.trouble = self.trouble.or(handed_over.err());
        } else if self.has_all {
            self.write(checkpoints);
        } else {
            self.saving.is_whole = false;
        }
    }

    /// When the search is over, writes the shares of all processes, if the search can resume from there and
    /// all can write.
    pub(super) fn save_at_end(&mut self) -> Result<(), Lost> {
        let Some(checkpoints) = self.saving.checkpoints else { return Ok(()) };
        let own = self.ending(checkpoints);
        let all = exchange_heads(self.peers, &own)?;
        if all.iter().all(|one| one.is_ready) {
            self.write(checkpoints);
        }
        let own = self.ending(checkpoints);
        let all = exchange_heads(self.peers, &own)?;
        let problems: Vec<_> = all.into_iter().map(|one| one.problem).collect();
        if let Some(problem) = Said::first(&problems, None) {
            checkpoints.lock().note_elsewhere(problem);
        }
        Ok(())
    }

    /// Waits for the last checkpoint to be written, and returns the result.
    fn ending(&self, checkpoints: &Checkpoints) -> Ending {
        let checkpoints = checkpoints.lock();
        checkpoints.wait();
        let problem = checkpoints.problem_of_writing();
        let is_whole = self.saving.is_whole && self.has_all && can_go_on(self.search.stop);
        Ending { is_ready: is_whole && problem.is_none(), problem: problem.as_ref().map(Said::of) }
    }

    /// Writes the share of this process. If a state cannot be read, the share is missing, and there are no
    /// more checkpoints.
    fn write(&mut self, checkpoints: &Checkpoints) {
        let is_decided = self.search.stop == Some(StopReason::Decided);
        let is_over = is_decided || self.is_over && self.search.stop.is_none();
        if let Err(reason) = checkpoints.share(&mut self.round(is_over)) {
            self.saving.is_whole = false;
            self.trouble = self.trouble.or(Some(reason));
        }
    }

    fn round(&mut self, is_over: bool) -> OfPart<'_, 'a, S, P> {
        let met =
            |&(goal, Target { level, process, number }): &(usize, Target)| (goal, (level, process, number));
        let common = SavedCommon {
            is_level_over: self.is_level_over,
            is_decided: self.search.stop == Some(StopReason::Decided),
            met: self.met.iter().map(met).collect(),
            looked_at: self.looked_at,
        };
        let Self { search, part, saving, .. } = self;
        OfPart { search, part, logged: &mut saving.logged, is_over, common }
    }
}
