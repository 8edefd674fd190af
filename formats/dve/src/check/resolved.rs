//! A model whose names have been looked up: what lowering starts from.
//!
//! Names are ids here, constants are numbers, and an array without an index has got its index 0.
//! INVARIANT: every id leads somewhere, values and targets of a communication are as many as its
//! channel's arity or none at all, and no constant is written. Expressions nest no deeper than
//! those of the tree.

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

/// A whole model.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// Variables and arrays, those of all processes first, then process by process.
    pub(crate) cells: Vec<Cell>,
    /// Constants, in the order of the file.
    pub(crate) constants: Vec<Constant>,
    /// Channels, in the order of the file.
    pub(crate) channels: Vec<Channel>,
    /// Processes, in the order of the file, the property process among them.
    pub(crate) processes: Vec<Process>,
    /// The property process.
    pub(crate) property: Option<ProcessId>,
}

impl Program {
    /// All processes but the property process.
    pub(crate) fn kept(&self) -> impl Iterator<Item = ProcessId> + use<> {
        let property = self.property;
        (0..self.processes.len()).map(ProcessId::new).filter(move |process| property != Some(*process))
    }

    /// Whether a process is in a committed location before the step.
    pub(crate) fn is_committed(&self, process: ProcessId, step: &Step) -> bool {
        self.processes[process.index()].locations[step.source.index()].is_committed
    }
}

/// A variable or an array.
#[derive(Debug)]
pub(crate) struct Cell {
    /// The name of the variable; `P.x` where it belongs to a process.
    pub(crate) name: String,
    /// What an element holds.
    pub(crate) width: Width,
    /// The length, of an array.
    pub(crate) length: Option<u32>,
    /// The values at the start: as many as there are elements.
    pub(crate) initial: Vec<i32>,
    /// Whether the file gives them.
    pub(crate) is_initialised: bool,
    /// The process that it belongs to.
    pub(crate) owner: Option<ProcessId>,
    /// Where it is declared.
    pub(crate) span: Span,
}

/// A constant, or an array of them.
#[derive(Debug)]
pub(crate) struct Constant {
    /// What an element holds.
    pub(crate) width: Width,
    /// Whether it is an array.
    pub(crate) is_array: bool,
    /// The values of the constant; none where the file gives none.
    pub(crate) values: Vec<i32>,
}

/// A channel.
#[derive(Debug)]
pub(crate) struct Channel {
    /// The name of the channel.
    pub(crate) name: String,
    /// The types of the values in a message, where they are declared.
    pub(crate) items: Option<Vec<Width>>,
    /// How many messages fit; 0: sender and receiver move together.
    pub(crate) capacity: u32,
    /// How many values a message has, and where that is decided. `None`: it is never used.
    pub(crate) arity: Option<(usize, Span)>,
    /// Where it is declared.
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
    /// Where it starts.
    pub(crate) initial: LocationId,
    /// The transitions of the process.
    pub(crate) steps: Vec<Step>,
    /// The assertions of the process.
    pub(crate) assertions: Vec<Assertion>,
    /// The locations that accept.
    pub(crate) accepting: Accepting,
    /// Where its name stands.
    pub(crate) span: Span,
}

/// The locations of a process that accept.
#[derive(Debug, Default)]
pub(crate) struct Accepting {
    /// The kind of automaton.
    pub(crate) kind: AcceptanceKind,
    /// The sets of locations, as the tree has them.
    pub(crate) sets: Vec<Vec<LocationId>>,
    /// Where they stand.
    pub(crate) span: Option<Span>,
}

/// A control location.
#[derive(Debug)]
pub(crate) struct Location {
    /// The name of the control location.
    pub(crate) name: String,
    /// Whether no other process may move while one is here.
    pub(crate) is_committed: bool,
}

/// A claim about a location.
#[derive(Debug)]
pub(crate) struct Assertion {
    /// Where it is claimed.
    pub(crate) location: LocationId,
    /// What is claimed.
    pub(crate) condition: Expression,
    /// Where the claim stands.
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
    /// Where it stands.
    pub(crate) span: Span,
}

/// One side of a communication.
#[derive(Debug)]
pub(crate) struct Exchange {
    /// The channel.
    pub(crate) channel: ChannelId,
    /// What is sent, or where it goes.
    pub(crate) side: Side,
    /// Where it stands.
    pub(crate) span: Span,
}

/// What is sent, or where what is received goes; empty where the values are left out.
#[derive(Debug)]
pub(crate) enum Side {
    /// `!`
    Send(Vec<Expression>),
    /// `?`
    Receive(Vec<Target>),
}

/// What can be written.
#[derive(Debug)]
pub(crate) struct Target {
    /// The variable or the array.
    pub(crate) cell: CellId,
    /// The position; always given of an array, and only then.
    pub(crate) index: Option<Expression>,
}

/// An assignment.
#[derive(Debug)]
pub(crate) struct Store {
    /// What is written.
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
    /// An operator before its operand.
    Prefix(PrefixOperator, Box<Expression>),
    /// An operator between its operands.
    Binary(BinaryOperator, Box<[Expression; 2]>),
}

impl Expression {
    /// An operator applied, or the number that comes out where that is plain to see.
    pub(crate) fn prefix(operator: PrefixOperator, operand: Self) -> Self {
        let folded = operand.number().and_then(|number| arithmetic::prefix(operator, number).ok());
        folded.map_or_else(|| Self::Prefix(operator, Box::new(operand)), Self::Number)
    }

    /// A binary operation, computed where both operands are numbers. `and`, `or` and `imply` stay: what
    /// counts as true differs between semantics.
    pub(crate) fn binary(operator: BinaryOperator, left: Self, right: Self) -> Self {
        let numbers = left.number().zip(right.number());
        let folded = numbers.and_then(|(left, right)| arithmetic::binary(operator, left, right)?.ok());
        folded.map_or_else(|| Self::Binary(operator, Box::new([left, right])), Self::Number)
    }

    /// The number that it is written as.
    pub(crate) fn number(&self) -> Option<i32> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }
}
