//! All states of a model, breadth-first.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;

use sanderling_dve::Semantics;
use sanderling_dve::syntax::Model;

use super::{Fault, Interpreter, Move, State};

/// Treatment of steps that fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Errors {
    /// The exploration ends with the first one.
    Stop,
    /// All errors lead to one additional state, which has no steps.
    State,
}

/// Result of an exploration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explored {
    /// Number of states, including the error state.
    pub states: usize,
    /// Number of steps of all states, including those that fail.
    pub edges: u64,
    /// Number of states without steps.
    pub deadlocks: usize,
    /// States and their steps at each distance from the initial state.
    pub levels: Vec<(usize, u64)>,
    /// Number of steps of each transition, or pair of sender and receiver.
    pub fired: BTreeMap<Vec<Move>, u64>,
    /// Violated assertions (process, position), and the distance of the nearest state.
    pub violated: BTreeMap<(usize, usize), usize>,
    /// Number of failing steps, by reason.
    pub faults: BTreeMap<Fault, u64>,
    /// Distance of the nearest state with a step that fails.
    pub first_fault: Option<usize>,
    /// Whether a step failed and the exploration ended there; all statistics are then preliminary.
    pub is_stopped: bool,
}

/// Explores a model; `None` if it has more states than `limit`.
///
/// # Errors
/// If the model has no initial state.
pub fn explore(
    model: &Model,
    semantics: Semantics,
    errors: Errors,
    limit: usize,
) -> Result<Option<Explored>, String> {
    let interpreter = Interpreter::build(model, semantics)?;
    let start = interpreter.initial().clone();
    Explored::level_by_level(start, errors, limit, |found, state| Ok(found.expand(&interpreter, state)))
}

impl Explored {
    /// Explores from a state. `expand` records the findings in a state and returns its successors. A successor `None`
    /// is the error state. Returns `None` if there are more states than `limit`.
    ///
    /// # Errors
    /// Those of `expand`.
    pub fn level_by_level<T: Clone + Eq + Hash>(
        start: T,
        errors: Errors,
        limit: usize,
        mut expand: impl FnMut(&mut Self, Option<&T>) -> Result<Vec<Option<T>>, String>,
    ) -> Result<Option<Self>, String> {
        let mut explored = Self::default();
        let mut seen = HashSet::from([Some(start.clone())]);
        let mut level = vec![Some(start)];
        while !level.is_empty() {
            explored.states += level.len();
            if explored.states > limit {
                return Ok(None);
            }
            let before = explored.edges;
            let mut next = Vec::new();
            for state in &level {
                for successor in expand(&mut explored, state.as_ref())? {
                    if successor.is_none() && errors == Errors::Stop {
                        explored.is_stopped = true;
                        return Ok(Some(explored));
                    }
                    if seen.insert(successor.clone()) {
                        next.push(successor);
                    }
                }
            }
            explored.levels.push((level.len(), explored.edges - before));
            level = next;
        }
        Ok(Some(explored))
    }

    /// Returns the successors of a state, with `None` for the error state.
    fn expand(&mut self, interpreter: &Interpreter<'_>, state: Option<&State>) -> Vec<Option<State>> {
        let distance = self.levels.len();
        let Some(state) = state else {
            self.deadlocks += 1;
            return Vec::new();
        };
        for assertion in interpreter.violated(state) {
            self.violated.entry(assertion).or_insert(distance);
        }
        let steps = interpreter.steps(state);
        self.deadlocks += usize::from(steps.is_empty());
        self.edges += steps.len() as u64;
        let mut successors = Vec::new();
        for step in steps {
            *self.fired.entry(step.moves).or_default() += 1;
            if let Err(fault) = step.result {
                *self.faults.entry(fault).or_default() += 1;
                self.first_fault.get_or_insert(distance);
            }
            successors.push(step.result.ok());
        }
        successors
    }
}
