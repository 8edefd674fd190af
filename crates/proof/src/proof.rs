//! Proofs that no reachable marking satisfies a formula, and their check.
//!
//! A proof is the formula and a few lemmas. It is checked without looking at how it was found: the
//! formula is made into clauses again, each lemma is checked in exact integers and becomes a clause,
//! and the clauses must contradict each other. The last step is the word of a solver of propositional
//! logic; where no lemma is needed, or one, unit propagation is all that it does.

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
    /// How it was proved.
    pub technique: Technique,
    /// What no reachable marking satisfies.
    pub target: Formula,
    /// What leaves no case of it.
    pub lemmas: Vec<Lemma>,
}

/// What a proof rests on, from the simplest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// Nothing but the arcs: the conditions contradict each other.
    Structure,
    /// Weighted sums that no firing changes.
    PlaceInvariant,
    /// Weighted sums that no firing raises.
    StateEquation,
    /// Traps that are marked at the start.
    Trap,
    /// Traps in siphons, for deadlock freedom: a siphon that is empty in a deadlock would have a trap in
    /// it that is marked at the start.
    SiphonTrap,
    /// Weighted sums that no firing raises, together with traps that are marked at the start.
    StateEquationWithTraps,
}

impl Technique {
    /// How it is called in reports.
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

    /// Whether the proof holds of the net with this structure. Cost: as for the lemmas' arcs, and a
    /// propositional search that takes about as long as finding the proof did.
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

    /// The proof as a user reads it: one line for the first lemma, and how many there are besides.
    ///
    /// `net` is the net whose structure the proof is about.
    #[must_use]
    pub fn explain(&self, structure: &Structure, net: &Net) -> Vec<String> {
        let ground = Ground::of(structure);
        let telling = self.lemmas.iter().find(|lemma| !lemma.is_of_trap()).or(self.lemmas.first());
        let shown = telling.and_then(|lemma| Some(lemma.explain(net, lemma.check(&ground)?)));
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
