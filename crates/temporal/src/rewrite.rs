//! Rewriting of formulas into equivalent ones with smaller automata.
//!
//! Each [`Rule`] is about conjunctions, X and U. The rule for the duals, disjunctions, X and R, follows by rewriting
//! the negation and negating the result, so each rule is stated and checked once. Sources: Somenzi and Bloem,
//! *Efficient Büchi Automata from LTL Formulae*, CAV 2000; Etessami and Holzmann, *Optimizing Büchi Automata*, CONCUR
//! 2000; Babiak, Křetínský, Řehák and Strejček, *LTL to Büchi Automata Translation: Fast and More Deterministic*, TACAS
//! 2012 (formulas that hold everywhere or nowhere, there called alternating). In the names, `a` and `b` are any
//! formulas, and `s` is suspendable: it holds everywhere on a word or nowhere.

use std::collections::HashMap;

use crate::formulas::{Formulas, Id, Node};
use crate::{Ltl, TooLarge};

/// A rule: its description and its function, which may return the formula itself, or `None` if the rule does not apply.
pub(crate) struct Rule {
    #[cfg_attr(not(test), expect(dead_code, reason = "tests name the rule that is wrong"))]
    pub(crate) name: &'static str,
    pub(crate) apply: fn(&mut Formulas, &Node) -> Option<Id>,
}

const fn rule(name: &'static str, apply: fn(&mut Formulas, &Node) -> Option<Id>) -> Rule {
    Rule { name, apply }
}

/// Every rule, in the order in which they are tried.
pub(crate) const RULES: &[Rule] = &[
    rule("a and b = false, where a implies not b", contradiction),
    rule("a and b = a, where a implies b", implied_operand),
    rule("X s = s", next_of_suspendable),
    rule("a U b = b, where a implies b", until_implied),
    rule("a U b = b, where b is a pure eventuality", until_eventual),
    rule("a U b = F b, where not b implies a", until_everywhere),
    rule("a U (c U b) = c U b, where a implies c; F (c U b) = F b", nested_until),
    rule("X a and X b = X (a and b)", conjunction_of_next),
    rule("X a U X b = X (a U b)", until_of_next),
    rule("(a U b) and (c U b) = (a and c) U b", conjunction_of_until),
    rule("(a R b) and (a R c) = a R (b and c)", conjunction_of_release),
    rule("FG a and FG b = FG (a and b)", conjunction_of_persistence),
    rule("a U (b and s) = (a U b) and s, and with or", suspendable_right),
];

/// Maximum number of rewritings of a formula, in case rules undo each other.
const MAX_REWRITINGS: usize = 20_000;

impl Formulas {
    /// Returns an equivalent formula to which no rule applies, unless the limit on rewritings was reached.
    pub(crate) fn simplify(&mut self, root: Id) -> Id {
        let mut simplifier = Simplifier { known: HashMap::new(), left: MAX_REWRITINGS };
        simplifier.simplify(self, root)
    }

    /// Returns the result of the first rule that changes the formula or its dual.
    fn rewritten(&mut self, id: Id) -> Option<Id> {
        RULES.iter().find_map(|rule| self.rewritten_by(rule, id))
    }

    /// Returns the result of a rule for the formula, or the negated result for its negation.
    pub(crate) fn rewritten_by(&mut self, rule: &Rule, id: Id) -> Option<Id> {
        let node = self.node(id).clone();
        if let Some(new) = (rule.apply)(self, &node).filter(|&new| new != id) {
            return Some(new);
        }
        let negation = self.not(id);
        let node = self.node(negation).clone();
        let new = (rule.apply)(self, &node).filter(|&new| new != negation)?;
        Some(self.not(new))
    }
}

struct Simplifier {
    known: HashMap<Id, Id>,
    /// Number of remaining rewritings.
    left: usize,
}

impl Simplifier {
    fn simplify(&mut self, formulas: &mut Formulas, id: Id) -> Id {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let below = self.simplify_operands(formulas, id);
        let simple = match formulas.rewritten(below) {
            Some(new) if self.left > 0 => {
                self.left -= 1;
                self.simplify(formulas, new)
            }
            _ => below,
        };
        self.known.extend([(id, simple), (below, simple)]);
        simple
    }

    fn simplify_operands(&mut self, formulas: &mut Formulas, id: Id) -> Id {
        let mut all = |formulas: &mut Formulas, ids: Vec<Id>| -> Vec<Id> {
            ids.into_iter().map(|id| self.simplify(formulas, id)).collect()
        };
        match formulas.node(id).clone() {
            Node::Constant(_) | Node::Literal { .. } => id,
            Node::And(ids) => {
                let ids = all(formulas, ids);
                formulas.and(ids)
            }
            Node::Or(ids) => {
                let ids = all(formulas, ids);
                formulas.or(ids)
            }
            Node::Next(a) => {
                let a = self.simplify(formulas, a);
                formulas.next(a)
            }
            Node::Until(a, b) => {
                let (a, b) = (self.simplify(formulas, a), self.simplify(formulas, b));
                formulas.until(a, b)
            }
            Node::Release(a, b) => {
                let (a, b) = (self.simplify(formulas, a), self.simplify(formulas, b));
                formulas.release(a, b)
            }
        }
    }
}

fn contradiction(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::And(operands) = node else { return None };
    let negations: Vec<_> = operands.iter().map(|&operand| formulas.not(operand)).collect();
    let contradicts = operands.iter().any(|&a| negations.iter().any(|&not_b| formulas.implies(a, not_b)));
    contradicts.then(|| formulas.constant(false))
}

