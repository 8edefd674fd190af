//! Turns a witness, whose events belong to the packed model, into a trace of the net.
//!
//! INVARIANT: every trace comes from a replay on the net's reference semantics. If a replay is interrupted,
//! no trace is shown and the answer is unknown.

use std::cell::OnceCell;

use sanderling_net::semantics::{self, Attempt, FireError, Firing, Interpreter, Marking, SemanticsError};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_property::{Formula, ReferenceValuation};
use sanderling_report::{Trace, UnboundedProof};
use sanderling_system::{EventId, SelfCovering};

use super::marking_display::MarkingDisplay;
use super::meaning::{EventMeaning, Meaning};
use crate::replay::{Interrupted, Until};

/// A run of the net.
pub(crate) struct Run {
    pub(crate) trace: Trace,
    /// The last marking of the run.
    marking: Marking,
    /// The error of an undefined step at the end of the trace, if there is one.
    pub(crate) error: Option<SemanticsError>,
}

/// Replays the events of runs on a net's reference semantics.
///
/// Time and memory are linear in the net and in the steps.
///
/// # Panics
/// All functions panic if an event cannot be fired on the net. In that case the compiled model is wrong, and
/// none of its results may be shown.
pub(crate) struct Replayer<'a> {
    net: &'a Net,
    /// Both are created on first use: each takes time linear in the net, and there may be nothing to replay.
    display: OnceCell<MarkingDisplay<'a>>,
    interpreter: OnceCell<Interpreter<'a>>,
    meaning: &'a Meaning,
    until: Until<'a>,
}

/// Number of steps between two checks of the clock.
const STEPS_PER_LOOK: usize = 32;

impl<'a> Replayer<'a> {
    /// Creates a replayer for events with this meaning. It stops when `until` is over.
    pub(crate) fn new(net: &'a Net, meaning: &'a Meaning, until: Until<'a>) -> Self {
        Self { net, display: OnceCell::new(), interpreter: OnceCell::new(), meaning, until }
    }

    fn display(&self) -> &MarkingDisplay<'a> {
        self.display.get_or_init(|| MarkingDisplay::new(self.net))
    }

    /// Returns the semantics on which the events are replayed.
    pub(crate) fn interpreter(&self) -> &Interpreter<'a> {
        self.interpreter.get_or_init(|| Interpreter::new(self.net))
    }

    /// Replays events from the initial marking. Only the last of them may be undefined.
    pub(crate) fn run(&self, events: &[EventId]) -> Result<Run, Interrupted> {
        self.run_from(initial(self.net), events, &mut |_| ())
    }

    /// Replays events from a marking. Calls `see` with the marking before each event, and with the last
    /// marking.
    pub(crate) fn run_from(
        &self,
        marking: Marking,
        events: &[EventId],
        see: &mut dyn FnMut(&Marking),
    ) -> Result<Run, Interrupted> {
        let trace = Trace { initial: self.display().marking(&marking), ..Trace::default() };
        let mut run = Run { trace, marking, error: None };
        for (index, &event) in events.iter().enumerate() {
            assert!(run.error.is_none(), "the trace continues after a model error");
            self.look_at_clock(index)?;
            see(&run.marking);
            self.extend(&mut run, &self.meaning.event_meaning(event));
        }
        see(&run.marking);
        Ok(run)
    }

    /// Checks that events lead from the initial marking to one that meets a condition, without recording a
    /// trace.
    pub(crate) fn confirm(&self, events: &[EventId], target: &Formula) -> Result<(), Interrupted> {
        let mut marking = initial(self.net);
        for (index, &event) in events.iter().enumerate() {
            self.look_at_clock(index)?;
            let Attempt { firing, error } = self.attempt(&marking, &self.meaning.event_meaning(event));
            assert!(error.is_none(), "the run continues after a model error");
            self.fire(&mut marking, &firing);
        }
        let is_met = ReferenceValuation::of(self.interpreter(), &marking).satisfies(target)?;
        assert!(is_met, "the run leads to a marking that decides nothing");
        Ok(())
    }

    fn look_at_clock(&self, step: usize) -> Result<(), Interrupted> {
        if step.is_multiple_of(STEPS_PER_LOOK) { self.until.check() } else { Ok(()) }
    }

    /// Appends the step that an event denotes, with its changes.
    fn extend(&self, run: &mut Run, meaning: &EventMeaning<'_>) {
        let Attempt { firing, error } = self.attempt(&run.marking, meaning);
        if let Some(error) = error {
            run.trace.steps.push(self.display().undefined(&firing, &error));
            run.error = Some(error);
            return;
        }
        let before = self.display().around(firing.transition, &run.marking);
        self.fire(&mut run.marking, &firing);
        run.trace.steps.push(self.display().step_from(&firing, before, &run.marking));
    }

    /// Returns the firing that an event denotes in a marking, and its error if it is undefined.
    fn attempt(&self, marking: &Marking, meaning: &EventMeaning<'_>) -> Attempt {
        let (transition, attempt) = match *meaning {
            EventMeaning::Transition(one) => (one, the_attempt(self.interpreter(), marking, one)),
            EventMeaning::Firing(firing) => {
                (firing.transition, attempted(self.interpreter(), marking, firing))
            }
        };
        attempt.unwrap_or_else(|why| self.does_not_replay(transition, &why))
    }

    fn fire(&self, marking: &mut Marking, firing: &Firing) {
        let fired = self.interpreter().fire(marking, firing);
        fired.unwrap_or_else(|error| self.does_not_replay(firing.transition, &error.explain(self.net)));
    }

    fn does_not_replay<T>(&self, transition: TransitionId, why: &str) -> T {
        let transition = &self.net.transition(transition).id;
        panic!("the trace does not replay on the net: {transition} cannot fire: {why}")
    }
}

