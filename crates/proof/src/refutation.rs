//! The search for a proof: cases are chosen and refuted, and their refutations are learned.
//!
//! A solver of propositional logic chooses which atoms hold. The choice is reduced to a case, a conjunction of
//! conditions that suffices for the question. The case is refuted by a trap that would be empty in it or by weights.
//! Either gives a lemma, which excludes many choices. If the case is not refuted, a marking of the linear relaxation
//! may reveal a trap to add, or a place with a fraction of a token. The solver then has to choose on which side of the
//! fraction the place is. If it reveals neither, there is no proof of this kind.
//!
//! This is lazy satisfiability modulo a theory (Nieuwenhuis, Oliveras and Tinelli, *Solving SAT and SAT Modulo
//! Theories*, 2006). For the question *dead*, the places that a choice empties are a siphon if arcs have weight 1, so
//! Commoner's siphons and traps (Hack 1972; Oanea, Wimmel and Wolf, *New Algorithms for Deciding the Siphon-Trap
//! Property*, Petri Nets 2010) need no separate search.

use sanderling_cutoff::{CONDITIONS_OF_LEMMA, LEMMAS_OF_KNOWN_WEIGHTS, SPLITS};
use sanderling_net::PlaceId;

use crate::budget::Budget;
use crate::cases::{Cases, Literal};
use crate::chosen::Chosen;
use crate::condition::{Atom, Condition};
use crate::ground::Ground;
use crate::implicant::implicant;
use crate::lemma::{Fact, Lemma};
use crate::relaxation::relaxed_marking;
use crate::satisfier::{Answer, Satisfier};
use crate::weighing::{Weighed, weigh};

/// The order in which a choice gives lemmas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Lemmas of traps first, and those of known weights only if there are none.
    TrapsFirst,
    /// Lemmas of traps and of known weights at once. Choices then satisfy the invariants early, and other traps are
    /// found.
    Together,
}

/// The result of an attempt.
pub(crate) enum Attempt {
    Refuted(Vec<Lemma>),
    /// A case cannot be refuted, and no order of lemmas would help. If known, a marking of this case that
    /// no argument of this kind excludes, by place. The lemmas exclude other cases.
    Stands(Option<Vec<u64>>, Vec<Lemma>),
    Spent,
}

/// Returns lemmas that exclude all cases of a question, if they are found. `known` are lemmas of earlier questions.
///
/// Neither order is always better. Traps alone take little time if they suffice, so they get the first attempt, and the
/// other order the remaining budget.
pub(crate) fn refute(ground: &Ground<'_>, mut cases: Cases, known: &[Lemma], budget: &Budget<'_>) -> Attempt {
    known.iter().for_each(|lemma| learn(&mut cases, lemma));
    let is_last = ground.known_weights.is_empty();
    let first = if is_last { budget.part(1) } else { budget.first_try() };
    match attempt(ground, (cases.clone(), known), &first, Order::TrapsFirst) {
        Attempt::Spent if !is_last => attempt(ground, (cases, known), budget, Order::Together),
        decided => decided,
    }
}

fn attempt(
    ground: &Ground<'_>,
    (cases, known): (Cases, &[Lemma]),
    budget: &Budget<'_>,
    order: Order,
) -> Attempt {
    let (lemmas, splits, facts) = (known.to_vec(), Vec::new(), ground.capacities());
    let (conditions, standing) = (known.iter().map(|lemma| lemma.conditions.len()).sum(), None);
    let mut refutation =
        Refutation { ground, budget, order, cases, facts, lemmas, conditions, splits, standing };
    let mut satisfier = Satisfier::new(budget);
    for _ in 0..budget.max_cases {
        if budget.is_spent() || refutation.conditions > budget.max_conditions {
            return Attempt::Spent;
        }
        match satisfier.solve(&refutation.cases) {
            Answer::None => return Attempt::Refuted(refutation.lemmas),
            Answer::Unknown => return Attempt::Spent,
            Answer::Choice(choice) => match refutation.go_on(&choice) {
                Some(()) => {}
                None if budget.is_spent() => return Attempt::Spent,
                None => return Attempt::Stands(refutation.standing, refutation.lemmas),
            },
        }
    }
    Attempt::Spent
}

/// Adds the clause of a lemma.
pub(crate) fn learn(cases: &mut Cases, lemma: &Lemma) {
    let conditions = lemma.conditions.iter();
    let clause = conditions.map(|(condition, _)| cases.literal(condition).negated()).collect();
    cases.learn(clause);
}

struct Refutation<'a> {
    ground: &'a Ground<'a>,
    budget: &'a Budget<'a>,
    order: Order,
    cases: Cases,
    facts: Vec<Fact>,
    lemmas: Vec<Lemma>,
    /// The number of conditions in all lemmas together.
    conditions: usize,
    /// Conditions at which a fraction was split. Every case decides them.
    splits: Vec<Condition>,
    /// A marking of a case that is not refuted.
    standing: Option<Vec<u64>>,
}

