//! Answers to questions about markings by what is cheapest.
//!
//! ```text
//! all goals together:   a small search of the net as it is, random walks if there are several
//! each that is left:    net ─▶ reduced net ─▶ short searches ─▶ a proof ─▶ random walks
//! those left, together: net ─▶ reduced net ─▶ two searches, at the same time where there are two threads
//! ```
//!
//! A small state space is explored whole, so that its figures are exact and ways shortest. A goal that stands alone leaves
//! more of the net to be [reduced](part), and more to be left out by stubborn sets. What is decided by none of this
//! is looked for by a [race](race) of two searches for all that is left, within the limits of the request. What is
//! found on a reduced net is lifted to a run of the user's own, and replayed there like every other one. A proof
//! counts only after its certificate has been checked in exact integers.

mod as_it_is;
mod part;
mod race;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{Control, Driver, open::Order};
use sanderling_model::Knowledge;
use sanderling_net::{Diagnostics, Net};
use sanderling_proof::Prover;
use sanderling_report::{Decision, Explored, Reason, Report, Technique};
use serde_json::Value;

use self::part::Part;
use crate::analyse::{Searched, Survey, Walks, search, walk};
use crate::answer::empty_report;
use crate::choices::{Heuristic, ProgressMeasure, Reductions};
use crate::finding::{Finding, argument};
use crate::request::Request;

/// How much is tried before all that there is goes into a race of two searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// A state space with so many states is small: it is explored as it is. With 0 that is not tried.
    pub small: u64,
    /// That takes no longer.
    pub small_time: Duration,
    /// A short search of a reduced net ends after so many states (with 0 there is none),
    pub short: u64,
    /// or, since stubborn sets may be dear, after so much time.
    pub short_time: Duration,
    /// Random walks take no longer.
    pub walk_time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            small: 100_000,
            small_time: Duration::from_secs(1),
            short: 20_000,
            short_time: Duration::from_millis(200),
            walk_time: Duration::from_secs(1),
        }
    }
}

/// Rules and proofs take no longer than this, for each goal;
const MOST_TIME: Duration = Duration::from_secs(10);

/// nothing of this takes longer than such a share of the time that is left.
const SHARE: u32 = 4;

/// Who hears of each goal that has been decided, by its number and as soon as that is known, and says whether the
/// others are still of interest.
pub(crate) type Listener<'a> = dyn FnMut(usize, &Finding) -> ControlFlow<()> + 'a;

/// Decides the questions of a request about a place/transition net, or a coloured one [as it is](as_it_is).
///
/// # Errors
/// Where the net cannot be compiled.
pub(crate) fn decide(net: &Net, request: &Request, control: &Control<'_>) -> Result<Searched, Diagnostics> {
    decide_and_tell(net, request, control, &mut |_, _| ControlFlow::Continue(()))
}

/// The same, while somebody listens.
///
/// # Errors
/// Where the net cannot be compiled.
pub(crate) fn decide_and_tell(
    net: &Net,
    request: &Request,
    control: &Control<'_>,
    listener: &mut Listener<'_>,
) -> Result<Searched, Diagnostics> {
    if !net.is_place_transition() {
        return as_it_is::decide_as_it_is(net, request, control, listener);
    }
    let started = Instant::now();
    let mut decider = Decider {
        net,
        request,
        control,
        started,
        explored: (0, 0),
        peak_memory: 0,
        told: Vec::new(),
        listener,
    };
    let mut state = decider.begin()?;
    if state.is_final || decider.tell(&state).is_break() {
        return Ok(decider.finish(state));
    }
    decider.walk_together(&mut state)?;
    for goal in 0..state.findings.len() {
        if decider.tell(&state).is_break() {
            return Ok(decider.finish(state));
        }
        if state.findings[goal].is_open() && !decider.is_half_over() {
            decider.decide_alone(goal, &mut state)?;
        }
    }
    if decider.tell(&state).is_continue() {
        decider.search_for_the_rest(&mut state)?;
    }
    Ok(decider.finish(state))
}

/// A request for a search in an order of its own, one event at a time: what the user has chosen for the main search may
/// not go with it.
pub(crate) fn one_by_one(request: &Request, order: Order) -> Request {
    Request {
        order,
        threads: 1,
        driver: Driver::Auto,
        store: None,
        retention: Retention::Auto,
        caching: Caching::default(),
        heuristic: Heuristic::default(),
        progress_measure: ProgressMeasure::default(),
        ..request.clone()
    }
}

/// What is known so far: of each goal, and the report of the last search.
struct State {
    findings: Vec<Finding>,
    report: Report,
    /// Nothing else may be tried.
    is_final: bool,
}

