//! Ten machines that make each of N steps together: the synchronous product of ten rings.
//!
//! Written for this project. The machines differ only in the names of their places. Choosing for each step the place of
//! any machine gives an invariant, so there are 10^N invariants.
//!
//! All machines are in the same step: N states, N firings.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "lockstep",
    about: "ten machines that go round a ring of N steps together",
    size_of: "steps",
    sizes: 2..=100_000,
    draw,
};

/// Number of machines.
const MACHINES: usize = 10;

fn draw(draft: &mut Draft, size: u64) {
    let steps: Vec<[_; MACHINES]> = (0..size as usize)
        .map(|step| {
            std::array::from_fn(|machine| {
                let id = format!("step_{}_of_{}", step + 1, machine + 1);
                draft.place(id, u64::from(step == 0), grid(2 * step, machine))
            })
        })
        .collect();
    for (step, &here) in steps.iter().enumerate() {
        let next = steps[(step + 1) % steps.len()];
        draft
            .transition(format!("leave_{}", step + 1), grid(2 * step + 1, MACHINES / 2))
            .takes(here)
            .puts(next);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn all_are_in_the_same_step() {
        for size in 2..=8 {
            let expected = Counts { states: size, firings: size, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
