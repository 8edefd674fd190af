//! A model with resolved names, from which the net is built.
//!
//! Names are ids, constants are numbers, and an array without an index has the index 0. INVARIANT: every id is valid; a
//! communication has as many values or targets as its channel's arity, or none; and no constant is written. Expressions
//! nest no deeper than those of the tree.

use sanderling_net::Span;

use crate::arithmetic;
use crate::syntax::{AcceptanceKind, BinaryOperator, PrefixOperator, Width};

macro_rules! dense_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(u32);

        impl $name {
            pub(crate) fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("a model has less than 2^32 names"))
            }

            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

dense_id!(
    /// A variable or an array: a position in [`Program::cells`].
    CellId
);
dense_id!(
    /// A constant: a position in [`Program::constants`].
    ConstantId
);
dense_id!(
    /// A channel: a position in [`Program::channels`].
    ChannelId
);
dense_id!(
    /// A process: a position in [`Program::processes`].
    ProcessId
);
dense_id!(
    /// A control location: a position in [`Process::locations`] of its process.
    LocationId
);

impl LocationId {
    pub(crate) fn position(self) -> u32 {
        self.0
    }
}

/// A model.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// Variables and arrays: global ones first, then process by process.
    pub(crate) cells: Vec<Cell>,
    /// Constants, in the order of the file.
    pub(crate) constants: Vec<Constant>,
    /// Channels, in the order of the file.
    pub(crate) channels: Vec<Channel>,
    /// Processes, in the order of the file, including the property process.
    pub(crate) processes: Vec<Process>,
    /// The property process.
    pub(crate) property: Option<ProcessId>,
}

impl Program {
    /// Returns all processes except the property process.
    pub(crate) fn kept(&self) -> impl Iterator<Item = ProcessId> + use<> {
        let property = self.property;
        (0..self.processes.len()).map(ProcessId::new).filter(move |process| property != Some(*process))
    }

    /// Returns whether a process is in a committed location before the step.
    pub(crate) fn is_committed(&self, process: ProcessId, step: &Step) -> bool {
        self.processes[process.index()].locations[step.source.index()].is_committed
    }
}

/// A variable or an array.
#[derive(Debug)]
pub(crate) struct Cell {
    /// The name of the variable; `P.x` if it belongs to a process.
    pub(crate) name: String,
    /// The type of an element.
    pub(crate) width: Width,
    /// The length, if it is an array.
    pub(crate) length: Option<u32>,
    /// The initial values, one for each element.
    pub(crate) initial: Vec<i32>,
    /// Whether the file gives the initial values.
    pub(crate) is_initialised: bool,
    /// The process that it belongs to; `None` if it is global.
    pub(crate) owner: Option<ProcessId>,
    /// Span of the declaration.
    pub(crate) span: Span,
}

/// A constant, or an array of them.
#[derive(Debug)]
pub(crate) struct Constant {
    /// The type of an element.
    pub(crate) width: Width,
    /// Whether it is an array.
    pub(crate) is_array: bool,
    /// The values; empty if the file gives none.
    pub(crate) values: Vec<i32>,
}

/// A channel.
#[derive(Debug)]
pub(crate) struct Channel {
    /// The name of the channel.
    pub(crate) name: String,
    /// The types of the values in a message, if they are declared.
    pub(crate) items: Option<Vec<Width>>,
    /// Maximum number of buffered messages; 0 if sender and receiver move together.
    pub(crate) capacity: u32,
    /// The number of values in a message, and the position that decides it. `None` if the channel is never used.
    pub(crate) arity: Option<(usize, Span)>,
    /// Span of the declaration.
    pub(crate) span: Span,
}

impl Channel {
    pub(crate) fn is_buffered(&self) -> bool {
        self.capacity > 0
    }
}

/// A process.
#[derive(Debug)]
pub(crate) struct Process {
    /// The name of the process.
    pub(crate) name: String,
    /// The control locations of the process.
    pub(crate) locations: Vec<Location>,
    /// The initial location.
    pub(crate) initial: LocationId,
    /// The transitions of the process.
    pub(crate) steps: Vec<Step>,
    /// The assertions of the process.
    pub(crate) assertions: Vec<Assertion>,
    /// The accepting locations.
    pub(crate) accepting: Accepting,
    /// Span of its name.
    pub(crate) span: Span,
}

