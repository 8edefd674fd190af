//! A marking in the linear relaxation of the state equation.
//!
//! m = m0 + effects · x with x ≥ 0 and m ≥ 0 over the reals, together with the conditions and facts; a place that is
//! reset may lose any number in addition. If conditions are not refuted, there is such a marking. It determines the
//! next step by its empty traps, and by places with a fraction of a token. It is minimised, so that many places are
//! empty.

use sanderling_net::PlaceId;

use crate::budget::Budget;
use crate::condition::{Condition, Inequality};
use crate::ground::Ground;
use crate::lemma::Fact;
use crate::linear_program::{LinearProgram, Solved, float};

/// Returns the tokens of such a marking, by place, or `None` if none was found.
pub(crate) fn relaxed_marking(
    ground: &Ground<'_>,
    conditions: &[Condition],
    facts: &[Fact],
    budget: &Budget<'_>,
) -> Option<Vec<f64>> {
    let mut program = LinearProgram::default();
    let structure = ground.structure;
    let tokens: Vec<_> = structure.place_ids().map(|_| program.variable(1.0, 0.0, f64::INFINITY)).collect();
    let mut rows: Vec<_> = tokens.iter().map(|&tokens| vec![(tokens, 1.0)]).collect();
    for effects in ground.effects.distinct() {
        let count = program.variable(0.0, 0.0, f64::INFINITY);
        for &(place, effect) in effects {
            rows[place.index()].push((count, -float(effect)?));
        }
    }
    for (index, mut row) in rows.into_iter().enumerate() {
        if ground.effects.is_emptied(PlaceId::new(index)) {
            row.push((program.variable(0.0, 0.0, f64::INFINITY), 1.0));
        }
        program.equal(&row, float(structure.initial()[index].into())?);
    }
    let facts = facts.iter().map(|fact| fact.inequality(structure));
    for Inequality { terms, at_least } in conditions.iter().map(Condition::inequality).chain(facts) {
        let mut row = Vec::with_capacity(terms.len());
        for (place, coefficient) in terms {
            row.push((tokens[place.index()], float(coefficient)?));
        }
        program.at_least(&row, float(at_least)?);
    }
    match program.solve(budget) {
        Solved::Minimum(mut values) => {
            values.truncate(tokens.len());
            Some(values)
        }
        Solved::Infeasible | Solved::Unknown => None,
    }
}
