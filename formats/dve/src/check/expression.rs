//! Expressions and what can be written: names looked up, constants put in.

use sanderling_net::{Diagnostic, Span};

use super::names::{Kind, Symbol, described};
use super::resolved::{CellId, ConstantId, Expression, ProcessId, Target};
use super::{Check, Scope};
use crate::syntax::{self, ExpressionKind, Name};

impl Check<'_> {
    /// The expression with its names looked up; `None` behind an error.
    pub(super) fn expression(&mut self, scope: Scope, expression: &syntax::Expression) -> Option<Expression> {
        match &expression.kind {
            ExpressionKind::Number(number) => Some(Expression::Number(*number)),
            ExpressionKind::Variable(name) => self.named(scope, name, None),
            ExpressionKind::Element(name, index) => self.named(scope, name, Some(index)),
            ExpressionKind::Location(process, location) => self.predicate(scope, process, location),
            ExpressionKind::Foreign(process, name, index) => {
                self.foreign(scope, process, name, index.as_deref())
            }
            ExpressionKind::Prefix(operator, operand) => {
                Some(Expression::prefix(*operator, self.expression(scope, operand)?))
            }
            ExpressionKind::Binary(operator, operands) => {
                let left = self.expression(scope, &operands[0]);
                let right = self.expression(scope, &operands[1]);
                Some(Expression::binary(*operator, left?, right?))
            }
        }
    }

    /// `x` or `x[index]`
    fn named(&mut self, scope: Scope, name: &Name, index: Option<&syntax::Expression>) -> Option<Expression> {
        match self.names.look_up(scope.process, &name.text) {
            Some(symbol) => self.value_of(scope, symbol, name, index),
            None => {
                self.no_value(scope.process, name);
                None
            }
        }
    }

    /// The value of the variable or the constant that a name stands for.
    fn value_of(
        &mut self,
        scope: Scope,
        symbol: Symbol,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Expression> {
        let index_span = index.map_or(name.span, |index| index.span);
        match symbol.kind {
            Kind::Cell(cell) => {
                if scope.is_initial && !self.program.cells[cell.index()].is_initialised {
                    self.has_no_value(name, symbol.span);
                    return None;
                }
                let index = self.index_of_cell(scope, cell, name, index)?;
                Some(match index {
                    Some(index) => Expression::Element(cell, Box::new(index)),
                    None => Expression::Cell(cell),
                })
            }
            Kind::Constant(constant) => {
                let is_array = self.program.constants[constant.index()].is_array;
                let index = self.index(scope, is_array, name, index)?;
                self.value_of_constant(constant, index, name, symbol.span, index_span)
            }
            _ => {
                self.no_value(scope.process, name);
                None
            }
        }
    }

    fn value_of_constant(
        &mut self,
        constant: ConstantId,
        index: Option<Expression>,
        name: &Name,
        declared: Span,
        index_span: Span,
    ) -> Option<Expression> {
        let values = &self.program.constants[constant.index()].values;
        let Some(&first) = values.first() else {
            self.has_no_value(name, declared);
            return None;
        };
        let Some(index) = index else { return Some(Expression::Number(first)) };
        let Some(position) = index.number() else {
            return Some(Expression::Constant(constant, Box::new(index)));
        };
        let value = usize::try_from(position).ok().and_then(|position| values.get(position));
        if value.is_none() {
            let beyond = format!("the index {position} of the constant array `{}`", name.text);
            let last = values.len() - 1;
            let beyond = Diagnostic::error(beyond).expected(format!("0 to {last}")).at(index_span);
            self.report.say(beyond.related(declared, "declared"));
        }
        value.copied().map(Expression::Number)
    }

    /// The index of a variable: none of a variable that is no array, 0 where an array has none.
    fn index_of_cell(
        &mut self,
        scope: Scope,
        cell: CellId,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Option<Expression>> {
        let length = self.program.cells[cell.index()].length;
        let resolved = self.index(scope, length.is_some(), name, index)?;
        let number = resolved.as_ref().and_then(Expression::number);
        if let (Some(number), Some(length), Some(index)) = (number, length, index)
            && u32::try_from(number).is_ok_and(|number| number >= length) | (number < 0)
        {
            let beyond = format!("the index {number} of the array `{}` of {length}", name.text);
            let declared = self.program.cells[cell.index()].span;
            let warning = Diagnostic::warning(beyond).expected(format!("0 to {}", length - 1)).at(index.span);
            self.report.say(warning.related(declared, "declared"));
        }
        Some(resolved)
    }

    fn index(
        &mut self,
        scope: Scope,
        is_array: bool,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Option<Expression>> {
        match index {
            None if is_array => Some(Some(Expression::Number(0))),
            None => Some(None),
            Some(index) if is_array => self.expression(scope, index).map(Some),
            Some(index) => {
                let scalar = Diagnostic::error(format!("an index of `{}`, which is no array", name.text));
                self.report.say(scalar.at(index.span));
                None
            }
        }
    }

    /// `P.s`
    fn predicate(&mut self, scope: Scope, process: &Name, location: &Name) -> Option<Expression> {
        let id = self.other(scope, process)?;
        let location = self.location(id, location)?;
        Some(Expression::Location(id, location))
    }

    /// A process that an expression asks about.
    fn other(&mut self, scope: Scope, name: &Name) -> Option<ProcessId> {
        let Some(id) = self.names.process(&name.text) else {
            self.unknown(name, "a process", |kind| matches!(kind, Kind::Process), None);
            return None;
        };
        if self.program.property == Some(id) && scope.process != Some(id) {
            let property = format!("`{}`, which is the property and no part of the model", name.text);
            self.report.say(Diagnostic::error(property).expected("another process").at(name.span));
            return None;
        }
        Some(id)
    }

    /// `P->x` or `P->x[index]`
    fn foreign(
        &mut self,
        scope: Scope,
        process: &Name,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Expression> {
        let owner = self.other(scope, process)?;
        let problem = match scope.process {
            Some(reader) if owner < reader => self.second_reader(reader, process),
            Some(reader) if owner == reader => Some(
                Diagnostic::error(format!("`{}->{}` in process `{0}` itself", process.text, name.text))
                    .expected(format!("`{}`", name.text)),
            ),
            _ => Some(
                Diagnostic::error(format!("a variable of process `{}`, which comes later", process.text))
                    .expected("a process that stands before this place")
                    .related(self.program.processes[owner.index()].span, "declared"),
            ),
        };
        if let Some(problem) = problem {
            self.report.say(problem.at(process.span));
            return None;
        }
        let Some(symbol) = self.names.look_up(Some(owner), &name.text) else {
            self.no_value(Some(owner), name);
            return None;
        };
        if let Kind::Cell(_) | Kind::Constant(_) = symbol.kind {
            return self.value_of(scope, symbol, name, index);
        }
        self.no_value(Some(owner), name);
        None
    }

    /// The error where a second process reads variables of others.
    fn second_reader(&mut self, reader: ProcessId, at: &Name) -> Option<Diagnostic> {
        let (first, span) = *self.foreign_reader.get_or_insert((reader, at.span));
        (first != reader).then(|| {
            let name = &self.program.processes[first.index()].name;
            Diagnostic::error("a second process that reads variables of others")
                .expected("`->` in one process only")
                .related(span, format!("process `{name}` does so"))
        })
    }

    fn no_value(&mut self, process: Option<ProcessId>, name: &Name) {
        let has_value = |kind| matches!(kind, Kind::Cell(_) | Kind::Constant(_));
        self.unknown(name, "a variable or a constant", has_value, process);
    }

    /// What an assignment or a `?` writes to.
    pub(super) fn target(
        &mut self,
        scope: Scope,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Target> {
        match self.names.look_up(scope.process, &name.text) {
            Some(Symbol { kind: Kind::Cell(cell), .. }) => {
                let index = self.index_of_cell(scope, cell, name, index)?;
                Some(Target { cell, index })
            }
            Some(Symbol { kind: kind @ Kind::Constant(_), span }) => {
                let constant = format!("a new value for {} `{}`", described(kind), name.text);
                let constant = Diagnostic::error(constant).expected("a variable").at(name.span);
                self.report.say(constant.related(span, "declared"));
                None
            }
            _ => {
                self.unknown(name, "a variable", |kind| matches!(kind, Kind::Cell(_)), scope.process);
                None
            }
        }
    }
}
