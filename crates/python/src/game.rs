//! The token game: firing one transition after the other, and undoing, by the reference semantics.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use sanderling::{MarkingDisplay, read_marking, why_not};
use sanderling_net::semantics::{self, Attempt, Interpreter, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_report::{Binding, Step, to_json_line};
use serde_json::{Map, Value};

use crate::failure::Failure;

/// A run through a net. `sanderling.Simulation` is around it.
#[pyclass(frozen, module = "sanderling._sanderling")]
pub(crate) struct Game {
    net: Arc<Net>,
    run: Mutex<Run>,
}

/// The initial marking, the firings, and the marking after each firing.
struct Run {
    initial: Marking,
    steps: Vec<Step>,
    markings: Vec<Marking>,
}

impl Run {
    fn from(initial: Marking) -> Self {
        Self { initial, steps: Vec::new(), markings: Vec::new() }
    }

    fn marking(&self) -> &Marking {
        self.markings.last().unwrap_or(&self.initial)
    }
}

impl Game {
    /// Starts at the initial marking.
    pub(crate) fn begin(net: Arc<Net>) -> Result<Self, Failure> {
        let initial = initial(&net)?;
        Ok(Self { net, run: Mutex::new(Run::from(initial)) })
    }

    fn run(&self) -> std::sync::MutexGuard<'_, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the firings of a transition that are enabled or undefined in a marking.
    fn attempts(&self, marking: &Marking, transition: TransitionId) -> Result<Vec<Attempt>, Failure> {
        let attempts = Interpreter::new(&self.net).attempts_of(marking, transition);
        attempts.map_err(|error| Failure::input(error.to_string()))
    }

    /// Returns the requested firing.
    fn meant(
        &self,
        display: &MarkingDisplay<'_>,
        marking: &Marking,
        (name, binding): (&str, Option<&Map<String, Value>>),
    ) -> Result<Attempt, Failure> {
        let transition = self.net.transition_ids().find(|&id| self.net.transition(id).id == name);
        let transition =
            transition.ok_or_else(|| Failure::usage(format!("there is no transition `{name}`")))?;
        let mut attempts = self.attempts(marking, transition)?;
        if let Some(binding) = binding {
            attempts.retain(|attempt| agrees(&display.firing(&attempt.firing).binding, binding));
        }
        match attempts.len() {
            1 => Ok(attempts.swap_remove(0)),
            0 if binding.is_some() => {
                Err(Failure::input(format!("`{name}` is not enabled with this binding")))
            }
            0 => {
                let why = why_not(display, marking, transition);
                Err(Failure::input(format!("`{name}` is not enabled: {why}")))
            }
            number => Err(Failure::usage(format!(
                "`{name}` can fire with {number} bindings: choose one, as in `fire(…, x=…)`"
            ))),
        }
    }
}

#[pymethods]
impl Game {
    /// What the places hold, as JSON.
    fn marking(&self) -> String {
        to_json_line(&MarkingDisplay::new(&self.net).marking(self.run().marking()))
    }

    /// The steps that can be made, as JSON; those that are undefined have `error`.
    fn enabled(&self) -> PyResult<String> {
        let display = MarkingDisplay::new(&self.net);
        let attempts = Interpreter::new(&self.net).attempts(self.run().marking());
        let attempts = attempts.map_err(|error| Failure::input(error.to_string()))?;
        let steps = attempts.iter().map(|Attempt { firing, error }| match error {
            Some(error) => display.undefined(firing, error),
            None => display.firing(firing),
        });
        Ok(to_json_line(&steps.collect::<Vec<Step>>()))
    }

    /// Fires a transition, with a binding where it has several, and returns the step as JSON.
    #[pyo3(signature = (transition, binding=None))]
    fn fire(&self, transition: &str, binding: Option<&str>) -> PyResult<String> {
        let binding: Option<Map<String, Value>> =
            binding.map(serde_json::from_str).transpose().map_err(Failure::from)?;
        let display = MarkingDisplay::new(&self.net);
        let mut run = self.run();
        let Attempt { firing, error } =
            self.meant(&display, run.marking(), (transition, binding.as_ref()))?;
        if let Some(error) = error {
            return Err(Failure::input(format!("`{transition}`: model error: {}", error.problem)).into());
        }
        let mut after = run.marking().clone();
        let fired = Interpreter::new(&self.net).fire(&mut after, &firing);
        fired.map_err(|error| Failure::input(error.explain(&self.net)))?;
        let step = display.step(&firing, run.marking(), &after);
        let json = to_json_line(&step);
        run.steps.push(step);
        run.markings.push(after);
        Ok(json)
    }

    /// Goes back by one firing; answers whether there was one.
    fn undo(&self) -> bool {
        let mut run = self.run();
        run.markings.pop();
        run.steps.pop().is_some()
    }

    /// Begins anew, at the initial marking or at one that is given as JSON.
    #[pyo3(signature = (marking=None))]
    fn reset(&self, marking: Option<&str>) -> PyResult<()> {
        let start = match marking {
            None => initial(&self.net)?,
            Some(text) => {
                let given: Map<String, Value> = serde_json::from_str(text).map_err(Failure::from)?;
                read_marking(&self.net, &given)
                    .map_err(|problem| Failure::usage(format!("the marking has {problem}")))?
            }
        };
        *self.run() = Run::from(start);
        Ok(())
    }

    /// The run so far: where it began, and its steps, as JSON.
    fn trace(&self) -> String {
        let run = self.run();
        let initial = MarkingDisplay::new(&self.net).marking(&run.initial);
        format!(r#"{{"initial":{},"steps":{}}}"#, to_json_line(&initial), to_json_line(&run.steps))
    }
}

fn initial(net: &Net) -> Result<Marking, Failure> {
    semantics::initial(net).map_err(|error| Failure::input(error.to_string()))
}

/// Whether the named values are those of a binding.
fn agrees(binding: &Binding, named: &Map<String, Value>) -> bool {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    named.iter().all(|(variable, value)| binding.get(variable) == Some(&text(value)))
}
