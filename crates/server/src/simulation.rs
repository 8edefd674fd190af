//! The token game: firing one transition after the other, and undoing.
//!
//! The reference semantics steps through the original net: a coloured net with its bindings, a program with its
//! processes. The text sent for a marking is kept for each place and each transition. A firing updates only what is
//! around the places that it changes, since a transition depends only on the places of its arcs. So a firing in a large
//! net costs what it changes, plus copying the rest into the reply.
//!
//! INVARIANT: `places` and `steps` are the display's texts for `marking`; undoing `past` from its end leads back to the
//! start of the game.

use std::collections::HashMap;

use sanderling::{MarkingDisplay, why_not};
use sanderling_net::semantics::{self, Attempt, Interpreter, Marking, Multiset, SemanticsError};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_report::{Binding, Step};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::beginning::given;
use crate::message::{Code, Refusal};
use crate::protocol::{Fire, Places, Standing};

/// Maximum length of the run, in firings.
const LONGEST_RUN: usize = 100_000;

/// A value, as the text to send.
type Text = Box<RawValue>;
/// The places that a firing changed, with their earlier contents.
type Changed = Vec<(PlaceId, Multiset)>;

/// A run through a net.
pub(crate) struct Simulation<'n> {
    net: &'n Net,
    interpreter: Interpreter<'n>,
    display: MarkingDisplay<'n>,
    transitions: HashMap<&'n str, TransitionId>,
    kept: Kept,
}

/// The state of a run without its net, to keep between two moves.
pub(crate) struct Kept {
    /// The transitions that have an arc with each place.
    around: Vec<Vec<TransitionId>>,
    marking: Marking,
    past: Vec<Changed>,
    /// The contents of each place; `None` if it is empty.
    places: Vec<Option<Text>>,
    /// The steps that each transition can make.
    steps: Vec<Result<Vec<Text>, SemanticsError>>,
}

impl<'n> Simulation<'n> {
    /// Starts at the initial marking.
    pub(crate) fn begin(net: &'n Net) -> Result<Self, Refusal> {
        let kept = Kept {
            around: around(net),
            marking: initial(net)?,
            past: Vec::new(),
            places: net.places.iter().map(|_| None).collect(),
            steps: net.transitions.iter().map(|_| Ok(Vec::new())).collect(),
        };
        let mut game = Self::resumed(net, kept);
        game.describe_places(net.place_ids())?;
        game.describe_steps(net.transition_ids())?;
        Ok(game)
    }

    /// Continues a run through the same net.
    pub(crate) fn resumed(net: &'n Net, kept: Kept) -> Self {
        Self {
            net,
            interpreter: Interpreter::new(net),
            display: MarkingDisplay::new(net),
            transitions: net.transition_ids().map(|id| (net.transition(id).id.as_str(), id)).collect(),
            kept,
        }
    }

    /// Returns the state of the run.
    pub(crate) fn kept(self) -> Kept {
        self.kept
    }

