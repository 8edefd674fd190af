//! The effect of a firing on the words of the successor.
//!
//! The successor starts as a copy of the state. A program computes the parts that depend on the state. Then masks write
//! the constant parts: the new control locations, and the constants that code assigns. While the program is written,
//! constants are remembered, so later reads in the same step are precomputed, and a cell that is assigned twice is
//! written once. Increments by a constant are deferred in the same manner: all of them are one addition per word, after
//! a check that none leaves its slot.
//!
//! INVARIANT: a firing breaks an assumption exactly if a number that it puts into a cell, even temporarily, does not
//! fit the slot. A firing that succeeds also succeeds in wider slots (law 2 of `Adaptive`).

use sanderling_data_net::{
    Binary, CellId, Cells, Elements, Expression, Interval, ListCells, Narrowed, Ranges, Refusal, Rule,
    Statement, TemporaryId, execute, simplify,
};

use super::compile::{Compiler, slot_and_offset};
use super::machine::{Address, Register};
use super::operation::Operation;
use super::slot::Slot;
use super::undefined;

/// The replacement of bits of a word, followed by an addition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mask {
    pub(super) word: u32,
    pub(super) clear: u64,
    pub(super) set: u64,
    /// The number to add. No slot carries into the next one, as has been checked.
    pub(super) add: u64,
}

/// A check that an increment stays in its slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Check {
    pub(super) slot: Slot,
    pub(super) by: i32,
    pub(super) cell: u32,
}

impl Check {
    /// Returns the new number of the slot if it does not fit.
    #[inline(always)]
    pub(super) fn breach(&self, words: &[u64]) -> Option<i64> {
        let raw = self.slot.raw(words).wrapping_add_signed(i64::from(self.by));
        (raw > self.slot.most()).then(|| raw as i64 + i64::from(self.slot.low))
    }
}

impl Mask {
    #[inline(always)]
    pub(super) fn apply(&self, words: &mut [u64]) {
        let word = &mut words[self.word as usize];
        *word = (*word & !self.clear | self.set).wrapping_add(self.add);
    }
}

/// The effect of a transition.
#[derive(Debug, Clone, Default)]
pub(super) struct Effect {
    /// The program, if there is one.
    pub(super) program: Option<Address>,
    /// The checks of increments.
    pub(super) checks: Vec<Check>,
    /// The masks, at most one for each word.
    pub(super) masks: Vec<Mask>,
}

/// Compiles the effect of a rule whose conditions have been assumed in `narrowed`.
pub(super) fn compile(
    compiler: &mut Compiler<'_>,
    rule: &Rule,
    narrowed: Narrowed<'_>,
) -> Result<Effect, Refusal> {
    let start = compiler.here();
    let mut writer = Writer { compiler, narrowed, pending: Vec::new(), constants: Vec::new() };
    for statement in &rule.statements {
        if undefined::may_fail(statement, &writer.narrowed, writer.compiler.cells) {
            writer.flush_all_increases();
        }
        writer.statement(statement)?;
        let mut put = Vec::new();
        if !execute(statement, &mut writer.narrowed, writer.compiler.cells, &mut put) {
            // The statement is undefined whenever it is reached.
            break;
        }
        writer.stay_inside(&put);
    }
    let (masks, checks) = writer.masks();
    let is_empty = compiler.here() == start;
    if !is_empty {
        compiler.emit(Operation::End);
    }
    Ok(Effect { program: (!is_empty).then_some(start), checks, masks })
}

struct Writer<'c, 'a, 'n> {
    compiler: &'c mut Compiler<'a>,
    narrowed: Narrowed<'n>,
    /// The changes of cells that are not yet written.
    pending: Vec<(CellId, Pending)>,
    /// Temporaries with a constant value, which are in no register.
    constants: Vec<(TemporaryId, i64)>,
}

/// A change of a cell.
#[derive(Debug, Clone, Copy)]
enum Pending {
    /// The cell is assigned a constant.
    Number(i64),
    /// A constant is added to the cell.
    Increase(i16),
}