impl State {
    /// The goals that are not decided.
    fn open(&self) -> Vec<usize> {
        (0..self.findings.len()).filter(|&goal| self.findings[goal].is_open()).collect()
    }
}

/// What it takes to get on.
struct Decider<'a> {
    net: &'a Net,
    request: &'a Request,
    control: &'a Control<'a>,
    started: Instant,
    /// States visited and firings, over all searches.
    explored: (u64, u64),
    peak_memory: u64,
    /// The goals that the listener has heard of.
    told: Vec<bool>,
    listener: &'a mut Listener<'a>,
}

impl<'a> Decider<'a> {
    /// The time that is left, if time is limited.
    fn time_left(&self) -> Option<Duration> {
        self.request.limits.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// The time for something that may turn out to be in vain, where so many goals are to be tried.
    fn short_time(&self, most: Duration, goals: usize) -> Duration {
        let share = SHARE.saturating_mul(u32::try_from(goals.div_ceil(2)).unwrap_or(u32::MAX)).max(SHARE);
        self.time_left().map_or(most, |left| (left / share).min(most))
    }

    /// Tells the listener what has been decided since.
    fn tell(&mut self, state: &State) -> ControlFlow<()> {
        self.told.resize(state.findings.len(), false);
        for (goal, finding) in state.findings.iter().enumerate() {
            if !finding.is_open() && !self.told[goal] {
                self.told[goal] = true;
                (self.listener)(goal, finding)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether nothing else should be tried for a goal alone: the other half of the time is for all of them.
    fn is_half_over(&self) -> bool {
        let is_late = |time: Duration| self.started.elapsed() >= time / 2;
        self.is_over() || self.request.limits.time.is_some_and(is_late)
    }

    /// Whether there is nothing to be gained any more.
    fn is_over(&self) -> bool {
        self.control.is_cancelled() || self.time_left() == Some(Duration::ZERO)
    }

    /// Whether a search of few states ended since it reached a limit of the request itself.
    fn has_reached_a_limit(&self, report: &Report) -> bool {
        let limits_states = self.request.limits.states.is_some_and(|most| most <= self.request.effort.small);
        match report.reason {
            Some(Reason::StateLimit) => limits_states,
            Some(Reason::TimeLimit) => self.is_over(),
            Some(Reason::Unbounded) => false,
            _ => true,
        }
    }

    fn part(&self, goals: Vec<usize>, time: Duration) -> Result<Part<'a>, Diagnostics> {
        let is_cancelled = || self.control.is_cancelled();
        Part::of(self.net, self.request, goals, time, &is_cancelled)
    }

    /// Searches so many states of a net at most, for a short time.
    fn search_to(
        &mut self,
        net: &Net,
        request: &Request,
        (states, time): (u64, Duration),
    ) -> Result<Searched, Diagnostics> {
        let mut request = request.clone();
        request.limits.states = Some(request.limits.states.map_or(states, |most| most.min(states)));
        request.limits.time = Some(self.short_time(time, 1));
        let searched = search(net, &request, self.control)?;
        self.note(&searched);
        Ok(searched)
    }

    fn note(&mut self, searched: &Searched) {
        self.explored.0 += searched.visits;
        self.explored.1 += searched.firings;
        self.peak_memory = self.peak_memory.max(searched.report.peak_memory_bytes);
    }

    /// Searches the net as it is, for all goals.
    fn begin(&mut self) -> Result<State, Diagnostics> {
        let effort = self.request.effort;
        if effort.small == 0 {
            let findings = vec![Finding::Open; self.request.goals().len()];
            return Ok(State { findings, report: empty_report(self.net, self.request), is_final: false });
        }
        let small = Request { reductions: Reductions::default(), ..self.request.clone() };
        let Searched { findings, report, .. } =
            self.search_to(self.net, &small, (effort.small, effort.small_time))?;
        let is_final = report.reason.is_none() || self.has_reached_a_limit(&report);
        Ok(State { findings, report, is_final })
    }

    /// Looks for several goals on the same walks: most that can be found are, and need nothing else.
    fn walk_together(&mut self, state: &mut State) -> Result<(), Diagnostics> {
        let open = state.open();
        let time = self.request.effort.walk_time;
        if open.len() < 2 || time.is_zero() || self.is_over() {
            return Ok(());
        }
        let part = Part::whole(self.net, self.request, open.clone());
        let deadline = Instant::now() + self.short_time(time, 1);
        let walks = Walks { seed: 0, deadline, guided: false };
        let found = walk(part.net(), &part.request, &walks, self.control)?;
        for (goal, finding) in open.into_iter().zip(found) {
            state.findings[goal] = finding;
        }
        Ok(())
    }

    /// Tries to decide one goal with little effort.
    fn decide_alone(&mut self, goal: usize, state: &mut State) -> Result<(), Diagnostics> {
        let effort = self.request.effort;
        let open = state.open().len();
        let part = self.part(vec![goal], self.short_time(MOST_TIME, open))?;
        if part.is_decided() {
            state.findings[goal] = Finding::Absent(Decision::by(Technique::Reduction));
            part.tell_net(&mut state.report);
            return Ok(());
        }
        let ways = [(Order::DepthFirst, Heuristic::default()), (Order::BestFirst, Heuristic::Distance)];
        for (order, heuristic) in ways.into_iter().filter(|_| effort.short > 0) {
            let request = Request { heuristic, ..one_by_one(&part.request, order) };
            let searched = self.search_to(part.net(), &request, (effort.short, effort.short_time))?;
            state.report = searched.report;
            part.adorn(&mut state.report);
            state.findings[goal] = part.lift_first(searched.findings);
            if !state.findings[goal].is_open() || self.is_over() {
                return Ok(());
            }
        }
        let proof =
            if self.request.proofs { self.prove(&part, self.short_time(MOST_TIME, open)) } else { None };
        if let Some(proof) = proof {
            state.findings[goal] = part.lift(Finding::Absent(proof));
            part.tell_net(&mut state.report);
        } else if !effort.walk_time.is_zero() && !self.is_over() {
            let deadline = Instant::now() + self.short_time(effort.walk_time, open);
            let walks = Walks { seed: goal as u64, deadline, guided: true };
            let found = walk(part.net(), &part.request, &walks, self.control)?;
            state.findings[goal] = part.lift_first(found);
        }
        Ok(())
    }

    /// Looks for a proof that no reachable marking meets the one goal of a part.
    fn prove(&self, part: &Part<'_>, time: Duration) -> Option<Decision> {
        let knowledge = Knowledge::of(part.net()).ok()?;
        let is_cancelled = || self.control.is_cancelled();
        let budget = sanderling_proof::Budget::new(time, &is_cancelled);
        let target = part.request.goals().into_iter().next()?;
        let structure = knowledge.structure();
        let prover = Prover::with_invariants(structure, knowledge.bounds().invariants());
        let proof = prover.unreachable(&target, &budget)?;
        let lines = proof.explain(structure, part.net());
        Some(Decision { proof: lines, ..Decision::by(Technique::Proof(argument(proof.technique))) })
    }

    /// Looks for all that is open together, within what limits the user has set.
    fn search_for_the_rest(&mut self, state: &mut State) -> Result<(), Diagnostics> {
        let open = state.open();
        if open.is_empty() || self.is_over() {
            return Ok(());
        }
        let mut part = self.part(open.clone(), self.short_time(MOST_TIME, 1))?;
        if open.iter().any(|&goal| state.findings[goal] == Finding::TooLong) {
            // A run of millions of firings is found on the net itself, or not at all.
            part = Part::whole(self.net, self.request, open.clone());
        }
        let mut request = part.request.clone();
        request.limits.time = self.time_left();
        let searched = race::search(part.net(), &request, self.control)?;
        self.note(&searched);
        state.report = searched.report;
        part.adorn(&mut state.report);
        for (goal, finding) in open.into_iter().zip(searched.findings) {
            state.findings[goal] = part.lift(finding);
        }
        Ok(())
    }

    fn finish(mut self, state: State) -> Searched {
        let _nothing_comes_after = self.tell(&state);
        let State { findings, mut report, .. } = state;
        let (visits, firings) = self.explored;
        let (explored, reduced_net) = (report.explored.is_some(), report.reduced_net.is_some());
        if explored || reduced_net {
            report.explored = Some(Explored { states: visits.into(), firings: firings.into() });
            (report.states, report.firings, report.deadlocks) = (None, None, None);
        }
        report.peak_memory_bytes = self.peak_memory;
        // All searches, and what lies between them.
        report.time_s.search = (self.started.elapsed().as_secs_f64() - report.time_s.compile).max(0.0);
        // Those of the request, without the limits of a short search.
        let encoding = report.options.get("encoding").and_then(Value::as_str).unwrap_or_default().to_owned();
        report.options = self.request.as_json(self.net, &encoding);
        if !findings.iter().any(Finding::is_open) {
            // Nothing limits the answer any more.
            (report.reason, report.reason_text) = (None, None);
        }
        Searched { report, findings, undefined: None, visits, firings, survey: Survey::default() }
    }
}