/// Returns the initial marking of a net that has been compiled.
pub(crate) fn initial(net: &Net) -> Marking {
    semantics::initial(net).unwrap_or_else(|error| panic!("no initial marking: {error}"))
}

impl Run {
    /// Returns the last marking of the run; `None` if its last step is undefined.
    pub(crate) fn last(&self) -> Option<&Marking> {
        Some(&self.marking).filter(|_| self.error.is_none())
    }
}

/// Returns the only firing of a transition in a marking. If events are transitions, the model leaves no
/// choice between firings.
fn the_attempt(
    interpreter: &Interpreter<'_>,
    marking: &Marking,
    transition: TransitionId,
) -> Result<Attempt, String> {
    if interpreter.is_place_transition() {
        return Ok(Attempt { firing: Firing::plain(transition), error: None });
    }
    let mut attempts = interpreter.attempts_of(marking, transition).map_err(|error| error.to_string())?;
    match attempts.len() {
        1 => Ok(attempts.swap_remove(0)),
        0 => Err("it is not enabled".into()),
        several => Err(format!("it can fire in {several} ways")),
    }
}

/// Returns a firing in a marking if it is enabled or undefined there. Does not list the other firings, which may be too
/// many.
fn attempted(interpreter: &Interpreter<'_>, marking: &Marking, firing: &Firing) -> Result<Attempt, String> {
    let error = match interpreter.fire(&mut marking.clone(), firing) {
        Ok(()) | Err(FireError::Overflow(_)) => None,
        Err(FireError::Undefined(error)) if error.problem.is_model_error() => Some(error),
        Err(error) => return Err(error.explain(interpreter.net())),
    };
    Ok(Attempt { firing: firing.clone(), error })
}

/// Returns the proof that a net is unbounded, and its unbounded places.
pub(crate) fn unboundedness_proof(
    net: &Net,
    meaning: &Meaning,
    self_covering: &SelfCovering,
    until: Until<'_>,
) -> Result<(UnboundedProof, Vec<PlaceId>), Interrupted> {
    let replayer = Replayer::new(net, meaning, until);
    let before = replayer.run(&self_covering.prefix)?;
    let after = replayer.run_from(before.marking.clone(), &self_covering.cycle, &mut |_| ())?;
    let growing = match meaning {
        Meaning::Transitions => growing(net, &before.marking, &self_covering.cycle, &after.marking),
        Meaning::Firings(_) => repeated(net, &before.marking, &after.marking),
    };
    assert!(!growing.is_empty(), "the cycle of an unbounded net makes some place grow");
    let proof = UnboundedProof {
        places: growing.iter().map(|&place| net.place(place).id.clone()).collect(),
        pump: after.trace.steps,
        prefix: before.trace,
        coverable: None,
    };
    Ok((proof, growing))
}

/// Returns the unbounded places of a place/transition net.
fn growing(net: &Net, before: &Marking, cycle: &[EventId], after: &Marking) -> Vec<PlaceId> {
    let structure = sanderling_model::Structure::build(net).expect("the net has been compiled");
    let (before, after) = (|place| before.tokens(place), |place| after.tokens(place));
    sanderling_model::self_covering::growing(&structure, before, cycle, after)
}

/// Returns the unbounded places of a coloured net. Its models look for cycles only if additional tokens
/// cannot disable or change a firing. It therefore suffices that the cycle loses no token of any colour: it
/// can then be repeated.
fn repeated(net: &Net, before: &Marking, after: &Marking) -> Vec<PlaceId> {
    let loses = |place: &PlaceId| !after.place(*place).includes(before.place(*place));
    assert!(!net.place_ids().any(|place| loses(&place)), "the cycle of an unbounded net loses no token");
    net.place_ids().filter(|&place| after.tokens(place) > before.tokens(place)).collect()
}
