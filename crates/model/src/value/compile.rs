//! Compilation of expressions and statements to programs.
//!
//! The known ranges of the cells avoid most of the work. Wrapping and checks without effect are dropped, cells with a
//! single possible number are constants, and an expression of one narrow cell is a table. Assignments of constants are
//! not part of a program at all, but of the masks that every firing applies at the end. INVARIANT: programs rely on
//! every marking being inside the extents. A store outside is a broken assumption, and nothing that it wrote is used.

use sanderling_cutoff::VALUE_TABLE_BITS;
use sanderling_data_net::{
    Binary, CellId, Cells, Elements, Expression, Interval, ListCells, Refusal, TemporaryId,
};

use super::machine::{Address, ElementSlots, ListSlots, Machine, REGISTERS, Register};
use super::operation::Operation;
use super::slot::Slots;
use super::tables::Tables;

/// Address of the operation that ends a program because a requirement is not met.
pub(super) const FAIL: Address = 0;

/// A position in a program that may not be known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(pub(super) u32);

impl Label {
    /// The end of the program for a failed requirement.
    pub(super) const FAIL: Self = Self(0);
}

/// A compiler that writes programs.
pub(super) struct Compiler<'a> {
    pub(super) cells: &'a Cells,
    pub(super) slots: &'a Slots,
    pub(super) machine: Machine,
    elements: std::collections::HashMap<Elements, u32>,
    lists: std::collections::HashMap<CellId, u32>,
    /// Tables that have been created before.
    pub(super) tables: &'a Tables,
    /// For each label but the first, the jumps to it, to be resolved when it is bound.
    pub(super) jumps: Vec<Vec<Address>>,
    /// Whether to search for the fastest code, unless the model is used only for a moment.
    pub(super) is_final: bool,
    /// The element whose program is being written, for messages.
    pub(super) about: String,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(cells: &'a Cells, slots: &'a Slots, tables: &'a Tables) -> Self {
        let (elements, lists) = (Default::default(), Default::default());
        let machine = Machine { operations: vec![Operation::Fail], ..Machine::default() };
        Self {
            cells,
            slots,
            machine,
            elements,
            lists,
            tables,
            jumps: Vec::new(),
            is_final: true,
            about: String::new(),
        }
    }

    /// Returns the address of the next operation.
    pub(super) fn here(&self) -> Address {
        self.machine.operations.len() as Address
    }

    pub(super) fn emit(&mut self, operation: Operation) {
        self.machine.operations.push(operation);
    }

    /// Writes the computation of a simplified expression into a register. Higher registers are overwritten.
    pub(super) fn compute(&mut self, expression: &Expression, to: Register) -> Result<(), Refusal> {
        if usize::from(to) + 2 >= REGISTERS / 2 {
            return Err(Refusal::new("an expression that nests too deeply", &self.about));
        }
        if self.compute_alone(expression, to) {
            return Ok(());
        }
        match expression {
            Expression::Number(_) | Expression::Cell(_) => unreachable!("these need one register only"),
            Expression::Temporary(temporary) => {
                let a = self.temporary(*temporary)?;
                self.emit(Operation::AddNumber { to, a, number: 0 });
            }
            Expression::Element(elements, index) => {
                let elements = self.element_slots(*elements);
                match slot_and_offset(index) {
                    Some((cell, offset)) => {
                        let slot = self.slots.slot(cell);
                        self.emit(Operation::LoadElementAt { to, offset, slot, elements });
                    }
                    None => {
                        self.compute(index, to)?;
                        self.emit(Operation::LoadElement { to, index: to, elements });
                    }
                }
            }
            Expression::Choice(numbers, index) => {
                self.compute(index, to)?;
                let choice = self.machine.choices.len() as u32;
                self.machine.choices.push(numbers.to_vec().into());
                self.emit(Operation::Choose { to, index: to, choice });
            }
            Expression::Unary(operation, a) => {
                self.compute(a, to)?;
                self.emit(Operation::Unary { operation: *operation, to, a: to });
            }
            Expression::Binary(operation, parts) => self.binary(*operation, parts, to)?,
            Expression::All(parts) => self.chain(parts, to, true)?,
            Expression::Any(parts) => self.chain(parts, to, false)?,
            Expression::If(parts) => self.choose(parts, to)?,
            Expression::Wrap(range, a) => {
                self.compute(a, to)?;
                match range {
                    Interval { low: 0, high } if range.size().is_power_of_two() && *high < i64::MAX => {
                        let bits = range.bits() as u8;
                        self.emit(Operation::WrapUnsigned { to, bits });
                    }
                    _ => {
                        let range = self.range(*range);
                        self.emit(Operation::Wrap { to, range });
                    }
                }
            }
            Expression::Within(range, a) => {
                self.compute(a, to)?;
                let range = self.range(*range);
                self.emit(Operation::Within { a: to, range });
            }
        }
        Ok(())
    }

    /// Writes a computation that needs no register but `to`, and returns whether the expression is one.
    pub(super) fn compute_alone(&mut self, expression: &Expression, to: Register) -> bool {
        if self.look_up(expression, to) {
            return true;
        }
        match expression {
            Expression::Number(number) => self.emit(Operation::Number { to, number: *number }),
            Expression::Cell(cell) => {
                let slot = self.slots.slot(*cell);
                self.emit(Operation::Load { to, slot });
            }
            _ => return false,
        }
        true
    }

    /// Writes an expression of one narrow cell as a table if that saves time, and returns whether it does.
    fn look_up(&mut self, expression: &Expression, to: Register) -> bool {
        if !expression.is_longer_than(2) {
            return false;
        }
        let Some(cell) = expression.only_cell() else { return false };
        let slot = self.slots.slot(cell);
        if !VALUE_TABLE_BITS.admits(slot.width) {
            return false;
        }
        let sort = self.cells.cell(cell).sort;
        let numbers = (0..1_u64 << slot.width).map(|raw| {
            let number = slot.number(raw);
            // Contents outside the cell's sort never occur.
            let value = if sort.contains(number) { expression.value(&|_| number) } else { Some(0) };
            value.and_then(|value| i32::try_from(value).ok())
        });
        let Some(numbers) = numbers.collect::<Option<Vec<i32>>>() else { return false };
        let table = self.machine.table.len() as u32;
        self.machine.table.extend(numbers);
        self.emit(Operation::LookUp { to, slot, table });
        true
    }

    fn binary(&mut self, operation: Binary, parts: &[Expression; 2], to: Register) -> Result<(), Refusal> {
        if let Expression::Number(number) = &parts[1]
            && let Ok(small) = i32::try_from(*number)
        {
            self.compute(&parts[0], to)?;
            self.emit(match operation {
                Binary::Add => Operation::AddNumber { to, a: to, number: *number },
                Binary::Subtract => Operation::AddNumber { to, a: to, number: -*number },
                _ => Operation::BinaryNumber { operation, to, a: to, number: small },
            });
            return Ok(());
        }
        let (a, b) = self.compute_both(parts, to)?;
        self.emit(match operation {
            Binary::Add => Operation::Add { to, a, b },
            _ => Operation::Binary { operation, to, a, b },
        });
        Ok(())
    }

    /// Writes the computation of two expressions, and returns the registers of the first and the second.
    pub(super) fn compute_both(
        &mut self,
        [a, b]: &[Expression; 2],
        to: Register,
    ) -> Result<(Register, Register), Refusal> {
        // Computing the side that needs more registers first minimises the total number.
        let (first, second) = if depth(a) >= depth(b) { (a, b) } else { (b, a) };
        self.compute(first, to)?;
        self.compute(second, to + 1)?;
        Ok(if depth(a) >= depth(b) { (to, to + 1) } else { (to + 1, to) })
    }

    /// Writes a chain that continues while its parts are true (`is_all`) or false.
    fn chain(&mut self, parts: &[Expression], to: Register, is_all: bool) -> Result<(), Refusal> {
        let mut jumps = Vec::new();
        for part in parts {
            self.compute(part, to)?;
            jumps.push(self.here());
            self.emit(Operation::End);
        }
        let target = self.here();
        for at in jumps {
            self.machine.operations[at as usize] = match is_all {
                true => Operation::JumpIfZero { a: to, target },
                false => Operation::JumpIfOther { a: to, target },
            };
        }
        if parts.is_empty() {
            self.emit(Operation::Number { to, number: i64::from(is_all) });
        }
        Ok(())
    }

    fn choose(&mut self, [condition, yes, no]: &[Expression; 3], to: Register) -> Result<(), Refusal> {
        self.compute(condition, to)?;
        let branch = self.here();
        self.emit(Operation::End);
        self.compute(yes, to)?;
        let leave = self.here();
        self.emit(Operation::End);
        self.machine.operations[branch as usize] = Operation::JumpIfZero { a: to, target: self.here() };
        self.compute(no, to)?;
        self.machine.operations[leave as usize] = Operation::Jump { target: self.here() };
        Ok(())
    }

    /// Returns the register of a temporary. They are assigned from the last one down.
    pub(super) fn temporary(&self, temporary: TemporaryId) -> Result<Register, Refusal> {
        match temporary.0 as usize {
            index if index < REGISTERS / 2 => Ok((REGISTERS - 1 - index) as Register),
            _ => Err(Refusal::new("a step that computes too many values", &self.about)),
        }
    }

    pub(super) fn range(&mut self, range: Interval) -> u32 {
        let known = self.machine.ranges.iter().position(|&known| known == range);
        known.unwrap_or_else(|| {
            self.machine.ranges.push(range);
            self.machine.ranges.len() - 1
        }) as u32
    }

    /// Returns the number of the slots from which an index chooses.
    pub(super) fn element_slots(&mut self, elements: Elements) -> u32 {
        if let Some(&known) = self.elements.get(&elements) {
            return known;
        }
        let start = self.machine.slots.len() as u32;
        self.machine.slots.extend(elements.cells().map(|cell| self.slots.slot(cell)));
        self.machine.fillers.resize(self.machine.slots.len(), 0);
        self.machine.elements.push(ElementSlots {
            start,
            count: elements.count,
            length: elements.length.map(|cell| self.slots.slot(cell)),
            first_cell: elements.first.index() as u32,
            stride: elements.stride,
        });
        let number = self.machine.elements.len() as u32 - 1;
        self.elements.insert(elements, number);
        number
    }

    /// Returns the number of a list's slots.
    pub(super) fn list_slots(&mut self, list: ListCells) -> u32 {
        if let Some(&known) = self.lists.get(&list.length) {
            return known;
        }
        let start = self.machine.slots.len() as u32;
        for position in 0..list.capacity {
            for component in 0..list.components {
                let cell = list.cell(position, component);
                self.machine.slots.push(self.slots.slot(cell));
                self.machine.fillers.push(self.cells.cell(cell).sort.nearest_to_zero());
            }
        }
        self.machine.lists.push(ListSlots {
            length: self.slots.slot(list.length),
            length_cell: list.length.index() as u32,
            capacity: list.capacity as u32,
            components: list.components as u32,
            start,
        });
        let number = self.machine.lists.len() as u32 - 1;
        self.lists.insert(list.length, number);
        number
    }
}

/// Splits an expression that is the sum of a cell and a constant.
pub(super) fn slot_and_offset(expression: &Expression) -> Option<(CellId, i16)> {
    let constant = |number: i64| i16::try_from(number).ok();
    match expression {
        Expression::Cell(cell) => Some((*cell, 0)),
        Expression::Binary(operation, parts) => match (operation, &**parts) {
            (
                Binary::Add,
                [Expression::Cell(cell), Expression::Number(n)]
                | [Expression::Number(n), Expression::Cell(cell)],
            ) => Some((*cell, constant(*n)?)),
            (Binary::Subtract, [Expression::Cell(cell), Expression::Number(n)]) => {
                Some((*cell, constant(n.checked_neg()?)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns the approximate number of registers that an expression needs.
fn depth(expression: &Expression) -> usize {
    match expression {
        Expression::Number(_) | Expression::Cell(_) | Expression::Temporary(_) => 1,
        Expression::Binary(_, parts) => {
            let [a, b] = [depth(&parts[0]), depth(&parts[1])];
            if a == b { a + 1 } else { a.max(b) }
        }
        other => other.parts().iter().map(depth).max().unwrap_or(1),
    }
}
