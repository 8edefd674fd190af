//! The effect of rules, directly by their definition.

use std::collections::HashMap;

use sanderling_data_net::{Cells, Expression, Rule, Statement, TemporaryId};

use super::random::value;

/// Result of firing a rule on contents.
#[derive(Debug, PartialEq, Eq)]
pub enum Firing {
    /// A condition does not hold.
    Disabled,
    /// The result is undefined.
    Undefined,
    /// The contents after the rule.
    Successor(Vec<i64>),
}

/// Returns whether all conditions of a rule hold, from left to right; `None` if that is undefined.
#[must_use]
pub fn passes(rule: &Rule, contents: &[i64]) -> Option<bool> {
    for condition in rule.conditions.iter().chain(&rule.guard) {
        if value(condition, contents)? == 0 {
            return Some(false);
        }
    }
    Some(true)
}

/// Fires a rule, directly by its definition.
#[must_use]
pub fn fire(rule: &Rule, cells: &Cells, contents: &[i64]) -> Firing {
    match passes(rule, contents) {
        None => return Firing::Undefined,
        Some(false) => return Firing::Disabled,
        Some(true) => {}
    }
    let (mut contents, mut temporaries) = (contents.to_vec(), Temporaries::new());
    for statement in &rule.statements {
        if execute(statement, cells, &mut contents, &mut temporaries).is_none() {
            return Firing::Undefined;
        }
    }
    Firing::Successor(contents)
}

type Temporaries = HashMap<TemporaryId, i64>;

/// Returns the expression with the numbers of the temporaries inserted.
fn with_numbers(expression: &Expression, temporaries: &Temporaries) -> Expression {
    let mut expression = expression.clone();
    put_numbers(&mut expression, temporaries);
    expression
}

fn put_numbers(expression: &mut Expression, temporaries: &Temporaries) {
    match expression {
        Expression::Temporary(temporary) => *expression = Expression::Number(temporaries[temporary]),
        Expression::Number(_) | Expression::Cell(_) => {}
        Expression::Element(_, part) | Expression::Choice(_, part) | Expression::Unary(_, part) => {
            put_numbers(part, temporaries);
        }
        Expression::Wrap(_, part) | Expression::Within(_, part) => put_numbers(part, temporaries),
        Expression::Binary(_, parts) => parts.iter_mut().for_each(|part| put_numbers(part, temporaries)),
        Expression::If(parts) => parts.iter_mut().for_each(|part| put_numbers(part, temporaries)),
        Expression::All(parts) | Expression::Any(parts) => {
            parts.iter_mut().for_each(|part| put_numbers(part, temporaries));
        }
    }
}

fn execute(
    statement: &Statement,
    cells: &Cells,
    contents: &mut [i64],
    temporaries: &mut Temporaries,
) -> Option<()> {
    let mut puts = Vec::new();
    let value = |number: &Expression, contents: &[i64]| value(&with_numbers(number, temporaries), contents);
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
        Statement::Compute(temporary, sort, number) => {
            let number = value(number, contents).filter(|&number| sort.contains(number))?;
            temporaries.insert(*temporary, number);
        }
    }
    for (cell, number) in puts {
        contents[cell.index()] = Some(number).filter(|&number| cells.cell(cell).sort.contains(number))?;
    }
    Some(())
}
