//! The syntax tree of a model.

use std::rc::Rc;

use sanderling_net::Span;

use crate::token::Token;

/// A name and its position.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) text: Rc<str>,
    pub(crate) span: Span,
}

/// A model.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// Symbolic names (`mtype`), a list for each declaration. [`crate::check::symbols`] numbers them.
    pub(crate) symbols: Vec<Vec<Name>>,
    pub(crate) records: Vec<Record>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) processes: Vec<Process>,
    pub(crate) formulas: Vec<Formula>,
    /// The never claims; the first one is checked.
    pub(crate) claims: Vec<Process>,
}

/// A record type (`typedef`).
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) name: Name,
    pub(crate) fields: Vec<Variable>,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    Bit,
    Byte,
    Short,
    Int,
    /// Number of bits, 1 to 32.
    Unsigned(u32),
    Symbol,
    Channel,
    Record(Rc<str>),
}

/// A declared variable, field or parameter.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) sort: Type,
    pub(crate) name: Name,
    /// Length of an array.
    pub(crate) length: Option<Expression>,
    pub(crate) initial: Initial,
    pub(crate) is_hidden: bool,
}

/// The initial value of a variable.
#[derive(Debug, Clone)]
pub(crate) enum Initial {
    Zero,
    Value(Expression),
    List(Vec<Expression>),
    /// A new channel: its capacity, and the types of the values of a message.
    Channel(Expression, Vec<Type>),
}

/// A process type.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) name: Name,
    /// Number of instances in the initial state.
    pub(crate) active: Option<Expression>,
    pub(crate) parameters: Vec<Variable>,
    pub(crate) provided: Option<Expression>,
    pub(crate) body: Vec<Statement>,
    /// Position of the closing brace.
    pub(crate) end: Span,
}

/// A formula of linear temporal logic.
#[derive(Debug)]
pub(crate) struct Formula {
    pub(crate) name: Option<Name>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) span: Span,
}

/// A statement with its labels.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) labels: Vec<Name>,
    pub(crate) kind: StatementKind,
    pub(crate) span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone)]
pub(crate) enum StatementKind {
    /// Declares variables; after the first statement of a process, it also assigns their initial values in a step.
    Declare {
        variables: Vec<Variable>,
        is_step: bool,
    },
    /// Does nothing and is always executable: `skip`, or `printf` if it prints.
    Skip {
        is_print: bool,
    },
    Test(Expression),
    Else,
    Assert(Expression),
    Assign(Reference, Expression),
    Send {
        channel: Reference,
        is_sorted: bool,
        values: Vec<Expression>,
    },
    Receive {
        channel: Reference,
        is_random: bool,
        is_copy: bool,
        targets: Vec<Pattern>,
    },
    If(Vec<Vec<Statement>>),
    Do(Vec<Vec<Statement>>),
    Atomic(Vec<Statement>),
    DStep(Vec<Statement>),
    Block(Vec<Statement>),
    Goto(Name),
    Break,
    Unless(Box<Statement>, Box<Statement>),
    /// A loop over a range; both ends are included.
    For(Reference, Expression, Expression, Vec<Statement>),
    /// A loop over the indices of an array.
    ForIn(Reference, Reference, Vec<Statement>),
    Select(Reference, Expression, Expression),
}

/// What a receive statement does with a value of a message.
#[derive(Debug, Clone)]
pub(crate) enum Pattern {
    /// Stores it in a variable, or compares it with a symbol of that name.
    Store(Reference),
    /// Compares it.
    Equal(Expression),
    /// Drops it.
    Ignore,
}

/// A variable, an element of an array or a field of a record.
#[derive(Debug, Clone)]
pub(crate) struct Reference {
    /// Names and indices, from the outermost to the innermost.
    pub(crate) parts: Vec<(Name, Option<Expression>)>,
    pub(crate) span: Span,
}

/// An expression.
#[derive(Debug, Clone)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone)]
pub(crate) enum ExpressionKind {
    Number(i64),
    Reference(Reference),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<[Expression; 2]>),
    Conditional(Box<[Expression; 3]>),
    Run(Name, Vec<Expression>),
    /// A function of a channel.
    Channel(ChannelFunction, Reference),
    /// Whether a message could be received.
    Poll {
        channel: Reference,
        is_random: bool,
        targets: Vec<Pattern>,
    },
    Timeout,
    ProcessNumber,
    ProcessCount,
    NonProgress,
    /// Whether a process is at a label.
    At {
        process: Name,
        number: Option<Box<Expression>>,
        label: Name,
    },
    /// A local variable of a process.
    Remote {
        process: Name,
        number: Option<Box<Expression>>,
        variable: Reference,
    },
}

/// A function of a channel.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelFunction {
    Length,
    Empty,
    NotEmpty,
    Full,
    NotFull,
}

/// An operator with one operand.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    Not,
    Invert,
    Negate,
}

/// An operator with two operands.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Unequal,
    Less,
    Greater,
    AtMost,
    AtLeast,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}
