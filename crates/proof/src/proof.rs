//! Proofs that no reachable marking satisfies a formula, and their check.
//!
//! A proof is the formula and a few lemmas. The check is independent of how the proof was found: the formula is encoded
//! as clauses again, each lemma is checked in exact integers and becomes a clause, and the clauses must be
//! contradictory. The last step trusts a solver of propositional logic; if no lemma is needed, or one, it only does
//! unit propagation.

use std::fmt;
use std::time::Duration;

use sanderling_model::Structure;
use sanderling_net::Net;
use sanderling_property::Formula;

use crate::budget::Budget;
use crate::encode::encode;
use crate::ground::Ground;
use crate::lemma::{Fact, Lemma};
use crate::refutation::learn;
use crate::satisfier::{Answer, Satisfier};

/// A proof that no reachable marking satisfies a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The technique of the proof.
    pub technique: Technique,
    /// The formula that no reachable marking satisfies.
    pub target: Formula,
    /// The lemmas that exclude all cases of the formula.
    pub lemmas: Vec<Lemma>,
}

/// The basis of a proof, from the simplest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// The arcs alone: the conditions are contradictory.
    Structure,
    /// Weighted sums that no firing changes.
    PlaceInvariant,
    /// Weighted sums that no firing raises.
    StateEquation,
    /// Initially marked traps.
    Trap,
    /// Traps in siphons, for deadlock freedom: a siphon that is empty in a deadlock would contain an initially marked
    /// trap.
    SiphonTrap,
    /// Weighted sums that no firing raises, together with initially marked traps.
    StateEquationWithTraps,
}

impl Technique {
    /// Returns the name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::PlaceInvariant => "place_invariant",
            Self::StateEquation => "state_equation",
            Self::Trap => "trap",
            Self::SiphonTrap => "siphon_trap",
            Self::StateEquationWithTraps => "state_equation_with_traps",
        }
    }

    fn of(ground: &Ground<'_>, target: &Formula, lemmas: &[Lemma]) -> Self {
        let is_trap = |(fact, _): &(Fact, i128)| matches!(fact, Fact::Trap(_));
        if lemmas.is_empty() {
            Self::Structure
        } else if lemmas.iter().all(Lemma::is_of_trap) {
            if *target == Formula::Deadlock { Self::SiphonTrap } else { Self::Trap }
        } else if lemmas.iter().any(|lemma| lemma.facts.iter().any(is_trap)) {
            Self::StateEquationWithTraps
        } else if lemmas.iter().all(|lemma| ground.effects.never_change(&lemma.weights)) {
            Self::PlaceInvariant
        } else {
            Self::StateEquation
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Proof {
    pub(crate) fn new(ground: &Ground<'_>, target: &Formula, lemmas: Vec<Lemma>) -> Self {
        Self { technique: Technique::of(ground, target, &lemmas), target: target.clone(), lemmas }
    }

    /// Whether the proof is valid for the net with this structure. Cost: linear in the lemmas' arcs, plus a
    /// propositional search that takes about as long as finding the proof.
    #[must_use]
    pub fn check(&self, structure: &Structure) -> bool {
        let ground = Ground::of(structure);
        let mut cases = encode(structure, &ground.over_approximation, &self.target);
        for lemma in &self.lemmas {
            if lemma.check(&ground).is_none() {
                return false;
            }
            learn(&mut cases, lemma);
        }
        let budget = Budget::of_time(Duration::MAX);
        matches!(Satisfier::new(&budget).solve(&cases), Answer::None)
    }

    /// Describes the proof for users: one line for the first lemma, and the number of others.
    ///
    /// `net` must be the net with this structure.
    #[must_use]
    pub fn explain(&self, structure: &Structure, net: &Net) -> Vec<String> {
        let ground = Ground::of(structure);
        let example = self.lemmas.iter().find(|lemma| !lemma.is_of_trap()).or(self.lemmas.first());
        let shown = example.and_then(|lemma| Some(lemma.explain(net, lemma.check(&ground)?)));
        let mut lines: Vec<_> = shown.into_iter().collect();
        match self.lemmas.len() {
            0 => lines.push("the conditions contradict each other".to_owned()),
            1 => {}
            count => {
                let traps = self.lemmas.iter().filter(|lemma| lemma.is_of_trap()).count();
                lines.push(format!(
                    "and so on: {} weighted sums and {traps} traps leave no case",
                    count - traps
                ));
            }
        }
        lines
    }
}
