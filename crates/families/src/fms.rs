//! A flexible manufacturing system (FMS): three kinds of parts and three kinds of machines.
//!
//! Source: Ciardo and Trivedi, *A decomposition approach for stochastic reward net models*, Performance Evaluation,
//! 1993. As a place/transition net, with the numbers of machines fixed at 3, 1 and 2, it is a model of the Model
//! Checking Contest. There are N pallets for each of the parts 1, 2 and 3. Parts 1 and 2 may be joined to a part 12,
//! which has a machine of its own. Part 3 uses the machine of part 2 when it is free. Finished parts are shipped and
//! their pallets used again.

use sanderling_net::PlaceId;

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "fms",
    about: "a flexible manufacturing system with N pallets of each of three parts",
    size_of: "pallets of each part",
    sizes: 1..=1_000_000_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let first = Line { part: 1, machines: 3, row: 0, inner_row: 1 }.draw(draft, size);
    let second = Line { part: 2, machines: 1, row: 8, inner_row: 7 }.draw(draft, size);
    joined_part(draft, [first.partner, second.partner], [first.raw, second.raw]);
    third_part(draft, size, second.machine);
}

/// The path of part 1 or 2 through its machines: to shipping, or to the part with which it is joined.
struct Line {
    part: usize,
    machines: u64,
    row: usize,
    inner_row: usize,
}

/// The places of a line that other parts use: the raw parts, the machines, and the parts that wait for their partner.
struct Ends {
    raw: PlaceId,
    machine: PlaceId,
    partner: PlaceId,
}

impl Line {
    fn draw(&self, draft: &mut Draft, pallets: u64) -> Ends {
        let Self { part, machines, row, inner_row } = *self;
        let id = |word: &str| format!("{word}_{part}");
        let raw = draft.place(id("raw"), pallets, grid(0, row));
        let waiting = draft.place(id("waiting"), 0, grid(2, row));
        let machine = draft.place(id("machine"), machines, grid(4, inner_row));
        let on_machine = draft.place(id("on_machine"), 0, grid(4, row));
        let finished = draft.place(id("finished"), 0, grid(6, row));
        let for_shipping = draft.place(id("for_shipping"), 0, grid(2, inner_row));
        let partner = draft.place(id("for_partner"), 0, grid(8, row));
        draft.transition(id("arrive"), grid(1, row)).takes([raw]).puts([waiting]);
        draft.transition(id("begin"), grid(3, row)).takes([waiting, machine]).puts([on_machine]);
        draft.transition(id("end"), grid(5, row)).takes([on_machine]).puts([finished, machine]);
        draft.transition(id("keep_single"), grid(6, inner_row)).takes([finished]).puts([for_shipping]);
        draft.transition(id("offer"), grid(7, row)).takes([finished]).puts([partner]);
        draft.transition(id("ship"), grid(1, inner_row)).takes([for_shipping]).puts([raw]);
        Ends { raw, machine, partner }
    }
}

/// Draws the path of the joined part to shipping, which returns both pallets.
fn joined_part(draft: &mut Draft, partners: [PlaceId; 2], raw: [PlaceId; 2]) {
    let joined = draft.place("joined_12", 0, grid(8, 4));
    let waiting = draft.place("waiting_12", 0, grid(6, 4));
    let machine = draft.place("machine_12", 2, grid(4, 3));
    let on_machine = draft.place("on_machine_12", 0, grid(4, 4));
    let for_shipping = draft.place("for_shipping_12", 0, grid(2, 4));
    draft.transition("join_12", grid(8, 3)).takes(partners).puts([joined]);
    draft.transition("arrive_12", grid(7, 4)).takes([joined]).puts([waiting]);
    draft.transition("begin_12", grid(5, 4)).takes([waiting, machine]).puts([on_machine]);
    draft.transition("end_12", grid(3, 4)).takes([on_machine]).puts([for_shipping, machine]);
    draft.transition("ship_12", grid(1, 4)).takes([for_shipping]).puts(raw);
}

/// Draws the path of part 3, which needs the machine of part 2 only at the end of its work.
fn third_part(draft: &mut Draft, pallets: u64, machine: PlaceId) {
    let raw = draft.place("raw_3", pallets, grid(0, 10));
    let on_machine = draft.place("on_machine_3", 0, grid(2, 10));
    let for_shipping = draft.place("for_shipping_3", 0, grid(6, 10));
    draft.transition("begin_3", grid(1, 10)).takes([raw]).puts([on_machine]);
    draft.transition("end_3", grid(4, 10)).takes([on_machine]).puts([for_shipping]).keeps([machine]);
    draft.transition("ship_3", grid(3, 11)).takes([for_shipping]).puts([raw]);
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    /// The counts are those of the Model Checking Contest; for N = 5 they are 2 895 018 states and 23 527 185 firings.
    #[test]
    fn the_contest_s_counts_come_out() {
        let expected = Counts { states: 3444, firings: 16311, deadlocks: 0, nearest_deadlock: None };
        assert_eq!(Counts::of(&FAMILY, 2), expected);
    }

    #[test]
    fn there_are_twenty_two_places_and_twenty_transitions() {
        let net = FAMILY.net(1).unwrap();
        assert_eq!((net.places.len(), net.transitions.len()), (22, 20));
    }
}
