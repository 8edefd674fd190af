//! The propositional part: the choices of atoms that are still possible.
//!
//! The search uses the library `batsat`, a conflict-driven clause-learning solver. Its answer that no choice is left is
//! trusted; it is the only trusted part of a proof. The solver tries atoms as true first. As few places as the clauses
//! permit are then empty, and the traps among them are small.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use crate::budget::Budget;
use crate::cases::{Cases, Literal};

/// A solver to which some of the clauses have been passed.
pub(crate) struct Satisfier<'a> {
    solver: Solver<WorkLimit<'a>>,
    variables: Vec<Var>,
    passed_clauses: usize,
}

/// The answer of a solver.
pub(crate) enum Answer {
    /// The truth of each variable, such that all clauses hold.
    Choice(Vec<bool>),
    /// There is no such choice.
    None,
    /// The budget is used up.
    Unknown,
}

struct WorkLimit<'a>(&'a Budget<'a>);

impl Callbacks for WorkLimit<'_> {
    fn stop(&self) -> bool {
        self.0.is_spent()
    }
}

impl<'a> Satisfier<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> Self {
        let solver = Solver::new(SolverOpts::default(), WorkLimit(budget));
        Self { solver, variables: Vec::new(), passed_clauses: 0 }
    }

    /// Passes the new clauses to the solver, and lets it search.
    pub(crate) fn solve(&mut self, cases: &Cases) -> Answer {
        while self.variables.len() < cases.variable_count() {
            let is_atom = cases.atom(self.variables.len()).is_some();
            let first = if is_atom { lbool::TRUE } else { lbool::UNDEF };
            self.variables.push(self.solver.new_var(first, true));
        }
        for clause in &cases.clauses()[self.passed_clauses..] {
            let mut literals: Vec<Lit> = clause.iter().map(|&literal| self.lit(literal)).collect();
            if !self.solver.add_clause_reuse(&mut literals) {
                return Answer::None;
            }
        }
        self.passed_clauses = cases.clauses().len();
        let found = self.solver.solve_limited(&[]);
        if found == lbool::TRUE {
            Answer::Choice(self.choice())
        } else if found == lbool::FALSE {
            Answer::None
        } else {
            Answer::Unknown
        }
    }

    fn lit(&self, literal: Literal) -> Lit {
        Lit::new(self.variables[literal.variable], literal.holds)
    }

    fn choice(&self) -> Vec<bool> {
        self.variables.iter().map(|&variable| self.solver.value_var(variable) == lbool::TRUE).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use sanderling_testkit::random::for_seeds;

    use super::*;

    const VARIABLES: usize = 9;

    fn holds(clauses: &[Vec<Literal>], choice: impl Fn(usize) -> bool) -> bool {
        clauses.iter().all(|clause| clause.iter().any(|literal| choice(literal.variable) == literal.holds))
    }

    /// Since the library is trusted, this test adds clauses a few at a time, and compares each answer with all possible
    /// choices.
    #[test]
    fn the_solver_agrees_with_trying_all_choices() {
        for_seeds(400, |seed| {
            let mut random = StdRng::seed_from_u64(seed);
            let (budget, mut cases) = (Budget::of_time(std::time::Duration::MAX), Cases::new());
            for _ in 1..VARIABLES {
                cases.fresh();
            }
            let mut satisfier = Satisfier::new(&budget);
            for _ in 0..12 {
                for _ in 0..5 {
                    let literal = |random: &mut StdRng| {
                        let variable = random.random_range(1..VARIABLES);
                        Literal { variable, holds: random.random_bool(0.5) }
                    };
                    let clause = (0..random.random_range(2..=3)).map(|_| literal(&mut random)).collect();
                    cases.require(clause);
                }
                let all = 0..1_u32 << VARIABLES;
                let mut all = all.filter(|bits| holds(cases.clauses(), |variable| bits >> variable & 1 == 1));
                match satisfier.solve(&cases) {
                    Answer::Choice(choice) => assert!(holds(cases.clauses(), |variable| choice[variable])),
                    Answer::None => assert_eq!(all.next(), None),
                    Answer::Unknown => panic!("nothing stops it"),
                }
            }
        });
    }
}
