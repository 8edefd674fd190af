//! Checking a stored trace.

use std::collections::HashMap;

use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};
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
    let player = Player::new(net);
    for (index, step) in trace.steps.iter().enumerate() {
        if let Err(problem) = player.play(&mut marking, step) {
            report.marking = tokens(net, &marking);
            return failed(report, index + 1, problem);
        }
    }
    report.marking = tokens(net, &marking);
    report.deadlock = player.interpreter.enabled(&marking).is_ok_and(|enabled| enabled.is_empty());
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

/// A net that is ready to play steps, with its nodes by their ids.
struct Player<'a> {
    net: &'a Net,
    interpreter: Interpreter<'a>,
    places: HashMap<&'a str, PlaceId>,
    transitions: HashMap<&'a str, TransitionId>,
}

impl<'a> Player<'a> {
    fn new(net: &'a Net) -> Self {
        let places = net.place_ids().map(|place| (net.place(place).id.as_str(), place));
        let transitions = net.transition_ids().map(|id| (net.transition(id).id.as_str(), id));
        let interpreter = Interpreter::new(net);
        Self { net, interpreter, places: places.collect(), transitions: transitions.collect() }
    }

    /// Fires the transition of a step and compares what changed. The marking stays as it was where
    /// the transition cannot fire.
    fn play(&self, marking: &mut Marking, step: &Step) -> Result<(), String> {
        let event = &step.event;
        if !step.binding.is_empty() {
            return Err(format!(
                "`{event}` has a binding, but traces of coloured nets are not yet supported"
            ));
        }
        let transition = self.transitions.get(event.as_str());
        let transition = *transition.ok_or_else(|| format!("the net has no transition `{event}`"))?;
        let before =
            step.changed.iter().map(|change| self.tokens(marking, change)).collect::<Result<Vec<_>, _>>()?;
        self.interpreter
            .fire(marking, &Firing::plain(transition))
            .map_err(|error| format!("`{event}` cannot fire: {}", error.explain(self.net)))?;
        for (change, from) in step.changed.iter().zip(before) {
            let to = self.tokens(marking, change)?;
            if change.before != from.into() || change.after != to.into() {
                let place = &change.place;
                return Err(format!("`{place}` goes from {from} to {to}, which is not what the trace says"));
            }
        }
        Ok(())
    }

    fn tokens(&self, marking: &Marking, change: &Change) -> Result<u64, String> {
        let place = self.places.get(change.place.as_str());
        let place = place.ok_or_else(|| format!("the net has no place `{}`", change.place))?;
        Ok(marking.tokens(*place))
    }
}
