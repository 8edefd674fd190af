//! Statements on ranges: the possible contents of cells after a statement, from those before.

use crate::cell::{CellId, Cells};
use crate::estimate::Ranges;
use crate::interval::Interval;
use crate::narrowed::Narrowed;
use crate::rule::Statement;

/// Takes a statement into account, and adds the numbers that it may write into cells to `put`. It returns `false` if
/// the statement is always undefined.
pub fn execute(
    statement: &Statement,
    narrowed: &mut Narrowed<'_>,
    cells: &Cells,
    put: &mut Vec<(CellId, Interval)>,
) -> bool {
    match statement {
        Statement::Compute(temporary, sort, value) => {
            let range = value.estimate(narrowed).range.intersection(*sort);
            range.map(|range| narrowed.set_temporary(*temporary, range)).is_some()
        }
        Statement::Set(cell, value) => {
            let range = value.estimate(narrowed).range.intersection(cells.cell(*cell).sort);
            range
                .map(|range| {
                    narrowed.set(*cell, range);
                    put.push((*cell, range));
                })
                .is_some()
        }
        Statement::SetElement(elements, index, value) => {
            let inside = elements.indices().and_then(|all| index.estimate(narrowed).range.intersection(all));
            let sort = cells.cell(elements.first).sort;
            let range = value.estimate(narrowed).range.intersection(sort);
            let (Some(inside), Some(range)) = (inside, range) else { return false };
            for at in inside.low..=inside.high {
                let cell = elements.cell(at as usize);
                let known = if inside.single().is_some() { range } else { narrowed.cell(cell).hull(range) };
                narrowed.set(cell, known);
                put.push((cell, range));
            }
            true
        }
        Statement::Append(list, values) => {
            let range = narrowed.cell(list.length) + Interval::only(1);
            let full = Interval::new(0, list.capacity as i64);
            let Some(length) = range.intersection(full) else { return false };
            narrowed.set(list.length, length);
            put.push((list.length, length));
            for (component, value) in values.iter().enumerate() {
                let range = value.estimate(narrowed).range;
                for position in (length.low - 1).max(0)..length.high {
                    let cell = list.cell(position as usize, component);
                    let Some(range) = range.intersection(cells.cell(cell).sort) else { return false };
                    narrowed.set(cell, narrowed.cell(cell).hull(range));
                    put.push((cell, range));
                }
            }
            true
        }
        Statement::RemoveFirst(list) => {
            let range = narrowed.cell(list.length) - Interval::only(1);
            let Some(length) = range.intersection(Interval::new(0, list.capacity as i64)) else {
                return false;
            };
            narrowed.set(list.length, length);
            put.push((list.length, length));
            for component in 0..list.components {
                for position in 0..list.capacity {
                    let cell = list.cell(position, component);
                    let rest = Interval::only(cells.cell(cell).sort.nearest_to_zero());
                    let next = (position + 1 < list.capacity)
                        .then(|| narrowed.cell(list.cell(position + 1, component)));
                    let range = narrowed.cell(cell).hull(next.unwrap_or(rest)).hull(rest);
                    narrowed.set(cell, range);
                    put.push((cell, range));
                }
            }
            true
        }
    }
}
