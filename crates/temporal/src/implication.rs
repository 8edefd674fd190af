//! Implications between formulas that can be detected without automata.
//!
//! Sources: Somenzi and Bloem, *Efficient Büchi Automata from LTL Formulae*, CAV 2000 (implication by structure);
//! Etessami and Holzmann, *Optimizing Büchi Automata*, CONCUR 2000 (pure eventualities and pure universalities). We
//! differ in that implication uses both classes, and that these contain more releases and untils; each function
//! explains why.

use crate::formulas::{Formulas, Id, Node};

/// The relation between a formula's truth at a position and at later ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class {
    /// The formula holds if it holds later: a *pure eventuality*.
    pub(crate) eventual: bool,
    /// The formula continues to hold once it holds: a *pure universality*. Its negation is a pure eventuality.
    pub(crate) universal: bool,
}

impl Class {
    /// Returns whether the formula holds at all positions of a word or at none.
    pub(crate) fn is_suspendable(self) -> bool {
        self.eventual && self.universal
    }
}

/// Maximum number of pairs of formulas to compare.
const MAX_IMPLICATIONS: usize = 1 << 19;

impl Formulas {
    /// Returns the class of a formula whose operands are known. Both parts may be false although they could be true.
    ///
    /// If `a R b` holds next and `b` is a pure eventuality, `b` holds now, so `a R b` does. If `a U b` holds next, `b`
    /// holds later, so now. The universalities are dual.
    pub(crate) fn class_of(&self, node: &Node) -> Class {
        match node {
            Node::Constant(_) => Class { eventual: true, universal: true },
            Node::Literal { .. } => Class { eventual: false, universal: false },
            Node::And(operands) | Node::Or(operands) => Class {
                eventual: operands.iter().all(|&operand| self.class(operand).eventual),
                universal: operands.iter().all(|&operand| self.class(operand).universal),
            },
            Node::Next(a) => self.class(*a),
            Node::Until(a, b) => {
                let finally = *self.node(*a) == Node::Constant(true);
                Class { eventual: finally || self.class(*b).eventual, ..self.class(*b) }
            }
            Node::Release(a, b) => {
                let globally = *self.node(*a) == Node::Constant(false);
                Class { universal: globally || self.class(*b).universal, ..self.class(*b) }
            }
        }
    }

    /// Returns whether `b` is known to hold whenever `a` does.
    pub(crate) fn implies(&mut self, a: Id, b: Id) -> bool {
        if a == b {
            return true;
        }
        if let Some(&known) = self.implications.get(&(a, b)) {
            return known;
        }
        if self.implications.len() > MAX_IMPLICATIONS {
            return false;
        }
        let (left, right) = (self.node(a).clone(), self.node(b).clone());
        let found = self.implies_by_left(&left, b)
            || self.implies_by_right(a, &right)
            || self.implies_by_both(&left, &right)
            || self.implies_by_class(a, &left, b, &right);
        self.implications.insert((a, b), found);
        found
    }

    fn implies_by_left(&mut self, left: &Node, b: Id) -> bool {
        match left {
            Node::Constant(value) => !value,
            Node::Literal { .. } | Node::Next(_) => false,
            Node::And(operands) => operands.iter().any(|&operand| self.implies(operand, b)),
            Node::Or(operands) => operands.iter().all(|&operand| self.implies(operand, b)),
            Node::Until(c, d) => self.implies(*d, b) && self.implies(*c, b),
            Node::Release(_, d) => self.implies(*d, b),
        }
    }

    fn implies_by_right(&mut self, a: Id, right: &Node) -> bool {
        match right {
            Node::Constant(value) => *value,
            Node::Literal { .. } | Node::Next(_) => false,
            Node::And(operands) => operands.iter().all(|&operand| self.implies(a, operand)),
            Node::Or(operands) => operands.iter().any(|&operand| self.implies(a, operand)),
            Node::Until(_, d) => self.implies(a, *d),
            Node::Release(c, d) => self.implies(a, *d) && self.implies(a, *c),
        }
    }

    /// Checks the operands of equal operators; operators are monotonic.
    fn implies_by_both(&mut self, left: &Node, right: &Node) -> bool {
        match (left, right) {
            (Node::Next(a), Node::Next(b)) => self.implies(*a, *b),
            (Node::Until(a, b), Node::Until(c, d)) | (Node::Release(a, b), Node::Release(c, d)) => {
                self.implies(*b, *d) && self.implies(*a, *c)
            }
            _ => false,
        }
    }

    /// Checks implication by class: a pure eventuality holds now if it is implied later, and a pure universality
    /// implies later what it implies now.
    fn implies_by_class(&mut self, a: Id, left: &Node, b: Id, right: &Node) -> bool {
        let later = match left {
            Node::Next(later) | Node::Until(_, later) => self.class(b).eventual && self.implies(*later, b),
            _ => false,
        };
        later
            || match right {
                Node::Next(later) | Node::Release(_, later) => {
                    self.class(a).universal && self.implies(a, *later)
                }
                _ => false,
            }
    }
}
