//! Normal form, rules and implications, compared with the semantics of formulas.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::random::{for_seeds, formula, is_met, random_from, seeds, word};
use crate::formulas::{Formulas, Id, Node};
use crate::rewrite::RULES;
use crate::{Lasso, Ltl};

fn words(random: &mut rand::rngs::StdRng) -> Vec<Lasso> {
    (0..12).map(|_| word(random, 3)).collect()
}

#[test]
fn normal_form_and_simplification_keep_the_meaning() {
    for_seeds(seeds(100_000), |seed| {
        let random = &mut random_from(seed);
        let formula = formula(random, 6, 3);
        let normal = formula.negation_normal_form().expect("it is small");
        let simple = formula.simplified().expect("it is small");
        assert!(normal.bottom_up().iter().all(|part| is_normal(part)), "{normal}");
        for word in words(random) {
            assert_eq!(normal.holds_on(&word), formula.holds_on(&word), "{formula}\n{normal}\n{word:?}");
            assert_eq!(simple.holds_on(&word), formula.holds_on(&word), "{formula}\n{simple}\n{word:?}");
        }
        let again = simple.simplified().expect("it is small");
        assert_eq!(again.bottom_up().len(), simple.bottom_up().len(), "{formula} is not done: {simple}");
    });
}

fn is_normal(formula: &Ltl) -> bool {
    match formula {
        Ltl::Not(operand) => matches!(**operand, Ltl::Atom(_)),
        Ltl::Implies(_) | Ltl::Iff(_) | Ltl::WeakUntil(_) | Ltl::StrongRelease(_) => false,
        _ => true,
    }
}

/// Collects the subformulas of a formula, including itself.
fn below(formulas: &Formulas, id: Id, found: &mut Vec<Id>) {
    if found.contains(&id) {
        return;
    }
    found.push(id);
    match formulas.node(id) {
        Node::Constant(_) | Node::Literal { .. } => {}
        Node::And(ids) | Node::Or(ids) => ids.iter().for_each(|&id| below(formulas, id, found)),
        Node::Next(a) => below(formulas, *a, found),
        Node::Until(a, b) | Node::Release(a, b) => [*a, *b].iter().for_each(|&id| below(formulas, id, found)),
    }
}

/// Returns a random formula's subformulas, in normal form.
fn subformulas(random: &mut rand::rngs::StdRng, formulas: &mut Formulas) -> Vec<Id> {
    let root = formulas.add(&formula(random, 6, 2)).expect("it is small");
    let mut found = Vec::new();
    below(formulas, root, &mut found);
    found
}

#[test]
fn every_rule_keeps_the_meaning() {
    let applied: RefCell<BTreeMap<&str, u64>> = RefCell::default();
    for_seeds(seeds(100_000), |seed| {
        let random = &mut random_from(seed);
        let formulas = &mut Formulas::default();
        let subformulas = subformulas(random, formulas);
        let words = words(random);
        for id in subformulas {
            for rule in RULES {
                let Some(new) = formulas.rewritten_by(rule, id) else { continue };
                *applied.borrow_mut().entry(rule.name).or_default() += 1;
                let [old, new] = [id, new].map(|id| formulas.tree(id).expect("it is small"));
                for word in &words {
                    assert_eq!(
                        old.holds_on(word),
                        new.holds_on(word),
                        "{}: {old}\n{new}\n{word:?}",
                        rule.name
                    );
                }
            }
        }
    });
    let applied = applied.into_inner();
    for rule in RULES {
        let times = applied.get(rule.name).copied().unwrap_or(0);
        assert!(is_met(times, 0), "never applied: {}", rule.name);
    }
}

#[test]
fn implications_and_classes_hold() {
    for_seeds(seeds(50_000), |seed| {
        let random = &mut random_from(seed);
        let formulas = &mut Formulas::default();
        let ids = subformulas(random, formulas);
        let trees: Vec<_> = ids.iter().map(|&id| formulas.tree(id).expect("it is small")).collect();
        for word in words(random) {
            let holds: Vec<_> = trees.iter().map(|tree| tree.holds_on(&word)).collect();
            let rest = rest(&word);
            for (i, &a) in ids.iter().enumerate() {
                let holds_next = trees[i].holds_on(&rest);
                let class = formulas.class(a);
                assert!(!class.eventual || holds[i] || !holds_next, "{} is no eventuality", trees[i]);
                assert!(!class.universal || !holds[i] || holds_next, "{} is no universality", trees[i]);
                for (j, &b) in ids.iter().enumerate() {
                    let implies = formulas.implies(a, b);
                    assert!(!implies || !holds[i] || holds[j], "{} does not imply {}", trees[i], trees[j]);
                }
            }
        }
    });
}

/// Returns the word without its first letter.
fn rest(word: &Lasso) -> Lasso {
    let mut rest = word.clone();
    if rest.prefix.is_empty() {
        rest.cycle.rotate_left(1);
    } else {
        rest.prefix.remove(0);
    }
    rest
}
