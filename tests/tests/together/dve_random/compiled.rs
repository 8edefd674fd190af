//! The compiled model of a net, compared with the reference semantics step by step.
//!
//! Every state of the model is converted to a marking. The same transitions have to be enabled in both, with
//! the same successors, and undefined in both. Broken assumptions are dropped, and the states seen so far
//! are translated, as in a search.

use std::collections::{BTreeMap, HashMap};

use sanderling_model::{ModelErrors, NetModel, ValueModel};
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_system::{Adaptive, EventId, Fired, Relaxed, Room, System};

use super::Difference;

/// Maximum number of broken assumptions of one firing.
const RELAXATIONS: usize = 1000;

/// A successor, or `None` if the firing is undefined.
type Successors = BTreeMap<TransitionId, Option<Marking>>;

/// Visits all states. The caller knows that there are at most `limit`.
pub(crate) fn follow(net: &Net, errors: ModelErrors, limit: usize) -> Result<(), Difference> {
    let model = ValueModel::build(net, errors).map_err(|found| format!("not compiled: {found}"))?;
    let interpreter = Interpreter::new(net);
    let mut walk = Walk::new(model);
    let mut next = 0;
    while next < walk.states.len() {
        if walk.states.len() > limit {
            return Err(format!("compiled states: more than {limit}"));
        }
        let marking = walk.marking(next);
        let found = walk.expand(next)?;
        let expected = match &marking {
            Some(marking) => expected(&interpreter, marking)?,
            None => Successors::new(),
        };
        if expected != found {
            return Err(format!("compiled steps: {marking:?} leads to {expected:?}, but {found:?}"));
        }
        for (i, assertion) in net.assertions.iter().enumerate() {
            let holds = marking.as_ref().is_none_or(|it| interpreter.holds(assertion, it) == Ok(true));
            if walk.asserts(next, i) != holds {
                return Err(format!("compiled assertions: {} {marking:?}, should be {holds}", assertion.id));
            }
        }
        next += 1;
    }
    Ok(())
}

fn expected(interpreter: &Interpreter<'_>, marking: &Marking) -> Result<Successors, Difference> {
    let attempts = interpreter.attempts(marking).map_err(|error| format!("the net: {error}"))?;
    let mut successors = Successors::new();
    for attempt in attempts {
        let mut successor = marking.clone();
        let fired = interpreter.fire(&mut successor, &attempt.firing).is_ok();
        let twice = successors.insert(attempt.firing.transition, fired.then_some(successor));
        assert!(twice.is_none(), "a transition of a program has one binding");
    }
    Ok(successors)
}

struct Walk {
    model: ValueModel,
    states: Vec<Vec<u64>>,
    seen: HashMap<Vec<u64>, usize>,
}

impl Walk {
    fn new(model: ValueModel) -> Self {
        let mut start = vec![0; model.words()];
        model.initial(&mut start);
        Self { model, seen: HashMap::from([(start.clone(), 0)]), states: vec![start] }
    }

    fn marking(&self, state: usize) -> Option<Marking> {
        self.model.marking(&self.states[state], &self.model.scratch())
    }

    fn asserts(&self, state: usize, assertion: usize) -> bool {
        self.model.asserts(&self.states[state], &self.model.scratch(), assertion)
    }

    fn expand(&mut self, state: usize) -> Result<Successors, Difference> {
        let mut events = Vec::new();
        self.model.enabled::<0>(&self.states[state], &self.model.scratch(), &mut events);
        let mut successors = Successors::new();
        for event in events {
            let successor = self.fire(state, event)?;
            if successors.insert(TransitionId::new(event.index()), successor).is_some() {
                return Err(format!("compiled steps: {event:?} is enabled twice"));
            }
        }
        Ok(successors)
    }

    fn fire(&mut self, state: usize, event: EventId) -> Result<Option<Marking>, Difference> {
        for _ in 0..RELAXATIONS {
            let mut successor = vec![0; self.model.words()];
            match self.model.fire::<0>(&self.states[state], &self.model.scratch(), event, &mut successor) {
                Fired::Undefined => return Ok(None),
                Fired::Successor => {
                    let marking = self.model.marking(&successor, &self.model.scratch());
                    if !self.seen.contains_key(&successor) {
                        self.seen.insert(successor.clone(), self.states.len());
                        self.states.push(successor);
                    }
                    return Ok(marking);
                }
                Fired::AssumptionBroken => self.relax(state, event)?,
            }
        }
        Err("compiled layouts: relaxed again and again".into())
    }

    fn relax(&mut self, state: usize, event: EventId) -> Result<(), Difference> {
        let Relaxed::System(relaxed) = self.model.relax(&self.states[state], event, Room::default()) else {
            return Err("compiled layouts: nothing is wide enough".into());
        };
        let translate = |state: &Vec<u64>| {
            let mut translated = vec![0; relaxed.words()];
            relaxed.translate(&self.model, state, &mut translated);
            translated
        };
        for (state, event, successor) in self.recent_firings() {
            let mut found = vec![0; relaxed.words()];
            let fired = relaxed.fire::<0>(&translate(&state), &relaxed.scratch(), event, &mut found);
            if (fired, &found) != (Fired::Successor, &translate(&successor)) {
                return Err(format!("compiled layouts: {event:?} fires no more when relaxed"));
            }
        }
        self.states = self.states.iter().map(translate).collect();
        self.seen = self.states.iter().cloned().zip(0..).collect();
        self.model = relaxed;
        Ok(())
    }

    /// Returns the firings of the last few states that break no assumption.
    fn recent_firings(&self) -> Vec<(Vec<u64>, EventId, Vec<u64>)> {
        let (mut firings, scratch) = (Vec::new(), self.model.scratch());
        for state in self.states.iter().rev().take(20) {
            let mut events = Vec::new();
            self.model.enabled::<0>(state, &scratch, &mut events);
            for event in events {
                let mut successor = vec![0; self.model.words()];
                if self.model.fire::<0>(state, &scratch, event, &mut successor) == Fired::Successor {
                    firings.push((state.clone(), event, successor));
                }
            }
        }
        firings
    }
}
