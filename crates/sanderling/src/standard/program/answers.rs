//! The answers about a program, in words.

use sanderling_net::TransitionId;
use sanderling_report::{StandardProperty, Trace, Verdict};
use sanderling_system::EventId;

use super::Described;
use crate::replay::Meaning;
use crate::replay::trace::Replayer;
use crate::request::Question;
use crate::standard::page::{Page, Shown};

/// Maximum number of names in an answer.
const MAX_NAMES: usize = 6;

impl Described<'_> {
    /// Answers that a run leads to a state in which the program may not stop.
    pub(super) fn describe_deadlock(&self, run: &[EventId], page: &mut Page<'_>) {
        let text = format!("{}, nothing can move", after(run.len()));
        let shown = Shown::run(page.net, run, page.left);
        page.show(StandardProperty::DeadlockFree, false, text, shown);
    }

    /// Answers that the program stops only where it may, with the number of states in which it stops.
    pub(super) fn describe_deadlock_freedom(&self, stops: u64, page: &mut Page<'_>) {
        let text = match (&self.deadlock, stops) {
            (Question::DeadlockExcept(_), 1..) => {
                "wherever nothing can move, each process has ended or is at an end label"
            }
            _ => "in every state, some process can move",
        };
        page.answer(StandardProperty::DeadlockFree, true, text);
    }

    /// Answers that an assertion fails after a run, or that it holds.
    pub(super) fn describe_assertion(&self, position: usize, run: Option<&[EventId]>, page: &mut Page<'_>) {
        let replayer = Replayer::new(page.net, &Meaning::Transitions, page.left.until());
        let trace = match run.map(|run| replayer.run(run)) {
            None => None,
            Some(Ok(run)) => Some(run.trace),
            Some(Err(_)) => return,
        };
        let Some(program) = &mut page.report.program else { return };
        let answer = &mut program.assertions[position];
        answer.verdict = if trace.is_some() { Verdict::Violated } else { Verdict::Holds };
        answer.trace = trace;
    }

    /// Answers whether every statement can be executed.
    pub(super) fn describe_quasi_liveness(&self, executed: &[bool], page: &mut Page<'_>) {
        let dead: Vec<usize> = (0..executed.len()).filter(|&one| !executed[one]).collect();
        if dead.is_empty() {
            page.answer(StandardProperty::QuasiLive, true, "every statement can be executed");
            return;
        }
        let mut names: Vec<String> = dead.iter().map(|&one| self.statements.name(one)).collect();
        names.dedup();
        let omitted = names.len().saturating_sub(MAX_NAMES);
        names.truncate(MAX_NAMES);
        let more = if omitted > 0 { format!(" and {omitted} more") } else { String::new() };
        let text = format!("never executed: {}{more}", names.join(", "));
        let is_dead =
            |event: EventId| self.statements.of_event(event).iter().any(|&one| !executed[one as usize]);
        let transitions = (0..page.net.transitions.len()).filter(|&one| is_dead(EventId::new(one)));
        let ids = transitions.map(|one| page.net.transition(TransitionId::new(one)).id.clone());
        let nodes = Shown::nodes(ids);
        page.show(StandardProperty::QuasiLive, false, text, nodes);
    }

    /// Answers whether every statement can always be executed again. If not, `lost` is a statement that cannot be
    /// executed after a run, or in no state at all.
    pub(super) fn describe_liveness(&self, lost: Option<(usize, Option<&[EventId]>)>, page: &mut Page<'_>) {
        let Some((statement, run)) = lost else {
            page.answer(StandardProperty::Live, true, "every statement can always be executed again");
            return;
        };
        let name = self.statements.name(statement);
        let Some(run) = run else {
            page.answer(StandardProperty::Live, false, format!("{name} can never be executed"));
            return;
        };
        let text = format!("{}, {name} can never be executed again", after(run.len()));
        page.show(StandardProperty::Live, false, text, Shown::run(page.net, run, page.left));
    }

    /// Answers whether the initial state can always be reached again. If not, it cannot be reached after a run.
    pub(super) fn describe_return(&self, without_return: Option<&[EventId]>, page: &mut Page<'_>) {
        let Some(run) = without_return else {
            page.answer(StandardProperty::Reversible, true, "the initial state can always be reached again");
            return;
        };
        let text = format!("{}, there is no way back to the initial state", after(run.len()));
        page.show(StandardProperty::Reversible, false, text, Shown::run(page.net, run, page.left));
    }

    /// Answers whether every run ends. If not, `found` has a statement that can be repeated for ever, and an infinite
    /// run, as far as they are known.
    pub(super) fn describe_infinite_run(
        &self,
        found: Option<(Option<usize>, Option<Trace>)>,
        page: &mut Page<'_>,
    ) {
        let property = StandardProperty::Terminates;
        let Some((statement, trace)) = found else {
            page.answer(property, true, "every run ends");
            return;
        };
        let text = match (&trace, statement) {
            (Some(trace), _) => {
                let first = trace.repeated_from.unwrap_or(0);
                let steps = trace.steps.len() - first;
                let steps = if steps == 1 { "a step".to_owned() } else { format!("{steps} steps") };
                match first {
                    0 => format!("{steps} from the initial state can be repeated for ever"),
                    _ => format!("{}, {steps} can be repeated for ever", after(first)),
                }
            }
            (None, Some(statement)) => {
                format!("{} can be executed for ever", self.statements.name(statement))
            }
            (None, None) => "a run is infinite".to_owned(),
        };
        page.show(property, false, text, Shown::infinite_run(trace));
    }
}

/// Describes the length of a run.
pub(super) fn after(steps: usize) -> String {
    match steps {
        0 => "in the initial state".to_owned(),
        1 => "after one step".to_owned(),
        steps => format!("after {steps} steps"),
    }
}
