//! Linear programs in floating point, within a budget.
//!
//! The solver is the library `microlp`, a simplex method on sparse matrices. It runs in slices of time, between which
//! the budget is checked. Its results are only used after a check in integers.

use std::time::Duration;

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, SolveOptions, SolveOutcome};

pub use microlp::Variable;

use crate::budget::Budget;

/// Maximum integer up to which all integers are exact floating-point numbers.
const EXACT: u128 = 1 << 53;

/// Converts a number to a float, or returns `None` if it may not be exact.
#[must_use]
pub fn float(number: i128) -> Option<f64> {
    (number.unsigned_abs() <= EXACT).then_some(number as f64)
}

/// A linear program to minimise.
#[derive(Debug)]
pub struct LinearProgram {
    problem: Problem,
    entries: usize,
}

/// The result of a linear program.
#[derive(Debug)]
pub enum Solved {
    /// The values of the variables at a minimum.
    Minimum(Vec<f64>),
    /// There is no solution.
    Infeasible,
    /// The budget is used up, or the solver failed.
    Unknown,
}

impl Default for LinearProgram {
    /// Creates a linear program without variables.
    fn default() -> Self {
        Self { problem: Problem::new(OptimizationDirection::Minimize), entries: 0 }
    }
}

impl LinearProgram {
    /// Adds a variable with its cost and its range.
    pub fn variable(&mut self, cost: f64, least: f64, most: f64) -> Variable {
        self.problem.add_var(cost, (least, most))
    }

    /// Adds the constraint that the sum is at most `most`.
    pub fn at_most(&mut self, terms: &[(Variable, f64)], most: f64) {
        self.row(terms, ComparisonOp::Le, most);
    }

    /// Adds the constraint that the sum is at least `least`.
    pub fn at_least(&mut self, terms: &[(Variable, f64)], least: f64) {
        self.row(terms, ComparisonOp::Ge, least);
    }

    /// Adds the constraint that the sum is `number`.
    pub fn equal(&mut self, terms: &[(Variable, f64)], number: f64) {
        self.row(terms, ComparisonOp::Eq, number);
    }

    fn row(&mut self, terms: &[(Variable, f64)], relation: ComparisonOp, number: f64) {
        self.entries += terms.len();
        self.problem.add_constraint(terms, relation, number);
    }

    /// Returns the number of entries of the matrix.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.entries
    }

    /// Solves the program, if it is not too large. The budget is checked every few hundredths of a second.
    #[must_use]
    pub fn solve(&self, budget: &Budget<'_>) -> Solved {
        const SLICE: Duration = Duration::from_millis(50);
        if self.entries > budget.max_entries || budget.is_spent() {
            return Solved::Unknown;
        }
        let mut options = SolveOptions::default();
        options.time_limit = Some(SLICE);
        let mut outcome = self.problem.solve_with(options);
        loop {
            match outcome {
                Ok(SolveOutcome::Solution(solution)) => {
                    return Solved::Minimum(solution.iter().map(|(_, value)| value).collect());
                }
                Ok(interrupted) if !budget.is_spent() => outcome = interrupted.resume(),
                Err(Error::Infeasible) => return Solved::Infeasible,
                _ => return Solved::Unknown,
            }
        }
    }
}
