//! The propositional side: which choices of atoms are still open.
//!
//! The search is that of the library `batsat`, a conflict-driven clause-learning solver. An answer
//! that there is no choice left is trusted; it is the only thing in a proof that is.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use crate::budget::Budget;
use crate::cases::{Cases, Literal};

/// A solver that has been told some of the clauses.
pub(crate) struct Satisfier<'a> {
    solver: Solver<Patience<'a>>,
    variables: Vec<Var>,
    told: usize,
}

/// What a solver found.
pub(crate) enum Answer {
    /// The truth of each variable, such that all clauses hold.
    Choice(Vec<bool>),
    /// There is no such choice.
    None,
    /// The budget is spent.
    Unknown,
}

struct Patience<'a>(&'a Budget<'a>);

impl Callbacks for Patience<'_> {
    fn stop(&self) -> bool {
        self.0.is_spent()
    }
}

impl<'a> Satisfier<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> Self {
        let solver = Solver::new(SolverOpts::default(), Patience(budget));
        Self { solver, variables: Vec::new(), told: 0 }
    }

    /// Tells the solver the clauses that it does not know yet, and lets it search.
    pub(crate) fn solve(&mut self, cases: &Cases) -> Answer {
        while self.variables.len() < cases.variable_count() {
            self.variables.push(self.solver.new_var_default());
        }
        for clause in &cases.clauses()[self.told..] {
            let mut literals: Vec<Lit> = clause.iter().map(|&literal| self.lit(literal)).collect();
            if !self.solver.add_clause_reuse(&mut literals) {
                return Answer::None;
            }
        }
        self.told = cases.clauses().len();
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
