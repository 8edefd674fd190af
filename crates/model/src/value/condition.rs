//! Compilation of conditions to tests, tables, jumps and decision diagrams.
//!
//! A short condition on narrow cells is a table of their joint contents. A long one is a [decision
//! diagram](super::decision). All others become jumps: a chain ends at the first part that decides it.

use std::sync::Arc;

use sanderling_cutoff::{JOINT_SET_BITS, LONG_CONDITION, SET_BITS, TEST_BITS};

use sanderling_data_net::{CellId, Expression, Refusal, Unary};

use super::compile::{Compiler, FAIL, Label};
use super::decision::{Branch, Node, diagram};
use super::key::Key;
use super::machine::Address;
use super::operation::Operation;

impl Compiler<'_> {
    /// Writes the requirement of a simplified condition. The program fails if it does not hold.
    pub(super) fn require(&mut self, condition: &Expression) -> Result<(), Refusal> {
        match condition {
            Expression::All(parts) => parts.iter().try_for_each(|part| self.require(part)),
            condition => match self.table(condition) {
                Some((key, set)) => {
                    self.require_in_table(&key, &set);
                    Ok(())
                }
                None if self.is_final && condition.is_longer_than(LONG_CONDITION.size()) => {
                    self.decide(condition)
                }
                None => self.jump_if(condition, false, Label::FAIL),
            },
        }
    }

    /// Writes a jump to a label if the condition has this truth value. Otherwise the program continues.
    fn jump_if(&mut self, condition: &Expression, truth: bool, label: Label) -> Result<(), Refusal> {
        match condition {
            Expression::Number(number) if (*number != 0) == truth => {
                self.jump(label, |target| Operation::Jump { target });
            }
            Expression::Number(_) => {}
            Expression::Unary(Unary::Not, inner) => self.jump_if(inner, !truth, label)?,
            Expression::All(parts) => self.jump_if_chain(parts, true, truth, label)?,
            Expression::Any(parts) => self.jump_if_chain(parts, false, truth, label)?,
            _ => match self.allowed(condition, TEST_BITS.bits()) {
                Some((cell, set)) => {
                    let test = self.test(cell, if truth { set[0] } else { !set[0] });
                    self.jump(label, |target| Operation::JumpIfIn { test, target });
                }
                None if self.jump_if_compared(condition, truth, label)? => {}
                None => {
                    self.compute(condition, 0)?;
                    self.jump(label, |target| match truth {
                        true => Operation::JumpIfOther { a: 0, target },
                        false => Operation::JumpIfZero { a: 0, target },
                    });
                }
            },
        }
        Ok(())
    }

    /// Compiles a jump on a comparison, and returns whether the condition is one.
    fn jump_if_compared(
        &mut self,
        condition: &Expression,
        truth: bool,
        label: Label,
    ) -> Result<bool, Refusal> {
        let Expression::Binary(operation, parts) = condition else { return Ok(false) };
        if !operation.is_comparison() {
            return Ok(false);
        }
        let operation = *operation;
        if let Expression::Number(number) = parts[1]
            && let Ok(number) = i32::try_from(number)
        {
            self.compute(&parts[0], 0)?;
            self.jump(label, |target| Operation::JumpIfComparedNumber {
                operation,
                truth,
                a: 0,
                number,
                target,
            });
        } else {
            let (a, b) = self.compute_both(parts, 0)?;
            self.jump(label, |target| Operation::JumpIfCompared { operation, truth, a, b, target });
        }
        Ok(true)
    }

    /// Compiles a jump on a chain that continues while its parts are true (`is_all`) or false.
    fn jump_if_chain(
        &mut self,
        parts: &[Expression],
        is_all: bool,
        truth: bool,
        label: Label,
    ) -> Result<(), Refusal> {
        if truth != is_all {
            // The first part that ends the chain decides.
            return parts.iter().try_for_each(|part| self.jump_if(part, truth, label));
        }
        let Some((last, before)) = parts.split_last() else {
            self.jump(label, |target| Operation::Jump { target });
            return Ok(());
        };
        let end = self.label();
        before.iter().try_for_each(|part| self.jump_if(part, !truth, end))?;
        self.jump_if(last, truth, label)?;
        self.bind(end);
        Ok(())
    }

    /// Returns the number of a test of a slot of few bits.
    fn test(&mut self, cell: CellId, set: u64) -> u32 {
        self.machine.tests.push((self.slots.slot(cell), set));
        self.machine.tests.len() as u32 - 1
    }

    /// Creates a label that is not bound yet.
    fn label(&mut self) -> Label {
        self.jumps.push(Vec::new());
        Label(self.jumps.len() as u32)
    }

    /// Writes a jump to a label, which is bound later.
    fn jump(&mut self, label: Label, operation: impl FnOnce(Address) -> Operation) {
        if label != Label::FAIL {
            let here = self.here();
            self.jumps[label.0 as usize - 1].push(here);
        }
        self.emit(operation(FAIL));
    }

    /// Binds a label to the current address.
    fn bind(&mut self, label: Label) {
        let here = self.here();
        for at in std::mem::take(&mut self.jumps[label.0 as usize - 1]) {
            match &mut self.machine.operations[at as usize] {
                Operation::Jump { target }
                | Operation::JumpIfZero { target, .. }
                | Operation::JumpIfOther { target, .. }
                | Operation::JumpIfCompared { target, .. }
                | Operation::JumpIfComparedNumber { target, .. }
                | Operation::JumpIfIn { target, .. } => *target = here,
                _ => unreachable!("only jumps go to labels"),
            }
        }
    }

    /// Writes the requirement of a long condition as a decision diagram.
    fn decide(&mut self, condition: &Expression) -> Result<(), Refusal> {
        let make = || diagram(condition, self.cells, self.slots);
        let diagram = self.tables.diagram(condition, self.slots, make);
        let holds = self.label();
        let first_target = self.machine.targets.len();
        let node_of = |branch: &Branch, count: usize| match branch {
            Branch::Fails => count as u32,
            Branch::Holds => count as u32 + 1,
            Branch::Node(node) => *node,
        };
        let count = diagram.nodes.len();
        let mut addresses = Vec::with_capacity(count + 2);
        let entry = self.here();
        self.emit(Operation::Jump { target: FAIL });
        for node in &diagram.nodes {
            addresses.push(self.here());
            match node {
                Node::Switch(cell, branches) => {
                    let table = self.machine.targets.len() as u32;
                    // These are the numbers of nodes, since their addresses are not yet known.
                    self.machine.targets.extend(branches.iter().map(|branch| node_of(branch, count)));
                    self.emit(Operation::Switch { slot: self.slots.slot(*cell), table });
                }
                Node::Evaluate(condition) => {
                    self.jump_if(condition, false, Label::FAIL)?;
                    self.jump(holds, |target| Operation::Jump { target });
                }
            }
        }
        self.bind(holds);
        addresses.extend([FAIL, self.here()]);
        for target in &mut self.machine.targets[first_target..] {
            *target = addresses[*target as usize];
        }
        let root = addresses[node_of(&diagram.root, count) as usize];
        self.machine.operations[entry as usize] = Operation::Jump { target: root };
        Ok(())
    }

    /// Writes the requirement that the joint contents of some cells are in a set.
    pub(super) fn require_in_table(&mut self, key: &Key, set: &[u64]) {
        let (first_run, table) = (self.machine.runs.len() as u32, self.machine.sets.len() as u32);
        self.machine.runs.extend(key.runs());
        self.machine.sets.extend_from_slice(set);
        let end_run = self.machine.runs.len() as u32;
        self.emit(Operation::RequireInTable { first_run, end_run, table });
    }

    /// Returns the cells of a condition that is always defined and has few bits, and the set of their permitted joint
    /// contents.
    pub(super) fn table(&self, condition: &Expression) -> Option<(Key, Arc<[u64]>)> {
        let mut cells = Vec::new();
        let (mut bits, most) =
            (0, if condition.only_cell().is_some() { SET_BITS.bits() } else { JOINT_SET_BITS.bits() });
        condition.for_each_cell(&mut |cell| {
            // A cell with a single possible number is not part of the key, since an array may have many.
            let width = u32::from(self.slots.slot(cell).width);
            if width > 0 && bits <= most && !cells.contains(&cell) {
                cells.push(cell);
                bits += width;
            }
        });
        if bits > most || !condition.is_of_cells() {
            return None;
        }
        let key = Key::of(&cells, self.slots);
        let set = self.tables.get(condition, &key, self.slots, || self.joint_set(condition, &key))?;
        Some((key, set))
    }

    /// Returns for each key whether the condition holds, or `None` if it is undefined for one.
    fn joint_set(&self, condition: &Expression, key: &Key) -> Option<Arc<[u64]>> {
        let holds = |value: u64| {
            let number = |cell: CellId| {
                let content = key.content(value, cell, self.slots).unwrap_or_default();
                self.slots.slot(cell).number(content)
            };
            let is_possible = key.cells().all(|cell| self.cells.cell(cell).sort.contains(number(cell)));
            if is_possible { condition.value(&number).map(|value| value != 0) } else { Some(false) }
        };
        set_of(key.bits(), holds).map(Arc::from)
    }

    /// Returns the cell of a condition that is always defined and depends on a single cell of at most `max_bits` bits,
    /// and for each content of its slot whether the condition holds.
    pub(super) fn allowed(&self, condition: &Expression, max_bits: u32) -> Option<(CellId, Vec<u64>)> {
        let cell = condition.only_cell()?;
        let slot = self.slots.slot(cell);
        if u32::from(slot.width) > max_bits {
            return None;
        }
        let holds = |raw: u64| {
            let number = slot.number(raw);
            let is_possible = self.cells.cell(cell).sort.contains(number);
            if is_possible { condition.value(&|_| number).map(|value| value != 0) } else { Some(false) }
        };
        Some((cell, set_of(slot.width.into(), holds)?))
    }
}

/// Returns the numbers below 2^`bits` that `holds` accepts, as bits, or `None` if it is undefined for one.
fn set_of(bits: u32, holds: impl Fn(u64) -> Option<bool>) -> Option<Vec<u64>> {
    let mut set = vec![0; (1_usize << bits).div_ceil(64)];
    for number in 0..1_u64 << bits {
        set[number as usize / 64] |= u64::from(holds(number)?) << (number % 64);
    }
    Some(set)
}
