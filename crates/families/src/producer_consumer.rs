//! A producer and a consumer of large lots, for large weights and bounds.
//!
//! Written for this project. A warehouse has room for N lots of 10^9 items each. The producer makes three lots and
//! delivers them when there is room; the consumer fetches two lots and uses them up. The counts are small while the
//! numbers of tokens are not: with the largest N, a place holds more than 2^63 tokens.
//!
//! From four lots on, every level of the warehouse is reached: 4·(N+1) states. With less room the net deadlocks, so
//! those sizes are not in the family.

use crate::Family;
use crate::draft::{Draft, grid};

/// Number of items in a lot.
const LOT: u64 = 1_000_000_000;

pub(crate) const FAMILY: Family = Family {
    name: "producer-consumer",
    about: "producer and consumer of lots of 10^9 items, with room for N lots",
    size_of: "lots",
    sizes: 4..=u64::MAX / LOT,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let idle = draft.place("producer_idle", 1, grid(0, 1));
    let loaded = draft.place("producer_loaded", 0, grid(2, 1));
    let room = draft.place("room", size * LOT, grid(4, 0));
    let items = draft.place("items", 0, grid(4, 2));
    let empty = draft.place("consumer_empty", 1, grid(6, 1));
    let busy = draft.place("consumer_busy", 0, grid(8, 1));
    draft.transition("produce", grid(1, 0)).takes([idle]).puts([loaded]);
    draft
        .transition("deliver", grid(3, 1))
        .takes([loaded])
        .takes_many(room, 3 * LOT)
        .puts([idle])
        .puts_many(items, 3 * LOT);
    draft
        .transition("fetch", grid(5, 1))
        .takes([empty])
        .takes_many(items, 2 * LOT)
        .puts([busy])
        .puts_many(room, 2 * LOT);
    draft.transition("consume", grid(7, 0)).takes([busy]).puts([empty]);
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    /// `produce` and `consume` are each enabled in half of the states, `deliver` at the levels with room for three
    /// lots, and `fetch` at those with two lots.
    #[test]
    fn every_level_of_the_warehouse_is_reached() {
        for size in [4, 5, 6, 50, 1000] {
            let states = 4 * (size + 1);
            let firings = states + 2 * (size - 2) + 2 * (size - 1);
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }

    #[test]
    fn the_largest_net_has_more_than_2_to_the_63_tokens() {
        let net = FAMILY.net(*FAMILY.sizes.end()).unwrap();
        let tokens = net.places.iter().map(|place| place.initial.clone());
        assert!(
            tokens.into_iter().any(|n| matches!(n, sanderling_net::Inscription::Tokens(n) if n >> 63 == 1))
        );
    }
}
