//! A model whose names are looked up: variables, channels, and process types as graphs of control.

use std::collections::HashMap;
use std::rc::Rc;

use sanderling_net::Span;

use crate::syntax::{Binary, ChannelFunction, Unary};

/// The values of a variable. A value that is assigned is reduced to as many bits as there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Range {
    pub(crate) const BIT: Self = Self { low: 0, high: 1 };
    pub(crate) const BYTE: Self = Self { low: 0, high: 255 };
    pub(crate) const SHORT: Self = Self { low: -32768, high: 32767 };
    pub(crate) const INT: Self = Self { low: i32::MIN as i64, high: i32::MAX as i64 };

    /// Returns the value that a variable with this range takes when a number is assigned to it.
    pub(crate) fn wrap(self, number: i64) -> i64 {
        self.low + (number - self.low).rem_euclid(self.high - self.low + 1)
    }

    pub(crate) fn includes(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }
}

/// A variable: a number, or an array of numbers. Records are divided into their fields.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    /// Name with the names of fields: `r.a`.
    pub(crate) name: String,
    pub(crate) range: Range,
    /// For each part of the name, the length if it is an array.
    pub(crate) dimensions: Vec<Option<u32>>,
    /// Initial value of each element, or one for all.
    pub(crate) initial: Vec<Value>,
    pub(crate) is_hidden: bool,
    pub(crate) is_channel: bool,
    pub(crate) is_symbol: bool,
    /// Whether a statement assigns to it.
    pub(crate) is_assigned: bool,
    pub(crate) span: Span,
}

impl Cell {
    /// Returns the number of elements, or `None` for a number.
    pub(crate) fn count(&self) -> Option<u32> {
        let mut lengths = self.dimensions.iter().flatten().peekable();
        lengths.peek()?;
        Some(lengths.product())
    }
}

/// A variable of the model, or of the process that reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CellRef {
    Global(usize),
    Local(usize),
}

/// A number that depends on the state.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Number(i64),
    Cell(CellRef, Option<Box<Value>>),
    Unary(Unary, Box<Value>),
    Binary(Binary, Box<[Value; 2]>),
    Conditional(Box<[Value; 3]>),
    /// The number if it is from 0 to below the limit; undefined otherwise.
    Below(u32, Box<Value>),
    /// Number of a channel that the declaration creates, and the position in an array of channels.
    NewChannel(usize, u32),
    Channel(ChannelFunction, Box<Value>),
    Poll {
        channel: Box<Value>,
        is_random: bool,
        patterns: Vec<Option<Value>>,
    },
    Timeout,
    ProcessNumber,
    ProcessCount,
    NonProgress,
    At {
        process: usize,
        number: Option<Box<Value>>,
        label: Rc<str>,
    },
    /// A variable of a process, by its name, and the index into it.
    Remote {
        process: usize,
        number: Option<Box<Value>>,
        name: String,
        index: Option<Box<Value>>,
    },
}

/// A declaration of a channel. Each element of an array and each instance of its process has a channel of its own.
#[derive(Debug, Clone)]
pub(crate) struct ChannelDeclaration {
    pub(crate) name: String,
    pub(crate) capacity: u32,
    pub(crate) fields: Vec<Range>,
    /// Number of channels in an array; 1 otherwise.
    pub(crate) count: u32,
    /// The process type; `None` for a channel of the model.
    pub(crate) owner: Option<usize>,
    pub(crate) span: Span,
}

/// A variable or an element of an array that a statement assigns to.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) cell: CellRef,
    pub(crate) index: Option<Value>,
}

/// What a receive statement does with a value of a message.
#[derive(Debug, Clone)]
pub(crate) enum Pattern {
    Store(Target),
    Equal(Value),
    Ignore,
}

/// The action of an edge.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// Nothing; always executable.
    Skip,
    Test(Value),
    Else,
    Assert(Value),
    Assign(Target, Value),
    Send {
        channel: Value,
        is_sorted: bool,
        values: Vec<Value>,
    },
    Receive {
        channel: Value,
        is_random: bool,
        is_copy: bool,
        patterns: Vec<Pattern>,
    },
    /// Creates a process, and stores its number.
    Run {
        process: usize,
        arguments: Vec<Value>,
        target: Option<Target>,
    },
    /// Begins a `d_step`; executable if a first statement of it is.
    Enter,
    /// Ends the process.
    End,
}

/// A step from one control location to another.
#[derive(Debug, Clone)]
pub(crate) struct Edge {
    pub(crate) action: Action,
    pub(crate) target: usize,
    /// Whether no other process may move before the next step of this one.
    pub(crate) keeps: bool,
    pub(crate) span: Span,
    /// Locations of escapes (`unless`): the edge is not executable if an edge from one of them is.
    pub(crate) unless: Vec<usize>,
}

/// A control location.
#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    pub(crate) edges: Vec<Edge>,
    pub(crate) labels: Vec<Rc<str>>,
    pub(crate) line: u32,
    /// Whether the location is within a `d_step`: only the first executable edge may be taken.
    pub(crate) is_ordered: bool,
}

impl Node {
    pub(crate) fn has_label(&self, prefix: &str) -> bool {
        self.labels.iter().any(|label| label.starts_with(prefix))
    }
}

/// A process type.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) name: Rc<str>,
    /// Number of instances in the initial state.
    pub(crate) active: u32,
    /// Number of cells that are parameters; they come first.
    pub(crate) parameters: usize,
    pub(crate) cells: Vec<Cell>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) entry: usize,
    /// The location from which the process ends.
    pub(crate) end: usize,
    pub(crate) provided: Option<Value>,
    pub(crate) labels: HashMap<Rc<str>, usize>,
    pub(crate) span: Span,
}

/// A model.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) cells: Vec<Cell>,
    pub(crate) channels: Vec<ChannelDeclaration>,
    pub(crate) processes: Vec<Process>,
}
