//! What a firing does to the successor's words.
//!
//! The successor starts as a copy of the state. A program computes what depends on the state; then
//! masks put in what is the same every time: the new control locations, and the constants that code
//! assigns. A constant is remembered while the program is written, so that what reads it later in the same step is
//! computed beforehand, and a cell that is assigned twice is written once.

use super::cell::{CellId, Cells};
use super::compile::{Compiler, simplify};
use super::expression::{Binary, Elements, Expression, Ranges};
use super::machine::{Address, Operation, Register};
use super::narrowed::Narrowed;
use super::proof::execute;
use super::range::Range;
use super::refusal::Refusal;
use super::rule::{ListCells, Rule, Statement};

/// Bits of a word that are replaced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mask {
    pub(super) word: u32,
    pub(super) clear: u64,
    pub(super) set: u64,
}

impl Mask {
    #[inline(always)]
    pub(super) fn apply(&self, words: &mut [u64]) {
        let word = &mut words[self.word as usize];
        *word = *word & !self.clear | self.set;
    }
}

/// The effect of a transition.
#[derive(Debug, Clone, Default)]
pub(super) struct Effect {
    /// The program, if there is one.
    pub(super) program: Option<Address>,
    /// The masks, each word at most once.
    pub(super) masks: Vec<Mask>,
}

/// Writes the effect of a rule whose conditions have been assumed in `narrowed`.
pub(super) fn compile(
    compiler: &mut Compiler<'_>,
    rule: &Rule,
    narrowed: Narrowed<'_>,
) -> Result<Effect, Refusal> {
    let start = compiler.here();
    let mut writer = Writer { compiler, narrowed, pending: Vec::new() };
    for statement in &rule.statements {
        writer.statement(statement)?;
        let mut put = Vec::new();
        if !execute(statement, &mut writer.narrowed, writer.compiler.cells, &mut put) {
            // It is undefined whenever it is reached.
            break;
        }
        writer.stay_inside(&put);
    }
    let masks = writer.masks();
    let is_empty = compiler.here() == start;
    if !is_empty {
        compiler.emit(Operation::End);
    }
    Ok(Effect { program: (!is_empty).then_some(start), masks })
}

struct Writer<'c, 'a, 'n> {
    compiler: &'c mut Compiler<'a>,
    narrowed: Narrowed<'n>,
    /// Constants that cells have been assigned and that are not yet written.
    pending: Vec<(CellId, i64)>,
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
                self.compiler.compute(&value, 0)?;
                self.check(&value, *sort, 0);
                let to = self.compiler.temporary(*temporary)?;
                self.compiler.emit(Operation::AddNumber { to, a: 0, number: 0 });
                Ok(())
            }
            Statement::Append(list, values) => {
                self.flush_list(*list);
                // All of them before the first one is computed: writing pending constants takes a register.
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
                self.pending.retain(|&(pending, _)| pending != cell);
                self.pending.push((cell, number));
            }
            value => {
                let was_pending = self.pending.iter().any(|&(pending, _)| pending == cell);
                self.pending.retain(|&(pending, _)| pending != cell);
                let slot = self.compiler.slots.slot(cell);
                let increase = self.increase(cell, &value).filter(|_| !was_pending);
                let cell = cell.index() as u32;
                if let Some(by) = increase {
                    self.compiler.emit(Operation::Increase { by, slot, cell });
                } else {
                    self.compiler.compute(&value, 0)?;
                    self.check(&value, sort, 0);
                    self.compiler.emit(Operation::Store { a: 0, slot, cell });
                }
            }
        }
        Ok(())
    }

    /// By how much a value is more than what the cell holds, where that is always the same and the
    /// result is always of the cell's sort.
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
        i16::try_from(by).ok().filter(|_| is_of_sort)
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
        self.compiler.compute(&index, 1)?;
        let elements = self.compiler.element_slots(elements);
        self.compiler.emit(Operation::StoreElement { a: 0, index: 1, elements });
        Ok(())
    }

    /// The expression, simplified, with constants for cells that have been assigned them.
    fn ready(&mut self, expression: &Expression) -> Expression {
        self.flush_elements(expression);
        let known = Known { ranges: &self.narrowed, pending: &self.pending };
        simplify(expression, &known)
    }

    /// Writes the constants in cells that a computed index may choose.
    fn flush_elements(&mut self, expression: &Expression) {
        if let Expression::Element(elements, _) = expression {
            elements.cells().chain(elements.length).for_each(|cell| self.flush(cell));
        }
        expression.parts().iter().for_each(|part| self.flush_elements(part));
    }

    fn flush_list(&mut self, list: ListCells) {
        (0..=list.capacity * list.components)
            .for_each(|offset| self.flush(CellId::new(list.length.index() + offset)));
    }

    /// Writes the constant that a cell has been assigned, if it is not yet written.
    fn flush(&mut self, cell: CellId) {
        let Some(at) = self.pending.iter().position(|&(pending, _)| pending == cell) else { return };
        let (_, number) = self.pending.remove(at);
        self.store(cell, number);
    }

    fn store(&mut self, cell: CellId, number: i64) {
        let slot = self.compiler.slots.slot(cell);
        self.compiler.emit(Operation::Number { to: 0, number });
        self.compiler.emit(Operation::Store { a: 0, slot, cell: cell.index() as u32 });
    }

    /// Writes the check that what has been computed is of a sort, where that is not known.
    fn check(&mut self, value: &Expression, sort: Range, a: Register) {
        if !sort.includes(value.estimate(&self.narrowed).range) {
            let range = self.compiler.range(sort);
            self.compiler.emit(Operation::Within { a, range });
        }
    }

    /// What has been put into cells fits their slots: otherwise the firing has broken an assumption.
    fn stay_inside(&mut self, put: &[(CellId, Range)]) {
        for &(cell, _) in put {
            let slot = self.compiler.slots.slot(cell);
            let fits = Range { lo: i64::from(slot.lo), hi: i64::from(slot.lo) + slot.most() as i64 };
            if let Some(range) = self.narrowed.cell(cell).intersection(fits) {
                self.narrowed.set(cell, range);
            }
        }
    }

    /// The masks of the constants that are not yet written. One that does not fit its slot is left to
    /// the program, which breaks there.
    fn masks(&mut self) -> Vec<Mask> {
        let mut masks: Vec<Mask> = Vec::new();
        for (cell, number) in std::mem::take(&mut self.pending) {
            let slot = self.compiler.slots.slot(cell);
            let Some(raw) = slot.bits_of(number) else {
                self.store(cell, number);
                continue;
            };
            if slot.width == 0 {
                continue;
            }
            let (word, clear, set) = (u32::from(slot.word), slot.mask(), raw << slot.shift);
            match masks.iter_mut().find(|mask| mask.word == word) {
                Some(mask) => {
                    mask.clear |= clear;
                    mask.set |= set;
                }
                None => masks.push(Mask { word, clear, set }),
            }
        }
        masks
    }
}

/// Ranges where some cells hold a known number.
struct Known<'a> {
    ranges: &'a dyn Ranges,
    pending: &'a [(CellId, i64)],
}

impl Ranges for Known<'_> {
    fn cell(&self, cell: CellId) -> Range {
        let known = self.pending.iter().find(|&&(pending, _)| pending == cell);
        known.map_or_else(|| self.ranges.cell(cell), |&(_, number)| Range::only(number))
    }

    fn temporary(&self, temporary: super::expression::TemporaryId) -> Range {
        self.ranges.temporary(temporary)
    }
}
