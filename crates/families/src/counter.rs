//! A binary counter that counts up once.
//!
//! Written for this project. The state space is a single path through all values of N bits: 2^N states, 2^N - 1
//! firings, and one deadlock at the far end. It is the deepest state space of its width, and no search order finds the
//! deadlock early.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "counter",
    about: "a counter of N bits that counts up once; one deadlock, 2^N - 1 firings away",
    size_of: "bits",
    sizes: 1..=1000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let bits = size as usize;
    let digits: Vec<_> = (0..bits)
        .map(|bit| {
            let column = 2 * (bits - 1 - bit);
            let zero = draft.place(format!("zero_{bit}"), 1, grid(column, 0));
            let one = draft.place(format!("one_{bit}"), 0, grid(column, 2));
            (zero, one)
        })
        .collect();
    for (bit, &(zero, one)) in digits.iter().enumerate() {
        let carry = draft.transition(format!("carry_into_{bit}"), grid(2 * (bits - 1 - bit), 1));
        let carry = carry.takes([zero]).puts([one]);
        digits[..bit].iter().fold(carry, |carry, &(zero, one)| carry.takes([one]).puts([zero]));
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn the_state_space_is_one_path_through_all_values() {
        for size in [1, 2, 3, 10] {
            let states = 1 << size;
            let firings = states - 1;
            let expected = Counts { states, firings, deadlocks: 1, nearest_deadlock: Some(firings) };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
