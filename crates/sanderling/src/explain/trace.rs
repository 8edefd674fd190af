//! From a witness, which names events of the packed model, to a trace of the net.
//!
//! A witness is not believed: it is replayed on the net's reference semantics, step by step, and the
//! trace says what happened there.

use sanderling_net::semantics::{self, Attempt, Firing, Interpreter, Marking, SemanticsError};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_property::{Formula, ReferenceValuation};
use sanderling_report::{Step, Trace, UnboundedProof};
use sanderling_system::{EventId, SelfCovering};

use super::marking_display::MarkingDisplay;
use super::meaning::{Asked, Meaning};

/// A run of the net.
pub(crate) struct Run {
    pub(crate) trace: Trace,
    /// The last marking of the run.
    marking: Marking,
    /// What is undefined about a step that should lead from there, and is the last of the trace.
    pub(crate) error: Option<SemanticsError>,
}

/// Replays events from the initial marking. Only the last of them may be undefined.
///
/// # Panics
/// Where an event cannot be fired on the net: then the compiled model is wrong, and nothing that it
/// says may be shown.
pub(crate) fn replayed(net: &Net, meaning: &Meaning, events: &[EventId]) -> Run {
    replayed_before(net, meaning, events, &mut |_| ())
}

/// The same while somebody sees the marking before each event, and the last one.
///
/// # Panics
/// As there.
pub(crate) fn replayed_before(
    net: &Net,
    meaning: &Meaning,
    events: &[EventId],
    see: &mut dyn FnMut(&Marking),
) -> Run {
    let marking = semantics::initial(net).unwrap_or_else(|error| panic!("no initial marking: {error}"));
    replayed_from(net, marking, meaning, events, see)
}

/// The same from another marking.
///
/// # Panics
/// As there.
pub(super) fn replayed_from(
    net: &Net,
    marking: Marking,
    meaning: &Meaning,
    events: &[EventId],
    see: &mut dyn FnMut(&Marking),
) -> Run {
    let (display, interpreter) = (MarkingDisplay::new(net), Interpreter::new(net));
    let trace = Trace { initial: display.marking(&marking), ..Trace::default() };
    let mut run = Run { trace, marking, error: None };
    for &event in events {
        assert!(run.error.is_none(), "the trace goes on behind a model error");
        see(&run.marking);
        run.extend(&display, &interpreter, &meaning.asked(event));
    }
    see(&run.marking);
    run
}

/// Makes sure that events lead from the initial marking to one that meets a condition. Nothing of the run is kept.
///
/// # Panics
/// Where they do not: then the compiled model is wrong, and nothing that it says may be shown.
pub(crate) fn confirm(net: &Net, meaning: &Meaning, events: &[EventId], target: &Formula) {
    let mut marking = semantics::initial(net).unwrap_or_else(|error| panic!("no initial marking: {error}"));
    let interpreter = Interpreter::new(net);
    for &event in events {
        let Attempt { firing, error } = attempt(net, &interpreter, &marking, &meaning.asked(event));
        assert!(error.is_none(), "the run goes on behind a model error");
        fire(net, &interpreter, &mut marking, &firing);
    }
    let is_met = ReferenceValuation::build(net, &marking).is_ok_and(|valuation| target.holds(&valuation));
    assert!(is_met, "the run leads to a marking that decides nothing");
}

impl Run {
    /// Takes the step that an event asks for, and says what it changed.
    fn extend(&mut self, display: &MarkingDisplay<'_>, interpreter: &Interpreter<'_>, asked: &Asked<'_>) {
        let net = display.net();
        let Attempt { firing, error } = attempt(net, interpreter, &self.marking, asked);
        if let Some(error) = error {
            self.trace.steps.push(display.undefined(&firing, &error));
            self.error = Some(error);
            return;
        }
        let transition = firing.transition;
        let before = display.around(transition, &self.marking);
        fire(net, interpreter, &mut self.marking, &firing);
        let changed = display.changes(before, &self.marking);
        self.trace.steps.push(Step { changed, ..display.firing(&firing) });
    }

    /// The marking that the run ends in; `None` where its last step is undefined.
    pub(crate) fn last(&self) -> Option<&Marking> {
        Some(&self.marking).filter(|_| self.error.is_none())
    }
}

