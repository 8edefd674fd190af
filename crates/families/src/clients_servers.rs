//! N clients and N servers, with a place and two transitions for each pair.
//!
//! Written for this project, after nets that were unfolded from coloured ones: the net grows with the square of N. One
//! client at a time sends a request, is served by any of the servers, and is done.
//!
//! There is no request, one client waits, or a server serves it: 1 + N + N² states, with N, N² and N² firings.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "clients-servers",
    about: "N clients that one at a time are served by any of N servers, each pair by itself",
    size_of: "clients",
    sizes: 1..=700,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let size = size as usize;
    let turn = draft.place("turn", 1, grid(0, 0));
    let free: Vec<_> =
        (1..=size).map(|server| draft.place(format!("free_{server}"), 1, grid(4 * server + 2, 0))).collect();
    for client in 1..=size {
        let row = 2 * client;
        let idle = draft.place(format!("idle_{client}"), 1, grid(0, row));
        let waiting = draft.place(format!("waiting_{client}"), 0, grid(2, row));
        draft.transition(format!("ask_{client}"), grid(1, row)).takes([turn, idle]).puts([waiting]);
        for (&free, server) in free.iter().zip(1..) {
            let id = |word: &str| format!("{word}_{client}_by_{server}");
            let served = draft.place(id("served"), 0, grid(4 * server + 1, row));
            let begin = draft.transition(id("begin"), grid(4 * server, row));
            begin.takes([waiting, free]).puts([served]);
            let end = draft.transition(id("end"), grid(4 * server + 2, row));
            end.takes([served]).puts([free, idle, turn]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn at_most_one_client_waits_or_is_served() {
        for size in 1..=8 {
            let pairs = size * size;
            let (states, firings) = (1 + size + pairs, size + 2 * pairs);
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
