//! The values of messages, and what is received of them.

use sanderling_net::Diagnostics;

use super::{Names, add, error, multiply};
use crate::program::{CellRef, Pattern, Target, Value};
use crate::syntax::{
    Expression, ExpressionKind, Initial, Name, Pattern as Written, Reference, Type, Variable,
};

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

    pub(crate) fn is_record(&self, reference: &Reference) -> Result<bool, Diagnostics> {
        Ok(self.fields(reference)?.is_some())
    }

    /// Returns the variable that counts the messages in a loop over a channel. As in Spin, loops in the same braces
    /// share one, which is a variable of the process.
    pub(crate) fn counter(
        &mut self,
        message: &Reference,
        channel: &Reference,
    ) -> Result<Reference, Diagnostics> {
        let values = self.fields(message)?.map_or(1, |fields| fields.len());
        let cell = self.at(self.target(channel)?.cell);
        let declared = match cell.initial[..] {
            [Value::NewChannel(declared, _), ..] => Some(&self.channels[declared]),
            _ => None,
        };
        if !declared.is_some_and(|channel| channel.capacity > 0 && channel.fields.len() == values) {
            let found = error(format!("a loop over `{}`", cell.name), channel.span);
            let expected = "a channel with a buffer for messages of this type, in the declaration of `chan`";
            return Err(found.expected(expected).into());
        }
        let text = format!("_for_{}", self.braces.last().copied().unwrap_or_default());
        let name = Name { text: text.as_str().into(), span: channel.span };
        if self.cell(&text).is_none() {
            let (sort, initial) = (Type::Byte, Initial::Zero);
            let inner = self.scopes.split_off(1);
            self.declare(&Variable { sort, name: name.clone(), length: None, initial, is_hidden: false })?;
            self.scopes.extend(inner);
        }
        Ok(Reference { parts: vec![(name, None)], span: channel.span })
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
