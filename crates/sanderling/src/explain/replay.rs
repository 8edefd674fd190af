//! Checks a stored trace by replaying it.

use std::collections::{HashMap, HashSet};

use sanderling_net::semantics::{self, Attempt, Firing, Interpreter, Marking};
use sanderling_net::{Net, PlaceId, SortId, TransitionId};
use sanderling_report::{Binding, Change, ReplayReport, Step, Tokens, Trace, TraceBranch, Verdict};

use super::why_not::why_not;
use crate::replay::marking_display::MarkingDisplay;

/// Replays a trace on the net's reference semantics and reports the first step that is not possible. Possible
/// problems are another initial marking, an unknown or disabled transition, and a place that changes
/// differently. The caller fills in `file`, `format` and `trace_file`.
#[must_use]
pub fn replay(net: &Net, trace: &Trace) -> ReplayReport {
    let mut report = ReplayReport::new();
    report.steps = trace.steps.len();
    let marking = match semantics::initial(net) {
        Ok(marking) => marking,
        Err(error) => return failed(report, 0, error.to_string()),
    };
    let mut player = Player::new(net, marking);
    let initial = player.display.marking(&player.marking);
    let problem = if trace.initial.is_empty() || player.is_same(&trace.initial, &initial) {
        player.play_all(trace).err()
    } else {
        Some((0, "the trace does not start with the initial marking of the net".into()))
    };
    report.marking = player.display.marking(&player.marking);
    report.error.clone_from(&player.error);
    match problem {
        Some((step, problem)) => failed(report, step, problem),
        None => {
            let attempts = player.interpreter.attempts(&player.marking);
            report.deadlock = attempts.is_ok_and(|attempts| attempts.is_empty());
            report
        }
    }
}

/// Returns whether the places and transitions of a trace are those of this net. Other traces of a coloured
/// net refer to its unfolding.
#[must_use]
pub fn is_trace_of(net: &Net, trace: &Trace) -> bool {
    let places: HashSet<&str> = net.places.iter().map(|place| place.id.as_str()).collect();
    let transitions: HashSet<&str> = net.transitions.iter().map(|one| one.id.as_str()).collect();
    let mut marked = trace.initial.iter().map(|(place, _)| place);
    let is_step = |step: &Step| {
        transitions.contains(step.event.as_str())
            && step.changed.iter().all(|change| places.contains(change.place.as_str()))
    };
    marked.all(|place| places.contains(place.as_str())) && trace.steps.kinds().all(is_step)
}

/// Returns whether two bindings assign the same values, in any order.
fn binds_alike(one: &Binding, other: &Binding) -> bool {
    one.len() == other.len() && one.iter().all(|(variable, value)| other.get(variable) == Some(value))
}

/// Returns whether two descriptions of a place's tokens are equal. They are compared as text, since JSON does
/// not distinguish a number of tokens from a value and tables contain only text. The order of colours is
/// ignored, since JSON objects have none.
fn is_alike(one: &Tokens, other: &Tokens) -> bool {
    one.to_string() == other.to_string() || in_order(one) == in_order(other)
}

fn in_order(tokens: &Tokens) -> Tokens {
    let mut tokens = tokens.clone();
    if let Tokens::Coloured(colours) = &mut tokens {
        colours.0.sort_unstable();
    }
    tokens
}

fn failed(mut report: ReplayReport, step: usize, problem: String) -> ReplayReport {
    report.verdict = Verdict::Violated;
    report.failed_step = Some(step);
    report.problem = Some(problem);
    report
}

/// A net prepared for replaying steps, with its nodes by id.
struct Player<'a> {
    net: &'a Net,
    interpreter: Interpreter<'a>,
    display: MarkingDisplay<'a>,
    places: HashMap<&'a str, PlaceId>,
    transitions: HashMap<&'a str, TransitionId>,
    marking: Marking,
    /// The error of the last step, if it was undefined.
    error: Option<String>,
}

impl<'a> Player<'a> {
    fn new(net: &'a Net, marking: Marking) -> Self {
        Self {
            net,
            interpreter: Interpreter::new(net),
            display: MarkingDisplay::new(net),
            places: net.place_ids().map(|place| (net.place(place).id.as_str(), place)).collect(),
            transitions: net.transition_ids().map(|id| (net.transition(id).id.as_str(), id)).collect(),
            marking,
            error: None,
        }
    }

    /// Replays all steps and checks that the repeated part returns to its first marking. On failure, returns
    /// the number of the failed step, from 1, and the reason.
    fn play_all(&mut self, trace: &Trace) -> Result<(), (usize, String)> {
        let mut repeated = None;
        let mut branches: HashMap<usize, Vec<&TraceBranch>> = HashMap::new();
        trace.branches.iter().for_each(|branch| branches.entry(branch.after).or_default().push(branch));
        for (index, step) in trace.steps.iter().enumerate() {
            if trace.repeated_from == Some(index) {
                repeated = Some(self.marking.clone());
            }
            self.branch_off(&branches, index)?;
            self.play(&step).map_err(|problem| (index + 1, problem))?;
        }
        let last = trace.steps.len();
        self.branch_off(&branches, last)?;
        if let Some(beyond) = trace.branches.iter().find(|branch| branch.after > last) {
            return Err((
                last,
                format!("a run branches off after step {}, which does not exist", beyond.after),
            ));
        }
        let refuse = |problem: &str| Err((last, problem.to_owned()));
        match (trace.repeated_from, repeated) {
            (None, _) => Ok(()),
            (Some(_), Some(_)) if self.error.is_some() => {
                refuse("no steps can be repeated after a model error")
            }
            (Some(from), Some(marking)) if marking != self.marking => refuse(&format!(
                "the steps from {} on cannot be repeated forever: they lead to another marking",
                from + 1
            )),
            (Some(_), Some(_)) => Ok(()),
            (Some(from), None) if from > last => refuse("the first repeated step is not a step of the run"),
            (Some(_), None) => {
                let attempts = self.interpreter.attempts(&self.marking);
                if attempts.is_ok_and(|attempts| attempts.is_empty()) {
                    return Ok(());
                }
                refuse("the run repeats its last marking, but a transition is enabled there")
            }
        }
    }

