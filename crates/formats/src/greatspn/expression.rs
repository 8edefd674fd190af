//! Expressions of GreatSPN's editor: numbers, conditions, colours, and multisets of them.
//!
//! The tree says what was written; what a name means is not known here. Chains of the same operator are one node, so that the
//! tree is never deeper than the parser allows.

mod definition;
mod parse;
mod token;

pub(crate) use definition::definition;
pub(crate) use parse::{condition, multiset, number};

/// An expression, with the text that it was written as.
#[derive(Debug)]
pub(crate) struct Expression<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) text: &'t str,
}

/// What an expression is made of.
#[derive(Debug)]
pub(crate) enum Kind<'t> {
    Integer(i64),
    /// A number with a point.
    Real,
    /// A constant, a parameter, a colour, a class, or a variable.
    Name(&'t str),
    /// How many tokens a place holds.
    Marking,
    Negate(Box<Expression<'t>>),
    /// Terms that are added, or taken away.
    Sum(Vec<(Sign, Expression<'t>)>),
    /// Factors, and divisors.
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
    /// Whether a colour is one of a set, or is none of it.
    Contained {
        is_negated: bool,
        parts: Box<[Expression<'t>; 2]>,
    },
    /// The colour so far behind another one, or before it.
    Shifted(Box<Expression<'t>>, i64),
    /// Tokens, each with a colour from every part.
    Tuple(Box<Tuple<'t>>),
}

/// `2[x == y]<x, All>`.
#[derive(Debug)]
pub(crate) struct Tuple<'t> {
    pub(crate) coefficient: Option<Expression<'t>>,
    pub(crate) guard: Option<Expression<'t>>,
    pub(crate) parts: Vec<Expression<'t>>,
    /// A condition behind it, which each token has to meet.
    pub(crate) has_filter: bool,
}

/// Whether a term of a sum is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

/// Whether a factor of a product divides.
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

/// What a colour class is.
#[derive(Debug)]
pub(crate) enum Definition<'t> {
    /// Static subclasses, one behind the other.
    Simple { is_circular: bool, subclasses: Vec<Subclass<'t>> },
    /// All tuples over these classes.
    Product(Vec<&'t str>),
}

/// A static subclass.
#[derive(Debug)]
pub(crate) struct Subclass<'t> {
    /// `is NAME`.
    pub(crate) name: Option<&'t str>,
    pub(crate) colours: Colours<'t>,
}

/// The colours of a static subclass.
#[derive(Debug)]
pub(crate) enum Colours<'t> {
    Listed(Vec<&'t str>),
    /// `c{1..n}`.
    Interval {
        prefix: &'t str,
        bounds: Box<[Expression<'t>; 2]>,
    },
}
