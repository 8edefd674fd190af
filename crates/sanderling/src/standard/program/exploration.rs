//! The graph of all states of a program, and what it decides.

use sanderling_analysis::{Outcome, StopReason, Witness};
use sanderling_engine::Explorable;
use sanderling_model::{ModelErrors, ValueModel};
use sanderling_net::Diagnostics;
use sanderling_report::{LivenessLevel, ModelError, Reason, StandardProperty};
use sanderling_runs::{ComponentQuery, Components};
use sanderling_store::StateId;
use sanderling_system::EventId;

use super::sight::{Sight, fired};
use super::{Cut, Described, record_value};
use crate::explain::verdict::{LIMIT, is_limit};
use crate::replay::trace::{Replayer, Run};
use crate::replay::{Meaning, reason};
use crate::request::{Question, Request};
use crate::search::goals;
use crate::standard::graph::explore;
use crate::standard::page::{Page, Shown};
use crate::standard::{EXPLORATION, Left};

/// How an exploration ended.
pub(super) enum Explored {
    /// All states were explored.
    All,
    /// A limit ended it.
    Cut(Cut),
    /// It met a model error, or a limit of the reader of the program. Other searches end there, too.
    Undefined(Cut),
}

impl Described<'_> {
    /// Explores the program in a share of the time, and answers what the explored states decide.
    ///
    /// # Errors
    /// The program cannot be compiled.
    pub(super) fn explore(&self, page: &mut Page<'_>, left: Left<'_>) -> Result<Explored, Diagnostics> {
        if left.request.engine.is_special() {
            let text = "not decided: the chosen engine does not answer this question".to_owned();
            return Ok(Explored::Cut(Cut { reason: Reason::Unsupported, text }));
        }
        let net = self.net.net;
        let model = self.net.data_model(ModelErrors::Report)?;
        let mut wanted = goals::<ValueModel>(net, &Request::new(self.deadlock.clone()));
        if left.request.wants_all() {
            wanted.extend(goals(net, &Request { assertions: true, ..Request::new(Question::Explore) }));
        }
        let outcome = explore(net, model, wanted, left.within(EXPLORATION))?;
        let explored = self.ended(&outcome, page, left);
        self.describe_states(&outcome, page, left);
        self.describe_statements(&outcome, page, left)?;
        Ok(explored)
    }

    /// Returns how an exploration ended, and records a model error.
    fn ended(&self, outcome: &Outcome<ValueModel>, page: &mut Page<'_>, left: Left<'_>) -> Explored {
        if outcome.is_exhaustive() {
            return Explored::All;
        }
        let visits = outcome.visits;
        if let (Some(StopReason::Undefined), Some(witness)) = (outcome.stop, &outcome.undefined) {
            let last = witness.events.last().map(|event| &self.net.net.transitions[event.index()].id);
            if last.is_some_and(|event| is_limit(self.net.net, event)) {
                let text = format!("{visits} states were explored, and {LIMIT}");
                return Explored::Undefined(Cut { reason: Reason::Unsupported, text });
            }
            let error = model_error(self, &witness.events, left);
            let what = error.as_ref().map_or("a model error", |error| &error.message);
            let text = format!("{visits} states were explored up to a model error: {what}");
            if let Some(program) = &mut page.report.program {
                program.model_error = error;
            }
            return Explored::Undefined(Cut { reason: Reason::ModelError, text });
        }
        let reason = outcome.stop.and_then(reason).unwrap_or(Reason::Cancelled);
        let text = format!("{visits} states were explored, and {}", reason.in_words());
        Explored::Cut(Cut { reason, text })
    }

    /// Answers what single states decide.
    fn describe_states(&self, outcome: &Outcome<ValueModel>, page: &mut Page<'_>, left: Left<'_>) {
        let is_exhaustive = outcome.is_exhaustive();
        let report = &mut page.report;
        if is_exhaustive {
            (report.states, report.firings) = (Some(outcome.visits.into()), Some(outcome.firings.into()));
            report.deadlocks = Some(outcome.dead.into());
        }
        let run = |goal: usize| outcome.hits.get(goal).and_then(Option::as_ref).map(|hit| &*hit.events);
        match run(0) {
            Some(run) => self.describe_deadlock(run, page),
            None if is_exhaustive => self.describe_deadlock_freedom(outcome.dead, page),
            None => {}
        }
        for assertion in 0..outcome.hits.len() - 1 {
            match run(1 + assertion) {
                Some(run) => self.describe_assertion(assertion, Some(run), page),
                None if is_exhaustive => self.describe_assertion(assertion, None, page),
                None => {}
            }
        }
        let (net, packed) = (self.net.net, outcome.store.packed());
        let looked_at = (left.request.wants_all(), &*left.request.sums);
        let sight = Sight::of(net, (&outcome.system, packed), looked_at, left.until());
        for (position, found) in sight.greatest.iter().enumerate() {
            let Some(peak) = found else { continue };
            let is_greatest = is_exhaustive && sight.is_complete;
            let nearest = peak.nearest(packed).filter(|_| is_greatest);
            let run = nearest.and_then(|state| self.run_to(state, outcome, left));
            let shown = run.and_then(|run| Shown::run(net, &run, left));
            record_value(&mut page.report.greatest[position], peak.value, is_greatest, shown);
        }
        if let Some(program) = &mut page.report.program {
            program.exhaustive = is_exhaustive && sight.is_complete;
            (program.values, program.channels) = (sight.values(net), sight.channels(net));
        }
    }

    /// Answers which statements are executed, and what depends on the components of the graph.
    fn describe_statements(
        &self,
        outcome: &Outcome<ValueModel>,
        page: &mut Page<'_>,
        left: Left<'_>,
    ) -> Result<(), Diagnostics> {
        use StandardProperty::{Live, Reversible, Terminates};
        let statements = self.statements;
        let fired = fired(outcome, left.until());
        let executed = statements.executed_by(|transition| fired[transition]);
        if outcome.is_exhaustive() || executed.iter().all(|&one| one) {
            self.describe_quasi_liveness(&executed, page);
        }
        let needs_components = page.lacks_any(&[Live, Reversible, Terminates]);
        let components =
            if outcome.is_exhaustive() && needs_components { self.components(outcome, left) } else { None };
        let levels = components.as_ref().map(|components| levels(components, &executed));
        if let (Some(program), true) = (&mut page.report.program, left.request.wants_statements()) {
            program.statements = statements.described(&executed, levels.as_deref());
        }
        let Some(components) = components else { return Ok(()) };
        page.report.terminal_components = Some(components.terminal.into());
        let run = |state| self.run_to(state, outcome, left);
        let lacking = || (0..statements.len()).filter_map(|one| Some((one, components.lacking[one]?)));
        match lacking().find(|&(one, _)| executed[one]) {
            None => self.describe_liveness(lacking().next().map(|(one, _)| (one, None)), page),
            Some((one, state)) => {
                run(state).iter().for_each(|run| self.describe_liveness(Some((one, Some(run))), page));
            }
        }
        match components.ends.first().filter(|_| components.count > 1) {
            None => self.describe_return(None, page),
            Some(&(state, _)) => run(state).iter().for_each(|run| self.describe_return(Some(run), page)),
        }
        match components.repeatable.iter().position(|&repeats| repeats) {
            None => self.describe_infinite_run(None, page),
            Some(statement) => {
                let found = self.infinite_run(left)?;
                self.describe_infinite_run(Some((Some(statement), found)), page);
            }
        }
        Ok(())
    }

    fn components(&self, outcome: &Outcome<ValueModel>, left: Left<'_>) -> Option<Components> {
        let query = ComponentQuery {
            groups_of_event: &|event: EventId| self.statements.of_event(event),
            groups: self.statements.len(),
            goal: None,
            may_disable: None,
        };
        let packed = (outcome.store.packed(), outcome.root);
        outcome.system.components(packed, &query, left.budget.deadline(), left.budget.control())
    }

    fn run_to(&self, state: StateId, outcome: &Outcome<ValueModel>, left: Left<'_>) -> Option<Vec<EventId>> {
        let (store, control) = (outcome.store.packed(), left.budget.control());
        Witness::to(&outcome.system, store, state, control).map(|witness| witness.events)
    }
}

/// Returns how live each statement is.
fn levels(components: &Components, executed: &[bool]) -> Vec<LivenessLevel> {
    let level = |(statement, &executed): (usize, &bool)| match executed {
        false => LivenessLevel::L0,
        true if components.recurrent[statement] => LivenessLevel::L4,
        true if components.repeatable[statement] => LivenessLevel::L3,
        true => LivenessLevel::L1,
    };
    executed.iter().enumerate().map(level).collect()
}

/// Returns the run to an undefined event; `None` if the replay is interrupted.
fn model_error(program: &Described<'_>, events: &[EventId], left: Left<'_>) -> Option<ModelError> {
    let run = Replayer::new(program.net.net, &Meaning::Transitions, left.until()).run(events).ok()?;
    let Run { trace, .. } = run;
    let last = trace.steps.last()?;
    Some(ModelError { message: last.error.unwrap_or_default(), event: last.event, moves: last.moves, trace })
}
