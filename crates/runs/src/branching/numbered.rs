//! Formulas with numbered operators.

use std::collections::HashMap;

use super::Branching;

/// A formula. Equal operators have equal numbers. Among several operands, those without operators come
/// first.
#[derive(Debug)]
pub(super) enum Numbered {
    Constant(bool),
    Atom(usize),
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    Next(u32, Box<Self>),
    Until(u32, Box<Until>),
}

/// The operands of `U` or `W`.
#[derive(Debug)]
pub(super) struct Until {
    pub(super) on_the_way: Numbered,
    pub(super) wanted: Numbered,
    pub(super) may_last: bool,
}

/// The numbers of operators.
#[derive(Debug, Default)]
pub(super) struct Operators<'f>(HashMap<&'f Branching, u32>);

impl<'f> Operators<'f> {
    /// Returns the number of operators.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns all operators, by their numbers.
    pub(super) fn in_order(self) -> Vec<&'f Branching> {
        let mut operators: Vec<_> = self.0.into_iter().collect();
        operators.sort_by_key(|&(_, number)| number);
        operators.into_iter().map(|(operator, _)| operator).collect()
    }

    pub(super) fn numbered(&mut self, formula: &'f Branching) -> Numbered {
        match formula {
            Branching::Constant(holds) => Numbered::Constant(*holds),
            Branching::Atom(position) => Numbered::Atom(*position),
            Branching::Not(inner) => Numbered::Not(Box::new(self.numbered(inner))),
            Branching::And(parts) => Numbered::And(self.all(parts)),
            Branching::Or(parts) => Numbered::Or(self.all(parts)),
            Branching::Next(inner) => {
                let inner = Box::new(self.numbered(inner));
                Numbered::Next(self.number(formula), inner)
            }
            Branching::Until { on_the_way, wanted, may_last } => {
                let (on_the_way, wanted) = (self.numbered(on_the_way), self.numbered(wanted));
                let until = Box::new(Until { on_the_way, wanted, may_last: *may_last });
                Numbered::Until(self.number(formula), until)
            }
        }
    }

    fn all(&mut self, parts: &'f [Branching]) -> Vec<Numbered> {
        let mut parts: Vec<_> = parts.iter().map(|part| self.numbered(part)).collect();
        parts.sort_by_key(Numbered::operators);
        parts
    }

    fn number(&mut self, operator: &'f Branching) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(operator).or_insert(next)
    }
}

impl Numbered {
    /// Returns the number of an operator.
    ///
    /// # Panics
    /// If the formula is not an operator.
    pub(super) fn number(&self) -> u32 {
        match self {
            Self::Next(number, _) | Self::Until(number, _) => *number,
            _ => panic!("only operators have numbers"),
        }
    }

    /// Returns the number of operators in the formula.
    pub(super) fn operators(&self) -> usize {
        match self {
            Self::Constant(_) | Self::Atom(_) => 0,
            Self::Not(inner) => inner.operators(),
            Self::And(parts) | Self::Or(parts) => parts.iter().map(Self::operators).sum(),
            Self::Next(_, inner) => 1 + inner.operators(),
            Self::Until(_, until) => 1 + until.on_the_way.operators() + until.wanted.operators(),
        }
    }
}
