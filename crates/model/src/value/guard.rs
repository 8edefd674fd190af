//! Analysis of a transition's guard.
//!
//! Most guards compare cells of few bits with constants. Such a *test* is a set of contents of one slot, and
//! transitions are selected by tests. More complicated parts become programs. A part after one that may be undefined
//! has to wait for it, so only earlier parts can be tests.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use sanderling_cutoff::{LONG_CONDITION, TEST_BITS};
use sanderling_data_net::{CellId, Expression, Interval, Narrowed, Ranges, Refusal, Rule, simplify};

use super::compile::Compiler;
use super::key::Key;
use super::machine::Address;
use super::operation::Operation;

/// The permitted contents of one slot: bit `i` for the content `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test {
    pub(super) cell: CellId,
    pub(super) set: u64,
}

/// A condition on cells of few bits, with their permitted joint contents.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) condition: Expression,
    pub(super) key: Key,
    pub(super) set: Arc<[u64]>,
}

/// A guard, divided into tests, tables and other conditions.
#[derive(Debug, Clone, Default)]
pub(super) struct Guard {
    /// Whether it can hold at all.
    pub(super) is_possible: bool,
    /// Tests, each cell at most once.
    pub(super) tests: Vec<Test>,
    /// The permitted joint contents of several cells, or of wide ones.
    pub(super) tables: Vec<Table>,
    /// The other conditions, in order.
    pub(super) rest: Vec<Expression>,
    /// Whether the rest may be undefined.
    pub(super) may_fail: bool,
    /// The address of the program of the other conditions, once it is written. It is shared by all guards with the same
    /// conditions.
    rest_program: Rc<OnceCell<Address>>,
}

/// Divides a rule's conditions, and assumes them in `narrowed`.
pub(super) fn analyse(compiler: &Compiler<'_>, rule: &Rule, narrowed: &mut Narrowed<'_>) -> Guard {
    let mut guard = Guard { is_possible: true, ..Guard::default() };
    for condition in rule.conditions.iter().chain(&rule.guard) {
        guard.add(compiler, condition, narrowed);
        if !guard.is_possible {
            break;
        }
    }
    guard
}

impl Guard {
    /// Creates the guard of some tests and conditions, which are in order.
    pub(super) fn of(
        compiler: &Compiler<'_>,
        ranges: &dyn Ranges,
        tests: Vec<Test>,
        conditions: &[Expression],
    ) -> Self {
        let mut narrowed = Narrowed::new(ranges);
        for test in &tests {
            let slot = compiler.slots.slot(test.cell);
            let contents = (0..64).filter(|raw| test.set >> raw & 1 != 0);
            let numbers = contents.map(|raw| Interval::only(slot.number(raw))).reduce(Interval::hull);
            numbers.into_iter().for_each(|range| narrowed.set(test.cell, range));
        }
        let mut guard = Self { is_possible: true, tests, ..Self::default() };
        for condition in conditions {
            let may_fail = condition.estimate(&narrowed).may_fail;
            guard.add_part(compiler, condition, may_fail, &mut narrowed);
        }
        guard
    }

    /// Returns the guard with these tests instead of its own.
    pub(super) fn with_tests(&self, tests: Vec<Test>) -> Self {
        Self { tests, ..self.clone() }
    }

    /// Returns the conditions whose remainders may be computed for the contents of some cells: none if one is very
    /// long, since diagrams suit it better.
    pub(super) fn divisible_conditions(&self) -> impl Iterator<Item = &Expression> {
        let is_long = |condition: &Expression| condition.is_longer_than(LONG_CONDITION.size());
        let is_divisible = !self.rest.iter().any(is_long);
        self.conditions().filter(move |_| is_divisible)
    }

    /// Whether there is nothing to check.
    pub(super) fn is_met(&self) -> bool {
        self.is_possible && self.tests.is_empty() && self.tables.is_empty() && self.rest.is_empty()
    }

    /// Iterates over the conditions other than tests.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Expression> {
        self.tables.iter().map(|table| &table.condition).chain(&self.rest)
    }

    fn add(&mut self, compiler: &Compiler<'_>, condition: &Expression, narrowed: &mut Narrowed<'_>) {
        let simple = simplify(condition, &*narrowed);
        let may_fail = simple.estimate(&*narrowed).may_fail;
        if let (Expression::All(parts), false) = (&simple, may_fail) {
            // Each part is simplified under the assumption that previous parts hold.
            parts.iter().for_each(|part| self.add_part(compiler, part, false, narrowed));
        } else {
            self.add_part(compiler, &simple, may_fail, narrowed);
        }
    }

    fn add_part(
        &mut self,
        compiler: &Compiler<'_>,
        part: &Expression,
        may_fail: bool,
        narrowed: &mut Narrowed<'_>,
    ) {
        if let Expression::Number(number) = part {
            // If an earlier part may be undefined, this part cannot make the guard impossible.
            match (*number, self.may_fail) {
                (0, false) => self.is_possible = false,
                (0, true) => self.rest.push(part.clone()),
                _ => {}
            }
            return;
        }
        let test = compiler.allowed(part, TEST_BITS.bits()).filter(|_| !may_fail && !self.may_fail);
        match test {
            Some((cell, set)) => self.test(cell, set[0]),
            None => match compiler.table(part).filter(|_| !may_fail && !self.may_fail) {
                Some((key, set)) => self.tables.push(Table { condition: part.clone(), key, set }),
                None => {
                    self.may_fail |= may_fail;
                    self.rest.push(part.clone());
                }
            },
        }
        if !narrowed.assume(part, true) && !self.may_fail {
            self.is_possible = false;
        }
    }

    fn test(&mut self, cell: CellId, set: u64) {
        match self.tests.iter_mut().find(|test| test.cell == cell) {
            Some(test) => {
                test.set &= set;
                self.is_possible &= test.set != 0;
            }
            None => self.tests.push(Test { cell, set }),
        }
    }

    /// Compiles the program for some tests and all other conditions, or returns `None` if there are none.
    pub(super) fn compile(
        &self,
        compiler: &mut Compiler<'_>,
        tests: &[Test],
        with_tables: bool,
    ) -> Result<Option<Address>, Refusal> {
        let tables: &[_] = if with_tables { &self.tables } else { &[] };
        if tests.is_empty() && tables.is_empty() && self.rest.is_empty() {
            return Ok(None);
        }
        let start = compiler.here();
        for test in tests {
            let slot = compiler.slots.slot(test.cell);
            let (shift, width, word) = (slot.shift, slot.width, slot.word);
            compiler.emit(Operation::RequireIn { shift, width, word, set: test.set });
        }
        for table in tables {
            compiler.require_in_table(&table.key, &table.set);
        }
        match self.rest_program.get() {
            Some(&target) => compiler.emit(Operation::Jump { target }),
            None => {
                let rest = compiler.here();
                self.rest.iter().try_for_each(|part| compiler.require(part))?;
                compiler.emit(Operation::End);
                self.rest_program.get_or_init(|| rest);
            }
        }
        Ok(Some(start))
    }
}
