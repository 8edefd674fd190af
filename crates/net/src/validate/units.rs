//! Validation of nested units: a tree below the root, and every place in exactly one of them.

use super::Report;
use crate::{Diagnostic, NestedUnits, Net};

/// Checks the unit tree, if the net has one.
pub(super) fn check(net: &Net, report: &mut Report) {
    let Some(units) = &net.units else { return };
    if units.root.index() >= units.units.len() {
        let root = Diagnostic::error(format!("unit number {} as the root", units.root.index()));
        report.add("", None, root.expected(format!("a number below {}", units.units.len())));
        return;
    }
    check_partition(net, units, report);
    check_tree(units, report);
}

fn check_partition(net: &Net, units: &NestedUnits, report: &mut Report) {
    let mut owner: Vec<Option<&str>> = vec![None; net.places.len()];
    for unit in &units.units {
        for place in &unit.places {
            let Some(owner) = owner.get_mut(place.index()) else {
                let lost = Diagnostic::error(format!("place number {}, which is not there", place.index()));
                report.add(&unit.id, None, lost.expected(format!("a number below {}", net.places.len())));
                continue;
            };
            if let Some(first) = owner.replace(&unit.id) {
                let place = net.place(*place);
                let message = format!("a place in two units, `{first}` and `{}`", unit.id);
                report.add(
                    &place.id,
                    place.span,
                    Diagnostic::error(message).expected("one unit for each place"),
                );
            }
        }
    }
    for (place, _) in net.places.iter().zip(&owner).filter(|(_, owner)| owner.is_none()) {
        report.add(
            &place.id,
            place.span,
            Diagnostic::error("a place in no unit").expected("one unit for each place"),
        );
    }
}

/// Checks that all units are below the root.
///
/// Each unit except the root has one parent, and the root has none. Units that are not below the root can therefore
/// only form cycles, so it is enough to count the units below the root.
fn check_tree(units: &NestedUnits, report: &mut Report) {
    let mut has_parent = vec![false; units.units.len()];
    has_parent[units.root.index()] = true;
    for unit in &units.units {
        for subunit in &unit.subunits {
            let problem = match has_parent.get_mut(subunit.index()) {
                None => format!("unit number {}, which is not there", subunit.index()),
                Some(true) if *subunit == units.root => "the root below another unit".to_owned(),
                Some(true) => {
                    format!("unit `{}`, which is below another one already", units.units[subunit.index()].id)
                }
                Some(taken) => {
                    *taken = true;
                    continue;
                }
            };
            report.add(&unit.id, None, Diagnostic::error(problem).expected("a tree of units"));
        }
    }
    if report.errors > 0 {
        return;
    }
    let (mut below, mut open) = (vec![false; units.units.len()], vec![units.root]);
    while let Some(unit) = open.pop() {
        below[unit.index()] = true;
        open.extend(&units.units[unit.index()].subunits);
    }
    for (unit, _) in units.units.iter().zip(&below).filter(|(_, below)| !**below) {
        report.add(
            &unit.id,
            None,
            Diagnostic::error("a unit that is not below the root").expected("a tree of units"),
        );
    }
}
