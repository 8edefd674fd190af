//! The same for a coloured net that is explored as it is, since it cannot be unfolded.
//!
//! ```text
//! all goals together:   a small search
//! each that is left:    a proof about the skeleton
//! those left, together: a search
//! ```
//!
//! Each search numbers firings as it meets them. What is found is told with numbers of its own, which mean the same
//! firings whatever search they come from. INVARIANT: what is found has been replayed on the net.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sanderling_analysis::Control;
use sanderling_net::semantics::Firing;
use sanderling_net::{Diagnostics, Net};
use sanderling_property::ReferenceValuation;
use sanderling_report::Reason;
use sanderling_system::EventId;

use super::{Listener, MOST_TIME, SHARE};
use crate::analyse::{Searched, Survey};
use crate::answer::empty_report;
use crate::finding::Finding;
use crate::forgotten_colours::ForgottenColours;
use crate::interned;
use crate::meaning::{Asked, Meaning};
use crate::request::{Question, Request};
use crate::trace::replayed;

/// Decides the questions of a request about a coloured net, while somebody listens.
///
/// # Errors
/// Where the net or the request is not one for this search.
pub(super) fn decide_as_it_is(
    net: &Net,
    request: &Request,
    control: &Control<'_>,
    listener: &mut Listener<'_>,
) -> Result<Searched, Diagnostics> {
    let goals = request.goals().len() + request.asserted(net).len();
    let report = empty_report(net, request);
    let mut decider = Decider {
        net,
        request,
        control,
        started: Instant::now(),
        told: vec![false; goals],
        firings: HashMap::new(),
        so_far: Searched {
            report,
            findings: vec![Finding::Open; goals],
            undefined: None,
            visits: 0,
            firings: 0,
            survey: Survey::default(),
        },
    };
    let effort = request.effort;
    if effort.small > 0 {
        decider.search(Some((effort.small, effort.small_time)))?;
    }
    if decider.tell(listener).is_continue()
        && decider.prove(listener).is_continue()
        && decider.may_search_on()
    {
        decider.search(None)?;
        let _nothing_comes_after = decider.tell(listener);
    }
    Ok(decider.finish())
}

struct Decider<'a> {
    net: &'a Net,
    request: &'a Request,
    control: &'a Control<'a>,
    started: Instant,
    /// The goals that the listener has heard of.
    told: Vec<bool>,
    /// What the events of findings are.
    firings: HashMap<EventId, Arc<Firing>>,
    so_far: Searched,
}