/// The firing that an event asks for in a marking, and what is undefined about it.
fn attempt(net: &Net, interpreter: &Interpreter<'_>, marking: &Marking, asked: &Asked<'_>) -> Attempt {
    let (transition, attempt) = match *asked {
        Asked::Transition(one) => (one, the_attempt(net, interpreter, marking, one)),
        Asked::Firing(firing) => (firing.transition, attempted(interpreter, marking, firing)),
    };
    attempt.unwrap_or_else(|why| does_not_replay(&net.transition(transition).id, &why))
}

fn fire(net: &Net, interpreter: &Interpreter<'_>, marking: &mut Marking, firing: &Firing) {
    let fired = interpreter.fire(marking, firing);
    fired.unwrap_or_else(|error| does_not_replay(&net.transition(firing.transition).id, &error.explain(net)));
}

/// The one firing of a transition in a marking. Where events are transitions, models choose among no others.
fn the_attempt(
    net: &Net,
    interpreter: &Interpreter<'_>,
    marking: &Marking,
    transition: TransitionId,
) -> Result<Attempt, String> {
    if net.is_place_transition() {
        return Ok(Attempt { firing: Firing::plain(transition), error: None });
    }
    let mut attempts = interpreter.attempts_of(marking, transition).map_err(|error| error.to_string())?;
    match attempts.len() {
        1 => Ok(attempts.swap_remove(0)),
        0 => Err("it is not enabled".into()),
        several => Err(format!("it can fire in {several} ways")),
    }
}

/// A firing in a marking, if it is enabled or undefined there.
fn attempted(interpreter: &Interpreter<'_>, marking: &Marking, firing: &Firing) -> Result<Attempt, String> {
    let attempts = interpreter.attempts_of(marking, firing.transition).map_err(|error| error.to_string())?;
    let found = attempts.into_iter().find(|attempt| attempt.firing == *firing);
    found.ok_or_else(|| "it is not enabled with this binding".into())
}

fn does_not_replay<T>(transition: &str, why: &str) -> T {
    panic!("the trace does not replay on the net: {transition} cannot fire: {why}")
}

/// The proof that a net is unbounded, and the places that grow.
pub(crate) fn unboundedness_proof(
    net: &Net,
    meaning: &Meaning,
    self_covering: &SelfCovering,
) -> (UnboundedProof, Vec<PlaceId>) {
    let before = replayed(net, meaning, &self_covering.prefix);
    let events: Vec<EventId> = self_covering.prefix.iter().chain(&self_covering.cycle).copied().collect();
    let after = replayed(net, meaning, &events);
    let growing = match meaning {
        Meaning::Transitions => growing(net, &before.marking, &self_covering.cycle, &after.marking),
        Meaning::Firings(_) => repeated(net, &before.marking, &after.marking),
    };
    assert!(!growing.is_empty(), "the cycle of an unbounded net makes some place grow");
    let proof = UnboundedProof {
        places: growing.iter().map(|&place| net.place(place).id.clone()).collect(),
        pump: after.trace.steps.iter().skip(self_covering.prefix.len()).collect(),
        prefix: before.trace,
        coverable: None,
    };
    (proof, growing)
}

/// The places of a place/transition net that grow.
fn growing(net: &Net, before: &Marking, cycle: &[EventId], after: &Marking) -> Vec<PlaceId> {
    let structure = sanderling_model::Structure::build(net).expect("the net has been compiled");
    let (before, after) = (|place| before.tokens(place), |place| after.tokens(place));
    sanderling_model::self_covering::growing(&structure, before, cycle, after)
}

/// The places of a coloured net that grow. Its models look for cycles only where no more tokens can hinder or change a
/// firing; so it is enough that none of any colour is lost, and the same happens again each time.
fn repeated(net: &Net, before: &Marking, after: &Marking) -> Vec<PlaceId> {
    let loses = |place: &PlaceId| !after.place(*place).includes(before.place(*place));
    assert!(!net.place_ids().any(|place| loses(&place)), "the cycle of an unbounded net loses no token");
    net.place_ids().filter(|&place| after.tokens(place) > before.tokens(place)).collect()
}
