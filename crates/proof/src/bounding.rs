//! The maximum of a weighted sum in the linear relaxation of the state equation.
//!
//! By duality the maximum is the least w·m0 over weights w that no firing raises and that are at least the
//! coefficients, place by place. The number is a proposal that has to be proved.

use sanderling_net::PlaceId;

use crate::budget::Budget;
use crate::ground::Ground;
use crate::linear_program::{LinearProgram, Solved, float};

/// Returns the maximum, rounded down unless it is nearly an integer, or `None` if there is none.
pub(crate) fn relaxed_maximum(
    ground: &Ground<'_>,
    terms: &[(i64, PlaceId)],
    budget: &Budget<'_>,
) -> Option<i128> {
    const NEARLY: f64 = 1e-6;
    let structure = ground.structure;
    let mut least = vec![0_i128; structure.place_count()];
    for &(coefficient, place) in terms {
        least[place.index()] += i128::from(coefficient);
    }
    let mut program = LinearProgram::default();
    let mut weights = Vec::with_capacity(least.len());
    let mut costs = Vec::with_capacity(least.len());
    for (index, &least) in least.iter().enumerate() {
        let is_emptied = ground.effects.is_emptied(PlaceId::new(index));
        let least = float(if is_emptied { least.max(0) } else { least })?;
        costs.push(float(structure.initial()[index].into())?);
        weights.push(program.variable(costs[index], least, f64::INFINITY));
    }
    for effects in ground.effects.distinct() {
        let mut row = Vec::with_capacity(effects.len());
        for &(place, effect) in effects {
            row.push((weights[place.index()], float(effect)?));
        }
        program.at_most(&row, 0.0);
    }
    let Solved::Minimum(values) = program.solve(budget) else { return None };
    let maximum: f64 = costs.iter().zip(values).map(|(cost, value)| cost * value).sum();
    let maximum = (maximum + NEARLY).floor();
    float(maximum as i128).is_some_and(|number| number == maximum).then_some(maximum as i128)
}