impl Decider<'_> {
    fn time_left(&self) -> Option<Duration> {
        self.request.limits.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    fn is_over(&self) -> bool {
        self.control.is_cancelled() || self.time_left() == Some(Duration::ZERO)
    }

    fn is_something_open(&self) -> bool {
        self.so_far.findings.iter().any(Finding::is_open)
    }

    /// Whether the small search has left something that a larger one may find out.
    fn may_search_on(&self) -> bool {
        let was_small = self.request.effort.small == 0
            || matches!(self.so_far.report.reason, Some(Reason::StateLimit | Reason::TimeLimit));
        let is_at_limit = self.request.limits.states.is_some_and(|most| self.so_far.visits >= most);
        self.is_something_open() && !self.is_over() && !is_at_limit && was_small
    }

    /// Tells what is newly known.
    fn tell(&mut self, listener: &mut Listener<'_>) -> ControlFlow<()> {
        for (goal, finding) in self.so_far.findings.iter().enumerate() {
            if !finding.is_open() && !self.told[goal] {
                self.told[goal] = true;
                listener(goal, finding)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Searches for what is open, within such limits.
    fn search(&mut self, limits: Option<(u64, Duration)>) -> Result<(), Diagnostics> {
        let asked = self.request.goals().len();
        let open: Vec<usize> = (0..self.told.len())
            .filter(|&goal| goal >= asked || self.so_far.findings[goal].is_open())
            .collect();
        let mut request = Request { proofs: false, ..self.request.clone() };
        if let Question::Check(properties) = &self.request.question {
            let left = open.iter().filter(|&&goal| goal < asked).map(|&goal| properties[goal].clone());
            request.question = Question::Check(left.collect());
        }
        request.limits.time = self.time_left();
        if let Some((states, time)) = limits {
            request.limits.states = Some(request.limits.states.map_or(states, |most| most.min(states)));
            request.limits.time = Some(self.time_left().map_or(time, |left| (left / SHARE).min(time)));
        }
        let searched = interned::search(self.net, &request, &[], self.control)?;
        let meaning = searched.survey.meaning;
        for (&goal, finding) in open.iter().zip(searched.findings) {
            if !self.so_far.findings[goal].is_open() {
                continue;
            }
            self.so_far.findings[goal] = match finding {
                Finding::Found(events, by) => {
                    self.confirm(goal, &meaning, &events);
                    Finding::Found(self.renumbered(&meaning, &events), by)
                }
                other => other,
            };
        }
        self.so_far.undefined = searched.undefined.map(|events| self.renumbered(&meaning, &events));
        let before = (self.so_far.report.peak_memory_bytes, self.so_far.report.time_s);
        self.so_far.report = searched.report;
        let report = &mut self.so_far.report;
        report.peak_memory_bytes = report.peak_memory_bytes.max(before.0);
        report.time_s.compile += before.1.compile;
        self.so_far.visits += searched.visits;
        self.so_far.firings += searched.firings;
        Ok(())
    }

    /// Makes sure that a way leads to a marking that meets a goal.
    ///
    /// # Panics
    /// Where it does not: then the search is wrong, and nothing that it says may be told.
    fn confirm(&self, goal: usize, meaning: &Meaning, events: &[EventId]) {
        let goals = self.request.goals();
        let Some(target) = goals.get(goal) else { return };
        let run = replayed(self.net, meaning, events);
        let is_met = run.last().is_some_and(|marking| {
            ReferenceValuation::build(self.net, marking).is_ok_and(|valuation| target.holds(&valuation))
        });
        assert!(is_met, "the way leads to a marking that decides nothing");
    }

    /// A way in the numbers that are told.
    fn renumbered(&mut self, meaning: &Meaning, events: &[EventId]) -> Vec<EventId> {
        let renumber = |event: &EventId| {
            let Asked::Firing(firing) = meaning.asked(*event) else { return *event };
            let number = EventId::new(self.firings.len());
            self.firings.insert(number, Arc::new(firing.clone()));
            number
        };
        events.iter().map(renumber).collect()
    }

    /// Looks for proofs about the skeleton. What is undefined somewhere needs none.
    fn prove(&mut self, listener: &mut Listener<'_>) -> ControlFlow<()> {
        let wants = self.request.proofs && self.so_far.undefined.is_none() && self.is_something_open();
        let Some(colours) = wants.then(|| ForgottenColours::of(self.net)).flatten() else {
            return ControlFlow::Continue(());
        };
        let goals = self.request.goals();
        for (goal, target) in goals.iter().enumerate() {
            if self.is_over() || !self.so_far.findings[goal].is_open() {
                continue;
            }
            let open = self.so_far.findings.iter().filter(|finding| finding.is_open()).count();
            let share = SHARE.saturating_mul(u32::try_from(open).unwrap_or(u32::MAX));
            let time = self.time_left().map_or(MOST_TIME, |left| (left / share).min(MOST_TIME));
            if let Some(decision) = colours.unreachable(target, time, self.control) {
                self.so_far.findings[goal] = Finding::Absent(decision);
                self.tell(listener)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn finish(self) -> Searched {
        let is_open = self.is_something_open();
        let Self { request, net, firings, mut so_far, started, .. } = self;
        so_far.survey.meaning = Meaning::Firings(firings);
        let report = &mut so_far.report;
        report.time_s.search = (started.elapsed().as_secs_f64() - report.time_s.compile).max(0.0);
        // Those of the request, without the limits of a small search.
        report.options = interned::options(net, request);
        if !is_open {
            // Nothing limits the answer any more.
            (report.reason, report.reason_text) = (None, None);
        }
        so_far
    }
}
