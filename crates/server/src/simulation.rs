//! The token game: firing one transition after the other, and back.
//!
//! The net is stepped by the reference semantics, as it was read: a coloured net with its bindings, a program with its processes.
//! INVARIANT: `markings` has one marking more than `firings`, and the last one is the current one.

use sanderling::{Teller, why_not};
use sanderling_net::Net;
use sanderling_net::semantics::{self, Attempt, Firing, Interpreter, Marking};
use sanderling_report::{Binding, Step};
use serde_json::{Map, Value};

use crate::message::{Code, Refusal};
use crate::protocol::{Fire, Standing};

/// As many firings are remembered.
const LONGEST_RUN: usize = 100_000;

/// A run through a net.
#[derive(Debug)]
pub(crate) struct Simulation {
    markings: Vec<Marking>,
    firings: Vec<Firing>,
}

impl Simulation {
    /// Begins at the initial marking.
    pub(crate) fn begin(net: &Net) -> Result<Self, Refusal> {
        let initial = semantics::initial(net).map_err(|error| Refusal::new(Code::BadNet, error))?;
        Ok(Self { markings: vec![initial], firings: Vec::new() })
    }

    fn current(&self) -> &Marking {
        self.markings.last().expect("there is the initial marking")
    }

    /// Fires a transition.
    pub(crate) fn fire(&mut self, net: &Net, fire: &Fire) -> Result<Standing, Refusal> {
        if self.firings.len() >= LONGEST_RUN {
            let message = format!("no more than {LONGEST_RUN} firings are remembered");
            return Err(Refusal::new(Code::NotEnabled, message));
        }
        let interpreter = Interpreter::new(net);
        let teller = Teller::new(net);
        let Attempt { firing, error } = self.meant(net, &interpreter, &teller, fire)?;
        if let Some(error) = error {
            let message = format!("`{}`: model error: {}", fire.transition, error.problem);
            return Err(Refusal::new(Code::NotEnabled, message));
        }
        let mut next = self.current().clone();
        let fired = interpreter.fire(&mut next, &firing);
        fired.map_err(|error| Refusal::new(Code::NotEnabled, error.explain(net)))?;
        let step = teller.step(&firing, self.current(), &next);
        self.firings.push(firing);
        self.markings.push(next);
        let mut standing = self.standing_told(&interpreter, &teller)?;
        standing.fired = Some(step);
        Ok(standing)
    }

    /// The firing that is meant, among those of the transition that are enabled or undefined.
    fn meant(
        &self,
        net: &Net,
        interpreter: &Interpreter<'_>,
        teller: &Teller<'_>,
        fire: &Fire,
    ) -> Result<Attempt, Refusal> {
        let not_enabled = |message: String| Refusal::new(Code::NotEnabled, message);
        let Some(id) = net.transition_ids().find(|&id| net.transition(id).id == fire.transition) else {
            return Err(not_enabled(format!("there is no transition `{}`", fire.transition)));
        };
        let attempts = interpreter.attempts_of(self.current(), id);
        let mut attempts = attempts.map_err(|error| Refusal::new(Code::NotEnabled, error))?;
        if let Some(binding) = &fire.binding {
            attempts.retain(|attempt| agrees(&teller.firing(&attempt.firing).binding, binding));
        }
        match attempts.len() {
            1 => Ok(attempts.swap_remove(0)),
            0 if fire.binding.is_some() => {
                Err(not_enabled(format!("`{}` is not enabled with this binding", fire.transition)))
            }
            0 => {
                let why = why_not(teller, self.current(), id);
                Err(not_enabled(format!("`{}` is not enabled: {why}", fire.transition)))
            }
            ways => Err(not_enabled(format!(
                "`{}` can fire in {ways} ways: say which with `binding`",
                fire.transition
            ))),
        }
    }

    /// Goes back by one firing.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        match self.firings.pop() {
            Some(_) => {
                self.markings.pop();
                Ok(())
            }
            None => Err(Refusal::new(Code::NothingToUndo, "this is the initial marking")),
        }
    }

    /// Goes back to the initial marking.
    pub(crate) fn reset(&mut self) {
        self.firings.clear();
        self.markings.truncate(1);
    }

    /// Where the game stands.
    pub(crate) fn standing(&self, net: &Net) -> Result<Standing, Refusal> {
        self.standing_told(&Interpreter::new(net), &Teller::new(net))
    }

    fn standing_told(&self, interpreter: &Interpreter<'_>, teller: &Teller<'_>) -> Result<Standing, Refusal> {
        let attempts = interpreter.attempts(self.current());
        let attempts = attempts.map_err(|error| Refusal::new(Code::NotEnabled, error))?;
        let told = |Attempt { firing, error }: &Attempt| -> Step {
            match error {
                Some(error) => teller.undefined(firing, error),
                None => teller.firing(firing),
            }
        };
        Ok(Standing {
            steps: self.firings.len(),
            marking: teller.marking(self.current()),
            enabled: attempts.iter().map(told).collect(),
            fired: None,
        })
    }
}

/// Whether the values that a client names are those of a binding.
fn agrees(binding: &Binding, named: &Map<String, Value>) -> bool {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    named.iter().all(|(variable, value)| binding.get(variable) == Some(&text(value)))
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, ArcKind, Place, Transition};

    use super::*;

    fn net() -> Net {
        let mut net = Net::new("n");
        let p = net.add_place(Place::with_tokens("p", 2));
        let t = net.add_transition(Transition::plain("t"));
        net.add_arc(Arc::weighted(p, t, ArcKind::Input, 1));
        net
    }

    fn fire(transition: &str) -> Fire {
        Fire { net: String::new(), transition: transition.into(), binding: None }
    }

    #[test]
    fn transitions_fire_and_are_undone() {
        let net = net();
        let mut game = Simulation::begin(&net).unwrap();
        let first = game.fire(&net, &fire("t")).unwrap();
        assert_eq!((first.steps, first.marking.get("p"), first.enabled.len()), (1, Some(&1_u64.into()), 1));
        assert_eq!(first.fired.unwrap().changed[0].before, 2_u64.into());
        let second = game.fire(&net, &fire("t")).unwrap();
        assert_eq!((second.steps, second.enabled.len()), (2, 0));
        assert_eq!(game.fire(&net, &fire("t")).unwrap_err().code, Code::NotEnabled);
        game.undo().unwrap();
        assert_eq!(game.standing(&net).unwrap().steps, 1);
        game.reset();
        assert_eq!(game.undo().unwrap_err().code, Code::NothingToUndo);
        let unknown = game.fire(&net, &fire("x")).unwrap_err();
        assert!(unknown.message.contains("no transition `x`"));
    }
}
