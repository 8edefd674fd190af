//! Resolution of expressions and assignment targets. Names are resolved, and constants are replaced by their values.

use sanderling_net::{Diagnostic, Span};

use super::names::{Kind, Symbol, described};
use super::resolved::{Cell, CellId, Constant, ConstantId, Expression, ProcessId, Target};
use super::{Check, MAX_COPIED, Scope};
use crate::syntax::{self, ExpressionKind, Name};

impl Check<'_> {
    /// Returns the expression with its names resolved; `None` after an error.
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

    /// Resolves `x` or `x[index]`.
    fn named(&mut self, scope: Scope, name: &Name, index: Option<&syntax::Expression>) -> Option<Expression> {
        match self.names.look_up(scope.process, &name.text) {
            Some(symbol) => self.value_of(scope, symbol, name, index),
            None => {
                self.no_value(scope.process, name);
                None
            }
        }
    }

    /// Returns the value of the variable or the constant that a name denotes.
    pub(super) fn value_of(
        &mut self,
        scope: Scope,
        symbol: Symbol,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Expression> {
        match symbol.kind {
            Kind::Cell(cell) => self.value_of_cell(scope, cell, name, index),
            Kind::Constant(constant) => self.value_of_constant(scope, constant, (name, symbol.span), index),
            _ => {
                self.no_value(scope.process, name);
                None
            }
        }
    }

    fn value_of_cell(
        &mut self,
        scope: Scope,
        cell: CellId,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Expression> {
        let declared = &self.program.cells[cell.index()];
        if scope.is_initial && !declared.is_initialised {
            self.has_no_value(name, declared.span);
            return None;
        }
        Some(match self.index_of_cell(scope, cell, name, index)? {
            Some(index) => Expression::Element(cell, Box::new(index)),
            None => Expression::Cell(cell),
        })
    }

    fn value_of_constant(
        &mut self,
        scope: Scope,
        constant: ConstantId,
        (name, declared): (&Name, Span),
        index: Option<&syntax::Expression>,
    ) -> Option<Expression> {
        let Constant { values, is_array, .. } = &self.program.constants[constant.index()];
        let Some(&first) = values.first() else {
            self.has_no_value(name, declared);
            return None;
        };
        let length = is_array.then_some(values.len());
        let Some(index) = self.index(scope, length, (name, declared), index)? else {
            return Some(Expression::Number(first));
        };
        let values = &self.program.constants[constant.index()].values;
        let position = index.number().and_then(|position| usize::try_from(position).ok());
        let value = position.and_then(|position| values.get(position).copied());
        if value.is_none() {
            self.copied += values.len() as u64;
            if self.copied > MAX_COPIED {
                let often = format!("the array `{}`, which is too large to be used so often", name.text);
                let often = Diagnostic::error(often).at(name.span).related(declared, "declared");
                self.report.say(often.help("make it a variable, without `const`"));
                return None;
            }
        }
        Some(value.map_or_else(|| Expression::Constant(constant, Box::new(index)), Expression::Number))
    }

    fn index_of_cell(
        &mut self,
        scope: Scope,
        cell: CellId,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Option<Expression>> {
        let Cell { length, span, .. } = self.program.cells[cell.index()];
        self.index(scope, length.map(|length| length as usize), (name, span), index)
    }

    /// Resolves the index of a variable or constant with this length: none if it is not an array, 0 if an array has no
    /// index.
    fn index(
        &mut self,
        scope: Scope,
        length: Option<usize>,
        (name, declared): (&Name, Span),
        index: Option<&syntax::Expression>,
    ) -> Option<Option<Expression>> {
        let (length, index) = match (length, index) {
            (None, None) => return Some(None),
            (Some(_), None) => return Some(Some(Expression::Number(0))),
            (Some(length), Some(index)) => (length, index),
            (None, Some(index)) => {
                let scalar = Diagnostic::error(format!("an index of `{}`, which is not an array", name.text));
                self.report.say(scalar.at(index.span).related(declared, "declared"));
                return None;
            }
        };
        let resolved = self.expression(scope, index)?;
        let is_beyond = |number| usize::try_from(number).map_or(true, |number| number >= length);
        if let Some(number) = resolved.number().filter(|number| is_beyond(*number)) {
            let beyond = format!("the index {number} of the array `{}` of {length}", name.text);
            let warning = Diagnostic::warning(beyond).expected(format!("0 to {}", length - 1)).at(index.span);
            self.report.say(warning.related(declared, "declared"));
        }
        Some(Some(resolved))
    }

    pub(super) fn no_value(&mut self, process: Option<ProcessId>, name: &Name) {
        let has_value = |kind| matches!(kind, Kind::Cell(_) | Kind::Constant(_));
        self.unknown(name, "a variable or a constant", has_value, process);
    }

    /// Resolves the target of an assignment or a `?`.
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
