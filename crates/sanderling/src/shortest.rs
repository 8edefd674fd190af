//! Shortens runs, and searches for shortest ones.
//!
//! Searches of reduced nets, depth-first searches and random walks find runs that are too long to read. So a
//! run that was found is [shortened](sanderling_analysis::shorten) for as long as finding it has taken. If a
//! shortest run is requested, a breadth-first search of the original net follows, within the limits of the
//! request. It uses the stubborn sets of the request, which preserve a shortest run. It need not be
//! exhaustive, since the goal is known to be reachable.
//!
//! ```text
//! run ─▶ a small search, if there was none ─▶ shortened ─▶ a full search, if a shortest run is requested ─▶ run
//! ```

use std::time::Duration;

use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::Events;
use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Limits, Shortened};
use sanderling_engine::Explorable;
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;
use sanderling_report::Reason;

use crate::prepare::{AnalysedNet, Encoded};
use crate::replay::finding::{Finding, Path};
use crate::request::choices::Reductions;
use crate::request::{Kind, Question, Request};
use crate::search::{Searched, goals, one_by_one, search};

/// Maximum of the time limit that is derived from how long finding the runs has taken.
const MAX_TIME: Duration = Duration::from_secs(5);

/// Shortens the runs that were found. `started` is the start of the request.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn shorten_runs(
    net: AnalysedNet<'_>,
    request: &Request,
    searched: &mut Searched,
    started: Instant,
    control: &Control<'_>,
) -> Result<(), Diagnostics> {
    let shortening = Shortening { net, request, started, control };
    if request.effort.shorten_time.is_zero() && !request.shortest {
        return Ok(());
    }
    let deadline = Instant::now() + shortening.usual_time();
    if !shortening.was_searched() {
        shortening.search(searched, shortening.small_limits(deadline))?;
    }
    shortening.shorten(searched, deadline)?;
    if request.shortest {
        searched.shortest_reason = shortening.search(searched, shortening.limits_left())?;
    }
    Ok(())
}

/// The context for shortening runs.
struct Shortening<'a> {
    net: AnalysedNet<'a>,
    request: &'a Request,
    started: Instant,
    control: &'a Control<'a>,
}

impl Shortening<'_> {
    /// Returns whether a small search of the original net was made before.
    fn was_searched(&self) -> bool {
        self.request.decides(self.net) && self.request.effort.small > 0
    }

    /// Returns the time for shortening runs if no shortest run is requested.
    fn usual_time(&self) -> Duration {
        let usual = self.started.elapsed().min(MAX_TIME).max(self.request.effort.shorten_time);
        self.limits_left().time.map_or(usual, |left| left.min(usual))
    }

    fn limits_left(&self) -> Limits {
        let limits = self.request.limits;
        Limits { time: limits.time.map(|time| time.saturating_sub(self.started.elapsed())), ..limits }
    }

    fn limits_until(&self, deadline: Instant) -> Limits {
        let time = deadline.saturating_duration_since(Instant::now());
        Limits { time: Some(time), ..self.request.limits }
    }

    /// Returns the limits of a small search.
    fn small_limits(&self, deadline: Instant) -> Limits {
        let (small, limits) = (self.request.effort.small, self.limits_until(deadline));
        Limits { states: Some(limits.states.map_or(small, |most| most.min(small))), ..limits }
    }

    /// Returns the reductions that preserve a shortest run.
    fn reductions(&self) -> Reductions {
        let Reductions { events, stubborn, .. } = self.request.reductions;
        let events = Some(Events { sleep: false, ..events }).filter(|events| events.keep_shortest_paths());
        let events = events.unwrap_or(Events::ALL);
        Reductions { events, stubborn, ..Reductions::default() }
    }

    /// Searches breadth-first for shortest runs to all goals whose run may be longer. Returns why it has not
    /// found all of them.
    fn search(&self, searched: &mut Searched, limits: Limits) -> Result<Option<Reason>, Diagnostics> {
        let goals = improvable(searched);
        if goals.is_empty() {
            return Ok(None);
        }
        if self.control.is_cancelled() {
            return Ok(Some(Reason::Cancelled));
        }
        if limits.time == Some(Duration::ZERO) {
            return Ok(Some(Reason::TimeLimit));
        }
        let question = match &self.request.question {
            Question::Check(properties) => {
                let left = goals.iter().filter_map(|&goal| properties.get(goal));
                Question::Check(left.cloned().collect())
            }
            other => other.clone(),
        };
        // Either all assertions are searched for, or none.
        let queries = self.request.goals().len();
        let assertions = goals.iter().any(|&goal| goal >= queries);
        let (queried, asserted) =
            (goals.iter().filter(|&&goal| goal < queries), queries..searched.findings.len());
        let looked_for: Vec<usize> = queried.copied().chain(asserted.filter(|_| assertions)).collect();
        let request = Request {
            threads: self.request.threads,
            reductions: self.reductions(),
            retention: Retention::KeepAll,
            assertions,
            proofs: false,
            depth: None,
            question,
            limits,
            ..one_by_one(self.request, Order::BreadthFirst)
        };
        let found = search(self.net, &request, &Control::of_part(self.control))?;
        for (&goal, finding) in looked_for.iter().zip(found.findings) {
            if let (Finding::Found(run, _), Finding::Found(shorter, _)) =
                (&mut searched.findings[goal], finding)
                && shorter.events.len() <= run.events.len()
            {
                let events = searched.meaning.adopt(&found.meaning, &shorter.events);
                *run = Path { events, ..shorter };
            }
        }
        Ok(found.statistics.reason)
    }

    /// Shortens the run to each goal, each within its share of the time.
    fn shorten(&self, searched: &mut Searched, deadline: Instant) -> Result<(), Diagnostics> {
        let goals = improvable(searched);
        for (at, &goal) in goals.iter().enumerate() {
            let now = Instant::now();
            let parts = u32::try_from(goals.len() - at).unwrap_or(u32::MAX);
            let until = now + deadline.saturating_duration_since(now) / parts;
            if let Finding::Found(run, _) = &mut searched.findings[goal] {
                self.shorten_run(run, goal, self.limits_until(until))?;
            }
        }
        Ok(())
    }

    fn shorten_run(&self, run: &mut Path, goal: usize, limits: Limits) -> Result<(), Diagnostics> {
        match self.net.kind() {
            Kind::PlaceTransition => match self.net.encoded()? {
                Encoded::Fields(model) => self.shorten_in(model, run, goal, limits),
                Encoded::Radix(model) => self.shorten_in(model, run, goal, limits),
            },
            Kind::Data => self.shorten_in(self.net.data_model(self.request.model_errors)?, run, goal, limits),
            // Searches with explicit colours are breadth-first and fire all events, unless the user chose
            // otherwise.
            Kind::Coloured => {}
        }
        Ok(())
    }

    fn shorten_in<M: Explorable>(&self, model: M, run: &mut Path, number: usize, limits: Limits) {
        let goal = goals(self.net.net, self.request).swap_remove(number);
        let events = std::mem::take(&mut run.events);
        let Shortened { events, is_shortest } = model.shorten(&goal, events, limits, self.control);
        *run = Path { events, is_shortest };
    }
}

/// Returns the goals whose known run may not be a shortest one.
fn improvable(searched: &Searched) -> Vec<usize> {
    let may_be_longer = |finding: &Finding| matches!(finding, Finding::Found(run, _) if !run.is_shortest);
    let findings = searched.findings.iter().enumerate();
    findings.filter(|(_, finding)| may_be_longer(finding)).map(|(goal, _)| goal).collect()
}
