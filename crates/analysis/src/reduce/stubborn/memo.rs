//! A memo of the sets that have been computed.
//!
//! Computing a set evaluates the enabled events and then one [question](super::question) after the other.
//! Each question depends on the answers so far. The results therefore form a forest: a root for each list of
//! enabled events, questions with a branch for each answer, and selections as leaves. States with the same
//! answers have the same set, and large state spaces have few distinct sets. The idea is that of automata
//! that are built while they are used, as in lazily determinised regular expressions (Thompson, *Regular
//! Expression Search Algorithm*, CACM 11, 1968).
//!
//! INVARIANT: a remembered set equals the computed one. So forgetting does no harm: when memory runs out,
//! the memo is cleared.

use sanderling_cutoff::{MEMO_CELLS, MEMO_ENOUGH, MEMO_ROOTS, MEMO_WINDOW};
use sanderling_system::EventId;

/// Marks a leaf. The other bits count the selected events.
const LEAF: u32 = 1 << 31;

/// Number of windows without lookups after a window with too few hits.
const PAUSE: u32 = 16;

/// The remembered sets.
#[derive(Debug)]
pub(super) struct Memo {
    /// The position of each root, or 0 if there is none.
    roots: Box<[u32]>,
    /// A root consists of the number of its events, these events, and its child. A question consists of its
    /// number, and the child for each answer. A leaf consists of the number of selected events, and their
    /// positions. 0 stands for an unknown child.
    cells: Vec<u32>,
    /// The number of requests in this window, and the number of hits.
    lookups: u32,
    hits: u32,
    /// The number of coming requests that are not looked up.
    pause: u32,
}

impl Memo {
    pub(super) fn new() -> Self {
        Self {
            roots: vec![0; MEMO_ROOTS.size().next_power_of_two()].into(),
            cells: vec![0],
            lookups: 0,
            hits: 0,
            pause: 0,
        }
    }

    /// Whether to look up and record the next set.
    #[inline]
    pub(super) fn is_worth_while(&mut self) -> bool {
        let pauses = self.pause > 0;
        self.pause -= u32::from(pauses);
        !pauses
    }

    /// Counts a hit or a miss.
    #[inline]
    pub(super) fn count(&mut self, was_found: bool) {
        self.lookups += 1;
        self.hits += u32::from(was_found);
        if self.lookups == MEMO_WINDOW.bits() {
            self.pause = if self.hits * MEMO_ENOUGH.bits() < MEMO_WINDOW.bits() {
                PAUSE * MEMO_WINDOW.bits()
            } else {
                0
            };
            (self.lookups, self.hits) = (0, 0);
        }
    }

    /// Returns the positions of the selected events, if the set is remembered.
    #[inline]
    pub(super) fn find(&self, events: &[EventId], mut answer: impl FnMut(u32) -> u32) -> Option<&[u32]> {
        let root = self.roots[spot(events, self.roots.len())] as usize;
        let mut at = self.node_below(root, events)?;
        loop {
            let head = self.cells[at as usize];
            let rest = &self.cells[at as usize + 1..];
            if head & LEAF != 0 {
                return Some(&rest[..(head & !LEAF) as usize]);
            }
            at = rest[answer(head) as usize];
            if at == 0 {
                return None;
            }
        }
    }

    /// Returns the child of a root, if the root has these events.
    #[inline]
    fn node_below(&self, root: usize, events: &[EventId]) -> Option<u32> {
        if root == 0 || self.cells[root] as usize != events.len() {
            return None;
        }
        let [known @ .., node] = &self.cells[root + 1..root + 2 + events.len()] else { return None };
        let is_same = |(known, event): (&u32, &EventId)| *known as usize == event.index();
        known.iter().zip(events).all(is_same).then_some(*node).filter(|&node| node > 0)
    }

