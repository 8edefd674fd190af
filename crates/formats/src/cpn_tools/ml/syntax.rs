//! The syntax tree.

use std::rc::Rc;

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expression {
    Number(i64),
    Text(String),
    /// A variable, a constant, a function or a constructor, with its structure prefix: `PH.all`.
    Name(String),
    /// A tuple; without components, the only value of `unit`.
    Tuple(Vec<Expression>),
    Record(Vec<(String, Expression)>),
    List(Vec<Expression>),
    /// The selection `#1` or `#name` of a component.
    Select(String, Box<Expression>),
    Apply(Box<Expression>, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    If(Box<[Expression; 3]>),
    Case(Box<Expression>, Rc<[Clause]>),
    Function(Rc<[Clause]>),
    Let(Vec<Declaration>, Box<Expression>),
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    /// A number of copies of a value.
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
    /// `^^` for lists, `^` for strings.
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
    /// A variable to be bound, or a constant to be matched.
    Name(String),
    Tuple(Vec<Pattern>),
    Record(Vec<(String, Pattern)>),
    List(Vec<Pattern>),
    Cons(Box<[Pattern; 2]>),
    /// A constructor with its argument.
    Apply(String, Box<Pattern>),
}

/// A case: the result for arguments that match the patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The patterns of a function's arguments in order; for a `case`, one pattern.
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) body: Expression,
}

/// A declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Declaration {
    Value(Pattern, Expression),
    Function(String, Rc<[Clause]>),
}
