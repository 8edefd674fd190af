//! Tables and diagrams of conditions, kept from one compilation to the next.
//!
//! A net is compiled again whenever a slot is widened. What a condition says about cells whose slots
//! have stayed as they were need not be computed again. What a compilation did not ask for is dropped at its end:
//! slots do not become narrower again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sanderling_data_net::Expression;

use super::decision::Diagram;
use super::key::Key;
use super::slot::Slots;
use sanderling_cutoff::DIAGRAM_BITS;

/// A condition, and the least number and the width of the slots of its cells.
type Question = (Expression, Vec<(usize, i32, u8)>);

/// Answers, each with whether it has been asked for since [`Tables::drop_unused`].
type Answers<T> = Mutex<HashMap<Question, (bool, T)>>;

/// The tables and the diagrams that have been made.
#[derive(Debug, Default)]
pub(super) struct Tables {
    sets: Answers<Option<Arc<[u64]>>>,
    diagrams: Answers<Arc<Diagram>>,
}

/// The answer to a question, made now if it has not been before.
fn answer<T: Clone>(answers: &Answers<T>, question: Question, make: impl FnOnce() -> T) -> T {
    let mut known = answers.lock().unwrap_or_else(PoisonError::into_inner);
    let (is_used, answer) = known.entry(question).or_insert_with(|| (true, make()));
    *is_used = true;
    answer.clone()
}

fn drop_unused<T>(answers: &Answers<T>) {
    let mut known = answers.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|_, (is_used, _)| std::mem::take(is_used));
    known.shrink_to_fit();
}

impl Tables {
    /// Drops what has not been asked for since this was done last.
    pub(super) fn drop_unused(&self) {
        drop_unused(&self.sets);
        drop_unused(&self.diagrams);
    }

    /// The table of a condition, made now if it has not been before.
    pub(super) fn get(
        &self,
        condition: &Expression,
        key: &Key,
        slots: &Slots,
        make: impl FnOnce() -> Option<Arc<[u64]>>,
    ) -> Option<Arc<[u64]>> {
        let shape = |cell| (slots.slot(cell), cell);
        let shapes =
            key.cells().map(shape).map(|(slot, cell)| (cell.index(), slot.low, slot.width)).collect();
        answer(&self.sets, (condition.clone(), shapes), make)
    }

    /// The decision diagram of a condition, made now if it has not been before.
    pub(super) fn diagram(
        &self,
        condition: &Expression,
        slots: &Slots,
        make: impl FnOnce() -> Arc<Diagram>,
    ) -> Arc<Diagram> {
        let mut shapes = Vec::new();
        condition.for_each_cell(&mut |cell| {
            let slot = slots.slot(cell);
            // Wide cells are not asked for, so that it does not matter how wide they are.
            let is_asked = DIAGRAM_BITS.admits(slot.width);
            shapes.push(if is_asked {
                (cell.index(), slot.low, slot.width)
            } else {
                (cell.index(), 0, u8::MAX)
            });
        });
        shapes.sort_unstable();
        shapes.dedup();
        answer(&self.diagrams, (condition.clone(), shapes), make)
    }
}
