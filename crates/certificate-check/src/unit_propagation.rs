//! A check that clauses contradict each other, by means of clauses that follow one by one.
//!
//! A clause follows if the negations of its literals lead to a conflict by unit propagation alone (Goldberg and
//! Novikov, *Verification of Proofs of Unsatisfiability for CNF Formulas*, 2003). At the end, the empty clause follows.

use crate::Refusal;

/// Clauses, and the literals that hold.
struct Propagation {
    clauses: Vec<Vec<i32>>,
    /// Clauses that contain each literal.
    containing: Vec<Vec<usize>>,
    /// Whether each literal holds.
    holds: Vec<bool>,
    trail: Vec<i32>,
}

/// Checks that the lines follow from the clauses, and that the end is a contradiction.
///
/// # Errors
/// If a line does not follow, or there is no contradiction.
pub fn check(clauses: &[Vec<i32>], variables: i32, lines: &[Vec<i32>]) -> Result<(), Refusal> {
    let literals = 2 * variables as usize + 2;
    let (containing, holds) = (vec![Vec::new(); literals], vec![false; literals]);
    let mut all = Propagation { clauses: Vec::new(), containing, holds, trail: Vec::new() };
    if clauses.iter().any(|clause| !all.add(clause)) {
        return Ok(());
    }
    for (at, line) in lines.iter().enumerate() {
        if let Some(wrong) = line.iter().find(|&&one| one == 0 || one.unsigned_abs() > variables as u32) {
            return Err(format!("line {} has the literal {wrong}, which is none", at + 1));
        }
        if !all.follows(line) {
            return Err(format!("line {} does not follow by unit propagation", at + 1));
        }
        if !all.add(line) {
            return Ok(());
        }
    }
    Err(format!("there is no contradiction after {} lines", lines.len()))
}

fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Propagation {
    /// Adds a clause and permanently assigns the literals that follow from it. Returns whether there is no conflict.
    fn add(&mut self, clause: &[i32]) -> bool {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        clause.iter().for_each(|&literal| self.containing[index(literal)].push(self.clauses.len()));
        self.clauses.push(clause);
        let before = self.trail.len();
        self.look_at(self.clauses.len() - 1) && self.propagate(before)
    }

    /// Returns whether the negations of the literals lead to a conflict.
    fn follows(&mut self, line: &[i32]) -> bool {
        let before = self.trail.len();
        let is_refuted = line.iter().any(|&literal| !self.assign(-literal)) || !self.propagate(before);
        for literal in self.trail.drain(before..) {
            self.holds[index(literal)] = false;
        }
        is_refuted
    }

    /// Sets a literal to true, and returns whether its negation is not true.
    fn assign(&mut self, literal: i32) -> bool {
        if !std::mem::replace(&mut self.holds[index(literal)], true) {
            self.trail.push(literal);
        }
        !self.holds[index(-literal)]
    }

    /// Assigns the literals that follow from the trail after a position, and returns whether there is no conflict.
    fn propagate(&mut self, mut next: usize) -> bool {
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            for at in 0..self.containing[index(-literal)].len() {
                if !self.look_at(self.containing[index(-literal)][at]) {
                    return false;
                }
            }
        }
        true
    }

    /// Assigns the last literal of a clause that can hold, if no other one can, and returns whether there is one that
    /// can.
    fn look_at(&mut self, clause: usize) -> bool {
        if self.clauses[clause].iter().any(|&literal| self.holds[index(literal)]) {
            return true;
        }
        let mut open = self.clauses[clause].iter().filter(|&&literal| !self.holds[index(-literal)]);
        match (open.next(), open.next()) {
            (None, _) => false,
            (Some(&last), None) => self.assign(last),
            _ => true,
        }
    }
}