    /// Fires a transition.
    pub(crate) fn fire(&mut self, fire: &Fire) -> Result<Standing<'_>, Refusal> {
        if self.kept.past.len() >= LONGEST_RUN {
            let message = format!("at most {LONGEST_RUN} firings are remembered");
            return Err(Refusal::new(Code::NotEnabled, message));
        }
        let Attempt { firing, error } = self.meant(fire)?;
        if let Some(error) = error {
            let message = format!("`{}`: model error: {}", fire.transition, error.problem);
            return Err(Refusal::new(Code::NotEnabled, message));
        }
        let before = self.display.around(firing.transition, &self.kept.marking);
        let held = |&(place, _): &(PlaceId, _)| (place, self.kept.marking.place(place).clone());
        let mut changed: Changed = before.iter().map(held).collect();
        let fired = self.interpreter.fire(&mut self.kept.marking, &firing);
        fired.map_err(|error| Refusal::new(Code::NotEnabled, error.explain(self.net)))?;
        let fired = self.display.step_from(&firing, before, &self.kept.marking);
        changed.retain(|(place, held)| held != self.kept.marking.place(*place));
        let described = self.describe_around(&changed);
        self.kept.past.push(changed);
        described?;
        Ok(Standing { fired: Some(fired), ..self.standing()? })
    }

    /// Returns the requested firing, from the enabled and undefined ones of the transition.
    fn meant(&self, fire: &Fire) -> Result<Attempt, Refusal> {
        let not_enabled = |message: String| Refusal::new(Code::NotEnabled, message);
        let Some(&id) = self.transitions.get(fire.transition.as_str()) else {
            return Err(not_enabled(format!("there is no transition `{}`", fire.transition)));
        };
        let attempts = self.interpreter.attempts_of(&self.kept.marking, id);
        let mut attempts = attempts.map_err(|error| Refusal::new(Code::NotEnabled, error))?;
        if let Some(binding) = &fire.binding {
            attempts.retain(|attempt| agrees(&self.display.firing(&attempt.firing).binding, binding));
        }
        match attempts.len() {
            1 => Ok(attempts.swap_remove(0)),
            0 if fire.binding.is_some() => {
                Err(not_enabled(format!("`{}` is not enabled with this binding", fire.transition)))
            }
            0 => {
                let why = why_not(&self.display, &self.kept.marking, id);
                Err(not_enabled(format!("`{}` is not enabled: {why}", fire.transition)))
            }
            bindings => Err(not_enabled(format!(
                "`{}` can fire with {bindings} bindings: choose one with `binding`",
                fire.transition
            ))),
        }
    }

    /// Undoes one firing.
    pub(crate) fn undo(&mut self) -> Result<Standing<'_>, Refusal> {
        let Some(changed) = self.kept.past.pop() else {
            return Err(Refusal::new(Code::NothingToUndo, "nothing to undo: this is the start of the game"));
        };
        self.unfire(&changed);
        self.describe_around(&changed)?;
        self.standing()
    }

    /// Starts again, at the given marking or at the initial one.
    pub(crate) fn reset(&mut self, marking: Option<&Map<String, Value>>) -> Result<Standing<'_>, Refusal> {
        let start = match marking {
            Some(marking) => given(self.net, marking)?,
            None => initial(self.net)?,
        };
        self.kept.past.clear();
        let before = std::mem::replace(&mut self.kept.marking, start);
        let held = self.net.place_ids().map(|place| (place, before.place(place).clone()));
        let changed: Changed = held.filter(|(place, held)| held != self.kept.marking.place(*place)).collect();
        self.describe_around(&changed)?;
        self.standing()
    }

    fn unfire(&mut self, changed: &Changed) {
        let mut held: Vec<Multiset> = self.kept.marking.iter().cloned().collect();
        for (place, before) in changed {
            held[place.index()].clone_from(before);
        }
        self.kept.marking = held.into_iter().collect();
    }

    /// Returns the current position of the game.
    pub(crate) fn standing(&self) -> Result<Standing<'_>, Refusal> {
        let marked = self.net.places.iter().zip(&self.kept.places);
        let marked = marked.filter_map(|(place, tokens)| Some((place.id.as_str(), tokens.as_deref()?)));
        let mut enabled = Vec::new();
        for steps in &self.kept.steps {
            let steps = steps.as_ref().map_err(|error| Refusal::new(Code::NotEnabled, error))?;
            enabled.extend(steps.iter().map(|step| &**step));
        }
        Ok(Standing { steps: self.kept.past.len(), marking: Places(marked.collect()), enabled, fired: None })
    }

    /// Updates the texts of the changed places and of the transitions around them.
    fn describe_around(&mut self, changed: &Changed) -> Result<(), Refusal> {
        let mut transitions: Vec<TransitionId> =
            changed.iter().flat_map(|(place, _)| &self.kept.around[place.index()]).copied().collect();
        transitions.sort_unstable();
        transitions.dedup();
        self.describe_places(changed.iter().map(|(place, _)| *place))?;
        self.describe_steps(transitions)
    }

    fn describe_places(&mut self, places: impl IntoIterator<Item = PlaceId>) -> Result<(), Refusal> {
        for place in places {
            let is_marked = !self.kept.marking.place(place).is_empty();
            let tokens = is_marked.then(|| text(&self.display.tokens(&self.kept.marking, place))).transpose();
            self.kept.places[place.index()] = tokens?;
        }
        Ok(())
    }

    fn describe_steps(&mut self, transitions: impl IntoIterator<Item = TransitionId>) -> Result<(), Refusal> {
        for transition in transitions {
            let steps = match self.interpreter.attempts_of(&self.kept.marking, transition) {
                Ok(attempts) => {
                    let texts = attempts.iter().map(|attempt| text(&self.describe_attempt(attempt)));
                    Ok(texts.collect::<Result<_, _>>()?)
                }
                Err(error) => Err(error),
            };
            self.kept.steps[transition.index()] = steps;
        }
        Ok(())
    }

    fn describe_attempt(&self, Attempt { firing, error }: &Attempt) -> Step {
        match error {
            Some(error) => self.display.undefined(firing, error),
            None => self.display.firing(firing),
        }
    }
}

