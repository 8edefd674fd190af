//! Expressions of GreatSPN's editor: numbers, conditions, colours, and multisets of them.
//!
//! The tree follows the syntax; names are resolved later. Chains of the same operator are one node, so that the tree is
//! never deeper than the parser allows.

mod definition;
mod parse;
mod token;

pub(crate) use definition::definition;
pub(crate) use parse::{condition, multiset, number};

/// An expression and its text.
#[derive(Debug)]
pub(crate) struct Expression<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) text: &'t str,
}

/// The structure of an expression.
#[derive(Debug)]
pub(crate) enum Kind<'t> {
    Integer(i64),
    /// A number with a decimal point.
    Real,
    /// A constant, a parameter, a colour, a class, or a variable.
    Name(&'t str),
    /// The number of tokens in a place.
    Marking,
    Negate(Box<Expression<'t>>),
    /// Terms that are added or subtracted.
    Sum(Vec<(Sign, Expression<'t>)>),
    /// Factors and divisors.
    Product(Vec<(Power, Expression<'t>)>),
    /// A function of numbers: `Mod[a, b]`.
    Call(&'t str, Vec<Expression<'t>>),
    /// The number of elements of a multiset.
    Cardinality(Box<Expression<'t>>),
    Not(Box<Expression<'t>>),
    And(Vec<Expression<'t>>),
    Or(Vec<Expression<'t>>),
    Imply(Box<[Expression<'t>; 2]>),
    Equivalent(Box<[Expression<'t>; 2]>),
    Compare(Comparison, Box<[Expression<'t>; 2]>),
    /// Whether a colour belongs to a set, or does not.
    Contained {
        is_negated: bool,
        parts: Box<[Expression<'t>; 2]>,
    },
    /// The colour that follows another one by this number of steps, or precedes it if negative.
    Shifted(Box<Expression<'t>>, i64),
    /// A tuple of sets of colours.
    Tuple(Box<Tuple<'t>>),
}

/// A tuple such as `2[x == y]<x, All>`.
#[derive(Debug)]
pub(crate) struct Tuple<'t> {
    pub(crate) coefficient: Option<Expression<'t>>,
    pub(crate) guard: Option<Expression<'t>>,
    pub(crate) parts: Vec<Expression<'t>>,
    /// Whether a condition follows, which each token must meet.
    pub(crate) has_filter: bool,
}

/// The sign of a term of a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

/// Whether a factor of a product multiplies or divides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Power {
    Times,
    Over,
}

/// A comparison of numbers or colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The definition of a colour class.
#[derive(Debug)]
pub(crate) enum Definition<'t> {
    /// Static subclasses, in order.
    Simple { is_circular: bool, subclasses: Vec<Subclass<'t>> },
    /// All tuples over these classes.
    Product(Vec<&'t str>),
}

/// A static subclass.
#[derive(Debug)]
pub(crate) struct Subclass<'t> {
    /// The name after `is`.
    pub(crate) name: Option<&'t str>,
    pub(crate) colours: Colours<'t>,
}

/// The colours of a static subclass.
#[derive(Debug)]
pub(crate) enum Colours<'t> {
    Listed(Vec<&'t str>),
    /// An interval `c{1..n}`.
    Interval {
        prefix: &'t str,
        bounds: Box<[Expression<'t>; 2]>,
    },
}