impl Refutation<'_> {
    /// Excludes a choice, or adds constraints for the next one. Returns `None` if no proof can be found.
    fn go_on(&mut self, choice: &[bool]) -> Option<()> {
        let has_remembered = self.order == Order::Together && self.memo(choice);
        let traps = self.ground.traps.marked_traps_in(&self.emptied(choice));
        let has_trap = !traps.is_empty();
        traps.into_iter().for_each(|trap| self.add(Lemma::of_trap(trap)));
        if has_remembered || has_trap || (self.order == Order::TrapsFirst && self.memo(choice)) {
            return Some(());
        }
        let case = self.case(choice);
        loop {
            match weigh(self.ground, &case, &self.facts, self.budget) {
                Weighed::Refuted(lemma) => {
                    self.add(lemma);
                    return Some(());
                }
                Weighed::Unknown => return None,
                Weighed::NotRefuted => {}
            }
            let marking = relaxed_marking(self.ground, &case, &self.facts, self.budget)?;
            let traps = self.empty_traps(&marking);
            if traps.is_empty() {
                return self.split(&marking);
            }
            self.facts.extend(traps);
        }
    }

    /// Adds lemmas from known weights, and returns whether there are any.
    fn memo(&mut self, choice: &[bool]) -> bool {
        let chosen = Chosen::of(&self.cases, choice, self.ground.structure.place_count());
        let known = self.ground.known_weights.iter();
        let lemmas = known.filter_map(|weights| chosen.refuted_by(weights, self.ground));
        let mut lemmas: Vec<_> =
            lemmas.filter(|lemma| CONDITIONS_OF_LEMMA.admits(lemma.conditions.len())).collect();
        let any = !lemmas.is_empty();
        lemmas.sort_by_key(|lemma| lemma.conditions.len());
        lemmas.into_iter().take(LEMMAS_OF_KNOWN_WEIGHTS.size()).for_each(|lemma| self.add(lemma));
        any
    }

    fn add(&mut self, lemma: Lemma) {
        self.conditions += lemma.conditions.len();
        learn(&mut self.cases, &lemma);
        self.lemmas.push(lemma);
    }

    /// Returns the places that are empty in a choice.
    fn emptied(&self, choice: &[bool]) -> Vec<PlaceId> {
        let is_empty = |variable: usize| match self.cases.atom(variable) {
            Some(&Atom::Tokens(place, 1)) if !choice[variable] => Some(place),
            _ => None,
        };
        let mut places: Vec<_> = (0..choice.len()).filter_map(is_empty).collect();
        places.sort_unstable();
        places
    }

    fn case(&mut self, choice: &[bool]) -> Vec<Condition> {
        let mut literals = implicant(&self.cases, choice);
        for split in &self.splits {
            let variable = self.cases.literal(split).variable;
            literals.push(Literal { variable, holds: choice.get(variable).copied().unwrap_or(false) });
        }
        literals.sort_unstable_by_key(|literal| literal.variable);
        literals.dedup();
        literals.into_iter().filter_map(|literal| self.cases.condition(literal)).collect()
    }

    /// Returns traps that are empty in a relaxed marking and not yet among the facts.
    fn empty_traps(&self, marking: &[f64]) -> Vec<Fact> {
        const EMPTY: f64 = 1e-6;
        let empty: Vec<_> =
            (0..marking.len()).filter(|&place| marking[place] < EMPTY).map(PlaceId::new).collect();
        let traps = self.ground.traps.marked_traps_in(&empty).into_iter().map(Fact::Trap);
        traps.filter(|trap| !self.facts.contains(trap)).collect()
    }

    /// Splits at the place whose tokens are farthest from an integer.
    fn split(&mut self, marking: &[f64]) -> Option<()> {
        const INTEGRAL: f64 = 1e-5;
        const LARGEST: f64 = (1_u64 << 50) as f64;
        let distance = |tokens: f64| (tokens - tokens.round()).abs();
        let places = (0..marking.len()).filter(|&place| marking[place] < LARGEST);
        let place = places.max_by(|&a, &b| distance(marking[a]).total_cmp(&distance(marking[b])))?;
        if distance(marking[place]) < INTEGRAL {
            let is_exact = marking.iter().all(|tokens| *tokens < LARGEST);
            self.standing = is_exact.then(|| marking.iter().map(|tokens| tokens.round() as u64).collect());
            return None;
        }
        if self.splits.len() >= SPLITS.size() {
            return None;
        }
        let atom = Atom::Tokens(PlaceId::new(place), marking[place].ceil() as u64);
        let split = Condition { atom, holds: true };
        if self.splits.contains(&split) {
            return None;
        }
        self.cases.literal(&split);
        self.splits.push(split);
        Some(())
    }
}
