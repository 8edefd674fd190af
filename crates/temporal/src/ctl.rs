//! Formulas of computation tree logic.

mod implication;
mod kripke;
mod normal;
mod rewrite;

use std::fmt;

use crate::ltl::write_joined;

pub use kripke::Kripke;
#[cfg(test)]
pub(crate) use rewrite::RULES;

/// A formula about the paths that begin in a state, over atoms, which are numbers below 64.
///
/// A path is maximal: it is infinite, or ends in a state without successors, a deadlock. So in a deadlock EX is false and AX true, and F, G, U, W
/// and R speak of the deadlock alone. Using a formula takes the call stack as deep as it is; rewriting refuses what is too deep.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ctl {
    /// True or false.
    Constant(bool),
    /// The atom holds.
    Atom(usize),
    /// The operand does not hold.
    Not(Box<Ctl>),
    /// All operands hold; true without any.
    And(Vec<Ctl>),
    /// One of the operands holds; false without any.
    Or(Vec<Ctl>),
    /// E: some path from here is like this.
    Exists(Path),
    /// A: every path from here is like this.
    All(Path),
}

/// What is said of a path. Of binary operators, the left operand comes first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Path {
    /// X: there is a second state, and the operand holds there; under A, the operand holds there if there is one.
    Next(Box<Ctl>),
    /// F: the operand holds somewhere.
    Finally(Box<Ctl>),
    /// G: the operand holds everywhere.
    Globally(Box<Ctl>),
    /// U: the right operand holds somewhere, and until then the left one does.
    Until(Box<[Ctl; 2]>),
    /// W: until, or the left operand holds everywhere.
    WeakUntil(Box<[Ctl; 2]>),
    /// R: the right operand holds up to and including where the left one does, or everywhere.
    Release(Box<[Ctl; 2]>),
}

impl Path {
    /// The operands, from left to right.
    #[must_use]
    pub fn operands(&self) -> &[Ctl] {
        match self {
            Self::Next(operand) | Self::Finally(operand) | Self::Globally(operand) => {
                std::slice::from_ref(operand)
            }
            Self::Until(operands) | Self::WeakUntil(operands) | Self::Release(operands) => &operands[..],
        }
    }
}

impl Ctl {
    /// The operands, from left to right.
    #[must_use]
    pub fn operands(&self) -> &[Self] {
        match self {
            Self::Constant(_) | Self::Atom(_) => &[],
            Self::Not(operand) => std::slice::from_ref(operand),
            Self::And(operands) | Self::Or(operands) => operands,
            Self::Exists(path) | Self::All(path) => path.operands(),
        }
    }

    /// The number of operators above the deepest atom or constant, and the number of subformulas; found without recursion.
    pub(crate) fn depth_and_size(&self) -> (usize, usize) {
        let (mut deepest, mut size) = (0, 0);
        let mut open = vec![(self, 0)];
        while let Some((formula, depth)) = open.pop() {
            deepest = deepest.max(depth);
            size += 1;
            open.extend(formula.operands().iter().map(|operand| (operand, depth + 1)));
        }
        (deepest, size)
    }
}

impl fmt::Display for Ctl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) => write!(f, "{value}"),
            Self::Atom(atom) => write!(f, "p{atom}"),
            Self::Not(operand) => write!(f, "!{operand}"),
            Self::And(operands) => write_joined(f, operands, "&", "true"),
            Self::Or(operands) => write_joined(f, operands, "|", "false"),
            Self::Exists(path) => write!(f, "E{path}"),
            Self::All(path) => write!(f, "A{path}"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Next(operand) => write!(f, "X {operand}"),
            Self::Finally(operand) => write!(f, "F {operand}"),
            Self::Globally(operand) => write!(f, "G {operand}"),
            Self::Until(operands) => write!(f, "[{} U {}]", operands[0], operands[1]),
            Self::WeakUntil(operands) => write!(f, "[{} W {}]", operands[0], operands[1]),
            Self::Release(operands) => write!(f, "[{} R {}]", operands[0], operands[1]),
        }
    }
}
