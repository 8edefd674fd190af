//! From expressions and statements to programs.
//!
//! What is known of the cells' ranges takes most of the work away: wrapping and checks that cannot
//! matter are dropped, cells that hold one number only are that number, an expression of one narrow cell
//! is a table. Assignments of constants are not part of a program at all but of the masks that every firing
//! applies in the end. INVARIANT: programs rely on every marking being inside the extents; a store outside is a broken
//! assumption, and nothing of what it wrote is used.

use std::sync::Arc;

use super::cell::{CellId, Cells};
use super::decision::{Branch, LONG, Node, diagram};
use super::expression::{Binary, Elements, Expression, Ranges, TemporaryId, Unary};
use super::key::Key;
use super::machine::{Address, ElementSlots, ListSlots, Machine, Operation, REGISTERS, Register};
use super::range::Range;
use super::refusal::{Refusal, refuse};
use super::rule::ListCells;
use super::slot::Slots;
use super::tables::Tables;

/// Slots of at most so many bits become tables of values, or of what is allowed.
const TABLE_BITS: u32 = 8;
/// Slots of at most so many bits become sets in a table.
const SET_BITS: u32 = 12;
/// The same for several slots together.
const JOINT_BITS: u32 = 12;

/// Writes programs.
pub(super) struct Compiler<'a> {
    pub(super) cells: &'a Cells,
    pub(super) slots: &'a Slots,
    pub(super) machine: Machine,
    elements: std::collections::HashMap<Elements, u32>,
    lists: std::collections::HashMap<CellId, u32>,
    /// Tables that have been made before.
    tables: &'a Tables,
    /// The element whose program is written, for messages.
    pub(super) about: String,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(cells: &'a Cells, slots: &'a Slots, tables: &'a Tables) -> Self {
        let (elements, lists) = (Default::default(), Default::default());
        Self { cells, slots, machine: Machine::default(), elements, lists, tables, about: String::new() }
    }

    /// Where the next operation will stand.
    pub(super) fn here(&self) -> Address {
        self.machine.operations.len() as Address
    }

    pub(super) fn emit(&mut self, operation: Operation) {
        self.machine.operations.push(operation);
    }

    /// Writes the requirement of a condition that has been simplified.
    pub(super) fn require(&mut self, condition: &Expression) -> Result<(), Refusal> {
        match condition {
            Expression::All(parts) => parts.iter().try_for_each(|part| self.require(part)),
            condition => match self.table(condition) {
                Some((key, set)) => {
                    self.require_in_table(&key, &set);
                    Ok(())
                }
                None if condition.operations() >= LONG => self.decide(condition),
                None => self.require_value(condition),
            },
        }
    }

    fn require_value(&mut self, condition: &Expression) -> Result<(), Refusal> {
        self.compute(condition, 0)?;
        self.emit(Operation::Require { a: 0 });
        Ok(())
    }

    /// Writes the requirement of a long condition as a decision diagram.
    fn decide(&mut self, condition: &Expression) -> Result<(), Refusal> {
        let make = || diagram(condition, self.cells, self.slots);
        let diagram = self.tables.diagram(condition, self.slots, make);
        // Targets are written as numbers of nodes at first, these two among them.
        let (holds, fails) = (diagram.nodes.len() as u32, diagram.nodes.len() as u32 + 1);
        let target = |branch: &Branch| match branch {
            Branch::Holds => holds,
            Branch::Fails => fails,
            Branch::Node(node) => *node,
        };
        let first_target = self.machine.targets.len();
        let (mut addresses, mut jumps) = (Vec::new(), vec![self.here()]);
        self.emit(Operation::Jump { target: target(&diagram.root) });
        for node in &diagram.nodes {
            addresses.push(self.here());
            match node {
                Node::Ask(cell, branches) => {
                    let table = self.machine.targets.len() as u32;
                    self.machine.targets.extend(branches.iter().map(target));
                    self.emit(Operation::Switch { slot: self.slots.slot(*cell), table });
                }
                Node::Evaluate(condition) => {
                    self.require_value(condition)?;
                    jumps.push(self.here());
                    self.emit(Operation::Jump { target: holds });
                }
            }
        }
        let fail = self.here();
        self.emit(Operation::Fail);
        addresses.extend([self.here(), fail]);
        for target in &mut self.machine.targets[first_target..] {
            *target = addresses[*target as usize];
        }
        for jump in jumps {
            if let Operation::Jump { target } = &mut self.machine.operations[jump as usize] {
                *target = addresses[*target as usize];
            }
        }
        Ok(())
    }

    /// Writes the requirement that some cells hold together what a set allows.
    pub(super) fn require_in_table(&mut self, key: &Key, set: &[u64]) {
        let (first_run, table) = (self.machine.runs.len() as u32, self.machine.sets.len() as u32);
        self.machine.runs.extend(key.runs());
        self.machine.sets.extend_from_slice(set);
        let end_run = self.machine.runs.len() as u32;
        self.emit(Operation::RequireInTable { first_run, end_run, table });
    }

    /// A condition on cells of few bits that is always defined: the cells, and what they may hold
    /// together.
    pub(super) fn table(&self, condition: &Expression) -> Option<(Key, Arc<[u64]>)> {
        let mut cells = Vec::new();
        let (mut bits, most) = (0, if condition.only_cell().is_some() { SET_BITS } else { JOINT_BITS });
        condition.for_each_cell(&mut |cell| {
            if bits <= most && !cells.contains(&cell) {
                cells.push(cell);
                bits += u32::from(self.slots.slot(cell).width);
            }
        });
        if bits > most || !condition.is_of_cells() {
            return None;
        }
        let key = Key::of(&cells, self.slots);
        let set = self.tables.get(condition, &key, self.slots, || self.joint_set(condition, &key))?;
        Some((key, set))
    }

    /// For each key whether the condition holds; `None` where it is undefined for one.
    fn joint_set(&self, condition: &Expression, key: &Key) -> Option<Arc<[u64]>> {
        let mut set = vec![0; (1_usize << key.bits()).div_ceil(64)];
        'keys: for value in 0..1_u64 << key.bits() {
            let number = |cell: CellId| {
                let content = key.content(value, cell, self.slots).unwrap_or_default();
                i64::from(self.slots.slot(cell).lo) + content as i64
            };
            for cell in key.cells() {
                if !self.cells.cell(cell).sort.contains(number(cell)) {
                    continue 'keys;
                }
            }
            if condition.value(&number)? != 0 {
                set[value as usize / 64] |= 1 << (value % 64);
            }
        }
        Some(set.into())
    }

    /// A condition on one cell of at most so many bits that is always defined: the cell, and for each
    /// content of its slot whether the condition holds.
    pub(super) fn allowed(&self, condition: &Expression, most_bits: u32) -> Option<(CellId, Vec<u64>)> {
        let cell = condition.only_cell()?;
        let slot = self.slots.slot(cell);
        if u32::from(slot.width) > most_bits {
            return None;
        }
        let mut set = vec![0; (1_usize << slot.width).div_ceil(64)];
        for raw in 0..1_i64 << slot.width {
            let number = i64::from(slot.lo) + raw;
            if !self.cells.cell(cell).sort.contains(number) {
                continue;
            }
            if condition.value(&|_| number)? != 0 {
                set[raw as usize / 64] |= 1 << (raw % 64);
            }
        }
        Some((cell, set))
    }

    /// Writes the computation of an expression that has been simplified into a register; those above
    /// it are used on the way.
    pub(super) fn compute(&mut self, expression: &Expression, to: Register) -> Result<(), Refusal> {
        if usize::from(to) + 2 >= REGISTERS / 2 {
            return Err(refuse("an expression that nests too deeply", &self.about));
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
                    Range { lo: 0, hi } if range.size().is_power_of_two() && *hi < i64::MAX => {
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

    /// Writes a computation that needs no register but `to`, if it is one.
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

    /// Writes an expression of one narrow cell as a table, where that saves anything.
    fn look_up(&mut self, expression: &Expression, to: Register) -> bool {
        if expression.operations() < 2 {
            return false;
        }
        let Some(cell) = expression.only_cell() else { return false };
        let slot = self.slots.slot(cell);
        if u32::from(slot.width) > TABLE_BITS {
            return false;
        }
        let sort = self.cells.cell(cell).sort;
        let numbers = (0..1_i64 << slot.width).map(|raw| {
            let number = i64::from(slot.lo) + raw;
            // Contents that the cell's sort does not have never turn up.
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
        let [a, b] = parts;
        if let Expression::Number(number) = b
            && let Ok(small) = i32::try_from(*number)
        {
            self.compute(a, to)?;
            self.emit(match operation {
                Binary::Add => Operation::AddNumber { to, a: to, number: *number },
                Binary::Subtract => Operation::AddNumber { to, a: to, number: -*number },
                _ => Operation::BinaryNumber { operation, to, a: to, number: small },
            });
            return Ok(());
        }
        // The side that needs more registers goes first: then few are needed in all.
        let (first, second) = if depth(a) >= depth(b) { (a, b) } else { (b, a) };
        self.compute(first, to)?;
        self.compute(second, to + 1)?;
        let (a, b) = if depth(a) >= depth(b) { (to, to + 1) } else { (to + 1, to) };
        self.emit(match operation {
            Binary::Add => Operation::Add { to, a, b },
            _ => Operation::Binary { operation, to, a, b },
        });
        Ok(())
    }

    /// A chain that goes on while its parts are true (`is_all`), or while they are false.
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

    /// The register of a temporary: they are given from the last one down.
    pub(super) fn temporary(&self, temporary: TemporaryId) -> Result<Register, Refusal> {
        match temporary.0 as usize {
            index if index < REGISTERS / 2 => Ok((REGISTERS - 1 - index) as Register),
            _ => Err(refuse("a step that computes too many values", &self.about)),
        }
    }

    pub(super) fn range(&mut self, range: Range) -> u32 {
        let known = self.machine.ranges.iter().position(|&known| known == range);
        known.unwrap_or_else(|| {
            self.machine.ranges.push(range);
            self.machine.ranges.len() - 1
        }) as u32
    }

    /// The number of the slots that an index chooses from.
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

    /// The number of a list's slots.
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

/// The cell and the constant that an expression is the sum of.
fn slot_and_offset(expression: &Expression) -> Option<(CellId, i16)> {
    let constant = |number: i64| i16::try_from(number).ok();
    match expression {
        Expression::Cell(cell) => Some((*cell, 0)),
        Expression::Binary(operation, parts) => match (operation, &**parts) {
            (Binary::Add, [Expression::Cell(cell), Expression::Number(n)])
            | (Binary::Add, [Expression::Number(n), Expression::Cell(cell)]) => Some((*cell, constant(*n)?)),
            (Binary::Subtract, [Expression::Cell(cell), Expression::Number(n)]) => {
                Some((*cell, constant(n.checked_neg()?)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// How many registers an expression needs, about.
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

/// The same number wherever the cells are in their ranges, in fewer operations.
pub(super) fn simplify(expression: &Expression, ranges: &dyn Ranges) -> Expression {
    let estimate = expression.estimate(ranges);
    if let (Some(number), false) = (estimate.range.single(), estimate.may_fail) {
        return Expression::Number(number);
    }
    let simple = |part: &Expression| simplify(part, ranges);
    let boxed = |part: &Expression| Box::new(simplify(part, ranges));
    match expression {
        Expression::Number(_) | Expression::Cell(_) | Expression::Temporary(_) => expression.clone(),
        Expression::Element(elements, index) => {
            let index = simple(index);
            match elements.at(&index) {
                Some(cell) => simple(&Expression::Cell(cell)),
                None => Expression::Element(*elements, Box::new(index)),
            }
        }
        Expression::Choice(numbers, index) => Expression::Choice(numbers.clone(), boxed(index)),
        Expression::Unary(operation, a) => Expression::unary(*operation, simple(a)),
        Expression::Binary(operation, parts) => {
            Expression::binary(*operation, simple(&parts[0]), simple(&parts[1]))
        }
        Expression::All(parts) => simplify_chain(parts, true, ranges),
        Expression::Any(parts) => simplify_chain(parts, false, ranges),
        Expression::If(parts) => match simple(&parts[0]) {
            Expression::Number(0) => simple(&parts[2]),
            Expression::Number(_) => simple(&parts[1]),
            condition => match (simple(&parts[1]), simple(&parts[2])) {
                // A condition is a number already.
                (Expression::Number(1), Expression::Number(0)) if is_truth(&condition) => condition,
                (yes, no) => Expression::If(Box::new([condition, yes, no])),
            },
        },
        Expression::Wrap(sort, a) if sort.includes(a.estimate(ranges).range) => simple(a),
        Expression::Within(sort, a) if sort.includes(a.estimate(ranges).range) => simple(a),
        Expression::Wrap(sort, a) => Expression::Wrap(*sort, boxed(a)),
        Expression::Within(sort, a) => Expression::Within(*sort, boxed(a)),
    }
}

/// Whether the expression is 0 or 1 by its form.
fn is_truth(expression: &Expression) -> bool {
    match expression {
        Expression::Unary(operation, _) => *operation == Unary::Not,
        Expression::Binary(operation, _) => {
            matches!(operation, Binary::Equal | Binary::Unequal | Binary::Less | Binary::AtMost)
        }
        _ => false,
    }
}

/// Parts that are always true (in a conjunction) or always false (in a disjunction) go; each part is
/// simplified by what those before it say.
fn simplify_chain(parts: &[Expression], is_all: bool, ranges: &dyn Ranges) -> Expression {
    let mut narrowed = super::narrowed::Narrowed::new(ranges);
    let mut kept = Vec::new();
    for part in parts {
        let simple = simplify(part, &narrowed);
        let ends = matches!(&simple, Expression::Number(number) if (*number != 0) != is_all);
        if !matches!(simple, Expression::Number(_)) || ends {
            kept.push(simple);
        }
        if ends || !narrowed.assume(part, is_all) {
            break;
        }
    }
    match kept.len() {
        0 => Expression::Number(i64::from(is_all)),
        1 => kept.remove(0),
        _ if is_all => Expression::All(kept),
        _ => Expression::Any(kept),
    }
}
