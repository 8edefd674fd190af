//! The towers of Hanoi.
//!
//! Source: Lucas (as N. Claus), *La tour d'Hanoï: véritable casse-tête annamite*, 1883. N discs of different sizes lie
//! on three pegs. The topmost disc of a peg may move to another peg that holds no smaller disc, so all smaller discs
//! must lie on the third peg.
//!
//! There are 3^N states. The moves are the edges of the Hanoi graph, in both directions: 3^(N+1) - 3 firings. The whole
//! tower is 2^N - 1 firings away from its goal, the longest of all shortest paths.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "hanoi",
    about: "the towers of Hanoi with N discs on three pegs",
    size_of: "discs",
    sizes: 1..=500,
    draw,
};

const PEGS: [&str; 3] = ["a", "b", "c"];

fn draw(draft: &mut Draft, size: u64) {
    let mut smaller = Vec::new();
    for disc in 1..=size as usize {
        let row = 4 * (disc - 1);
        let on: [_; 3] = std::array::from_fn(|peg| {
            draft.place(format!("disc_{disc}_on_{}", PEGS[peg]), u64::from(peg == 0), grid(4 * peg, row + 1))
        });
        for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)] {
            let third = 3 - from - to;
            let id = format!("move_{disc}_from_{}_to_{}", PEGS[from], PEGS[to]);
            draft
                .transition(id, grid(2 * (from + to), row + if (from + 1) % 3 == to { 0 } else { 2 }))
                .takes([on[from]])
                .puts([on[to]])
                .keeps(smaller.iter().map(|on: &[_; 3]| on[third]));
        }
        smaller.push(on);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn three_pegs_for_each_disc_and_the_edges_of_the_hanoi_graph() {
        for size in 1..=7 {
            let states = 3_u64.pow(u32::try_from(size).unwrap());
            let expected = Counts { states, firings: 3 * states - 3, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
