//! What rules do by the letter of their definition, for tests.

use super::cell::Cells;
use super::random::value;
use super::rule::{Rule, Statement};

/// What a rule does to contents.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Firing {
    Disabled,
    Undefined,
    Successor(Vec<i64>),
}

/// Whether all that a rule asks holds, from left to right; `None` where that is undefined.
pub(super) fn passes(rule: &Rule, contents: &[i64]) -> Option<bool> {
    for condition in rule.conditions.iter().chain(&rule.guard) {
        if value(condition, contents)? == 0 {
            return Some(false);
        }
    }
    Some(true)
}

/// Fires a rule by the letter of its definition.
pub(super) fn fire(rule: &Rule, cells: &Cells, contents: &[i64]) -> Firing {
    match passes(rule, contents) {
        None => return Firing::Undefined,
        Some(false) => return Firing::Disabled,
        Some(true) => {}
    }
    let mut contents = contents.to_vec();
    for statement in &rule.statements {
        if execute(statement, cells, &mut contents).is_none() {
            return Firing::Undefined;
        }
    }
    Firing::Successor(contents)
}

fn execute(statement: &Statement, cells: &Cells, contents: &mut [i64]) -> Option<()> {
    let mut puts = Vec::new();
    match statement {
        Statement::Set(cell, number) => puts.push((*cell, value(number, contents)?)),
        Statement::SetElement(elements, index, number) => {
            let index = usize::try_from(value(index, contents)?).ok()?;
            puts.push((
                (index < elements.count as usize).then(|| elements.cell(index))?,
                value(number, contents)?,
            ));
        }
        Statement::Append(list, numbers) => {
            let length = contents[list.length.index()] as usize;
            for (component, number) in numbers.iter().enumerate().filter(|_| length < list.capacity) {
                puts.push((list.cell(length, component), value(number, contents)?));
            }
            puts.push((list.length, length as i64 + 1));
        }
        Statement::RemoveFirst(list) => {
            let length = contents[list.length.index()] as usize;
            puts.push((list.length, length as i64 - 1));
            for (position, component) in (0..length).flat_map(|at| (0..list.components).map(move |c| (at, c)))
            {
                let cell = list.cell(position, component);
                let filler = cells.cell(cell).sort.nearest_to_zero();
                let is_last = position + 1 == length;
                let next = || contents[list.cell(position + 1, component).index()];
                puts.push((cell, if is_last { filler } else { next() }));
            }
        }
        Statement::Compute(..) => unreachable!("rules without temporaries"),
    }
    for (cell, number) in puts {
        contents[cell.index()] = Some(number).filter(|&number| cells.cell(cell).sort.contains(number))?;
    }
    Some(())
}
