//! A big-reader lock: ten readers with a lock each, and N writers that take all ten.
//!
//! Source: Corbet, *Big reader locks*, Linux Weekly News, 2010. A reader takes a lock of its own, without contention. A
//! writer takes all locks.
//!
//! Either some of the readers read, or one writer writes: 2^10 + N states. Each reader may begin or end in every state
//! without a writer, and each writer may begin if there are no readers: 10·2^10 + 2·N firings.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "big-reader-lock",
    about: "ten readers with a lock each, and N writers that take all ten at once",
    size_of: "writers",
    sizes: 1..=100_000,
    draw,
};

/// Number of readers.
const READERS: usize = 10;

fn draw(draft: &mut Draft, size: u64) {
    let locks: [_; READERS] = std::array::from_fn(|reader| {
        let id = |word: &str| format!("{word}_{}", reader + 1);
        let row = 2 * reader;
        let lock = draft.place(id("lock"), 1, grid(4, row));
        let idle = draft.place(id("idle_reader"), 1, grid(2, row));
        let reading = draft.place(id("reading"), 0, grid(0, row));
        draft.transition(id("begin_read"), grid(3, row)).takes([idle, lock]).puts([reading]);
        draft.transition(id("end_read"), grid(1, row)).takes([reading]).puts([idle, lock]);
        lock
    });
    for writer in 1..=size as usize {
        let id = |word: &str| format!("{word}_{writer}");
        let row = 2 * writer;
        let idle = draft.place(id("idle_writer"), 1, grid(6, row));
        let writing = draft.place(id("writing"), 0, grid(8, row));
        draft.transition(id("begin_write"), grid(5, row)).takes([idle]).takes(locks).puts([writing]);
        draft.transition(id("end_write"), grid(7, row)).takes([writing]).puts([idle]).puts(locks);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn some_read_or_one_writes() {
        for size in 1..=5 {
            let (states, firings) = (1024 + size, 10 * 1024 + 2 * size);
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
