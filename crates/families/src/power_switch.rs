//! A machine of N steps that all need power: one place is next to every transition.
//!
//! Written for this project, after nets with a place that every transition reads.
//!
//! The machine is in a step, with or without power: 2·N states. It continues if there is power, and every state allows
//! one switching: 3·N firings.

use crate::Family;
use crate::draft::{Draft, ring};

pub(crate) const FAMILY: Family = Family {
    name: "power-switch",
    about: "a machine of N steps in a ring, each of which needs power, and a switch",
    size_of: "steps",
    sizes: 2..=1_000_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let sectors = size as usize;
    let spot = |sector, row| ring(sectors, sector, row);
    let on = draft.place("on", 1, spot(0.0, 2.0));
    let off = draft.place("off", 0, spot(0.0, 4.0));
    draft.transition("switch_off", spot(0.0, 3.0)).takes([on]).puts([off]);
    draft.transition("switch_on", spot(0.0, 5.0)).takes([off]).puts([on]);
    let steps: Vec<_> = (0..sectors)
        .map(|step| draft.place(format!("step_{}", step + 1), u64::from(step == 0), spot(step as f64, 0.0)))
        .collect();
    for (step, &here) in steps.iter().enumerate() {
        let next = steps[(step + 1) % sectors];
        let leave = draft.transition(format!("leave_{}", step + 1), spot(step as f64 + 0.5, 0.0));
        leave.takes([here]).keeps([on]).puts([next]);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn a_step_with_power_or_without() {
        for size in 2..=8 {
            let expected =
                Counts { states: 2 * size, firings: 3 * size, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
