//! The syntax tree of a DVE model, with names not yet resolved.
//!
//! A tree follows the grammar. Whether its names exist, and whether a construct is meaningful in its context, is
//! checked elsewhere. Every node that a message may refer to has a span. INVARIANT: expressions of a parsed tree nest
//! at most [`MAX_DEPTH`](crate::parse::MAX_DEPTH) deep, so that functions over them may recurse.

use sanderling_net::Span;

/// A whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The global declarations, in the order of the file.
    pub declarations: Vec<Declaration>,
    /// The processes, in the order of the file; at least one.
    pub processes: Vec<Process>,
    /// The last line of the file.
    pub system: System,
}

/// The line `system async property P;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    /// Whether processes move together instead of one by one.
    pub is_synchronous: bool,
    /// The property process.
    pub property: Option<Name>,
    /// Span from `system` to the semicolon.
    pub span: Span,
}

/// A global declaration of one variable or one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declaration {
    /// A variable or a constant.
    Variable(Variable),
    /// A channel.
    Channel(Channel),
}

/// An identifier and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The identifier.
    pub text: String,
    /// Span of the identifier.
    pub span: Span,
}

/// A number literal below 2^31 and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The value of the number.
    pub value: i32,
    /// Span of the literal.
    pub span: Span,
}

/// The two types of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// 0 to 255.
    Byte,
    /// -32768 to 32767.
    Int,
}

/// A variable, an array or a constant. A declaration of several names has one for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Whether it is declared `const`.
    pub is_const: bool,
    /// The type of a cell.
    pub width: Width,
    /// The name of the variable.
    pub name: Name,
    /// The length, if it is an array.
    pub length: Option<Number>,
    /// The initial values, if they are given.
    pub initial: Option<Initialiser>,
}

/// An initialiser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Initialiser {
    /// `= 1`
    Value(Expression),
    /// `= {1, 2}`, with the span of the braces.
    List(Vec<Expression>, Span),
}

/// A channel. A declaration of several names has one for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// The name of the channel.
    pub name: Name,
    /// The types of the values in a message; `None` for an untyped channel.
    pub items: Option<Vec<Width>>,
    /// Maximum number of buffered messages of a typed channel. With 0 or `None`, sender and receiver move together.
    pub capacity: Option<Number>,
}

/// A process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// The name of the process.
    pub name: Name,
    /// The local variables and constants.
    pub variables: Vec<Variable>,
    /// The control locations of the process, in the order of their declaration.
    pub states: Vec<Name>,
    /// The initial location.
    pub initial: Name,
    /// The committed locations.
    pub committed: Vec<Name>,
    /// The accepting locations, which matter only for a property process.
    pub accepting: Accepting,
    /// The assertions.
    pub assertions: Vec<Assertion>,
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// Span from `process` to the closing brace.
    pub span: Span,
}

/// The clause `accept`, with the kind of automaton.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Accepting {
    /// The kind of automaton.
    pub kind: AcceptanceKind,
    /// The sets of locations: one for a Büchi automaton, two for each pair of Rabin's and Streett's. Empty without an
    /// `accept`.
    pub sets: Vec<Vec<Name>>,
    /// Span from `accept` to the semicolon, if the clause exists.
    pub span: Option<Span>,
}

impl Accepting {
    /// Returns all locations that are named, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.sets.iter().flatten()
    }
}

/// The acceptance condition of an automaton, on the set of locations that a run visits infinitely often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AcceptanceKind {
    /// `accept s, t`, `accept buchi s, t`: one of the listed locations is in the set.
    #[default]
    Buchi,
    /// `accept genbuchi (s), (t, u)`: one location of each list is in the set.
    GeneralisedBuchi,
    /// `accept muller (s), (t, u)`: the set is one of the lists.
    Muller,
    /// `accept rabin (s; t)`.
    Rabin,
    /// `accept streett (s; t)`.
    Streett,
}

impl AcceptanceKind {
    /// Returns the keyword.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Buchi => "buchi",
            Self::GeneralisedBuchi => "genbuchi",
            Self::Muller => "muller",
            Self::Rabin => "rabin",
            Self::Streett => "streett",
        }
    }
}

/// An assertion `location: condition`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion {
    /// The location at which the condition must hold.
    pub location: Name,
    /// The condition.
    pub condition: Expression,
}

/// A transition of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The location that it leaves. If the file omits it, that of the previous transition.
    pub source: Name,
    /// The location that it enters.
    pub target: Name,
    /// The condition.
    pub guard: Option<Expression>,
    /// The communication.
    pub communication: Option<Communication>,
    /// The assignments, in order.
    pub effects: Vec<Assignment>,
    /// Span from its first name or arrow to its closing brace.
    pub span: Span,
}

/// A communication: `channel!value`, `channel?{x, y}`, `channel!`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Communication {
    /// The channel.
    pub channel: Name,
    /// The direction.
    pub direction: Direction,
    /// The values that are sent, or the targets of received values, which are variables or elements. Empty if they are
    /// omitted.
    pub values: Vec<Expression>,
    /// Span from the channel's name to the last value.
    pub span: Span,
}

/// The direction of a communication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `!`
    Send,
    /// `?`
    Receive,
}

/// An assignment `target = value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub target: Name,
    /// The index in the variable, if one is given.
    pub index: Option<Expression>,
    /// The value.
    pub value: Expression,
    /// Span of the whole assignment.
    pub span: Span,
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// The kind of the expression, with its parts.
    pub kind: ExpressionKind,
    /// Span of the expression with its parentheses.
    pub span: Span,
}

/// The kind of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A number, or `true` (1) or `false` (0).
    Number(i32),
    /// `x`
    Variable(Name),
    /// `x[index]`
    Element(Name, Box<Expression>),
    /// `P.s`: whether process `P` is at location `s`.
    Location(Name, Name),
    /// `P->x` or `P->x[index]`: a variable of another process.
    Foreign(Name, Name, Option<Box<Expression>>),
    /// A prefix operator with its operand.
    Prefix(PrefixOperator, Box<Expression>),
    /// A binary operator with its operands.
    Binary(BinaryOperator, Box<[Expression; 2]>),
}

/// A prefix operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PrefixOperator {
    /// `-`
    Negate,
    /// `~`
    Invert,
    /// `not`
    Not,
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `imply`
    Imply,
    /// `or`, `||`
    Or,
    /// `and`, `&&`
    And,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}
