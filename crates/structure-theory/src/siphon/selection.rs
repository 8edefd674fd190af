//! The choice of a siphon or a trap by a propositional solver.
//!
//! A variable for each place means that it is in the set. A variable for each transition means that the set contains a
//! place that keeps the transition from violating the definition. Each place by which the transition may violate it
//! implies that variable. The clauses are thus linear in the arcs, while clauses on places alone would be quadratic for
//! a transition. The solver first tries false for variables, which makes sets small.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use sanderling_net::PlaceId;

use super::SetKind;
use crate::budget::Budget;
use crate::flow::Flow;

/// Maximum number of literals in a clause; longer ones are split. Each time a literal becomes false, a solver searches
/// the clause from its start for one that is not false. For a clause as long as the net, one propagation takes time
/// quadratic in the net, and cannot be stopped.
const LONGEST: usize = 4;

/// A solver for sets of a kind, with exclusions.
pub(crate) struct Selection<'a> {
    solver: Solver<Stop<'a>>,
    places: Vec<Var>,
}

/// The result of the solver.
pub(crate) enum Found {
    /// A non-empty set of the kind, sorted.
    Set(Vec<PlaceId>),
    /// There is no set that is not excluded.
    None,
    /// The budget's `is_stopped` returned true.
    Stopped,
}

struct Stop<'a>(Budget<'a>);

impl Callbacks for Stop<'_> {
    fn stop(&self) -> bool {
        self.0.is_stopped()
    }
}

impl<'a> Selection<'a> {
    /// Creates the choice among the sets of places for which `may_be_in` holds.
    pub(crate) fn of(
        flow: &Flow<'_>,
        kind: SetKind,
        budget: &Budget<'a>,
        may_be_in: impl Fn(PlaceId) -> bool,
    ) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), Stop(*budget));
        let structure = flow.structure();
        let places: Vec<Var> = structure.place_ids().map(|_| solver.new_var(lbool::FALSE, true)).collect();
        let mut selection = Self { solver, places };
        for place in structure.place_ids().filter(|&place| !may_be_in(place)) {
            selection.exclude(&[place]);
        }
        for transition in structure.transition_ids() {
            let (spoiled, keeping) = kind.sides(flow, transition);
            if spoiled.is_empty() {
                continue;
            }
            let is_kept = selection.solver.new_var(lbool::FALSE, true);
            for place in spoiled {
                let implication = [Lit::new(selection.places[place.index()], false), Lit::new(is_kept, true)];
                selection.add(implication);
            }
            let kept = selection.literals(keeping, true);
            selection.add([Lit::new(is_kept, false)].into_iter().chain(kept));
        }
        let any: Vec<PlaceId> = structure.place_ids().collect();
        let any = selection.literals(&any, true);
        selection.add(any);
        selection
    }

    /// Returns a set that contains no excluded one.
    pub(crate) fn next(&mut self) -> Found {
        let found = self.solver.solve_limited(&[]);
        if found == lbool::TRUE {
            let is_in = |index: &usize| self.solver.value_var(self.places[*index]) == lbool::TRUE;
            Found::Set((0..self.places.len()).filter(is_in).map(PlaceId::new).collect())
        } else if found == lbool::FALSE {
            Found::None
        } else {
            Found::Stopped
        }
    }

    /// Excludes all sets that contain these places.
    pub(crate) fn exclude(&mut self, places: &[PlaceId]) {
        let clause = self.literals(places, false);
        self.add(clause);
    }

    fn literals(&self, places: &[PlaceId], is_in: bool) -> Vec<Lit> {
        places.iter().map(|place| Lit::new(self.places[place.index()], is_in)).collect()
    }

    /// Adds a clause. A long one becomes a chain: each part but the last ends with a new variable, which means that a
    /// later literal is true, and the next part begins with its negation. The solver never decides these variables:
    /// they are propagated, or irrelevant.
    fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let clause: Vec<Lit> = clause.into_iter().collect();
        let (mut rest, mut part) = (&clause[..], Vec::with_capacity(LONGEST));
        while part.len() + rest.len() > LONGEST {
            let (now, behind) = rest.split_at(LONGEST - 1 - part.len());
            let further = self.solver.new_var(lbool::FALSE, false);
            part.extend(now);
            part.push(Lit::new(further, true));
            self.solver.add_clause_reuse(&mut part);
            part.clear();
            part.push(Lit::new(further, false));
            rest = behind;
        }
        part.extend(rest);
        self.solver.add_clause_reuse(&mut part);
    }
}
