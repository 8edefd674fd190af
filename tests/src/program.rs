//! Programs from DVE files: the net that is explored, and the syntax tree for playing traces.
//!
//! A trace is played on the direct interpreter of the tree, which is independent of nets. Every step has to
//! be a step of the interpreter, with the same processes between the same locations. Every variable, buffer
//! and location has to have the value in the trace, before and after the step.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sanderling_dve::syntax::{Declaration, Model, Variable};
use sanderling_dve::{Dve, Semantics, parse};
use sanderling_net::{Format, Net, Source};
use sanderling_report::{Marking, Step as Shown, Trace, Verdict};
use sanderling_testkit::dve::{Fault, Interpreter, State, Step};

/// A program: the results of lowering and of parsing a file.
#[derive(Debug)]
pub struct Program {
    /// The net.
    pub net: Net,
    model: Model,
    semantics: Semantics,
}

/// The end of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// A state.
    State {
        /// Whether it has no steps.
        is_dead: bool,
        /// The ids of the assertions that do not hold in it.
        violated: Vec<String>,
    },
    /// An undefined step.
    ModelError(Fault),
}

impl Program {
    /// Reads a file.
    ///
    /// # Panics
    /// If it cannot be read, or is refused.
    #[must_use]
    pub fn read(path: &Path, semantics: Semantics) -> Self {
        let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let source = Source::new(path.to_string_lossy(), bytes);
        let parsed = Dve { semantics }.parse(&source);
        let mut nets = parsed.unwrap_or_else(|found| panic!("{}: {found}", path.display())).nets;
        let model = parse::parse(&source, semantics).expect("it was parsed before").model;
        Self { net: nets.remove(0), model, semantics }
    }

    /// Returns the end of a trace.
    ///
    /// # Panics
    /// If the trace is not a run of the program, shows wrong changes, or is not accepted by
    /// [`sanderling::replay`].
    #[must_use]
    pub fn play(&self, trace: &Trace) -> End {
        let interpreter =
            Interpreter::build(&self.model, self.semantics).expect("there is a state at the start");
        let mut state = interpreter.initial().clone();
        assert_eq!(values_of(&trace.initial), self.values(&state), "the trace starts where the program does");
        let mut fault = None;
        for step in &trace.steps {
            assert_eq!(fault, None, "the trace continues after a model error");
            match self.step(&interpreter, &state, &step) {
                Ok(next) => state = next,
                Err(found) => fault = Some(found),
            }
        }
        let replayed = sanderling::replay(&self.net, trace);
        assert_eq!(replayed.verdict, Verdict::Holds, "{:?}", replayed.problem);
        assert_eq!(
            (replayed.error.is_some(), values_of(&replayed.marking)),
            (fault.is_some(), self.values(&state))
        );
        if let Some(fault) = fault {
            return End::ModelError(fault);
        }
        let is_dead = interpreter.steps(&state).is_empty();
        assert_eq!(replayed.deadlock, is_dead, "`replay` sees deadlocks");
        let violated = interpreter.violated(&state).into_iter().map(|place| self.assertion(place)).collect();
        End::State { is_dead, violated }
    }

    /// Takes the step of the program that a trace shows.
    fn step(&self, interpreter: &Interpreter<'_>, state: &State, step: &Shown) -> Result<State, Fault> {
        let mut expected = self.values(state);
        for change in &step.changed {
            let before = expected.insert(change.place.clone(), change.after.to_string());
            assert_eq!(before, Some(change.before.to_string()), "{}: {}", step.event, change.place);
            assert_ne!(before, Some(change.after.to_string()), "{}: {}", step.event, change.place);
        }
        let is_announced = |found: &Step| match &found.result {
            Ok(next) => step.error.is_none() && self.values(next) == expected,
            Err(_) => step.error.is_some(),
        };
        let steps = interpreter.steps(state).into_iter();
        let mut steps = steps.filter(|found| self.moves(found) == moves(step));
        let found = steps.find(is_announced);
        found.unwrap_or_else(|| panic!("{} is no step of the program: {step:?}", step.event)).result
    }

    /// Returns the processes that move, with the locations before and after.
    fn moves(&self, step: &Step) -> Vec<[String; 3]> {
        let names = step.moves.iter().map(|one| {
            let process = &self.model.processes[one.process];
            let transition = &process.transitions[one.transition];
            [&process.name, &transition.source, &transition.target].map(|name| name.text.clone())
        });
        names.collect()
    }

    /// Returns the id of an assertion: the process and the location, numbered if there are several.
    fn assertion(&self, (process, position): (usize, usize)) -> String {
        let process = &self.model.processes[process];
        let location = &process.assertions[position].location.text;
        let before = process.assertions[..position].iter().filter(|one| one.location.text == *location);
        let name = format!("{}.{location}", process.name.text);
        match before.count() {
            0 => name,
            earlier => format!("{name}#{}", earlier + 1),
        }
    }

    /// Returns the content of every place, in words.
    fn values(&self, state: &State) -> BTreeMap<String, String> {
        let mut cells = state.variables.iter();
        let mut values = BTreeMap::new();
        let mut declare = |variable: &Variable, id: String| {
            let cells = cells.next().expect("every variable has cells");
            let text = if variable.length.is_some() { list(cells) } else { cells[0].to_string() };
            (!variable.is_const).then(|| values.insert(id, text));
        };
        let mut buffers = BTreeMap::new();
        let mut contents = state.buffers.iter();
        for declaration in &self.model.declarations {
            match declaration {
                Declaration::Variable(variable) => declare(variable, variable.name.text.clone()),
                Declaration::Channel(channel) => {
                    let messages = contents.next().expect("every channel has a buffer");
                    let has_room = channel.capacity.is_some_and(|capacity| capacity.value > 0);
                    has_room.then(|| buffers.insert(channel.name.text.clone(), buffer(messages)));
                }
            }
        }
        for process in &self.model.processes {
            for variable in &process.variables {
                declare(variable, format!("{}.{}", process.name.text, variable.name.text));
            }
        }
        for (process, &location) in self.model.processes.iter().zip(&state.locations) {
            values.insert(process.name.text.clone(), process.states[location].text.clone());
        }
        values.extend(buffers);
        if let Some(property) = &self.model.system.property {
            let own = format!("{}.", property.text);
            values.retain(|id, _| *id != property.text && !id.starts_with(&own));
        }
        values
    }
}

/// Formats a list of messages. A message of one value has no brackets of its own.
fn buffer(messages: &[Vec<i32>]) -> String {
    let message = |values: &Vec<i32>| if values.len() == 1 { values[0].to_string() } else { list(values) };
    format!("[{}]", messages.iter().map(message).collect::<Vec<_>>().join(", "))
}

fn list(values: &[i32]) -> String {
    format!("[{}]", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

/// Returns the content of every place, in the form of a trace.
fn values_of(marking: &Marking) -> BTreeMap<String, String> {
    marking.iter().map(|(place, tokens)| (place.clone(), tokens.to_string())).collect()
}

fn moves(step: &Shown) -> Vec<[String; 3]> {
    step.moves.iter().map(|one| [&one.process, &one.from, &one.to].map(Clone::clone)).collect()
}
