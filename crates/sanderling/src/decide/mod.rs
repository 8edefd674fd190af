//! Answers to questions about markings by what is cheapest: rules that make the net smaller, a short search, proofs, and
//! then a search with all the time that there is.
//!
//! ```text
//! for each goal alone:  net ─▶ reduced net ─▶ a short search ─▶ a proof
//! for those left:       net ─▶ reduced net ─▶ search
//! ```
//!
//! A goal that stands alone leaves more of the net to be reduced, and more to be left out of a search; what cannot be
//! decided so is looked for in one search for all. What is found on a [reduced net](part) is lifted
//! to a run of the user's own, and replayed there like every other one. A proof counts only after its
//! certificate has been checked in exact integers.

mod part;

use std::time::{Duration, Instant};

use sanderling_analysis::Control;
use sanderling_net::{Diagnostics, Net};
use sanderling_proof::Prover;
use sanderling_report::{Decision, Explored, Report};

use self::part::Part;
use crate::analyse::{Searched, search};
use crate::finding::{Finding, by};
use crate::request::Request;

/// The short search ends after so many states,
const FEW_STATES: u64 = 20_000;

/// or after so much time.
const SHORT_TIME: Duration = Duration::from_secs(2);

/// Rules and proofs take no longer, each for each goal,
const MOST_TIME: Duration = Duration::from_secs(10);

/// nor longer than such a share of the time that is left.
const SHARE: u32 = 4;

/// Decides the questions of a request about a place/transition net.
///
/// # Errors
/// Where the net cannot be compiled.
pub(crate) fn decide(net: &Net, request: &Request, control: &Control<'_>) -> Result<Searched, Diagnostics> {
    let count = request.goals().len();
    let mut decider = Decider {
        net,
        request,
        control,
        started: Instant::now(),
        findings: vec![Finding::Open; count],
        report: None,
        explored: (0, 0),
        peak_memory: 0,
    };
    for goal in 0..count {
        decider.decide_alone(goal)?;
    }
    decider.search_for_the_rest()?;
    decider.finish()
}

/// What is known so far.
struct Decider<'a> {
    net: &'a Net,
    request: &'a Request,
    control: &'a Control<'a>,
    started: Instant,
    findings: Vec<Finding>,
    /// That of the last search.
    report: Option<Report>,
    /// States visited and firings, over all searches.
    explored: (u64, u64),
    peak_memory: u64,
}

impl<'a> Decider<'a> {
    /// The time that is left, if time is limited.
    fn time_left(&self) -> Option<Duration> {
        self.request.limits.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// The time for something that may turn out to be in vain.
    fn short_time(&self, most: Duration) -> Duration {
        self.time_left().map_or(most, |left| (left / SHARE).min(most))
    }

    /// Whether there is nothing to be gained any more.
    fn is_over(&self) -> bool {
        self.control.is_cancelled() || self.time_left() == Some(Duration::ZERO)
    }

    fn part(&self, goals: Vec<usize>) -> Result<Part<'a>, Diagnostics> {
        let is_cancelled = || self.control.is_cancelled();
        Part::of(self.net, self.request, goals, self.short_time(MOST_TIME), &is_cancelled)
    }

    /// Tries to decide one goal with little effort.
    fn decide_alone(&mut self, goal: usize) -> Result<(), Diagnostics> {
        if self.is_over() {
            return Ok(());
        }
        let part = self.part(vec![goal])?;
        if part.is_decided() {
            self.findings[goal] = Finding::Absent(by("reduction"));
            let report = part.report_without_search(self.request);
            self.report = Some(report);
            return Ok(());
        }
        let mut request = part.request.clone();
        request.limits.states = Some(request.limits.states.map_or(FEW_STATES, |most| most.min(FEW_STATES)));
        request.limits.time = Some(self.short_time(SHORT_TIME));
        let (findings, mut report) = self.search(&part, &request)?;
        self.findings[goal] = findings.into_iter().next().unwrap_or(Finding::Open);
        let is_open = matches!(self.findings[goal], Finding::Open);
        let proof = if is_open && self.request.proofs && !self.is_over() { self.prove(&part) } else { None };
        if let Some(proof) = proof {
            // Nothing limits the answer any more.
            (report.reason, report.reason_text) = (None, None);
            self.findings[goal] = Finding::Absent(proof);
        }
        self.report = Some(report);
        Ok(())
    }

    /// Looks for a proof that no reachable marking meets the one goal of a part.
    fn prove(&self, part: &Part<'_>) -> Option<Decision> {
        let structure = sanderling_model::Structure::build(part.net()).ok()?;
        let is_cancelled = || self.control.is_cancelled();
        let budget = sanderling_proof::Budget::new(self.short_time(MOST_TIME), &is_cancelled);
        let target = part.request.goals().into_iter().next()?;
        let proof = Prover::new(&structure).unreachable(&target, &budget)?;
        let lines = proof.explain(&structure, part.net());
        Some(Decision { technique: proof.technique.to_string(), proof: lines })
    }

    /// Searches a part's net, and lifts what is found.
    fn search(&mut self, part: &Part<'_>, request: &Request) -> Result<(Vec<Finding>, Report), Diagnostics> {
        let Searched { mut report, findings, visits, firings, .. } =
            search(part.net(), request, self.control)?;
        self.explored.0 += visits;
        self.explored.1 += firings;
        self.peak_memory = self.peak_memory.max(report.peak_memory_bytes);
        part.adorn(&mut report);
        Ok((findings.into_iter().map(|finding| part.lift(finding)).collect(), report))
    }

    /// Looks for all that is open together, within what limits the user has set.
    fn search_for_the_rest(&mut self) -> Result<(), Diagnostics> {
        let is_open = |goal: &usize| matches!(self.findings[*goal], Finding::Open);
        let open: Vec<usize> = (0..self.findings.len()).filter(is_open).collect();
        if self.report.is_some() && (open.is_empty() || self.is_over()) {
            return Ok(());
        }
        let mut part = self.part(open.clone())?;
        let mut request = part.request.clone();
        request.limits.time = self.time_left();
        let (mut findings, mut report) = self.search(&part, &request)?;
        if findings.contains(&Finding::TooLong) {
            // A run of millions of firings is found on the net itself, or not at all.
            part = Part::whole(self.net, self.request, open.clone());
            request = part.request.clone();
            request.limits.time = self.time_left();
            (findings, report) = self.search(&part, &request)?;
        }
        for (goal, finding) in open.into_iter().zip(findings) {
            self.findings[goal] = finding;
        }
        self.report = Some(report);
        Ok(())
    }

    fn finish(self) -> Result<Searched, Diagnostics> {
        let mut report = self.report.expect("there has been a search, or none was needed");
        let (visits, firings) = self.explored;
        if report.explored.is_some() || report.reduced_net.is_some() {
            report.explored = Some(Explored { states: visits.into(), firings: firings.into() });
            (report.states, report.firings, report.deadlocks) = (None, None, None);
        }
        report.peak_memory_bytes = self.peak_memory;
        if !self.findings.iter().any(Finding::is_open) {
            (report.reason, report.reason_text) = (None, None);
        }
        Ok(Searched { report, findings: self.findings, undefined: None, visits, firings })
    }
}
