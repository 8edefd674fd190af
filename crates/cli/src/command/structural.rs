//! The structural reduction of the net in the file.

use sanderling::rule_statistics;
use sanderling_report::StructuralReduction;
use sanderling_structural::{Budget, Preserved, Reduction, reduce};

use crate::arguments::{BudgetOptions, ReduceFor, StructuralOptions};
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// Reduces the net, if requested, until the time is over or the work is cancelled.
pub(super) fn reduced(
    options: &StructuralOptions,
    input: &Input,
    (budget, watch): (&BudgetOptions, &Watch),
) -> Result<Option<Reduction>, Failure> {
    let Some(purpose) = options.reduce else { return Ok(None) };
    let mut preserved = Preserved { deadlocks: purpose == ReduceFor::Deadlock, ..Preserved::default() };
    for id in &options.keep {
        keep(id, input, &mut preserved)?;
    }
    let budget =
        Budget { time: watch.left_of(budget.time), is_cancelled: &|| watch.control().is_cancelled() };
    let reduction = reduce(input.net(), &preserved, &budget);
    reduction.map(Some).map_err(|found| input.unsupported(found))
}

/// Returns statistics of the reduction.
pub(super) fn statistics(reduction: &Reduction, options: &StructuralOptions) -> StructuralReduction {
    StructuralReduction {
        deadlocks: options.reduce == Some(ReduceFor::Deadlock),
        kept: options.keep.clone(),
        places: reduction.net().places.len(),
        transitions: reduction.net().transitions.len(),
        arcs: reduction.net().arcs.len(),
        never_dead: reduction.is_never_dead(),
        rules: rule_statistics(reduction),
    }
}

fn keep(id: &str, input: &Input, preserved: &mut Preserved) -> Result<(), Failure> {
    let net = input.net();
    if let Some(place) = net.place_ids().find(|&place| net.place(place).id == id) {
        preserved.places.insert(place);
    } else if let Some(transition) = net.transition_ids().find(|&t| net.transition(t).id == id) {
        preserved.transitions.insert(transition);
    } else {
        return Err(Failure::usage(format!("--keep: there is no place and no transition `{id}`")));
    }
    Ok(())
}
