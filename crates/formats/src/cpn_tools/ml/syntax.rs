//! The syntax tree.

use std::rc::Rc;

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expression {
    Number(i64),
    Text(String),
    /// A variable, a constant, a function or a constructor, with the structure in front of it: `PH.all`.
    Name(String),
    /// No components are the one value of `unit`.
    Tuple(Vec<Expression>),
    Record(Vec<(String, Expression)>),
    List(Vec<Expression>),
    /// `#1` or `#name` of a value.
    Select(String, Box<Expression>),
    Apply(Box<Expression>, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    If(Box<[Expression; 3]>),
    Case(Box<Expression>, Rc<[Clause]>),
    Function(Rc<[Clause]>),
    Let(Vec<Declaration>, Box<Expression>),
}

/// Operators between two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    /// A number and what there are so many copies of.
    Copies,
    Sum,
    Difference,
    Scale,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
    Cons,
    /// `^^` of lists, `^` of strings.
    Join,
    /// `@`, `@+` and `@@`: a value with a time stamp.
    At,
}

/// A pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// `_`.
    Any,
    Number(i64),
    Text(String),
    /// A variable that is bound, or a constant that is met.
    Name(String),
    Tuple(Vec<Pattern>),
    Record(Vec<(String, Pattern)>),
    List(Vec<Pattern>),
    Cons(Box<[Pattern; 2]>),
    /// A constructor with its argument.
    Apply(String, Box<Pattern>),
}

/// What becomes of the arguments that a pattern fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The patterns of a function, one after the other; of a `case`, the one pattern.
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) body: Expression,
}

/// A declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Declaration {
    Value(Pattern, Expression),
    Function(String, Rc<[Clause]>),
}