    /// Records the selection for these events, with its questions and answers. `classes` returns the number
    /// of answers to a question.
    pub(super) fn note(
        &mut self,
        events: &[EventId],
        trail: &[(u32, u32)],
        chosen: &[u32],
        classes: impl Fn(u32) -> usize,
    ) {
        if !MEMO_CELLS.admits(self.cells.len()) {
            self.roots.fill(0);
            self.cells.truncate(1);
        }
        let mut link = self.link_below_root(events);
        for &(question, answer) in trail {
            if self.cells[link] == 0 {
                self.cells[link] = self.add(question, std::iter::repeat_n(0, classes(question)));
            }
            debug_assert_eq!(
                self.cells[self.cells[link] as usize], question,
                "the answers determine the next question"
            );
            link = self.cells[link] as usize + 1 + answer as usize;
        }
        debug_assert_eq!(self.cells[link], 0, "it was not known");
        self.cells[link] = self.add(LEAF | chosen.len() as u32, chosen.iter().copied());
    }

    /// Returns the cell of the child of the root with these events.
    fn link_below_root(&mut self, events: &[EventId]) -> usize {
        let spot = spot(events, self.roots.len());
        let root = self.roots[spot] as usize;
        if self.node_below(root, events).is_some() {
            return root + 1 + events.len();
        }
        let all = events.iter().map(|event| event.index() as u32).chain([0]);
        let root = self.add(events.len() as u32, all);
        self.roots[spot] = root;
        root as usize + 1 + events.len()
    }

    fn add(&mut self, head: u32, rest: impl Iterator<Item = u32>) -> u32 {
        let at = self.cells.len() as u32;
        self.cells.push(head);
        self.cells.extend(rest);
        at
    }
}

/// Returns the slot of a list of events in the table of roots, whose size is a power of two.
#[inline]
fn spot(events: &[EventId], spots: usize) -> usize {
    let mix = |hash: u64, event: &EventId| {
        (hash.rotate_left(5) ^ event.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    (events.iter().fold(0, mix) >> (64 - spots.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(numbers: &[usize]) -> Vec<EventId> {
        numbers.iter().copied().map(EventId::new).collect()
    }

    #[test]
    fn what_was_noted_is_found_by_those_who_answer_alike() {
        let mut memo = Memo::new();
        let (some, others) = (events(&[3, 1, 4]), events(&[3, 1]));
        memo.note(&some, &[(0, 1), (2, 0)], &[0, 2], |_| 3);
        memo.note(&some, &[(0, 1), (2, 2)], &[1], |_| 3);
        memo.note(&others, &[], &[0, 1], |_| 3);
        let found = |memo: &Memo, events: &[EventId], answers: [u32; 3]| {
            memo.find(events, |question| answers[question as usize]).map(<[u32]>::to_vec)
        };
        assert_eq!(found(&memo, &some, [1, 0, 0]), Some(vec![0, 2]));
        assert_eq!(found(&memo, &some, [1, 7, 2]), Some(vec![1]));
        assert_eq!(found(&memo, &others, [9, 9, 9]), Some(vec![0, 1]));
        assert_eq!(found(&memo, &some, [0, 0, 0]), None, "another answer");
        assert_eq!(found(&memo, &some, [1, 0, 1]), None);
        assert_eq!(found(&memo, &events(&[1, 3, 4]), [1, 0, 0]), None, "another list");
        assert_eq!(found(&memo, &events(&[3, 1, 4, 1]), [1, 0, 0]), None);
    }

    #[test]
    fn it_stays_within_its_bounds_and_right() {
        let mut memo = Memo::new();
        for number in 0..100_000 {
            let one = events(&[number, number % 7]);
            if memo.find(&one, |_| (number % 3) as u32).is_none() {
                memo.note(&one, &[(5, (number % 3) as u32)], &[(number % 2) as u32], |_| 20);
            }
            let found = memo.find(&one, |_| (number % 3) as u32);
            assert_eq!(found, Some([(number % 2) as u32].as_slice()));
            assert!(memo.cells.len() < MEMO_CELLS.size() + 100);
        }
    }

    #[test]
    fn it_pauses_where_nothing_is_found_again_and_then_tries_once_more() {
        let mut memo = Memo::new();
        let mut used = |found: bool| {
            let mut used = 0;
            for _ in 0..(1 + PAUSE) * MEMO_WINDOW.bits() {
                if memo.is_worth_while() {
                    used += 1;
                    memo.count(found);
                }
            }
            used
        };
        assert_eq!(used(false), MEMO_WINDOW.bits());
        assert_eq!(used(true), (1 + PAUSE) * MEMO_WINDOW.bits());
    }
}
