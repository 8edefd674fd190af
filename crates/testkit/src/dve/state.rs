//! What the interpreter speaks of: states, steps, and what can go wrong in one.

/// A state of a model.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct State {
    /// The cells of each variable: those of the model, then those of each process, as declared.
    /// Constants are among them, and stay as they are.
    pub variables: Vec<Vec<i32>>,
    /// The messages in each channel, the oldest first; always none in one without buffer.
    pub buffers: Vec<Vec<Vec<i32>>>,
    /// The location of each process, by its position in the declaration.
    pub locations: Vec<usize>,
}

/// What has no value, or no place to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// A number of more than 32 bits.
    Overflow,
    /// A division by zero, or the remainder of one.
    DivisionByZero,
    /// A shift by less than 0 or more than 31 bits.
    ShiftCount,
    /// A position outside of an array.
    Index,
    /// A number that does not fit the cell where it goes.
    Store,
    /// Sender and receiver assign the same variable.
    Conflict,
}

/// A transition of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The process, by its position in the model.
    pub process: usize,
    /// The transition, by its position in the process.
    pub transition: usize,
}

/// A step of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The one transition, or the sender's and the receiver's.
    pub moves: Vec<Move>,
    /// Where it leads.
    pub result: Result<State, Fault>,
}
