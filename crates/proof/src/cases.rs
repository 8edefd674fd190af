//! A question as clauses, which determine the atoms that may hold together.
//!
//! Every subformula in negation normal form gets a variable that implies it (Plaisted and Greenbaum, *A
//! Structure-preserving Clause Form Translation*, 1986), one for each sign of a subformula, so that `iff` does not
//! grow. An atom has a variable of its own. Relations between the atoms of one place are clauses as well: a place that
//! contains three tokens contains two.
//!
//! INVARIANT: every marking that satisfies the question satisfies the clauses, with the truth of atoms in the marking
//! and suitable values for the other variables. Clauses that are added later hold in all reachable markings. If the
//! clauses are contradictory, no reachable marking satisfies the question.

use std::collections::{BTreeMap, HashMap};

use sanderling_net::PlaceId;

use crate::condition::{Atom, Condition, Threshold};

/// A variable, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Literal {
    pub(crate) variable: usize,
    pub(crate) holds: bool,
}

impl Literal {
    pub(crate) fn negated(self) -> Self {
        Self { holds: !self.holds, ..self }
    }
}

/// The clauses so far, and the atoms among the variables.
#[derive(Debug, Clone)]
pub(crate) struct Cases {
    clauses: Vec<Vec<Literal>>,
    /// For each clause, whether it encodes the question rather than a property of all markings.
    is_question: Vec<bool>,
    atoms: Vec<Option<Atom>>,
    variables: HashMap<Atom, usize>,
    thresholds: HashMap<PlaceId, BTreeMap<u64, usize>>,
}

/// The variable that is true.
const TRUE: Literal = Literal { variable: 0, holds: true };

impl Cases {
    pub(crate) fn new() -> Self {
        Self {
            clauses: vec![vec![TRUE]],
            is_question: vec![true],
            atoms: vec![None],
            variables: HashMap::new(),
            thresholds: HashMap::new(),
        }
    }

    pub(crate) fn clauses(&self) -> &[Vec<Literal>] {
        &self.clauses
    }

    pub(crate) fn variable_count(&self) -> usize {
        self.atoms.len()
    }

    /// Returns the atom of a variable, or `None` for a subformula.
    pub(crate) fn atom(&self, variable: usize) -> Option<&Atom> {
        self.atoms[variable].as_ref()
    }

    pub(crate) fn condition(&self, literal: Literal) -> Option<Condition> {
        self.atom(literal.variable).map(|atom| Condition { atom: atom.clone(), holds: literal.holds })
    }

    /// Iterates over the clauses that encode the question.
    pub(crate) fn question(&self) -> impl Iterator<Item = &Vec<Literal>> {
        self.clauses
            .iter()
            .zip(&self.is_question)
            .filter(|&(_, &is_question)| is_question)
            .map(|(clause, _)| clause)
    }

    /// Adds a clause of the question.
    pub(crate) fn require(&mut self, clause: Vec<Literal>) {
        self.clauses.push(clause);
        self.is_question.push(true);
    }

    /// Adds a clause that holds in all reachable markings.
    pub(crate) fn learn(&mut self, clause: Vec<Literal>) {
        self.clauses.push(clause);
        self.is_question.push(false);
    }

    pub(crate) fn constant(value: bool) -> Literal {
        if value { TRUE } else { TRUE.negated() }
    }

    /// Creates a variable for a subformula.
    pub(crate) fn fresh(&mut self) -> Literal {
        self.atoms.push(None);
        Literal { variable: self.atoms.len() - 1, holds: true }
    }

    pub(crate) fn threshold(&mut self, threshold: Threshold) -> Literal {
        match threshold {
            Threshold::Always => TRUE,
            Threshold::Never => TRUE.negated(),
            Threshold::Atom(atom) => self.literal(&Condition { atom, holds: true }),
        }
    }

    /// Returns the literal of a condition, with a new variable if its atom is new.
    pub(crate) fn literal(&mut self, condition: &Condition) -> Literal {
        let holds = condition.holds;
        if let Some(&variable) = self.variables.get(&condition.atom) {
            return Literal { variable, holds };
        }
        self.atoms.push(Some(condition.atom.clone()));
        let variable = self.atoms.len() - 1;
        self.variables.insert(condition.atom.clone(), variable);
        if let Atom::Tokens(place, tokens) = condition.atom {
            self.place_between(place, tokens, variable);
        }
        Literal { variable, holds }
    }

    /// Adds clauses with the next threshold on either side: more tokens imply fewer.
    fn place_between(&mut self, place: PlaceId, tokens: u64, variable: usize) {
        let of_place = self.thresholds.entry(place).or_default();
        let fewer = of_place.range(..tokens).next_back().map(|(_, &variable)| variable);
        let more = of_place.range(tokens..).next().map(|(_, &variable)| variable);
        of_place.insert(tokens, variable);
        let mut implies = |from: usize, to: usize| {
            let [from, to] = [(from, false), (to, true)];
            self.learn([from, to].map(|(variable, holds)| Literal { variable, holds }).to_vec());
        };
        fewer.into_iter().for_each(|fewer| implies(variable, fewer));
        more.into_iter().for_each(|more| implies(more, variable));
    }
}
