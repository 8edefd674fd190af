//! A cache of tables and diagrams of conditions across compilations.
//!
//! A net is compiled again whenever a slot is widened. Tables of conditions on unchanged slots need not be computed
//! again. Entries that a compilation did not use are dropped at its end, since slots do not become narrower again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sanderling_data_net::Expression;

use super::decision::Diagram;
use super::key::Key;
use super::slot::Slots;
use sanderling_cutoff::DIAGRAM_BITS;

/// A condition, with the minimum and the width of the slots of its cells.
type Question = (Expression, Vec<(usize, i32, u8)>);

/// Cached results, each with a flag whether it has been used since [`Tables::drop_unused`].
type Answers<T> = Mutex<HashMap<Question, (bool, T)>>;

/// The cached tables and diagrams.
#[derive(Debug, Default)]
pub(super) struct Tables {
    sets: Answers<Option<Arc<[u64]>>>,
    diagrams: Answers<Arc<Diagram>>,
}

/// Returns a cached result, or computes it.
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
    /// Drops the entries that have not been used since the last call.
    pub(super) fn drop_unused(&self) {
        drop_unused(&self.sets);
        drop_unused(&self.diagrams);
    }

    /// Returns the table of a condition, from the cache or computed now.
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

    /// Returns the decision diagram of a condition, from the cache or computed now.
    pub(super) fn diagram(
        &self,
        condition: &Expression,
        slots: &Slots,
        make: impl FnOnce() -> Arc<Diagram>,
    ) -> Arc<Diagram> {
        let mut shapes = Vec::new();
        condition.for_each_cell(&mut |cell| {
            let slot = slots.slot(cell);
            // The diagram does not branch on wide cells, so their exact width does not matter.
            let is_narrow = DIAGRAM_BITS.admits(slot.width);
            shapes.push(if is_narrow {
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
