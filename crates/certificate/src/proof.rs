//! Proofs in the form of certificates: the lemmas, and the lines that show that the clauses contradict each other.
//!
//! The lemmas are those of `sanderling_proof`. The checker makes the clauses of the query and of the lemmas; an
//! independent solver finds the contradiction again, and each clause that it learns is a line: it follows from those
//! before it by unit propagation.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, clause, lbool};
use sanderling_certificate_check::clauses::Clauses;
use sanderling_certificate_check::condition::Condition;
use sanderling_certificate_check::lemma::check;
use sanderling_certificate_check::net::Ground;
use sanderling_certificate_check::schema::{Evidence, Lemma as Written};
use sanderling_net::{Net, PlaceId};
use sanderling_proof::{Atom, Budget, Condition as Known, Fact, Lemma};

use crate::formula::id;

/// Returns the evidence that no reachable marking satisfies `target`; `None` if the checker cannot follow it, or the
/// budget is spent.
pub(crate) fn evidence(
    net: &Net,
    ground: &Ground<'_>,
    target: &Condition,
    lemmas: &[Lemma],
    budget: &Budget<'_>,
) -> Option<Evidence> {
    let lemmas: Vec<Written> = lemmas.iter().map(|lemma| written(net, lemma)).collect();
    let checked: Option<Vec<_>> = lemmas.iter().map(|lemma| check(ground, lemma).ok()).collect();
    let clauses = Clauses::of(target, &checked?);
    let lines = contradiction(&clauses, budget)?;
    Some(Evidence::Proof(lemmas, lines))
}

fn written(net: &Net, lemma: &Lemma) -> Written {
    let (mut traps, mut capacities) = (Vec::new(), Vec::new());
    for (fact, times) in &lemma.facts {
        match fact {
            Fact::Trap(places) => traps.push((places.iter().map(|&place| id(net, place)).collect(), *times)),
            Fact::Capacity(place) => capacities.push((id(net, *place), *times)),
        }
    }
    let inequality = |(condition, times): &(Known, i128)| {
        let (terms, at_least) = inequality(condition);
        (terms.into_iter().map(|(factor, place)| (factor, id(net, place))).collect(), at_least, *times)
    };
    Written {
        inequalities: lemma.conditions.iter().map(inequality).collect(),
        traps,
        capacities,
        weights: lemma.weights.iter().map(|&(place, weight)| (weight, id(net, place))).collect(),
    }
}

/// Returns a condition as a sum that is at least a number.
fn inequality(condition: &Known) -> (Vec<(i128, PlaceId)>, i128) {
    let (mut terms, at_least): (Vec<(i128, PlaceId)>, i128) = match &condition.atom {
        Atom::Tokens(place, tokens) => (vec![(1, *place)], (*tokens).into()),
        Atom::Sum(terms, at_least) => {
            (terms.iter().map(|&(factor, place)| (factor.into(), place)).collect(), *at_least)
        }
    };
    if condition.holds {
        return (terms, at_least);
    }
    terms.iter_mut().for_each(|(factor, _)| *factor = -*factor);
    (terms, 1 - at_least)
}

/// Returns the clauses that a solver learns until it finds a contradiction; `None` if there is none, or the budget is
/// spent.
fn contradiction(clauses: &Clauses, budget: &Budget<'_>) -> Option<Vec<Vec<i32>>> {
    let mut solver = Solver::new(SolverOpts::default(), Recorder { budget, learned: Vec::new() });
    let variables: Vec<Var> = (0..clauses.variables()).map(|_| solver.new_var_default()).collect();
    let literal = |&one: &i32| Lit::new(variables[one.unsigned_abs() as usize - 1], one > 0);
    let is_open = |clause: &Vec<i32>| {
        let mut literals: Vec<Lit> = clause.iter().map(literal).collect();
        solver.add_clause_reuse(&mut literals)
    };
    let is_refuted = !clauses.clauses.iter().all(is_open);
    if !is_refuted && solver.solve_limited(&[]) != lbool::FALSE {
        return None;
    }
    let mut lines = std::mem::take(&mut solver.cb_mut().learned);
    lines.push(Vec::new());
    Some(lines)
}

/// Recorder of the clauses that a solver learns.
struct Recorder<'a> {
    budget: &'a Budget<'a>,
    learned: Vec<Vec<i32>>,
}

impl Callbacks for Recorder<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: clause::Kind) {
        let number = |lit: &Lit| {
            let variable = lit.var().idx() as i32 + 1;
            if lit.sign() { variable } else { -variable }
        };
        self.learned.push(clause.iter().map(number).collect());
    }

    fn stop(&self) -> bool {
        self.budget.is_spent()
    }
}