fn implied_operand(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::And(operands) = node else { return None };
    let mut left = operands.clone();
    let mut index = 0;
    while index < left.len() {
        let b = left[index];
        if left.iter().any(|&a| a != b && formulas.implies(a, b)) {
            left.remove(index);
        } else {
            index += 1;
        }
    }
    (left.len() < operands.len()).then(|| formulas.and(left))
}

fn next_of_suspendable(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::Next(a) = node else { return None };
    formulas.class(*a).is_suspendable().then_some(*a)
}

fn until_implied(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::Until(a, b) = node else { return None };
    formulas.implies(*a, *b).then_some(*b)
}

fn until_eventual(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::Until(_, b) = node else { return None };
    formulas.class(*b).eventual.then_some(*b)
}

fn until_everywhere(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::Until(a, b) = node else { return None };
    let not_b = formulas.not(*b);
    formulas.implies(not_b, *a).then(|| formulas.finally(*b))
}

fn nested_until(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::Until(a, inner) = *node else { return None };
    let Node::Until(c, b) = *formulas.node(inner) else { return None };
    if formulas.implies(a, c) {
        return Some(inner);
    }
    let is_finally = *formulas.node(a) == Node::Constant(true);
    is_finally.then(|| formulas.finally(b))
}

/// Separates the operands: the results of `part` for those that it accepts, and the others.
fn parted<T>(operands: &[Id], part: impl Fn(Id) -> Option<T>) -> (Vec<T>, Vec<Id>) {
    let (mut parts, mut others) = (Vec::new(), Vec::new());
    for &operand in operands {
        match part(operand) {
            Some(known) => parts.push(known),
            None => others.push(operand),
        }
    }
    (parts, others)
}

fn conjunction_of_next(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::And(operands) = node else { return None };
    let operand_of_next = |id| match formulas.node(id) {
        Node::Next(a) => Some(*a),
        _ => None,
    };
    let (nexts, mut others) = parted(operands, operand_of_next);
    (nexts.len() > 1).then(|| {
        let both = formulas.and(nexts);
        others.push(formulas.next(both));
        formulas.and(others)
    })
}

fn until_of_next(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::Until(a, b) = *node else { return None };
    let a = match *formulas.node(a) {
        Node::Next(a) => a,
        Node::Constant(_) => a,
        _ => return None,
    };
    let Node::Next(b) = *formulas.node(b) else { return None };
    let until = formulas.until(a, b);
    Some(formulas.next(until))
}

/// Returns the conjunction with two operands that `join` can merge replaced by the result.
fn join_two(
    formulas: &mut Formulas,
    operands: &[Id],
    join: impl Fn(&mut Formulas, &Node, &Node) -> Option<Id>,
) -> Option<Id> {
    for (i, &one) in operands.iter().enumerate() {
        for &other in &operands[i + 1..] {
            let nodes = (formulas.node(one).clone(), formulas.node(other).clone());
            if let Some(joined) = join(formulas, &nodes.0, &nodes.1) {
                let others = operands.iter().copied().filter(|&id| id != one && id != other);
                return Some(formulas.and(others.chain([joined])));
            }
        }
    }
    None
}

fn conjunction_of_until(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::And(operands) = node else { return None };
    join_two(formulas, operands, |formulas, one, other| match (one, other) {
        (Node::Until(a, b), Node::Until(c, d)) if b == d => {
            let both = formulas.and([*a, *c]);
            Some(formulas.until(both, *b))
        }
        _ => None,
    })
}

fn conjunction_of_release(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::And(operands) = node else { return None };
    join_two(formulas, operands, |formulas, one, other| match (one, other) {
        (Node::Release(a, b), Node::Release(c, d)) if a == c => {
            let both = formulas.and([*b, *d]);
            Some(formulas.release(*a, both))
        }
        _ => None,
    })
}

fn conjunction_of_persistence(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::And(operands) = node else { return None };
    let persistent = |id| match *formulas.node(id) {
        Node::Until(top, g) if *formulas.node(top) == Node::Constant(true) => match *formulas.node(g) {
            Node::Release(bottom, a) if *formulas.node(bottom) == Node::Constant(false) => Some(a),
            _ => None,
        },
        _ => None,
    };
    let (persisting, mut others) = parted(operands, persistent);
    (persisting.len() > 1).then(|| {
        let all = formulas.and(persisting);
        let globally = formulas.globally(all);
        others.push(formulas.finally(globally));
        formulas.and(others)
    })
}

fn suspendable_right(formulas: &mut Formulas, node: &Node) -> Option<Id> {
    let Node::Until(a, b) = *node else { return None };
    let joined = formulas.node(b).clone();
    let (Node::And(operands) | Node::Or(operands)) = &joined else { return None };
    let (suspendable, others) = parted(operands, |id| formulas.class(id).is_suspendable().then_some(id));
    if suspendable.is_empty() || others.is_empty() {
        return None;
    }
    let join = |formulas: &mut Formulas, ids: Vec<Id>| match joined {
        Node::And(_) => formulas.and(ids),
        _ => formulas.or(ids),
    };
    let inner = join(formulas, others);
    let until = formulas.until(a, inner);
    Some(join(formulas, [suspendable, vec![until]].concat()))
}

impl Ltl {
    /// Returns an equivalent formula in negation normal form, with fewer and simpler temporal operators if rules apply.
    ///
    /// # Errors
    /// If the formula or the result is too deep or has too many subformulas.
    pub fn simplified(&self) -> Result<Self, TooLarge> {
        let mut formulas = Formulas::default();
        let root = formulas.add(self)?;
        let simple = formulas.simplify(root);
        formulas.tree(simple)
    }
}
