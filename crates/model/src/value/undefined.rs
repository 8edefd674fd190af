//! Analysis of whether rules may be undefined.

use sanderling_data_net::{
    CellRanges, Cells, Expression, Interval, Narrowed, Ranges, Rule, Statement, execute,
};

/// Whether a rule may be undefined in a marking whose cells are in these ranges.
pub(super) fn may_be(rule: &Rule, ranges: &CellRanges, cells: &Cells) -> bool {
    may_be_within(rule, Narrowed::new(ranges), cells)
}

/// Whether a rule may be undefined in a marking that satisfies these ranges.
pub(super) fn may_be_within(rule: &Rule, mut narrowed: Narrowed<'_>, cells: &Cells) -> bool {
    for condition in rule.conditions.iter().chain(&rule.guard) {
        if condition.estimate(&narrowed).may_fail {
            return true;
        }
        if !narrowed.assume(condition, true) {
            return false;
        }
    }
    rule.statements.iter().any(|statement| {
        may_fail(statement, &narrowed, cells) || !execute(statement, &mut narrowed, cells, &mut Vec::new())
    })
}

/// Whether a statement may be undefined in these ranges.
pub(super) fn may_fail(statement: &Statement, narrowed: &Narrowed<'_>, cells: &Cells) -> bool {
    let leaves = |value: &Expression, sort: Interval| {
        let estimate = value.estimate(narrowed);
        estimate.may_fail || !sort.includes(estimate.range)
    };
    match statement {
        Statement::Set(cell, value) => leaves(value, cells.cell(*cell).sort),
        Statement::Compute(_, sort, value) => leaves(value, *sort),
        Statement::SetElement(elements, index, value) => {
            let inside = elements.indices().is_none_or(|all| leaves(index, all));
            inside || leaves(value, cells.cell(elements.first).sort)
        }
        Statement::Append(list, values) => {
            let is_full = narrowed.cell(list.length).high >= list.capacity as i64;
            let of = |component: usize| cells.cell(list.cell(0, component)).sort;
            is_full || values.iter().enumerate().any(|(component, value)| leaves(value, of(component)))
        }
        Statement::RemoveFirst(list) => narrowed.cell(list.length).low <= 0,
    }
}

#[cfg(test)]
mod tests;
