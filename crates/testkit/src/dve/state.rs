//! The data of the interpreter: states, steps, and the errors of a step.

/// State of a model.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct State {
    /// Cells of each variable: those of the model, then those of each process, as declared. Constants are included, and
    /// do not change.
    pub variables: Vec<Vec<i32>>,
    /// Messages in each channel, the oldest first; always none in a channel without a buffer.
    pub buffers: Vec<Vec<Vec<i32>>>,
    /// Location of each process, by its position in the declaration.
    pub locations: Vec<usize>,
}

/// Reason why a value does not exist, or cannot be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// A number of more than 32 bits.
    Overflow,
    /// A division by zero, or the remainder of one.
    DivisionByZero,
    /// A shift by less than 0 or more than 31 bits.
    ShiftCount,
    /// A position outside an array.
    Index,
    /// A number that does not fit its cell.
    Store,
    /// Sender and receiver assign the same variable.
    Conflict,
}

/// Transition of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Process, by its position in the model.
    pub process: usize,
    /// Transition, by its position in the process.
    pub transition: usize,
}

/// Step of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Transition of the step, or the sender's and the receiver's.
    pub moves: Vec<Move>,
    /// Resulting state.
    pub result: Result<State, Fault>,
}