fn initial(net: &Net) -> Result<Marking, Refusal> {
    semantics::initial(net).map_err(|error| Refusal::new(Code::BadNet, error))
}

/// Returns the transitions around each place, without duplicates.
fn around(net: &Net) -> Vec<Vec<TransitionId>> {
    let mut around = vec![Vec::new(); net.places.len()];
    for arc in &net.arcs {
        around[arc.place.index()].push(arc.transition);
    }
    for transitions in &mut around {
        transitions.sort_unstable();
        transitions.dedup();
    }
    around
}

fn text(value: &impl Serialize) -> Result<Text, Refusal> {
    serde_json::value::to_raw_value(value).map_err(|error| Refusal::new(Code::InternalError, error))
}

/// Whether the values that a client names are those of a binding.
fn agrees(binding: &Binding, named: &Map<String, Value>) -> bool {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    named.iter().all(|(variable, value)| binding.get(variable) == Some(&text(value)))
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, ArcKind, Place, Transition};
    use serde_json::json;

    use super::*;

    fn net() -> Net {
        let mut net = Net::new("n");
        let p = net.add_place(Place::with_tokens("p", 2));
        let q = net.add_place(Place::with_tokens("q", 0));
        let t = net.add_transition(Transition::plain("t"));
        let u = net.add_transition(Transition::plain("u"));
        net.add_arc(Arc::weighted(p, t, ArcKind::Input, 1));
        net.add_arc(Arc::weighted(q, t, ArcKind::Output, 1));
        net.add_arc(Arc::weighted(q, u, ArcKind::Input, 2));
        net
    }

    fn fire(transition: &str) -> Fire {
        Fire { net: String::new(), transition: transition.into(), binding: None }
    }

    #[test]
    fn transitions_fire_and_are_undone() {
        let net = net();
        let mut game = Simulation::begin(&net).unwrap();
        let first = serde_json::to_value(game.fire(&fire("t")).unwrap()).unwrap();
        assert_eq!((&first["steps"], &first["marking"]), (&json!(1), &json!({ "p": 1, "q": 1 })));
        assert_eq!(first["fired"]["changed"][0]["before"], 2);
        let second = serde_json::to_value(game.fire(&fire("t")).unwrap()).unwrap();
        let enabled: Vec<_> = second["enabled"].as_array().unwrap().iter().map(|it| &it["event"]).collect();
        assert_eq!((second["steps"].as_u64(), enabled), (Some(2), vec![&json!("u")]));
        assert_eq!(game.fire(&fire("t")).unwrap_err().code, Code::NotEnabled);
        assert_eq!(game.undo().unwrap().steps, 1);
        assert_eq!(game.reset(None).unwrap().steps, 0);
        assert_eq!(game.undo().unwrap_err().code, Code::NothingToUndo);
        let unknown = game.fire(&fire("x")).unwrap_err();
        assert!(unknown.message.contains("no transition `x`"));
    }
}