/// The accepting locations of a process.
#[derive(Debug, Default)]
pub(crate) struct Accepting {
    /// The kind of automaton.
    pub(crate) kind: AcceptanceKind,
    /// The sets of locations, as in the syntax tree.
    pub(crate) sets: Vec<Vec<LocationId>>,
    /// Span of the clause.
    pub(crate) span: Option<Span>,
}

/// A control location.
#[derive(Debug)]
pub(crate) struct Location {
    /// The name of the control location.
    pub(crate) name: String,
    /// Whether no other process may move while a process is in this location.
    pub(crate) is_committed: bool,
}

/// An assertion about a location.
#[derive(Debug)]
pub(crate) struct Assertion {
    /// The location.
    pub(crate) location: LocationId,
    /// The condition that must hold there.
    pub(crate) condition: Expression,
    /// Span of the assertion.
    pub(crate) span: Span,
}

/// A transition of a process.
#[derive(Debug)]
pub(crate) struct Step {
    /// The location that it leaves.
    pub(crate) source: LocationId,
    /// The location that it enters.
    pub(crate) target: LocationId,
    /// The condition.
    pub(crate) guard: Option<Expression>,
    /// The communication.
    pub(crate) exchange: Option<Exchange>,
    /// The assignments, in order.
    pub(crate) effects: Vec<Store>,
    /// Span of the transition.
    pub(crate) span: Span,
}

/// One side of a communication.
#[derive(Debug)]
pub(crate) struct Exchange {
    /// The channel.
    pub(crate) channel: ChannelId,
    /// The values or targets.
    pub(crate) side: Side,
    /// Span of the communication.
    pub(crate) span: Span,
}

/// The values that are sent, or the targets of received values; empty if the values are omitted.
#[derive(Debug)]
pub(crate) enum Side {
    /// `!`
    Send(Vec<Expression>),
    /// `?`
    Receive(Vec<Target>),
}

/// The target of an assignment or a received value.
#[derive(Debug)]
pub(crate) struct Target {
    /// The variable or the array.
    pub(crate) cell: CellId,
    /// The index, if and only if `cell` is an array.
    pub(crate) index: Option<Expression>,
}

/// An assignment.
#[derive(Debug)]
pub(crate) struct Store {
    /// The variable or element that is assigned.
    pub(crate) target: Target,
    /// The value.
    pub(crate) value: Expression,
}

/// An expression.
#[derive(Debug)]
pub(crate) enum Expression {
    /// A number.
    Number(i32),
    /// The value of a variable.
    Cell(CellId),
    /// An element of an array.
    Element(CellId, Box<Expression>),
    /// An element of an array of constants.
    Constant(ConstantId, Box<Expression>),
    /// Whether a process is at a location.
    Location(ProcessId, LocationId),
    /// A prefix operator with its operand.
    Prefix(PrefixOperator, Box<Expression>),
    /// A binary operator with its operands.
    Binary(BinaryOperator, Box<[Expression; 2]>),
}

impl Expression {
    /// Applies a prefix operator. Returns a number if the operand is one and the result is defined.
    pub(crate) fn prefix(operator: PrefixOperator, operand: Self) -> Self {
        let folded = operand.number().and_then(|number| arithmetic::prefix(operator, number).ok());
        folded.map_or_else(|| Self::Prefix(operator, Box::new(operand)), Self::Number)
    }

    /// Applies a binary operator. Returns a number if both operands are numbers and the result is defined. `and`, `or`
    /// and `imply` are kept, because the semantics differ in what counts as true.
    pub(crate) fn binary(operator: BinaryOperator, left: Self, right: Self) -> Self {
        let numbers = left.number().zip(right.number());
        let folded = numbers.and_then(|(left, right)| arithmetic::binary(operator, left, right)?.ok());
        folded.map_or_else(|| Self::Binary(operator, Box::new([left, right])), Self::Number)
    }

    /// Returns the number, if the expression is a literal.
    pub(crate) fn number(&self) -> Option<i32> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }
}
