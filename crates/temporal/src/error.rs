//! What is too large to be translated.

use std::error::Error;
use std::fmt;

/// Which limit a formula or an automaton is beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooLarge {
    /// An atom is not below this number.
    Atoms(usize),
    /// Operators lie within each other more than this number of levels deep.
    Depth(usize),
    /// There are more subformulas than this number.
    Subformulas(usize),
    /// There would be more edges than this number: of one state before they are simplified, or in automata that are compared.
    Edges(usize),
    /// There would be more states than this number.
    States(usize),
    /// There would be more acceptance sets than this number.
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
