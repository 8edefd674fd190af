//! The steps of a state.
//!
//! If some process is in a committed location, only transitions that leave committed locations are considered. If a
//! location or a buffer forbids a transition, its guard is not evaluated. Of a pair the sender's guard is evaluated
//! first, and the receiver's only if that holds. The property process never moves.

use sanderling_dve::Semantics;
use sanderling_dve::syntax::{Direction, Initialiser, Model, Transition, Variable};

use super::evaluate::{Evaluation, wrap};
use super::names::Names;
use super::state::{Fault, Move, State, Step};

/// Interpreter of a model.
#[derive(Debug)]
pub struct Interpreter<'a> {
    pub(super) names: Names<'a>,
    pub(super) semantics: Semantics,
    model: &'a Model,
    /// Locations that each transition of each process leaves.
    sources: Vec<Vec<usize>>,
    /// Whether each location of each process is committed.
    committed: Vec<Vec<bool>>,
    /// Property process, which is ignored.
    property: Option<usize>,
    initial: State,
}

impl<'a> Interpreter<'a> {
    /// Returns the interpreter of a model whose names and types are valid.
    ///
    /// # Errors
    /// If the initial value of a variable is undefined or too large; the error contains the variable.
    ///
    /// # Panics
    /// If the model uses a name in a way that does not match its declaration.
    pub fn build(model: &'a Model, semantics: Semantics) -> Result<Self, String> {
        let names = Names::of(model);
        let processes = || model.processes.iter().enumerate();
        let sources = processes().map(|(p, process)| {
            process.transitions.iter().map(|one| names.location(p, &one.source.text)).collect()
        });
        let committed = processes().map(|(p, process)| {
            let mut committed = vec![false; process.states.len()];
            process.committed.iter().for_each(|name| committed[names.location(p, &name.text)] = true);
            committed
        });
        Ok(Self {
            sources: sources.collect(),
            committed: committed.collect(),
            property: model.system.property.as_ref().map(|name| names.process(&name.text)),
            initial: initial(model, &names)?,
            names,
            semantics,
            model,
        })
    }

    /// Returns the initial state.
    #[must_use]
    pub fn initial(&self) -> &State {
        &self.initial
    }

    /// Returns all steps of a state; the sender's process owns a pair.
    #[must_use]
    pub fn steps(&self, state: &State) -> Vec<Step> {
        let ready = self.ready(state);
        let mut steps = Vec::new();
        for &one in &ready {
            let Some(communication) = &self.transition(one).communication else {
                steps.extend(self.attempt(&[one], state));
                continue;
            };
            let channel = self.names.channel(&communication.channel.text);
            match (self.names.capacity(channel), communication.direction) {
                (Some(capacity), direction) => {
                    let messages = state.buffers[channel].len();
                    let is_possible =
                        if direction == Direction::Send { messages < capacity } else { messages > 0 };
                    steps.extend(is_possible.then(|| self.attempt(&[one], state)).flatten());
                }
                (None, Direction::Receive) => {}
                (None, Direction::Send) => {
                    let partners = ready.iter().filter(|&&other| self.receives(one, other, channel));
                    steps.extend(partners.filter_map(|&other| self.attempt(&[one, other], state)));
                }
            }
        }
        steps
    }

    /// Returns the assertions that do not hold in a state: the process, and the position in it.
    #[must_use]
    pub fn violated(&self, state: &State) -> Vec<(usize, usize)> {
        let mut violated = Vec::new();
        for (p, process) in self.model.processes.iter().enumerate().filter(|&(p, _)| !self.is_left_out(p)) {
            let evaluation =
                Evaluation { names: &self.names, process: Some(p), only_positive_is_true: false };
            for (i, assertion) in process.assertions.iter().enumerate() {
                let is_there = state.locations[p] == self.names.location(p, &assertion.location.text);
                let holds = || evaluation.value(&assertion.condition, state).is_ok_and(|value| value != 0);
                if is_there && !holds() {
                    violated.push((p, i));
                }
            }
        }
        violated
    }

