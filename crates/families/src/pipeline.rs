//! A bounded buffer as a row of N cells that pass items on.
//!
//! Written for this project, after the usual picture of a shift register with handshakes. An item enters at the first
//! cell, moves on whenever the next cell is free, and leaves at the last one.
//!
//! Every set of cells may be full: 2^N states. Items enter and leave in half of them each, and move from a cell to the
//! next in a quarter: (N+3)·2^(N-2) firings, and no deadlock.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "pipeline",
    about: "a bounded buffer of N cells in a row",
    size_of: "cells",
    sizes: 1..=1_000_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let cells = size as usize;
    let row: Vec<_> = (0..cells)
        .map(|cell| {
            let free = draft.place(format!("free_{}", cell + 1), 1, grid(2 * cell + 1, 0));
            let full = draft.place(format!("full_{}", cell + 1), 0, grid(2 * cell + 1, 2));
            (free, full)
        })
        .collect();
    let (first_free, first_full) = row[0];
    draft.transition("enter", grid(0, 1)).takes([first_free]).puts([first_full]);
    for (cell, pair) in row.windows(2).enumerate() {
        let &[(free, full), (next_free, next_full)] = pair else { continue };
        draft
            .transition(format!("move_from_{}", cell + 1), grid(2 * cell + 2, 1))
            .takes([full, next_free])
            .puts([free, next_full]);
    }
    let (last_free, last_full) = row[cells - 1];
    draft.transition("leave", grid(2 * cells, 1)).takes([last_full]).puts([last_free]);
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn every_set_of_cells_may_be_full() {
        for size in 1..=8 {
            let states = 1 << size;
            let expected =
                Counts { states, firings: (size + 3) * states / 4, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
