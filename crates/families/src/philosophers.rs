//! Dining philosophers: the classic example of deadlocks and of interleaving.
//!
//! Source: Dijkstra, *Hierarchical ordering of sequential processes*, Acta Informatica, 1971. A philosopher thinks,
//! takes either fork first, then the other one, eats, and puts both down at once.
//!
//! A fork lies on the table or is held from one of its two sides, and the forks determine what the philosophers do: 3^N
//! states. Each of the five transitions of the N philosophers involves two forks. Together, the five are enabled in
//! 7·3^(N-2) states: 7·N·3^(N-2) firings. The two deadlocks (all hold their left forks, or all their right ones) are N
//! firings away.

use crate::Family;
use crate::draft::{Draft, ring};

pub(crate) const FAMILY: Family = Family {
    name: "philosophers",
    about: "dining philosophers who take either fork first; two deadlocks",
    size_of: "philosophers",
    sizes: 2..=100_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let seats = size as usize;
    let at = |seat: usize, side: f64, row: f64| ring(seats, seat as f64 + side, row);
    let forks: Vec<_> =
        (0..seats).map(|seat| draft.place(format!("fork_{}", seat + 1), 1, at(seat, -0.5, 0.0))).collect();
    for seat in 0..seats {
        let id = |word: &str| format!("{word}_{}", seat + 1);
        let left_fork = forks[seat];
        let right_fork = forks[(seat + 1) % seats];
        let think = draft.place(id("think"), 1, at(seat, 0.0, 4.0));
        let has_left = draft.place(id("has_left"), 0, at(seat, -0.25, 2.0));
        let has_right = draft.place(id("has_right"), 0, at(seat, 0.25, 2.0));
        let eat = draft.place(id("eat"), 0, at(seat, 0.0, 0.0));
        draft
            .transition(id("take_left_first"), at(seat, -0.25, 3.0))
            .takes([think, left_fork])
            .puts([has_left]);
        draft
            .transition(id("take_right_first"), at(seat, 0.25, 3.0))
            .takes([think, right_fork])
            .puts([has_right]);
        draft
            .transition(id("take_right_second"), at(seat, -0.25, 1.0))
            .takes([has_left, right_fork])
            .puts([eat]);
        draft
            .transition(id("take_left_second"), at(seat, 0.25, 1.0))
            .takes([has_right, left_fork])
            .puts([eat]);
        draft.transition(id("release"), at(seat, 0.0, 2.0)).takes([eat]).puts([think, left_fork, right_fork]);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn there_are_three_states_for_each_fork_and_two_deadlocks() {
        for size in 2..=7 {
            let seats = u32::try_from(size).unwrap();
            let states = 3_u64.pow(seats);
            let firings = 7 * size * 3_u64.pow(seats - 2);
            let expected = Counts { states, firings, deadlocks: 2, nearest_deadlock: Some(size) };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
