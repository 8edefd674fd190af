//! The values of messages, and what is received of them.

use sanderling_net::Diagnostics;

use super::{Names, add, multiply};
use crate::program::{CellRef, Pattern, Target, Value};
use crate::syntax::{Expression, ExpressionKind, Pattern as Written, Reference};

impl Names<'_> {
    /// Returns the values that an expression in a message consists of: several for a record.
    pub(crate) fn message_values(&self, expression: &Expression) -> Result<Vec<Value>, Diagnostics> {
        if let ExpressionKind::Reference(reference) = &expression.kind
            && let Some(targets) = self.fields(reference)?
        {
            let globals = targets.iter().filter_map(|target| match target.cell {
                CellRef::Global(cell) => Some(cell),
                CellRef::Local(_) => None,
            });
            self.reads.borrow_mut().extend(globals);
            return Ok(targets.into_iter().map(|t| Value::Cell(t.cell, t.index.map(Box::new))).collect());
        }
        Ok(vec![self.value(expression)?])
    }

    /// Returns the cells of a record, in order; `None` if the reference is no record.
    pub(super) fn fields(&self, reference: &Reference) -> Result<Option<Vec<Target>>, Diagnostics> {
        let names: Vec<&str> = reference.parts.iter().map(|(name, _)| &*name.text).collect();
        let path = names.join(".");
        if self.cell(&path).is_some() {
            return Ok(None);
        }
        let prefix = format!("{path}.");
        let mut found: Vec<(CellRef, Vec<Option<u32>>)> = Vec::new();
        let scope = self.scopes.iter().rev().find(|(scope, _)| scope.contains_key(names[0]));
        match scope {
            Some((_, number)) => {
                let mut cells: Vec<usize> = self
                    .locals
                    .iter()
                    .filter(|((scope, name), _)| scope == number && name.starts_with(&prefix))
                    .map(|(_, cell)| *cell)
                    .collect();
                cells.sort_unstable();
                found.extend(
                    cells
                        .into_iter()
                        .map(|cell| (CellRef::Local(cell), self.local_cells[cell].dimensions.clone())),
                );
            }
            None => {
                for (cell, declared) in self.cells.iter().enumerate() {
                    if declared.name.starts_with(&prefix) {
                        found.push((CellRef::Global(cell), declared.dimensions.clone()));
                    }
                }
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        let mut targets = Vec::new();
        for (cell, dimensions) in found {
            let outer = self.index(reference, &dimensions)?;
            let inner: Vec<u32> = dimensions[reference.parts.len()..].iter().flatten().copied().collect();
            let count: u32 = inner.iter().product();
            for element in 0..count {
                let index = match (&outer, inner.is_empty()) {
                    (None, true) => None,
                    (None, false) => Some(Value::Number(element.into())),
                    (Some(outer), _) => {
                        Some(add(multiply(outer.clone(), count), Value::Number(element.into())))
                    }
                };
                targets.push(Target { cell, index });
            }
        }
        Ok(Some(targets))
    }

    /// Converts what a receive statement does with a value.
    pub(crate) fn patterns(&mut self, written: &Written) -> Result<Vec<Pattern>, Diagnostics> {
        Ok(match written {
            Written::Ignore => vec![Pattern::Ignore],
            Written::Equal(value) => vec![Pattern::Equal(self.value(value)?)],
            Written::Store(reference) => {
                if let [(name, None)] = &reference.parts[..]
                    && self.cell(&name.text).is_none()
                    && let Some(number) = self.symbols.get(&name.text)
                {
                    return Ok(vec![Pattern::Equal(Value::Number(*number))]);
                }
                let targets = match self.fields(reference)? {
                    Some(targets) => targets,
                    None => vec![self.target(reference)?],
                };
                targets.iter().for_each(|target| self.at_mut(target.cell).is_assigned = true);
                targets.into_iter().map(Pattern::Store).collect()
            }
        })
    }

    /// Converts a pattern of a poll. A variable matches every value, as in a receive statement.
    pub(super) fn condition_patterns(&self, written: &Written) -> Result<Vec<Option<Value>>, Diagnostics> {
        Ok(match written {
            Written::Ignore => vec![None],
            Written::Equal(value) => vec![Some(self.value(value)?)],
            Written::Store(reference) => match self.fields(reference)? {
                Some(targets) => targets.iter().map(|_| None).collect(),
                None => match self.read(reference)? {
                    Value::Number(number) => vec![Some(Value::Number(number))],
                    _ => vec![None],
                },
            },
        })
    }
}
