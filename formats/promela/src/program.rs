//! A model whose names are looked up: variables, channels, and process types as graphs of control.

use std::collections::HashMap;
use std::rc::Rc;

use sanderling_net::Span;

pub use crate::syntax::{Binary, ChannelFunction, Unary};

/// The values of a variable. A value that is assigned is reduced to as many bits as there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Range {
    pub low: i64,
    pub high: i64,
}

impl Range {
    pub const BIT: Self = Self { low: 0, high: 1 };
    pub const BYTE: Self = Self { low: 0, high: 255 };
    pub const SHORT: Self = Self { low: -32768, high: 32767 };
    pub const INT: Self = Self { low: i32::MIN as i64, high: i32::MAX as i64 };

    /// Returns the value that a variable with this range takes when a number is assigned to it.
    #[must_use]
    pub fn wrap(self, number: i64) -> i64 {
        self.low + (number - self.low).rem_euclid(self.high - self.low + 1)
    }

    #[must_use]
    pub fn includes(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }
}

/// A variable: a number, or an array of numbers. Records are divided into their fields.
#[derive(Debug, Clone)]
pub struct Cell {
    /// Name with the names of fields: `r.a`.
    pub name: String,
    pub range: Range,
    /// For each part of the name, the length if it is an array.
    pub dimensions: Vec<Option<u32>>,
    /// Initial value of each element, or one for all.
    pub initial: Vec<Value>,
    pub is_hidden: bool,
    pub is_channel: bool,
    pub is_symbol: bool,
    /// Whether a statement assigns to it.
    pub is_assigned: bool,
    pub span: Span,
}

impl Cell {
    /// Returns the number of elements, or `None` for a number.
    #[must_use]
    pub fn count(&self) -> Option<u32> {
        let mut lengths = self.dimensions.iter().flatten().peekable();
        lengths.peek()?;
        Some(lengths.product())
    }
}

/// A variable of the model, or of the process that reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellRef {
    Global(usize),
    Local(usize),
}

/// A number that depends on the state.
#[derive(Debug, Clone)]
pub enum Value {
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
pub struct ChannelDeclaration {
    pub name: String,
    pub capacity: u32,
    pub fields: Vec<Range>,
    /// Number of channels in an array; 1 otherwise.
    pub count: u32,
    /// The process type; `None` for a channel of the model.
    pub owner: Option<usize>,
    pub span: Span,
}

/// A variable or an element of an array that a statement assigns to.
#[derive(Debug, Clone)]
pub struct Target {
    pub cell: CellRef,
    pub index: Option<Value>,
}

/// What a receive statement does with a value of a message.
#[derive(Debug, Clone)]
pub enum Pattern {
    Store(Target),
    Equal(Value),
    Ignore,
}

/// The action of an edge.
#[derive(Debug, Clone)]
pub enum Action {
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
pub struct Edge {
    pub action: Action,
    pub target: usize,
    /// Whether no other process may move before the next step of this one.
    pub keeps: bool,
    pub span: Span,
    /// Locations of escapes (`unless`): the edge is not executable if an edge from one of them is.
    pub unless: Vec<usize>,
}

/// A control location.
#[derive(Debug, Clone, Default)]
pub struct Node {
    pub edges: Vec<Edge>,
    pub labels: Vec<Rc<str>>,
    pub line: u32,
    /// Whether the location is within a `d_step`: only the first executable edge may be taken.
    pub is_ordered: bool,
}

impl Node {
    #[must_use]
    pub fn has_label(&self, prefix: &str) -> bool {
        self.labels.iter().any(|label| label.starts_with(prefix))
    }
}

/// A process type.
#[derive(Debug)]
pub struct Process {
    pub name: Rc<str>,
    /// Number of instances in the initial state.
    pub active: u32,
    /// Number of cells that are parameters; they come first.
    pub parameters: usize,
    pub cells: Vec<Cell>,
    pub nodes: Vec<Node>,
    pub entry: usize,
    /// The location from which the process ends.
    pub end: usize,
    pub provided: Option<Value>,
    pub labels: HashMap<Rc<str>, usize>,
    pub span: Span,
}

/// A model.
#[derive(Debug)]
pub struct Program {
    pub cells: Vec<Cell>,
    pub channels: Vec<ChannelDeclaration>,
    pub processes: Vec<Process>,
    /// The never claim.
    pub claim: Option<Process>,
}