    pub(super) fn transition(&self, one: Move) -> &Transition {
        &self.model.processes[one.process].transitions[one.transition]
    }

    fn is_left_out(&self, process: usize) -> bool {
        self.property == Some(process)
    }

    /// Returns the transitions whose process is at their source and may move.
    fn ready(&self, state: &State) -> Vec<Move> {
        let here = |process: usize| state.locations[process];
        let processes = || (0..self.model.processes.len()).filter(|&process| !self.is_left_out(process));
        let is_committed = |process: usize| self.committed[process][here(process)];
        let only_committed = processes().any(is_committed);
        processes()
            .filter(|&process| !only_committed || is_committed(process))
            .flat_map(|process| {
                let leaving = self.sources[process].iter().enumerate();
                let leaving = leaving.filter(move |&(_, &source)| source == here(process));
                leaving.map(move |(transition, _)| Move { process, transition })
            })
            .collect()
    }

    /// Returns whether `receiver` can receive from `sender` on an unbuffered channel.
    fn receives(&self, sender: Move, receiver: Move, channel: usize) -> bool {
        let communication = self.transition(receiver).communication.as_ref();
        sender.process != receiver.process
            && communication.is_some_and(|it| {
                it.direction == Direction::Receive && self.names.channel(&it.channel.text) == channel
            })
    }

    /// Returns the step of these transitions, if their guards hold. If a guard is undefined, the step fails.
    fn attempt(&self, moves: &[Move], state: &State) -> Option<Step> {
        let step = |result| Some(Step { moves: moves.to_vec(), result });
        for &one in moves {
            match self.guard(one, state) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(fault) => return step(Err(fault)),
            }
        }
        step(self.fire(moves, state))
    }

    pub(super) fn guard(&self, one: Move, state: &State) -> Result<bool, Fault> {
        let guard = self.transition(one).guard.as_ref();
        guard.map_or(Ok(true), |guard| Ok(self.acting(one).value(guard, state)? != 0))
    }
}

/// Returns the initial state. Variables get their values one after the other; one without a value has no cells until
/// all have theirs, so that it cannot be read too early.
fn initial(model: &Model, names: &Names<'_>) -> Result<State, String> {
    let start =
        |(p, process): (usize, &sanderling_dve::syntax::Process)| names.location(p, &process.initial.text);
    let mut state = State {
        variables: vec![Vec::new(); names.variables.len()],
        buffers: vec![Vec::new(); names.channels.len()],
        locations: model.processes.iter().enumerate().map(start).collect(),
    };
    for (position, variable) in names.variables.iter().enumerate() {
        let evaluation = Evaluation { names, process: names.owners[position], only_positive_is_true: false };
        state.variables[position] = cells(variable, &evaluation, &state)
            .map_err(|fault| format!("{}: {fault:?} at the start", variable.name.text))?;
    }
    for (variable, cells) in names.variables.iter().zip(&mut state.variables) {
        if cells.is_empty() && !variable.is_const {
            *cells = vec![0; length(variable)];
        }
    }
    Ok(state)
}

fn length(variable: &Variable) -> usize {
    variable.length.map_or(1, |length| usize::try_from(length.value).unwrap_or(0))
}

/// Returns the initial values of a variable: excess ones are dropped, missing ones are 0.
fn cells(variable: &Variable, evaluation: &Evaluation<'_>, state: &State) -> Result<Vec<i32>, Fault> {
    let values = match &variable.initial {
        None => return Ok(Vec::new()),
        Some(Initialiser::Value(value)) => std::slice::from_ref(value),
        Some(Initialiser::List(values, _)) => values,
    };
    let mut cells = vec![0; length(variable)];
    for (cell, value) in cells.iter_mut().zip(values) {
        *cell = evaluation.value(value, state)?;
        if wrap(variable.width, *cell) != *cell {
            return Err(Fault::Store);
        }
    }
    Ok(cells)
}