    /// Replays the runs that branch off after `after` steps. Does not check what they show.
    fn branch_off(
        &self,
        branches: &HashMap<usize, Vec<&TraceBranch>>,
        after: usize,
    ) -> Result<(), (usize, String)> {
        for branch in branches.get(&after).into_iter().flatten() {
            let Some(run) = &branch.trace else { continue };
            let in_branch =
                |problem: String| (after, format!("in the run that branches off there, {problem}"));
            if self.error.is_some() {
                return Err(in_branch("no transition can fire after a model error".to_owned()));
            }
            let mut player = Self::new(self.net, self.marking.clone());
            let marking = self.display.marking(&self.marking);
            if !run.initial.is_empty() && !player.is_same(&run.initial, &marking) {
                return Err(in_branch("the first marking is different".to_owned()));
            }
            player.play_all(run).map_err(|(step, problem)| in_branch(format!("step {step}: {problem}")))?;
        }
        Ok(())
    }

    /// Fires the transition of a step and compares the changes. The marking is unchanged if the transition
    /// cannot fire, or if the step is undefined and the trace says so.
    fn play(&mut self, step: &Step) -> Result<(), String> {
        let event = &step.event;
        if self.error.is_some() {
            return Err(format!("`{event}` cannot fire: the step before leads to no marking"));
        }
        let transition = self.transitions.get(event.as_str());
        let transition = *transition.ok_or_else(|| format!("the net has no transition `{event}`"))?;
        let places = step.changed.iter().map(|change| self.place(change)).collect::<Result<Vec<_>, _>>()?;
        let before: Vec<Tokens> = places.iter().map(|&place| self.tokens(place)).collect();
        let Attempt { firing, error } = self.attempt(transition, step)?;
        match (error, &step.error) {
            (None, None) => {}
            (Some(error), Some(_)) => {
                self.error = Some(error.problem.to_string());
                return Ok(());
            }
            (Some(error), None) => return Err(format!("`{event}` cannot fire: {}", error.problem)),
            (None, Some(claimed)) => {
                return Err(format!("`{event}` can fire, and has no model error: {claimed}"));
            }
        }
        let fired = self.interpreter.fire(&mut self.marking, &firing);
        fired.map_err(|error| format!("`{event}` cannot fire: {}", error.explain(self.net)))?;
        for ((change, place), from) in step.changed.iter().zip(places).zip(before) {
            let to = self.tokens(place);
            if !is_alike(&change.before, &from) || !is_alike(&change.after, &to) {
                let place = &change.place;
                return Err(format!(
                    "`{place}` changes from {from} to {to}, which is not what the trace says"
                ));
            }
        }
        Ok(())
    }

    /// Returns the firing of a step: the only one of the transition, or the one with the step's binding.
    fn attempt(&self, transition: TransitionId, step: &Step) -> Result<Attempt, String> {
        if self.interpreter.is_place_transition() && step.binding.is_empty() {
            return Ok(Attempt { firing: Firing::plain(transition), error: None });
        }
        let event = &step.event;
        let attempts = self.interpreter.attempts_of(&self.marking, transition);
        let mut attempts = attempts.map_err(|error| format!("`{event}` cannot fire: {error}"))?;
        if !step.binding.is_empty() {
            attempts.retain(|attempt| binds_alike(&self.display.binding(&attempt.firing), &step.binding));
        }
        match attempts.len() {
            1 => Ok(attempts.swap_remove(0)),
            0 => Err(format!("`{event}` cannot fire: {}", why_not(&self.display, &self.marking, transition))),
            several => Err(format!("`{event}` can fire in {several} ways, and the step has no binding")),
        }
    }

    /// Returns whether two markings are equal, in any order of places. Missing places are empty.
    fn is_same(&self, one: &sanderling_report::Marking, other: &sanderling_report::Marking) -> bool {
        let holds_values = |place: &str| {
            self.places.get(place).is_some_and(|&place| self.net.place(place).sort != SortId::DOT)
        };
        let is_empty = |place: &str, tokens: &Tokens| match tokens {
            // The place holds values, and this one is 0.
            Tokens::Plain(_) if holds_values(place) => false,
            tokens => tokens.is_empty(),
        };
        let marked = |marking: &sanderling_report::Marking| {
            let marked = marking.iter().filter(|(place, tokens)| !is_empty(place, tokens));
            let mut marked: Vec<_> = marked.map(|(place, tokens)| (place.clone(), tokens.clone())).collect();
            marked.sort_by(|one, other| one.0.cmp(&other.0));
            marked
        };
        let (one, other) = (marked(one), marked(other));
        let mut pairs = one.iter().zip(&other);
        one.len() == other.len() && pairs.all(|(one, other)| one.0 == other.0 && is_alike(&one.1, &other.1))
    }

    fn place(&self, change: &Change) -> Result<PlaceId, String> {
        let place = self.places.get(change.place.as_str());
        place.copied().ok_or_else(|| format!("the net has no place `{}`", change.place))
    }

    fn tokens(&self, place: PlaceId) -> Tokens {
        self.display.tokens(&self.marking, place)
    }
}
