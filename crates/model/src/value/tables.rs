//! Tables and diagrams of conditions, kept from one compilation to the next.
//!
//! A net is compiled again whenever a slot is widened. What a condition says about cells whose slots
//! have stayed as they were need not be computed again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::decision::{BRANCH_BITS, Diagram};
use super::expression::Expression;
use super::key::Key;
use super::slot::Slots;

/// A condition, and the least number and the width of the slots of its cells.
type Question = (Expression, Vec<(usize, i32, u8)>);

/// The tables and the diagrams that have been made.
#[derive(Debug, Default)]
pub(super) struct Tables {
    sets: Mutex<HashMap<Question, Option<Arc<[u64]>>>>,
    diagrams: Mutex<HashMap<Question, Arc<Diagram>>>,
}

impl Tables {
    /// The table of a condition, made now if it has not been before.
    pub(super) fn get(
        &self,
        condition: &Expression,
        key: &Key,
        slots: &Slots,
        make: impl FnOnce() -> Option<Arc<[u64]>>,
    ) -> Option<Arc<[u64]>> {
        let shape = |cell| (slots.slot(cell), cell);
        let shapes = key.cells().map(shape).map(|(slot, cell)| (cell.index(), slot.lo, slot.width)).collect();
        let mut known = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((condition.clone(), shapes)).or_insert_with(make).clone()
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
            let is_asked = u32::from(slot.width) <= BRANCH_BITS;
            shapes.push(if is_asked {
                (cell.index(), slot.lo, slot.width)
            } else {
                (cell.index(), 0, u8::MAX)
            });
        });
        shapes.sort_unstable();
        shapes.dedup();
        let mut known = self.diagrams.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry((condition.clone(), shapes)).or_insert_with(make))
    }
}
