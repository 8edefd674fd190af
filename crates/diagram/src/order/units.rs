//! Units of a nested-unit net, each on neighbouring levels.
//!
//! FORCE arranges the units, starting from the walk through the tree of units. FORCE then arranges the variables inside
//! each unit, starting from the given order. A variable without a unit is a unit of its own, after the others.
//!
//! Source of the units: Garavel, *Nested-Unit Petri Nets*, Journal of Logical and Algebraic Methods in Programming 104,
//! 2019. Beyond the walk, the nesting is not used: as a hierarchy of diagrams it is seldom good.

use super::clock::Clock;
use super::rows::Rows;
use super::{Incidence, force, levels};

pub(super) fn arrange(incidence: &Incidence<'_>, clock: &mut Clock<'_>) -> Vec<u32> {
    let (units, count) = units(incidence);
    let edges = Rows::edges(incidence.events.iter(), clock);
    let order =
        force::arrange(&quotient(&edges, &units, count, clock), &[], (0..count as u32).collect(), clock);
    let ranks = levels(&order);
    let blocks: Vec<u32> = units.iter().map(|&unit| ranks[unit as usize]).collect();
    let start = Rows::grouped(&blocks, count).iter().flatten().copied().collect();
    force::arrange(&edges, &blocks, start, clock)
}

/// Returns the unit of each variable, and the number of units.
fn units(incidence: &Incidence<'_>) -> (Vec<u32>, usize) {
    let mut units = vec![u32::MAX; incidence.variables];
    for (unit, variables) in incidence.units.iter().enumerate() {
        variables.iter().for_each(|&variable| units[variable as usize] = unit as u32);
    }
    let mut count = incidence.units.len();
    for unit in units.iter_mut().filter(|unit| **unit == u32::MAX) {
        *unit = count as u32;
        count += 1;
    }
    (units, count)
}

/// Returns the edges between units, or the first ones after an interruption.
fn quotient(edges: &Rows, units: &[u32], count: usize, clock: &mut Clock<'_>) -> Rows {
    let mut last_edge = vec![usize::MAX; count];
    let mut rows = Rows::new();
    for (index, edge) in edges.iter().enumerate() {
        if clock.is_over_after(2 * edge.len()) {
            break;
        }
        let touched = edge.iter().map(|&variable| units[variable as usize]);
        rows.push(touched.filter(|&unit| std::mem::replace(&mut last_edge[unit as usize], index) != index));
    }
    rows
}
