//! Which symmetries a formula has.

use sanderling_net::{PlaceId, TransitionId};
use sanderling_property::Formula;

/// Returns a formula with its parts in a fixed order, so that formulas which differ only in order become equal, with other
/// places and transitions. Returns `None` for a condition on values.
pub(crate) fn image(
    formula: &Formula,
    place: &dyn Fn(PlaceId) -> PlaceId,
    transition: &dyn Fn(TransitionId) -> TransitionId,
) -> Option<Formula> {
    let renamed = formula.renamed(&|one| Some(place(one)), &|one| Some(transition(one)))?;
    Some(in_order(renamed))
}

fn in_order(formula: Formula) -> Formula {
    let all = |parts: Vec<Formula>| {
        let mut parts: Vec<Formula> = parts.into_iter().map(in_order).collect();
        parts.sort_unstable();
        parts
    };
    match formula {
        Formula::Enabled(mut transitions) => {
            transitions.sort_unstable();
            transitions.dedup();
            Formula::Enabled(transitions)
        }
        Formula::Not(inner) => Formula::Not(Box::new(in_order(*inner))),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Implies(sides) => Formula::Implies(Box::new(sides.map(in_order))),
        Formula::Iff(sides) => {
            let mut sides = sides.map(in_order);
            sides.sort_unstable();
            Formula::Iff(Box::new(sides))
        }
        other => other,
    }
}
