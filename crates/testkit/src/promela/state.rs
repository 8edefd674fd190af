//! States.

use sanderling_promela::program::{CellRef, Program, Range};

/// Why a step has no meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// An index out of range.
    Index,
    /// A division by zero, or a shift by a negative number or by more than 31 bits.
    Arithmetic,
    /// A `d_step` that blocks after its first statement.
    Blocked,
    /// A channel variable that contains no channel, or a channel with another number of values.
    Channel,
    /// More processes than Spin allows.
    Processes,
    /// A reference to a process that does not exist.
    Remote,
    /// An `atomic` without end.
    Endless,
}

/// A process.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Process {
    pub(super) kind: usize,
    pub(super) location: usize,
    pub(super) cells: Vec<Vec<i64>>,
    /// Number of channels that existed when it was created; its own channels follow.
    pub(super) first_channel: usize,
}

/// A channel with its messages.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Channel {
    pub(super) declaration: usize,
    pub(super) messages: Vec<Vec<i64>>,
}

/// A state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) globals: Vec<Vec<i64>>,
    /// The channel with number n is at n - 1.
    pub(super) channels: Vec<Channel>,
    /// The process with number n is at n.
    pub(super) processes: Vec<Process>,
}

impl State {
    pub(super) fn cells(&self, process: usize, cell: CellRef) -> &Vec<i64> {
        match cell {
            CellRef::Global(cell) => &self.globals[cell],
            CellRef::Local(cell) => &self.processes[process].cells[cell],
        }
    }

    /// Assigns to a variable, or to an element of an array.
    pub(super) fn assign(
        &mut self,
        program: &Program,
        process: usize,
        cell: CellRef,
        index: usize,
        value: i64,
    ) {
        let (declared, cells) = match cell {
            CellRef::Global(cell) => (&program.cells[cell], &mut self.globals[cell]),
            CellRef::Local(cell) => {
                let process = &mut self.processes[process];
                (&program.processes[process.kind].cells[cell], &mut process.cells[cell])
            }
        };
        if !declared.is_hidden {
            cells[index] = cut(value, declared.range);
        }
    }
}

/// Returns the value that C assigns to a variable of a few bits.
pub(super) fn cut(value: i64, range: Range) -> i64 {
    match (range.low, range.high) {
        (0, high) => value & high,
        (-0x8000, _) => i64::from(value as i16),
        _ => i64::from(value as i32),
    }
}
