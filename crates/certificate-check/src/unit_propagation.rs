//! Whether clauses contradict each other, shown by clauses that follow one by one.
//!
//! A clause follows where the negations of its literals lead to a conflict by unit propagation alone (Goldberg and
//! Novikov, *Verification of Proofs of Unsatisfiability for CNF Formulas*, 2003). The last one has to be empty, or a
//! conflict is there without it. Each clause is watched at two literals that are not false (Moskewicz et al., 2001).

use crate::Refusal;

/// What follows from clauses.
#[derive(Debug)]
struct Propagation {
    clauses: Vec<Vec<i32>>,
    /// For each literal, the clauses that watch it.
    watched_by: Vec<Vec<usize>>,
    /// For each variable 1, -1 or 0, which is open.
    values: Vec<i8>,
    trail: Vec<i32>,
    propagated: usize,
}

/// Checks that the lines follow from the clauses, and that the end is a contradiction.
///
/// # Errors
/// Which line does not follow, or that there is no contradiction.
pub fn check(clauses: &[Vec<i32>], variables: i32, lines: &[Vec<i32>]) -> Result<(), Refusal> {
    let count = variables as usize + 1;
    let mut all = Propagation {
        clauses: Vec::new(),
        watched_by: vec![Vec::new(); 2 * count],
        values: vec![0; count],
        trail: Vec::new(),
        propagated: 0,
    };
    if clauses.iter().any(|clause| all.add(clause)) {
        return Ok(());
    }
    for (at, line) in lines.iter().enumerate() {
        if let Some(wrong) = line.iter().find(|&&one| one == 0 || one.unsigned_abs() > variables as u32) {
            return Err(format!("line {} has the literal {wrong}, which is none", at + 1));
        }
        if !all.follows(line) {
            return Err(format!("line {} does not follow by unit propagation", at + 1));
        }
        if all.add(line) {
            return Ok(());
        }
    }
    Err(format!("there is no contradiction after {} lines", lines.len()))
}

fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Propagation {
    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    fn assign(&mut self, literal: i32) {
        self.values[literal.unsigned_abs() as usize] = if literal < 0 { -1 } else { 1 };
        self.trail.push(literal);
    }

    /// Adds a clause with what follows from it; whether that is a contradiction.
    fn add(&mut self, clause: &[i32]) -> bool {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        clause.sort_by_key(|&literal| self.value(literal) == -1);
        let is_open = |at: usize| clause.get(at).is_some_and(|&literal| self.value(literal) != -1);
        let (first, second) = (is_open(0), is_open(1));
        if second {
            self.watched_by[index(clause[0])].push(self.clauses.len());
            self.watched_by[index(clause[1])].push(self.clauses.len());
            self.clauses.push(clause);
        } else if first && self.value(clause[0]) == 0 {
            self.assign(clause[0]);
        }
        !first || !self.propagate()
    }

    /// Whether the negations of the literals lead to a conflict.
    fn follows(&mut self, line: &[i32]) -> bool {
        let before = self.trail.len();
        let mut is_refuted = false;
        for &literal in line {
            match self.value(literal) {
                1 => is_refuted = true,
                0 => self.assign(-literal),
                _ => {}
            }
        }
        is_refuted = is_refuted || !self.propagate();
        for literal in self.trail.drain(before..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        self.propagated = before;
        is_refuted
    }

    /// Assigns what follows; whether there is no conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let watching = std::mem::take(&mut self.watched_by[index(-literal)]);
            for (at, &number) in watching.iter().enumerate() {
                if !self.visit(number, -literal) {
                    self.watched_by[index(-literal)].extend_from_slice(&watching[at + 1..]);
                    return false;
                }
            }
        }
        true
    }

    /// Looks at a clause that watches a literal which has become false; whether it can still hold.
    fn visit(&mut self, number: usize, falsified: i32) -> bool {
        let mut clause = std::mem::take(&mut self.clauses[number]);
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let other = self.value(clause[0]);
        let open = (2..clause.len()).find(|&at| self.value(clause[at]) != -1).filter(|_| other != 1);
        if let Some(open) = open {
            clause.swap(1, open);
        } else if other == 0 {
            self.assign(clause[0]);
        }
        self.watched_by[index(clause[1])].push(number);
        self.clauses[number] = clause;
        open.is_some() || other != -1
    }
}
