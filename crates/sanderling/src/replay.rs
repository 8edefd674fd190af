//! Checking a stored trace.

use sanderling_net::semantics::{self, Firing, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_report::{Change, ReplayReport, Step, Trace, Verdict};

use crate::trace::tokens;

/// Plays a trace on the net's reference semantics and says where, if anywhere, it is not a run of
/// the net: where the initial marking differs, a transition is unknown or not enabled, or a place
/// does not change as the trace says. `file`, `format` and `trace_file` are the caller's to fill in.
#[must_use]
pub fn replay(net: &Net, trace: &Trace) -> ReplayReport {
    let mut report = ReplayReport::new();
    report.steps = trace.steps.len();
    let mut marking = match semantics::initial(net) {
        Ok(marking) => marking,
        Err(error) => return failed(report, 0, error.to_string()),
    };
    if !trace.initial.is_empty() && !is_same_marking(&trace.initial, &tokens(net, &marking)) {
        report.marking = tokens(net, &marking);
        return failed(report, 0, "the trace starts with another marking than the net".into());
    }
    for (index, step) in trace.steps.iter().enumerate() {
        match play(net, &marking, step) {
            Ok(after) => marking = after,
            Err(problem) => {
                report.marking = tokens(net, &marking);
                return failed(report, index + 1, problem);
            }
        }
    }
    report.marking = tokens(net, &marking);
    report.deadlock = semantics::enabled(net, &marking).is_ok_and(|enabled| enabled.is_empty());
    report
}

fn failed(mut report: ReplayReport, step: usize, problem: String) -> ReplayReport {
    report.verdict = Verdict::Violated;
    report.failed_step = Some(step);
    report.problem = Some(problem);
    report
}

/// The same tokens in the same places, in whatever order; places that are not named are empty.
fn is_same_marking(one: &sanderling_report::Marking, other: &sanderling_report::Marking) -> bool {
    let marked = |marking: &sanderling_report::Marking| {
        let tokens = marking.iter().filter(|(_, tokens)| *tokens != 0_u64.into());
        let mut tokens: Vec<_> = tokens.cloned().collect();
        tokens.sort_by(|a, b| a.0.cmp(&b.0));
        tokens
    };
    marked(one) == marked(other)
}

/// Fires the transition of a step and compares what changed.
fn play(net: &Net, marking: &Marking, step: &Step) -> Result<Marking, String> {
    if !step.binding.is_empty() {
        return Err(format!(
            "`{}` has a binding, but traces of coloured nets are not yet supported",
            step.event
        ));
    }
    let position = net.transitions.iter().position(|transition| transition.id == step.event);
    let position = position.ok_or_else(|| format!("the net has no transition `{}`", step.event))?;
    let firing = Firing::plain(TransitionId::new(position));
    let after = semantics::fire(net, marking, &firing)
        .map_err(|error| format!("`{}` cannot fire: {}", step.event, error.explain(net)))?;
    match step.changed.iter().find_map(|change| disagreement(net, marking, &after, change)) {
        None => Ok(after),
        Some(problem) => Err(problem),
    }
}

fn disagreement(net: &Net, before: &Marking, after: &Marking, change: &Change) -> Option<String> {
    let Some(place) = net.place_ids().find(|&place| net.place(place).id == change.place) else {
        return Some(format!("the net has no place `{}`", change.place));
    };
    let (from, to) = (before.tokens(place), after.tokens(place));
    let agrees = change.before == from.into() && change.after == to.into();
    (!agrees)
        .then(|| format!("`{}` goes from {from} to {to}, which is not what the trace says", change.place))
}
