//! What the texts of algebraic nets are made of.

use sanderling_net::Operator;

/// A kind of values, as a variable may name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Bool,
    String,
    Pair,
    List,
}

impl Kind {
    /// What it is called in ids and messages.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Int => "Int",
            Self::Bool => "Bool",
            Self::String => "String",
            Self::Pair => "Pair",
            Self::List => "List",
        }
    }

    /// The kind of this name, however it is written.
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

/// What functions are called, and how many arguments they take.
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
    /// The function of this name, and how many arguments it takes.
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
