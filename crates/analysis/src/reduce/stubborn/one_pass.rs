//! The smallest set over all enabled events, in one pass over rows of bits.
//!
//! With a fixed row for each event, an event of a strongly connected component adds the whole component and
//! everything reachable from it. So the best key is in a component with few enabled events that leads to no
//! other component with enabled events, as in [`components`](super::components). Tarjan's algorithm
//! (*Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1, 1972) finds it. With
//! rows, the new successors are the bits of a row that have not been entered, a word at a time. Closing a
//! set from each enabled event in turn would read the same rows repeatedly.
//!
//! INVARIANT: the events whose component is incomplete are on the stack, at their positions in the order of
//! entry. A component that is completed is the end of the stack.

use super::dense::ROW;
use super::direct::Direct;
use super::relation::Relation;
use super::rows::number;
use super::workspace::{Slots, Workspace};
use crate::bits::Bits;

/// A walk along the rows.
#[derive(Debug)]
pub(super) struct OnePass {
    /// Events that have not been entered, and are not in the initial set.
    unseen: Bits,
    /// Events whose component is incomplete.
    on_stack: Bits,
    /// Events whose component is complete, and contains or leads to an enabled event.
    spoilt: Bits,
    /// For each event on the stack, the earliest known position that is reachable from it.
    earliest: Box<[u32]>,
    /// The events on the path to the current one, with their rows and positions.
    path: Vec<Step>,
    /// Events, and whether each leads to another component with enabled events.
    stack: Vec<(u32, bool)>,
    /// The component with the fewest enabled events so far.
    best: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    event: u32,
    row: u32,
    position: u32,
}

impl OnePass {
    /// Creates a walk for this number of events.
    pub(super) fn new(events: usize) -> Self {
        let none = || Bits::new(events);
        Self {
            unseen: none(),
            on_stack: none(),
            spoilt: none(),
            earliest: vec![0; events].into(),
            path: Vec::new(),
            stack: Vec::new(),
            best: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, base: &Bits) {
        self.unseen.become_all_but(base);
        self.on_stack.clear();
        self.spoilt.clear();
        self.path.clear();
        self.stack.clear();
    }

    #[inline]
    fn enter(&mut self, event: u32, row: u32) {
        let position = number(self.stack.len());
        self.unseen.remove(event);
        self.on_stack.insert(event);
        self.earliest[event as usize] = position;
        self.stack.push((event, false));
        self.path.push(Step { event, row, position });
    }
}

impl Workspace {
    /// Adds a smallest component of the keys to the set, which must have no enabled event yet. Returns
    /// whether the set then has fewer than `most` enabled events.
    pub(super) fn add_least(&mut self, rows: (&Relation, &Direct), slots: &impl Slots, most: usize) -> bool {
        let fewest = match self.enabled.words().len() {
            1 => self.least::<1>(rows, slots, most),
            2 => self.least::<2>(rows, slots, most),
            _ => self.least::<0>(rows, slots, most),
        };
        if fewest < most {
            let best = std::mem::take(&mut self.dense.pass.best);
            best.iter().for_each(|&event| self.put(event));
            self.dense.pass.best = best;
        }
        fewest < most
    }

    /// Finds a component with the fewest enabled events, and fewer than `most`. Returns their number.
    fn least<const W: usize>(
        &mut self,
        (relation, direct): (&Relation, &Direct),
        slots: &impl Slots,
        most: usize,
    ) -> usize {
        let words = if W == 0 { self.enabled.words().len() } else { W };
        let mut fewest = most;
        self.dense.begin_pass();
        for key in 0..self.keys.len() {
            let event = self.keys[key];
            if self.dense.pass.unseen.has(event) {
                let row = self.row_of(relation, slots, event);
                self.dense.pass.enter(event, row);
            }
            while let Some(&step) = self.dense.pass.path.last() {
                let row = &direct.row(step.row)[..words];
                let unseen = &self.dense.pass.unseen.words()[..words];
                if let Some(word) = (0..words).find(|&word| row[word] & unseen[word] != 0) {
                    let event = 64 * word as u32 + (row[word] & unseen[word]).trailing_zeros();
                    self.looked_at += 1;
                    self.work_limit = self.work_limit.saturating_sub(words + ROW);
                    if self.work_limit == 0 {
                        return fewest;
                    }
                    let drawn = self.row_of(relation, slots, event);
                    self.dense.pass.enter(event, drawn);
                } else {
                    self.go_back::<W>(step, row, &mut fewest);
                }
            }
            if fewest == 1 {
                break;
            }
        }
        fewest
    }

    /// Returns from the last event of the path, and examines its component if that is complete.
    #[inline]
    fn go_back<const W: usize>(&mut self, step: Step, row: &[u64], fewest: &mut usize) {
        let words = if W == 0 { row.len() } else { W };
        let OnePass { on_stack, spoilt, earliest, path, stack, best, .. } = &mut self.dense.pass;
        path.pop();
        let mut least = earliest[step.event as usize];
        let mut leads_on = false;
        for word in 0..words {
            leads_on |= row[word] & spoilt.words()[word] != 0;
            let mut known = row[word] & on_stack.words()[word];
            while known != 0 {
                least = least.min(earliest[64 * word + known.trailing_zeros() as usize]);
                known &= known - 1;
            }
        }
        earliest[step.event as usize] = least;
        stack[step.position as usize].1 = leads_on;
        if least < step.position {
            return;
        }
        let component = &stack[step.position as usize..];
        let count = component.iter().filter(|(event, _)| self.enabled.has(*event)).count();
        let is_spoilt = component.iter().any(|&(_, leads_on)| leads_on);
        if count > 0 && !is_spoilt && count < *fewest {
            *fewest = count;
            best.clear();
            best.extend(component.iter().map(|&(event, _)| event));
        }
        for (event, _) in stack.drain(step.position as usize..) {
            on_stack.remove(event);
            if count > 0 || is_spoilt {
                spoilt.insert(event);
            }
        }
    }
}
