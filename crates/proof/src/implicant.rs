//! Reduction of a choice to the literals that it needs.
//!
//! A solver gives every variable a value, though many are irrelevant. Here, literals are dropped as long as each clause
//! of the question keeps one that holds: first subformulas, from the outside in, then atoms, starting with those that
//! satisfy the fewest clauses. The remaining literals are a case of the question, and refuting it refutes many choices
//! at once.

use crate::cases::{Cases, Literal};

/// Returns literals of atoms that suffice to satisfy the question's clauses.
pub(crate) fn implicant(cases: &Cases, choice: &[bool]) -> Vec<Literal> {
    let mut kept = Kept::of(cases.question(), choice);
    for variable in (0..choice.len()).filter(|&variable| cases.atom(variable).is_none() && choice[variable]) {
        kept.deny(variable);
    }
    let mut atoms: Vec<usize> =
        (0..choice.len()).filter(|&variable| cases.atom(variable).is_some()).collect();
    atoms.sort_by_key(|&variable| kept.serves[variable].len());
    for &variable in &atoms {
        kept.give_up(variable);
    }
    atoms.retain(|&variable| kept.is_kept[variable] && !kept.serves[variable].is_empty());
    atoms.sort_unstable();
    atoms.into_iter().map(|variable| Literal { variable, holds: choice[variable] }).collect()
}

struct Kept {
    /// For each variable, the clauses that contain its true literal, and those that contain the false one.
    serves: Vec<Vec<usize>>,
    opposes: Vec<Vec<usize>>,
    /// The number of true literals that each clause keeps.
    support: Vec<usize>,
    is_kept: Vec<bool>,
}

impl Kept {
    fn of<'c>(clauses: impl Iterator<Item = &'c Vec<Literal>>, choice: &[bool]) -> Self {
        let mut kept = Self {
            serves: vec![Vec::new(); choice.len()],
            opposes: vec![Vec::new(); choice.len()],
            support: Vec::new(),
            is_kept: vec![true; choice.len()],
        };
        for (index, clause) in clauses.enumerate() {
            kept.support.push(0);
            for literal in clause {
                if choice[literal.variable] == literal.holds {
                    kept.serves[literal.variable].push(index);
                    kept.support[index] += 1;
                } else {
                    kept.opposes[literal.variable].push(index);
                }
            }
        }
        kept
    }

    /// Drops a literal if every clause that it satisfies keeps another one.
    fn give_up(&mut self, variable: usize) {
        if self.serves[variable].iter().all(|&clause| self.support[clause] >= 2) {
            self.is_kept[variable] = false;
            self.serves[variable].iter().for_each(|&clause| self.support[clause] -= 1);
        }
    }

    /// Drops the truth of a subformula: its own clauses then hold without their other literals.
    fn deny(&mut self, variable: usize) {
        self.give_up(variable);
        if !self.is_kept[variable] {
            self.opposes[variable].iter().for_each(|&clause| self.support[clause] += 1);
        }
    }
}
