//! Formulas in negation normal form, each stored once.
//!
//! Equal formulas have equal ids, and operands have smaller ids than their operators. Apart from X, only two temporal
//! operators remain, because `a U b` and `a R b` are duals and the others are abbreviations: `F b` for `true U b`, `G
//! b` for `false R b`, `a W b` for `b R (a or b)`, `a M b` for `b U (a and b)`. Because of sharing, the number of
//! formulas of both polarities is at most twice the number of original subformulas, however deep equivalences nest.

use std::collections::HashMap;

use crate::implication::Class;
use crate::{Ltl, TooLarge};

/// The number of a formula in [`Formulas`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id(u32);

/// A formula whose operands are formulas by id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Constant(bool),
    Literal {
        atom: usize,
        positive: bool,
    },
    /// Two or more operands, ascending, no conjunctions among them.
    And(Vec<Id>),
    /// Two or more operands, ascending, no disjunctions among them.
    Or(Vec<Id>),
    Next(Id),
    Until(Id, Id),
    Release(Id, Id),
}

/// The store of formulas.
#[derive(Debug, Default)]
pub(crate) struct Formulas {
    nodes: Vec<Node>,
    classes: Vec<Class>,
    ids: HashMap<Node, Id>,
    negations: HashMap<Id, Id>,
    /// The results of [`implies`](Self::implies).
    pub(crate) implications: HashMap<(Id, Id), bool>,
}

/// Number of possible atoms.
const ATOMS: usize = 64;
/// Maximum depth of formulas, so that recursion over them needs little of the call stack.
pub(crate) const MAX_DEPTH: usize = 400;
/// Maximum number of subformulas.
pub(crate) const MAX_SUBFORMULAS: usize = 4000;

impl Formulas {
    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn class(&self, id: Id) -> Class {
        self.classes[id.0 as usize]
    }

    /// Returns the id of a node, without simplification.
    fn intern(&mut self, node: Node) -> Id {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = Id(u32::try_from(self.nodes.len()).expect("formulas are few"));
        self.classes.push(self.class_of(&node));
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    pub(crate) fn constant(&mut self, value: bool) -> Id {
        self.intern(Node::Constant(value))
    }

    pub(crate) fn literal(&mut self, atom: usize, positive: bool) -> Id {
        self.intern(Node::Literal { atom, positive })
    }

    pub(crate) fn next(&mut self, a: Id) -> Id {
        self.intern(Node::Next(a))
    }

    pub(crate) fn until(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::Until(a, b))
    }

