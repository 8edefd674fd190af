//! Readers and writers with as many permits as processes.
//!
//! Source: Courtois, Heymans and Parnas, *Concurrent control with "readers" and "writers"*, Communications of the ACM,
//! 1971. A reader takes one permit, a writer takes all of them.
//!
//! Either some of the processes read, or one writes: 2^N + N states. A process that does not read may begin to read,
//! and one that reads may end. If no process reads, each may write. There are N·2^N + 2·N firings.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "readers-writers",
    about: "N processes that read together or write alone",
    size_of: "processes",
    sizes: 1..=100_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let permits = draft.place("permits", size, grid(0, 0));
    for process in 1..=size as usize {
        let id = |word: &str| format!("{word}_{process}");
        let row = 2 * process;
        let idle = draft.place(id("idle"), 1, grid(4, row));
        let reading = draft.place(id("reading"), 0, grid(2, row));
        let writing = draft.place(id("writing"), 0, grid(6, row));
        draft.transition(id("begin_read"), grid(3, row)).takes([idle, permits]).puts([reading]);
        draft.transition(id("end_read"), grid(1, row)).takes([reading]).puts([idle, permits]);
        let begin_write = draft.transition(id("begin_write"), grid(5, row));
        begin_write.takes([idle]).takes_many(permits, size).puts([writing]);
        let end_write = draft.transition(id("end_write"), grid(7, row));
        end_write.takes([writing]).puts([idle]).puts_many(permits, size);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn some_read_or_one_writes() {
        for size in 1..=8 {
            let sets = 1 << size;
            let (states, firings) = (sets + size, size * sets + 2 * size);
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
