//! The syntax tree of a DVE model: what the text says, with names not yet looked up.
//!
//! A tree is as the grammar has it; whether its names exist, and whether a construct means anything
//! where it stands, is not its concern. Every node that a message may be about has its span.
//! INVARIANT: expressions of a parsed tree nest at most [`MAX_DEPTH`](crate::parse::MAX_DEPTH) deep,
//! so that functions over them may recurse.

use sanderling_net::Span;

/// A whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The global declarations, in the order of the file.
    pub declarations: Vec<Declaration>,
    /// The processes, in the order of the file; at least one.
    pub processes: Vec<Process>,
    /// The line that closes the file.
    pub system: System,
}

/// `system async property P;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    /// Whether processes move together instead of one by one.
    pub is_synchronous: bool,
    /// The process that is the property.
    pub property: Option<Name>,
    /// From `system` to the semicolon.
    pub span: Span,
}

/// A global declaration: of one variable, or of one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declaration {
    /// Of a variable or a constant.
    Variable(Variable),
    /// Of a channel.
    Channel(Channel),
}

/// An identifier where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The identifier.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A number literal where it stands; below 2^31.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The value of the number.
    pub value: i32,
    /// Where it stands.
    pub span: Span,
}

/// The two kinds of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// 0 to 255.
    Byte,
    /// -32768 to 32767.
    Int,
}

/// A variable, an array or a constant. A declaration of several is one of these for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Whether it is declared `const`.
    pub is_const: bool,
    /// What a cell holds.
    pub width: Width,
    /// The name of the variable.
    pub name: Name,
    /// The length, of an array.
    pub length: Option<Number>,
    /// The values at the start, where they are given.
    pub initial: Option<Initialiser>,
}

/// Values at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Initialiser {
    /// `= 1`
    Value(Expression),
    /// `= {1, 2}`, with the span of the braces.
    List(Vec<Expression>, Span),
}

/// A channel. A declaration of several is one of these for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// The name of the channel.
    pub name: Name,
    /// The types of the values in a message; `None` of an untyped channel.
    pub items: Option<Vec<Width>>,
    /// How many messages fit, of a typed channel; 0 and `None`: sender and receiver move together.
    pub capacity: Option<Number>,
}

/// A process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// The name of the process.
    pub name: Name,
    /// The variables and constants of the process itself.
    pub variables: Vec<Variable>,
    /// The control locations of the process, in the order of their declaration.
    pub states: Vec<Name>,
    /// The location at the start.
    pub initial: Name,
    /// The committed locations.
    pub committed: Vec<Name>,
    /// The locations that accept, which says something of a property process alone.
    pub accepting: Accepting,
    /// The assertions.
    pub assertions: Vec<Assertion>,
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// From `process` to the closing brace.
    pub span: Span,
}

/// `accept`, with what kind of automaton it is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Accepting {
    /// The kind of automaton.
    pub kind: AcceptanceKind,
    /// The sets of locations: of a Büchi automaton one, of Rabin's and Streett's two for each pair. None without an `accept`.
    pub sets: Vec<Vec<Name>>,
    /// From `accept` to the semicolon, where it is there.
    pub span: Option<Span>,
}

impl Accepting {
    /// All locations that are named, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.sets.iter().flatten()
    }
}

/// When a run of an automaton is accepted, by the locations that it is in infinitely often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AcceptanceKind {
    /// `accept s, t`, `accept buchi s, t`: one of them is.
    #[default]
    Buchi,
    /// `accept genbuchi (s), (t, u)`: one of each set is.
    GeneralisedBuchi,
    /// `accept muller (s), (t, u)`: they are one of the sets.
    Muller,
    /// `accept rabin (s; t)`.
    Rabin,
    /// `accept streett (s; t)`.
    Streett,
}

impl AcceptanceKind {
    /// The word of the language.
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

/// `assert location: condition`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion {
    /// Where the condition has to hold.
    pub location: Name,
    /// The condition.
    pub condition: Expression,
}

/// A transition of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The location that it leaves. Where the file omits it, that of the transition before it.
    pub source: Name,
    /// The location that it enters.
    pub target: Name,
    /// The condition.
    pub guard: Option<Expression>,
    /// The communication.
    pub communication: Option<Communication>,
    /// The assignments, in order.
    pub effects: Vec<Assignment>,
    /// From its first name or arrow to its closing brace.
    pub span: Span,
}

/// `channel!value`, `channel?{x, y}`, `channel!`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Communication {
    /// The channel.
    pub channel: Name,
    /// Which side of it.
    pub direction: Direction,
    /// What is sent, or where what is received goes (variables or elements, then). Empty where it
    /// is left out.
    pub values: Vec<Expression>,
    /// From the channel's name to the last value.
    pub span: Span,
}

/// A side of a communication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `!`
    Send,
    /// `?`
    Receive,
}

/// `target = value`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub target: Name,
    /// The position in it, where one is given.
    pub index: Option<Expression>,
    /// The value.
    pub value: Expression,
    /// Where the whole assignment stands.
    pub span: Span,
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// The kind of the expression, with its parts.
    pub kind: ExpressionKind,
    /// Where it stands, with its parentheses.
    pub span: Span,
}

/// What an expression is.
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
    /// An operator before its operand.
    Prefix(PrefixOperator, Box<Expression>),
    /// An operator between its operands.
    Binary(BinaryOperator, Box<[Expression; 2]>),
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PrefixOperator {
    /// `-`
    Negate,
    /// `~`
    Invert,
    /// `not`
    Not,
}

/// An operator between its operands.
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
