//! All states of a program, breadth-first.

use std::collections::{BTreeSet, HashSet};

use sanderling_promela::program::Program;

use super::interpreter::{Interpreter, Moves};
use super::state::Fault;

/// Result of an exploration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explored {
    /// Number of states.
    pub states: usize,
    /// Number of steps of all states.
    pub steps: u64,
    /// Number of states without steps.
    pub dead: usize,
    /// Number of states without steps in which the program may not stop.
    pub invalid_ends: usize,
    /// Lines of the assertions that do not hold somewhere.
    pub violated: BTreeSet<u32>,
    /// Number of times that an assertion fails, over all steps.
    pub failures: usize,
}

/// Explores a program; `None` if it has more states than `limit`.
///
/// # Errors
/// If a step has no meaning; the exploration ends there.
pub fn explore(program: &Program, limit: usize) -> Result<Option<Explored>, Fault> {
    let interpreter = Interpreter::new(program);
    let mut explored = Explored::default();
    let mut open = vec![interpreter.initial()?];
    let mut seen: HashSet<_> = open.iter().cloned().collect();
    while !open.is_empty() {
        for state in std::mem::take(&mut open) {
            let Moves { states, violated } = interpreter.moves(&state)?;
            explored.steps += states.len() as u64;
            explored.failures += violated.len();
            explored.violated.extend(violated);
            explored.dead += usize::from(states.is_empty());
            explored.invalid_ends += usize::from(states.is_empty() && !interpreter.is_end(&state));
            open.extend(states.into_iter().filter(|next| seen.insert(next.clone())));
        }
        if seen.len() > limit {
            return Ok(None);
        }
    }
    explored.states = seen.len();
    Ok(Some(explored))
}
