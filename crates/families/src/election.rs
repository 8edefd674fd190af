//! The election of a leader in a ring of processes that initially have only their own numbers.
//!
//! Source: Chang and Roberts, *An improved algorithm for decentralized extrema-finding in circular configurations of
//! processes*, Communications of the ACM, 1979. A process that wakes up sends its number to its neighbour. A process
//! passes greater numbers on and drops smaller ones; it becomes the leader when its own number returns. Messages may
//! overtake each other here, and the numbers are in the worst order for the algorithm: each is greater than all those
//! that it meets first.
//!
//! The number k travels k steps until it is dropped or returns, whatever the others do. It has k+2 states, independent
//! of the others, so there are (N+2)!/2 states. The state space has no cycle and ends in a single deadlock.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "election",
    about: "the election of a leader among N processes in a ring; acyclic",
    size_of: "processes",
    sizes: 1..=1000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    for number in 1..=size as usize {
        candidate(draft, number, size as usize);
    }
}

/// Draws the path of one number: asleep at its process, then at each of the lower processes, then at the last one,
/// which drops the number unless it is its own.
fn candidate(draft: &mut Draft, number: usize, processes: usize) {
    let row = 2 * (number - 1);
    let asleep = draft.place(format!("asleep_{number}"), 1, grid(0, row));
    let mut at = draft.place(message(number, first_stop(number, processes)), 0, grid(2, row));
    draft.transition(format!("wake_{number}"), grid(1, row)).takes([asleep]).puts([at]);
    for (step, stop) in (1..number).rev().enumerate() {
        let next_stop = if stop == 1 { processes } else { stop - 1 };
        let next = draft.place(message(number, next_stop), 0, grid(2 * step + 4, row));
        let id = format!("pass_{number}_by_{stop}");
        draft.transition(id, grid(2 * step + 3, row)).takes([at]).puts([next]);
        at = next;
    }
    let last = grid(2 * number + 1, row);
    if number == processes {
        let leader = draft.place("leader", 0, grid(2 * number + 2, row));
        draft.transition("elect", last).takes([at]).puts([leader]);
    } else {
        draft.transition(format!("drop_{number}"), last).takes([at]);
    }
}

fn first_stop(number: usize, processes: usize) -> usize {
    if number == 1 { processes } else { number - 1 }
}

fn message(number: usize, stop: usize) -> String {
    format!("number_{number}_at_{stop}")
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    /// Number k can move in all but one of its k+2 states, and its path to the end has k+1 steps.
    #[test]
    fn the_numbers_travel_independently() {
        for size in 1..=6 {
            let states: u64 = (1..=size).map(|number| number + 2).product();
            let firings = (1..=size).map(|number| states / (number + 2) * (number + 1)).sum();
            let longest = size * (size + 3) / 2;
            let expected = Counts { states, firings, deadlocks: 1, nearest_deadlock: Some(longest) };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
