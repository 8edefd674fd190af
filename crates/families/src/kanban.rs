//! A Kanban production line of four cells.
//!
//! Source: Ciardo and Tilgner, *On the use of Kronecker operators for the solution of generalized stochastic Petri
//! nets*, ICASE Report 96-35, 1996. A part enters a cell with one of its N cards, is processed, may have to be
//! processed again, and leaves when it is good; the card stays until the part moves on. The first cell feeds the second
//! and the third at once, and these feed the fourth. The nets differ only in their tokens, which makes their bounds
//! grow with N.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "kanban",
    about: "a Kanban production line of four cells with N cards each",
    size_of: "cards in each cell",
    sizes: 1..=1_000_000_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let corners = [(0, 2), (4, 0), (4, 4), (8, 2)];
    let cells: [_; 4] = std::array::from_fn(|cell| {
        let (column, row) = corners[cell];
        let id = |word: &str| format!("{word}_{}", cell + 1);
        let cards = draft.place(id("cards"), size, grid(column + 1, row));
        let work = draft.place(id("work"), 0, grid(column + 1, row + 1));
        let redo = draft.place(id("redo"), 0, grid(column + 1, row + 3));
        let done = draft.place(id("done"), 0, grid(column + 3, row + 1));
        draft.transition(id("reject"), grid(column + 1, row + 2)).takes([work]).puts([redo]);
        draft.transition(id("retry"), grid(column, row + 2)).takes([redo]).puts([work]);
        draft.transition(id("accept"), grid(column + 2, row + 1)).takes([work]).puts([done]);
        (cards, work, done)
    });
    let [(cards_1, work_1, done_1), (cards_2, work_2, done_2), (cards_3, work_3, done_3), last] = cells;
    let (cards_4, work_4, done_4) = last;
    draft.transition("enter", grid(0, 3)).takes([cards_1]).puts([work_1]);
    draft.transition("split", grid(4, 3)).takes([done_1, cards_2, cards_3]).puts([cards_1, work_2, work_3]);
    draft.transition("join", grid(8, 3)).takes([done_2, done_3, cards_4]).puts([cards_2, cards_3, work_4]);
    draft.transition("leave", grid(12, 3)).takes([done_4]).puts([cards_4]);
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    /// The counts are published ones; for N = 5 they are 2 546 432 states and 24 460 016 firings.
    #[test]
    fn the_published_counts_come_out() {
        for (size, states, firings) in [(1, 160, 616), (2, 4600, 28120)] {
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }

    #[test]
    fn there_are_sixteen_places_and_sixteen_transitions() {
        let net = FAMILY.net(1).unwrap();
        assert_eq!((net.places.len(), net.transitions.len()), (16, 16));
    }
}
