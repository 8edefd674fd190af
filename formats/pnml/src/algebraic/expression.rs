//! The syntax tree of the texts of algebraic nets.

use sanderling_net::Operator;

/// A kind of value, which a variable may be annotated with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Bool,
    String,
    Pair,
    List,
}

impl Kind {
    /// Returns the name in ids and messages.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Int => "Int",
            Self::Bool => "Bool",
            Self::String => "String",
            Self::Pair => "Pair",
            Self::List => "List",
        }
    }

    /// Returns the kind with this name, ignoring case.
    pub(super) fn named(word: &str) -> Option<Self> {
        let all = [Self::Int, Self::Bool, Self::String, Self::Pair, Self::List];
        all.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(word))
    }
}

/// A function of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Concat,
    Substring,
    Length,
    IsSubstringOf,
    Head,
    Tail,
    Append,
    Sublist,
    IsSublistOf,
    Fst,
    Snd,
}

/// The names of functions, and their numbers of arguments.
const FUNCTIONS: [(&str, Function, usize); 11] = [
    ("concat", Function::Concat, 2),
    ("substring", Function::Substring, 3),
    ("length", Function::Length, 1),
    ("isSubstringOf", Function::IsSubstringOf, 2),
    ("head", Function::Head, 1),
    ("tail", Function::Tail, 1),
    ("append", Function::Append, 2),
    ("sublist", Function::Sublist, 3),
    ("isSublistOf", Function::IsSublistOf, 2),
    ("fst", Function::Fst, 1),
    ("snd", Function::Snd, 1),
];

impl Function {
    /// Returns the function with this name and the number of its arguments.
    pub(super) fn named(word: &str) -> Option<(Self, usize)> {
        FUNCTIONS.iter().find(|(name, ..)| *name == word).map(|(_, function, count)| (*function, *count))
    }
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    Integer(i64),
    Truth(bool),
    Text(String),
    Variable(String, Option<Kind>),
    List(Vec<Expression>),
    Pair(Box<[Expression; 2]>),
    /// An expression in parentheses.
    Group(Box<Expression>),
    /// A sum, a difference, a product or a quotient.
    Arithmetic(Operator, Box<[Expression; 2]>),
    Comparison(Operator, Box<[Expression; 2]>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Not(Box<Expression>),
    Call(Function, Vec<Expression>),
}
