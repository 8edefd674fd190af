//! Errors about inputs that are too large to be translated.

use std::error::Error;
use std::fmt;

/// The limit that a formula or an automaton exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooLarge {
    /// An atom is not below this limit.
    Atoms(usize),
    /// The nesting depth of operators exceeds this limit.
    Depth(usize),
    /// The number of subformulas exceeds this limit.
    Subformulas(usize),
    /// The number of edges would exceed this limit: of one state before simplification, or in automata that are
    /// compared.
    Edges(usize),
    /// The number of states would exceed this limit.
    States(usize),
    /// The number of acceptance sets would exceed this limit.
    AcceptanceSets(usize),
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atoms(limit) => write!(f, "the formula has more than {limit} atoms"),
            Self::Depth(limit) => write!(f, "the formula is more than {limit} levels deep"),
            Self::Subformulas(limit) => write!(f, "the formula has more than {limit} subformulas"),
            Self::Edges(limit) => write!(f, "the formula's automaton has more than {limit} edges"),
            Self::States(limit) => write!(f, "the formula's automaton has more than {limit} states"),
            Self::AcceptanceSets(limit) => {
                write!(f, "the formula's automaton has more than {limit} acceptance sets")
            }
        }
    }
}

impl Error for TooLarge {}