impl Writer<'_, '_, '_> {
    fn cells(&self) -> &Cells {
        self.compiler.cells
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Refusal> {
        match statement {
            Statement::Set(cell, value) => self.set(*cell, value),
            Statement::SetElement(elements, index, value) => self.set_element(*elements, index, value),
            Statement::Compute(temporary, sort, value) => {
                let value = self.ready(value);
                if let Expression::Number(number) = value
                    && sort.contains(number)
                {
                    // Expressions that read it are computed with the constant.
                    self.constants.push((*temporary, number));
                    return Ok(());
                }
                let to = self.compiler.temporary(*temporary)?;
                if !self.compiler.compute_alone(&value, to) {
                    self.compiler.compute(&value, 0)?;
                    self.compiler.emit(Operation::AddNumber { to, a: 0, number: 0 });
                }
                self.check(&value, *sort, to);
                Ok(())
            }
            Statement::Append(list, values) => {
                self.flush_list(*list);
                // This precedes the computation of the first one, since writing pending constants takes a register.
                let values: Vec<Expression> = values.iter().map(|value| self.ready(value)).collect();
                for (component, value) in values.iter().enumerate() {
                    let to = component as Register;
                    self.compiler.compute(value, to)?;
                    if list.capacity > 0 {
                        let sort = self.cells().cell(list.cell(0, component)).sort;
                        self.check(value, sort, to);
                    }
                }
                let list = self.compiler.list_slots(*list);
                self.compiler.emit(Operation::Append { from: 0, list });
                Ok(())
            }
            Statement::RemoveFirst(list) => {
                self.flush_list(*list);
                let list = self.compiler.list_slots(*list);
                self.compiler.emit(Operation::RemoveFirst { list });
                Ok(())
            }
        }
    }

    fn set(&mut self, cell: CellId, value: &Expression) -> Result<(), Refusal> {
        let value = self.ready(value);
        let sort = self.cells().cell(cell).sort;
        match value {
            Expression::Number(number) if sort.contains(number) => {
                self.replace(cell);
                match self.compiler.slots.slot(cell).bits_of(number) {
                    Some(_) => self.pending.push((cell, Pending::Number(number))),
                    // This breaks an assumption, even if the number is replaced later.
                    None => self.store(cell, number),
                }
            }
            value => {
                // If the value depends on a pending constant, it already contains it.
                self.replace(cell);
                if let Some(by) = self.increase(cell, &value) {
                    self.pending.push((cell, Pending::Increase(by)));
                    return Ok(());
                }
                let a = self.computed(&value)?;
                self.check(&value, sort, a);
                let slot = self.compiler.slots.slot(cell);
                self.compiler.emit(Operation::Store { a, slot, cell: cell.index() as u32 });
            }
        }
        Ok(())
    }

    /// Drops the constant of a cell that is replaced. An increment is still checked.
    fn replace(&mut self, cell: CellId) {
        let is_constant = |pending: &(CellId, Pending)| matches!(pending, (_, Pending::Number(_)));
        self.pending.retain(|pending| pending.0 != cell || !is_constant(pending));
        self.flush(cell);
    }

    /// Computes a value, and returns its register.
    fn computed(&mut self, value: &Expression) -> Result<Register, Refusal> {
        if let Expression::Temporary(temporary) = value {
            return self.compiler.temporary(*temporary);
        }
        self.compiler.compute(value, 0)?;
        Ok(0)
    }

    /// Returns the amount by which a value exceeds the content of the cell, if that is constant and the result is
    /// always in the cell's sort.
    fn increase(&self, cell: CellId, value: &Expression) -> Option<i16> {
        let Expression::Binary(operation, parts) = value else { return None };
        let by = match (operation, &**parts) {
            (Binary::Add, [Expression::Cell(c), Expression::Number(n)]) if *c == cell => *n,
            (Binary::Add, [Expression::Number(n), Expression::Cell(c)]) if *c == cell => *n,
            (Binary::Subtract, [Expression::Cell(c), Expression::Number(n)]) if *c == cell => {
                n.checked_neg()?
            }
            _ => return None,
        };
        let estimate = value.estimate(&self.narrowed);
        let is_of_sort = !estimate.may_fail && self.cells().cell(cell).sort.includes(estimate.range);
        let is_turned = self.compiler.slots.slot(cell).is_turned();
        i16::try_from(by).ok().filter(|_| is_of_sort && !is_turned)
    }

    fn set_element(
        &mut self,
        elements: Elements,
        index: &Expression,
        value: &Expression,
    ) -> Result<(), Refusal> {
        let index = self.ready(index);
        if let Some(cell) = elements.at(&index) {
            return self.set(cell, value);
        }
        elements.cells().for_each(|cell| self.flush(cell));
        let value = self.ready(value);
        self.compiler.compute(&value, 0)?;
        self.check(&value, self.cells().cell(elements.first).sort, 0);
        let elements = self.compiler.element_slots(elements);
        if let Some((cell, offset)) = slot_and_offset(&index) {
            let slot = self.compiler.slots.slot(cell);
            self.compiler.emit(Operation::StoreElementAt { a: 0, offset, slot, elements });
        } else {
            self.compiler.compute(&index, 1)?;
            self.compiler.emit(Operation::StoreElement { a: 0, index: 1, elements });
        }
        Ok(())
    }

    /// Simplifies an expression, with constants for cells that have been assigned them.
    fn ready(&mut self, expression: &Expression) -> Expression {
        self.flush_elements(expression);
        self.flush_increases(expression);
        let known = Known { ranges: &self.narrowed, pending: &self.pending, constants: &self.constants };
        simplify(expression, &known)
    }

    /// Writes the constants in cells that a computed index may choose.
    fn flush_elements(&mut self, expression: &Expression) {
        if let Expression::Element(elements, _) = expression {
            elements.cells().chain(elements.length).for_each(|cell| self.flush(cell));
        }
        expression.parts().iter().for_each(|part| self.flush_elements(part));
    }

    /// Writes the increments of cells that are read.
    fn flush_increases(&mut self, expression: &Expression) {
        let mut read = Vec::new();
        expression.for_each_cell(&mut |cell| read.push(cell));
        self.flush_increased(&read);
    }

    fn flush_all_increases(&mut self) {
        let pending: Vec<CellId> = self.pending.iter().map(|&(cell, _)| cell).collect();
        self.flush_increased(&pending);
    }

    fn flush_increased(&mut self, cells: &[CellId]) {
        let is_increase = |&&(cell, pending): &&(CellId, Pending)| {
            matches!(pending, Pending::Increase(_)) && cells.contains(&cell)
        };
        let increased: Vec<CellId> = self.pending.iter().filter(is_increase).map(|&(cell, _)| cell).collect();
        increased.into_iter().for_each(|cell| self.flush(cell));
    }

    fn flush_list(&mut self, list: ListCells) {
        (0..=list.capacity * list.components)
            .for_each(|offset| self.flush(CellId::new(list.length.index() + offset)));
    }

    /// Writes the pending change of a cell, if there is one.
    fn flush(&mut self, cell: CellId) {
        let Some(at) = self.pending.iter().position(|&(pending, _)| pending == cell) else { return };
        match self.pending.remove(at).1 {
            Pending::Number(number) => self.store(cell, number),
            Pending::Increase(by) => {
                let slot = self.compiler.slots.slot(cell);
                self.compiler.emit(Operation::Increase { by, slot, cell: cell.index() as u32 });
            }
        }
    }

    fn store(&mut self, cell: CellId, number: i64) {
        let slot = self.compiler.slots.slot(cell);
        self.compiler.emit(Operation::Number { to: 0, number });
        self.compiler.emit(Operation::Store { a: 0, slot, cell: cell.index() as u32 });
    }

    /// Writes the check that a computed number is in a sort, unless that is known.
    fn check(&mut self, value: &Expression, sort: Interval, a: Register) {
        if !sort.includes(value.estimate(&self.narrowed).range) {
            let range = self.compiler.range(sort);
            self.compiler.emit(Operation::Within { a, range });
        }
    }

    /// Assumes that numbers put into cells fit their slots, since otherwise the firing has broken an assumption. A
    /// constant need not fit, since it may be replaced before it is written.
    fn stay_inside(&mut self, put: &[(CellId, Interval)]) {
        for &(cell, _) in put {
            let slot = self.compiler.slots.slot(cell);
            if slot.is_turned() {
                continue;
            }
            let fits = Interval::new(i64::from(slot.low), i64::from(slot.low) + slot.most() as i64);
            if let Some(range) = self.narrowed.cell(cell).intersection(fits) {
                self.narrowed.set(cell, range);
            }
        }
    }

    /// Returns the masks of the pending changes, and the checks of increments.
    fn masks(&mut self) -> (Vec<Mask>, Vec<Check>) {
        let (mut masks, mut checks) = (Vec::new(), Vec::new());
        for (cell, pending) in std::mem::take(&mut self.pending) {
            let slot = self.compiler.slots.slot(cell);
            match pending {
                Pending::Number(number) => match slot.bits_of(number) {
                    Some(raw) => {
                        let mask = mask_of(&mut masks, slot);
                        mask.clear |= slot.mask();
                        mask.set |= raw << slot.shift;
                    }
                    None => self.store(cell, number),
                },
                Pending::Increase(by) => {
                    let mask = mask_of(&mut masks, slot);
                    mask.add = mask.add.wrapping_add((i64::from(by) as u64) << slot.shift);
                    // Its range is that after the increment, if that stays in the slot.
                    checks.push(Check { slot, by: i32::from(by), cell: cell.index() as u32 });
                }
            }
        }
        masks.retain(|mask| *mask != Mask { word: mask.word, ..Mask::default() });
        (masks, checks)
    }
}

/// Returns the mask of a slot's word.
fn mask_of(masks: &mut Vec<Mask>, slot: Slot) -> &mut Mask {
    let word = u32::from(slot.word);
    let at = masks.iter().position(|mask| mask.word == word).unwrap_or_else(|| {
        masks.push(Mask { word, ..Mask::default() });
        masks.len() - 1
    });
    &mut masks[at]
}

/// Ranges in which some cells and temporaries have a known number.
struct Known<'a> {
    ranges: &'a dyn Ranges,
    pending: &'a [(CellId, Pending)],
    constants: &'a [(TemporaryId, i64)],
}

impl Ranges for Known<'_> {
    fn cell(&self, cell: CellId) -> Interval {
        match self.pending.iter().find(|&&(pending, _)| pending == cell) {
            Some(&(_, Pending::Number(number))) => Interval::only(number),
            _ => self.ranges.cell(cell),
        }
    }

    fn temporary(&self, temporary: TemporaryId) -> Interval {
        match self.constants.iter().find(|&&(constant, _)| constant == temporary) {
            Some(&(_, number)) => Interval::only(number),
            None => self.ranges.temporary(temporary),
        }
    }
}

#[cfg(test)]
mod tests;
