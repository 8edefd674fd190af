//! The cells that a rule's statements read and write.
//!
//! Statements are processed in order, each in the ranges that the previous ones leave. A cell that has certainly been
//! overwritten no longer depends on the state before the step, so reading it does not count.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use sanderling_data_net::{
    CellId, Cells, Elements, Expression, Interval, ListCells, Narrowed, Ranges, Statement, execute, simplify,
};
use sanderling_system::{Change, SlotId, Write};

use super::{for_each_read, positions, slot};

/// The reads and writes of the statements so far.
pub(super) struct Writes<'a> {
    narrowed: Narrowed<'a>,
    cells: &'a Cells,
    changes: BTreeMap<CellId, Change>,
    /// The cells that have certainly been overwritten.
    overwritten: BTreeSet<CellId>,
    reads: BTreeSet<CellId>,
    /// Whether a statement is always undefined. Later statements then do not matter.
    is_over: bool,
}

impl<'a> Writes<'a> {
    pub(super) fn new(narrowed: Narrowed<'a>, cells: &'a Cells) -> Self {
        Self {
            narrowed,
            cells,
            changes: BTreeMap::new(),
            overwritten: BTreeSet::new(),
            reads: BTreeSet::new(),
            is_over: false,
        }
    }

    /// Returns the slots that are read, and the changes of those that are written.
    pub(super) fn finish(self) -> (Vec<SlotId>, Vec<Write>) {
        let write = |(cell, change)| Write { slot: slot(cell), change };
        (self.reads.into_iter().map(slot).collect(), self.changes.into_iter().map(write).collect())
    }

    /// Processes the next statement.
    pub(super) fn add(&mut self, statement: &Statement) {
        if self.is_over {
            return;
        }
        match statement {
            Statement::Set(cell, value) => {
                let value = self.simple(value);
                self.set(*cell, &value);
            }
            Statement::SetElement(elements, index, value) => self.set_element(*elements, index, value),
            Statement::Compute(_, _, value) => {
                let value = self.simple(value);
                self.read(&value);
            }
            Statement::Append(list, values) => self.append(*list, values),
            Statement::RemoveFirst(list) => self.remove_first(*list),
        }
        self.is_over = !execute(statement, &mut self.narrowed, self.cells, &mut Vec::new());
    }

    fn simple(&self, expression: &Expression) -> Expression {
        simplify(expression, &self.narrowed)
    }

    /// Records the cells that an expression reads.
    fn read(&mut self, expression: &Expression) {
        let (overwritten, reads) = (&self.overwritten, &mut self.reads);
        for_each_read(expression, &self.narrowed, &mut |cell| {
            if !overwritten.contains(&cell) {
                reads.insert(cell);
            }
        });
    }

    /// Records that a cell certainly gets this value.
    fn set(&mut self, cell: CellId, value: &Expression) {
        if *value != Expression::Cell(cell) {
            self.read(value);
            self.overwrite(cell, value);
        }
    }

    fn overwrite(&mut self, cell: CellId, value: &Expression) {
        match value {
            Expression::Number(number) => {
                let stays = self.narrowed.cell(cell).single() == Some(*number);
                if !stays || self.changes.contains_key(&cell) {
                    self.changes.insert(cell, Change::Put(i128::from(*number)));
                }
                self.overwritten.insert(cell);
            }
            _ => {
                self.changes.insert(cell, Change::Assign);
                self.overwritten.insert(cell);
            }
        }
    }

    /// Records that one of these elements gets this value.
    fn set_element(&mut self, elements: Elements, index: &Expression, value: &Expression) {
        let (index, value) = (self.simple(index), self.simple(value));
        if let Some(cell) = elements.at(&index) {
            return self.set(cell, &value);
        }
        self.read(&index);
        self.read(&value);
        let within =
            elements.indices().and_then(|all| index.estimate(&self.narrowed).range.intersection(all));
        for at in positions(within) {
            self.changes.insert(elements.cell(at), Change::Assign);
        }
    }

    /// Records that an element is appended to a list.
    fn append(&mut self, list: ListCells, values: &[Expression]) {
        let values: Vec<_> = values.iter().map(|value| self.simple(value)).collect();
        values.iter().for_each(|value| self.read(value));
        let length = self.narrowed.cell(list.length);
        let free = Interval::new(0, list.capacity as i64 - 1);
        match length.intersection(free) {
            Some(Interval { low, high }) if low == high && free.includes(length) => {
                for (component, value) in values.iter().enumerate() {
                    self.overwrite(list.cell(low as usize, component), value);
                }
            }
            within => {
                self.read(&Expression::Cell(list.length));
                for at in positions(within) {
                    for component in 0..values.len() {
                        self.changes.insert(list.cell(at, component), Change::Assign);
                    }
                }
            }
        }
        self.count(list.length, 1);
    }

    /// Records that the first element of a list is removed, and the others move up.
    fn remove_first(&mut self, list: ListCells) {
        let length = self.narrowed.cell(list.length);
        if length.low <= 0 {
            self.read(&Expression::Cell(list.length));
        }
        let used = usize::try_from(length.high).unwrap_or(0).min(list.capacity);
        for at in 0..used {
            for component in 0..list.components {
                let cell = list.cell(at, component);
                let rest = Expression::Number(self.cells.cell(cell).sort.nearest_to_zero());
                let next = (at + 1 < used).then(|| Expression::Cell(list.cell(at + 1, component)));
                let next = self.simple(&next.unwrap_or(rest));
                self.set(cell, &next);
            }
        }
        self.count(list.length, -1);
    }

    /// Records that a length changes.
    fn count(&mut self, length: CellId, sum: i128) {
        match self.changes.entry(length) {
            Entry::Vacant(entry) => drop(entry.insert(Change::Add(sum))),
            Entry::Occupied(mut entry) => {
                let change = match *entry.get() {
                    Change::Add(earlier) => Change::Add(earlier + sum),
                    Change::Put(number) => Change::Put(number + sum),
                    Change::Assign => Change::Assign,
                };
                entry.insert(change);
            }
        }
    }
}