    pub(crate) fn release(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::Release(a, b))
    }

    pub(crate) fn finally(&mut self, b: Id) -> Id {
        let top = self.constant(true);
        self.until(top, b)
    }

    pub(crate) fn globally(&mut self, b: Id) -> Id {
        let bottom = self.constant(false);
        self.release(bottom, b)
    }

    /// Returns the conjunction, without duplicates and neutral operands.
    pub(crate) fn and(&mut self, operands: impl IntoIterator<Item = Id>) -> Id {
        let mut flat = Vec::new();
        for id in operands {
            match self.node(id) {
                Node::Constant(true) => {}
                Node::Constant(false) => return id,
                Node::And(inner) => flat.extend_from_slice(inner),
                _ => flat.push(id),
            }
        }
        self.joined(flat, true, Node::And)
    }

    /// Returns the disjunction, without duplicates and neutral operands.
    pub(crate) fn or(&mut self, operands: impl IntoIterator<Item = Id>) -> Id {
        let mut flat = Vec::new();
        for id in operands {
            match self.node(id) {
                Node::Constant(false) => {}
                Node::Constant(true) => return id,
                Node::Or(inner) => flat.extend_from_slice(inner),
                _ => flat.push(id),
            }
        }
        self.joined(flat, false, Node::Or)
    }

    fn joined(&mut self, mut flat: Vec<Id>, neutral: bool, node: fn(Vec<Id>) -> Node) -> Id {
        flat.sort_unstable();
        flat.dedup();
        match flat[..] {
            [] => self.constant(neutral),
            [only] => only,
            _ => self.intern(node(flat)),
        }
    }

    /// Returns the negation, in negation normal form.
    pub(crate) fn not(&mut self, id: Id) -> Id {
        if let Some(&negation) = self.negations.get(&id) {
            return negation;
        }
        let negation = match self.node(id).clone() {
            Node::Constant(value) => self.constant(!value),
            Node::Literal { atom, positive } => self.literal(atom, !positive),
            Node::And(operands) => {
                let operands: Vec<_> = operands.iter().map(|&operand| self.not(operand)).collect();
                self.or(operands)
            }
            Node::Or(operands) => {
                let operands: Vec<_> = operands.iter().map(|&operand| self.not(operand)).collect();
                self.and(operands)
            }
            Node::Next(a) => {
                let a = self.not(a);
                self.next(a)
            }
            Node::Until(a, b) => {
                let (a, b) = (self.not(a), self.not(b));
                self.release(a, b)
            }
            Node::Release(a, b) => {
                let (a, b) = (self.not(a), self.not(b));
                self.until(a, b)
            }
        };
        self.negations.insert(id, negation);
        self.negations.insert(negation, id);
        negation
    }

    /// Returns the formula in negation normal form.
    ///
    /// # Errors
    /// If it is too deep, has too many subformulas, or has an atom that is not below 64.
    pub(crate) fn add(&mut self, formula: &Ltl) -> Result<Id, TooLarge> {
        if formula.depth() > MAX_DEPTH {
            return Err(TooLarge::Depth(MAX_DEPTH));
        }
        let subformulas = formula.bottom_up();
        if subformulas.len() > MAX_SUBFORMULAS {
            return Err(TooLarge::Subformulas(MAX_SUBFORMULAS));
        }
        let mut known: Vec<Id> = Vec::new();
        for formula in subformulas {
            let operands = known.split_off(known.len() - formula.operands().len());
            known.push(self.add_one(formula, &operands)?);
        }
        Ok(known[0])
    }

    fn add_one(&mut self, formula: &Ltl, of: &[Id]) -> Result<Id, TooLarge> {
        Ok(match formula {
            Ltl::Constant(value) => self.constant(*value),
            Ltl::Atom(atom) if *atom < ATOMS => self.literal(*atom, true),
            Ltl::Atom(_) => return Err(TooLarge::Atoms(ATOMS)),
            Ltl::Not(_) => self.not(of[0]),
            Ltl::And(_) => self.and(of.iter().copied()),
            Ltl::Or(_) => self.or(of.iter().copied()),
            Ltl::Next(_) => self.next(of[0]),
            Ltl::Finally(_) => self.finally(of[0]),
            Ltl::Globally(_) => self.globally(of[0]),
            Ltl::Until(_) => self.until(of[0], of[1]),
            Ltl::Release(_) => self.release(of[0], of[1]),
            Ltl::WeakUntil(_) => {
                let either = self.or([of[0], of[1]]);
                self.release(of[1], either)
            }
            Ltl::StrongRelease(_) => {
                let both = self.and([of[0], of[1]]);
                self.until(of[1], both)
            }
            Ltl::Implies(_) => {
                let not = self.not(of[0]);
                self.or([not, of[1]])
            }
            Ltl::Iff(_) => {
                let not = [self.not(of[0]), self.not(of[1])];
                let both = self.and([of[0], of[1]]);
                let neither = self.and(not);
                self.or([both, neither])
            }
        })
    }

    /// Returns the formula as a tree, with F and G among its operators.
    ///
    /// # Errors
    /// If the tree, which has no sharing, has too many subformulas.
    pub(crate) fn tree(&self, root: Id) -> Result<Ltl, TooLarge> {
        let mut trees: Vec<Option<(Ltl, usize)>> = Vec::new();
        for index in 0..=root.0 {
            let tree = self.tree_over(Id(index), &trees);
            trees.push(tree.filter(|(_, size)| *size <= MAX_SUBFORMULAS));
        }
        let tree = trees.pop().flatten();
        tree.map(|(tree, _)| tree).ok_or(TooLarge::Subformulas(MAX_SUBFORMULAS))
    }

    /// Returns the tree and its size, if the operands' trees are not too large.
    fn tree_over(&self, id: Id, trees: &[Option<(Ltl, usize)>]) -> Option<(Ltl, usize)> {
        let of = |id: &Id| trees[id.0 as usize].clone();
        let boxed = |id: &Id| of(id).map(|(tree, size)| (Box::new(tree), size + 1));
        let pair = |a: &Id, b: &Id| {
            let (a, b) = (of(a)?, of(b)?);
            Some((Box::new([a.0, b.0]), a.1 + b.1 + 1))
        };
        let all = |ids: &[Id]| {
            let (trees, sizes): (Vec<_>, Vec<_>) =
                ids.iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().unzip();
            Some((trees, sizes.iter().sum::<usize>() + 1))
        };
        let is = |id: &Id, value| *self.node(*id) == Node::Constant(value);
        match self.node(id) {
            Node::Constant(value) => Some((Ltl::Constant(*value), 1)),
            Node::Literal { atom, positive: true } => Some((Ltl::Atom(*atom), 1)),
            Node::Literal { atom, positive: false } => Some((Ltl::Not(Box::new(Ltl::Atom(*atom))), 2)),
            Node::And(ids) => all(ids).map(|(trees, size)| (Ltl::And(trees), size)),
            Node::Or(ids) => all(ids).map(|(trees, size)| (Ltl::Or(trees), size)),
            Node::Next(a) => boxed(a).map(|(a, size)| (Ltl::Next(a), size)),
            Node::Until(a, b) if is(a, true) => boxed(b).map(|(b, size)| (Ltl::Finally(b), size)),
            Node::Release(a, b) if is(a, false) => boxed(b).map(|(b, size)| (Ltl::Globally(b), size)),
            Node::Until(a, b) => pair(a, b).map(|(both, size)| (Ltl::Until(both), size)),
            Node::Release(a, b) => pair(a, b).map(|(both, size)| (Ltl::Release(both), size)),
        }
    }
}

impl Ltl {
    /// Returns an equivalent formula in negation normal form: negations occur only before atoms, and the operators are
    /// X, F, G, U, R, conjunction and disjunction.
    ///
    /// # Errors
    /// If the formula or the result is too deep or has too many subformulas. Each nested equivalence doubles it.
    pub fn negation_normal_form(&self) -> Result<Self, TooLarge> {
        let mut formulas = Formulas::default();
        let root = formulas.add(self)?;
        formulas.tree(root)
    }
}
