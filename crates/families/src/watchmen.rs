//! Four watchmen on their rounds, each past N lamps.
//!
//! Written for this project: a net with wide markings that change little in a firing. At a lamp, a watchman may switch
//! it on or off any number of times before going on to the next lamp of the round.
//!
//! Each watchman may be at any lamp of his round, and each lamp is on or off: (N·2^N)^4 states. A watchman can always
//! switch or move on: 8 firings from each state, and no deadlock.

use crate::Family;
use crate::draft::{Draft, grid};

const WATCHMEN: usize = 4;

pub(crate) const FAMILY: Family = Family {
    name: "watchmen",
    about: "four watchmen, each on his rounds past N lamps",
    size_of: "lamps of each",
    sizes: 1..=100_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    for watchman in 0..WATCHMEN {
        draw_round(draft, watchman, size as usize);
    }
}

fn draw_round(draft: &mut Draft, watchman: usize, lamps: usize) {
    let row = 6 * watchman;
    let name = |what: &str, lamp: usize| format!("{what}_{}_{}", watchman + 1, lamp + 1);
    let at: Vec<_> = (0..lamps)
        .map(|lamp| draft.place(name("at", lamp), u64::from(lamp == 0), grid(2 * lamp, row)))
        .collect();
    for (lamp, &here) in at.iter().enumerate() {
        let next = at[(lamp + 1) % lamps];
        let dark = draft.place(name("dark", lamp), 1, grid(2 * lamp, row + 2));
        let lit = draft.place(name("lit", lamp), 0, grid(2 * lamp, row + 4));
        draft.transition(name("pass", lamp), grid(2 * lamp + 1, row)).takes([here]).puts([next]);
        for (what, before, after, down) in [("light", dark, lit, 2), ("darken", lit, dark, 4)] {
            let place = grid(2 * lamp + 1, row + down);
            draft.transition(name(what, lamp), place).takes([here, before]).puts([next, after]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn every_watchman_may_be_anywhere_and_every_lamp_lit() {
        for size in 1..=2_u64 {
            let states = (size << size).pow(4);
            let expected = Counts { states, firings: 8 * states, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
