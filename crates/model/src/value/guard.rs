//! What a transition's guard comes down to.
//!
//! Most guards compare cells of few bits with constants. Such a *test* is a set of contents of one
//! slot, and tests are what transitions are selected by; what is more complicated is left to a program.
//! A part behind one that may be undefined has to wait for it, so only the parts before can be tests.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use sanderling_cutoff::{LONG_CONDITION, TEST_BITS};
use sanderling_data_net::{CellId, Expression, Interval, Narrowed, Ranges, Refusal, Rule, simplify};

use super::compile::Compiler;
use super::key::Key;
use super::machine::Address;
use super::operation::Operation;

/// The contents of one slot that are allowed: bit `i` for the content `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test {
    pub(super) cell: CellId,
    pub(super) set: u64,
}

/// A condition on cells of few bits, with what they may hold together.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) condition: Expression,
    pub(super) key: Key,
    pub(super) set: Arc<[u64]>,
}

/// A guard.
#[derive(Debug, Clone, Default)]
pub(super) struct Guard {
    /// Whether it can hold at all.
    pub(super) is_possible: bool,
    /// Tests, each cell at most once.
    pub(super) tests: Vec<Test>,
    /// What several cells, or wide ones, may hold together.
    pub(super) tables: Vec<Table>,
    /// What must hold besides the tests, in order.
    pub(super) rest: Vec<Expression>,
    /// Whether the rest may be undefined.
    pub(super) may_fail: bool,
    /// Where the program of the rest stands, once it is written: for all guards with the same rest.
    rest_program: Rc<OnceCell<Address>>,
}

/// Takes a rule's conditions apart, and assumes them in `narrowed`.
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
    /// The guard of some tests and conditions, which come in their order.
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

    /// The guard with these tests instead of its own.
    pub(super) fn with_tests(&self, tests: Vec<Test>) -> Self {
        Self { tests, ..self.clone() }
    }

    /// Whether what is left of it may be worked out for the contents of some cells: not where conditions
    /// are so long that diagrams serve better.
    pub(super) fn is_divisible(&self) -> bool {
        !self.rest.iter().any(|condition| condition.is_longer_than(LONG_CONDITION.size()))
    }

    /// Whether there is nothing to check.
    pub(super) fn is_met(&self) -> bool {
        self.is_possible && self.tests.is_empty() && self.tables.is_empty() && self.rest.is_empty()
    }

    /// What must hold besides the tests.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Expression> {
        self.tables.iter().map(|table| &table.condition).chain(&self.rest)
    }

    fn add(&mut self, compiler: &Compiler<'_>, condition: &Expression, narrowed: &mut Narrowed<'_>) {
        let simple = simplify(condition, &*narrowed);
        let may_fail = simple.estimate(&*narrowed).may_fail;
        if let (Expression::All(parts), false) = (&simple, may_fail) {
            // Each part is simplified by what the parts before it say.
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
            // Where an earlier part is undefined, it is not for this one to say.
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

    /// Writes the program for some tests and what is no test; `None` where there is nothing to do.
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
