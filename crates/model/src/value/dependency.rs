//! The dependencies of a data net: cells are slots, and their values are the numbers in them.
//!
//! They are derived from the rules and the proved ranges, including those at each [location](located). A condition on
//! one cell determines which numbers pass. An index affects the elements that it can reach. An expression with a
//! constant value is put, not assigned. Reading a cell after it has been overwritten does not count as reading.
//!
//! INVARIANT: slot `s` is the cell with the number of `s`, under all assumptions about its extent.

mod condition;
mod located;
mod statement;

use sanderling_data_net::{CellId, Cells, Expression, Interval, Narrowed, Ranges, Rule};
use sanderling_system::{Dependencies, Dependency, SlotId};

use self::condition::Tests;
use self::located::Located;
use self::statement::Writes;
use super::machine::Registers;
use super::model::ValueModel;
use super::undefined;

impl Dependencies for ValueModel {
    fn slots(&self) -> usize {
        self.cells().len()
    }

    fn is_end(&self, state: &[u64]) -> bool {
        self.is_error(state)
    }

    fn value(&self, state: &[u64], _: &Registers, slot: SlotId) -> i128 {
        i128::from(self.number(state, CellId::new(slot.index())))
    }

    fn dependencies(&self) -> Vec<Dependency> {
        let located = Located::of(self.rules(), self.proof(), self.cells(), self.control());
        let of_rule = |(position, rule): (usize, &Rule)| {
            let start = || located.at(position, self.proof());
            let dependency = of_rule(rule, start(), self.cells());
            match (undefined::may_be_within(rule, start(), self.cells()), self.has_error_state()) {
                (false, _) => dependency,
                (true, false) => dependency.undefined_at_times(),
                (true, true) => dependency.ending(),
            }
        };
        self.rules().iter().enumerate().map(of_rule).collect()
    }
}

fn of_rule(rule: &Rule, start: Narrowed<'_>, cells: &Cells) -> Dependency {
    let mut tests = Tests::new(start);
    for condition in rule.conditions.iter().chain(&rule.guard) {
        tests.add(condition);
    }
    let (tests, narrowed) = tests.finish();
    let mut writes = Writes::new(narrowed, cells);
    for statement in &rule.statements {
        writes.add(statement);
    }
    let (reads, writes) = writes.finish();
    Dependency::new(tests, reads, writes)
}

fn slot(cell: CellId) -> SlotId {
    SlotId::new(cell.index())
}

/// Calls `see` with every cell that an expression may read while the cells are in these ranges.
fn for_each_read(expression: &Expression, ranges: &dyn Ranges, see: &mut dyn FnMut(CellId)) {
    match expression {
        Expression::Cell(cell) => see(*cell),
        Expression::Element(elements, index) => {
            let within = elements.indices().and_then(|all| index.estimate(ranges).range.intersection(all));
            positions(within).for_each(|at| see(elements.cell(at)));
            elements.length.into_iter().for_each(&mut *see);
        }
        _ => {}
    }
    expression.parts().iter().for_each(|part| for_each_read(part, ranges, see));
}

/// Iterates over the positions in a range of indices, if there is one.
fn positions(within: Option<Interval>) -> impl Iterator<Item = usize> {
    within.into_iter().flat_map(|within| within.low as usize..=within.high as usize)
}

#[cfg(test)]
mod tests;
