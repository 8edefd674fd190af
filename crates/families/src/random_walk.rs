//! A walk over N places. From each place one step leads to the next and two lead to random places.
//!
//! Written for this project: a sparse random net. The generator SplitMix64 (Steele, Lea and Flood, *Fast Splittable
//! Pseudorandom Number Generators*, OOPSLA 2014) draws the targets of the steps, and which of N marks each step reads.
//! So each size has one net.
//!
//! The walk reaches every place and can leave it in three ways: N states, 3·N firings.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "random-walk",
    about: "a walk over N places that can continue, or move to either of two places drawn at random",
    size_of: "places",
    sizes: 2..=500_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let places = size as usize;
    let (mut here, mut marks) = (Vec::new(), Vec::new());
    for place in 0..places {
        here.push(draft.place(format!("here_{}", place + 1), u64::from(place == 0), grid(2 * place, 0)));
        marks.push(draft.place(format!("mark_{}", place + 1), 1, grid(2 * place, 4)));
    }
    let mut random = SplitMix64 { state: size };
    for place in 0..places {
        let targets = [(place + 1) % places, random.below(places), random.below(places)];
        for (way, target) in targets.into_iter().enumerate() {
            let go = draft.transition(format!("go_{}_{}", place + 1, way + 1), grid(2 * place, way + 1));
            go.takes([here[place]]).keeps([marks[random.below(places)]]).puts([here[target]]);
        }
    }
}

/// A generator of pseudorandom numbers.
struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Returns the next number, which is below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % limit as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn every_place_is_reached_and_left_three_ways() {
        for size in 2..=40 {
            let expected = Counts { states: size, firings: 3 * size, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
