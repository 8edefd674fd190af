//! A pipeline of N cells for one item at a time.
//!
//! Written for this project: the cells of the family `pipeline`, with a permit that moves with the item.
//!
//! The item waits outside or is in one of the cells: N + 1 states, N + 1 firings.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "relay",
    about: "a pipeline of N cells with one item at a time",
    size_of: "cells",
    sizes: 1..=1_000_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let cells = size as usize;
    let permit = draft.place("permit", 1, grid(0, 3));
    let mut before: Option<(_, _)> = None;
    for cell in 1..=cells {
        let free = draft.place(format!("free_{cell}"), 1, grid(2 * cell, 0));
        let full = draft.place(format!("full_{cell}"), 0, grid(2 * cell, 2));
        let enter = draft.transition(format!("enter_{cell}"), grid(2 * cell - 1, 1));
        match before.replace((free, full)) {
            Some((free_before, full_before)) => {
                enter.takes([full_before, free]).puts([free_before, full]);
            }
            None => {
                enter.takes([permit, free]).puts([full]);
            }
        }
    }
    if let Some((free, full)) = before {
        draft.transition("leave", grid(2 * cells + 1, 1)).takes([full]).puts([free, permit]);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn the_item_is_outside_or_in_a_cell() {
        for size in 1..=8 {
            let count = size + 1;
            let expected = Counts { states: count, firings: count, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
