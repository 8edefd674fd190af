//! Values at the start: initialisers, evaluated once and in the order of the file.
//!
//! An initialiser may use what was given a value before it: constants, variables (that is, their
//! values at the start), `P.s`. Missing values of an array are 0 and surplus ones are left out, as
//! models in use need it; a value that its variable cannot hold is an error, never cut off.

use std::slice;

use sanderling_net::{Diagnostic, Span};

use super::resolved::{Expression, ProcessId, Program};
use super::{Check, Scope};
use crate::arithmetic::{self, Undefined};
use crate::syntax::{self, BinaryOperator, Initialiser, Variable};

impl Check<'_> {
    /// The values of a variable at the start, `length` of them; `None` where the file gives none.
    pub(super) fn initial(
        &mut self,
        process: Option<ProcessId>,
        variable: &Variable,
        length: usize,
    ) -> Option<Vec<i32>> {
        let name = &variable.name.text;
        let given = match (variable.initial.as_ref()?, variable.length) {
            (Initialiser::Value(value), None) => slice::from_ref(value),
            (Initialiser::List(values, _), Some(_)) => values,
            (Initialiser::Value(value), Some(_)) => {
                let single = Diagnostic::error(format!("a single value for the array `{name}`"));
                self.report.say(single.expected("values in braces: `{0, 1}`").at(value.span));
                return Some(vec![0; length]);
            }
            (Initialiser::List(_, span), None) => {
                let list = Diagnostic::error(format!("values in braces for `{name}`, which is no array"));
                self.report.say(list.expected("one value, without braces").at(*span));
                return Some(vec![0; length]);
            }
        };
        if let Some(surplus) = given.get(length) {
            let count = given.len();
            let many =
                format!("{count} values for the array `{name}` of {length}; the last ones are left out");
            self.report.say(Diagnostic::warning(many).at(surplus.span));
        }
        let scope = Scope { process, is_initial: true };
        let mut values = vec![0; length];
        for (position, expression) in given.iter().enumerate() {
            let resolved = self.expression(scope, expression);
            if let (Some(resolved), Some(value)) = (resolved, values.get_mut(position)) {
                *value = self.value(&resolved, variable, expression.span);
            }
        }
        Some(values)
    }

    /// The value of an initialiser, within the variable's range; any behind an error.
    fn value(&mut self, expression: &Expression, variable: &Variable, span: Span) -> i32 {
        let (low, high) = arithmetic::bounds(variable.width);
        let problem = match evaluate(&self.program, expression) {
            Ok(value) if (low..=high).contains(&value) => return value,
            Ok(value) => {
                let (keyword, name) = (arithmetic::keyword(variable.width), &variable.name.text);
                Diagnostic::error(format!("the value {value} for the {keyword} `{name}`"))
                    .expected(format!("{low} to {high}"))
            }
            Err(undefined) => Diagnostic::error(format!("{undefined} in a value at the start")),
        };
        self.report.say(problem.at(span));
        low
    }

    /// Says that a variable has no value yet that an initialiser could use.
    pub(super) fn has_no_value(&mut self, name: &syntax::Name, declared: Span) {
        let unset = format!("`{}`, which has been given no value", name.text);
        let unset = Diagnostic::error(unset).expected("a variable or a constant with a value").at(name.span);
        self.report.say(unset.related(declared, "declared without one"));
    }
}

/// What an expression means at the start.
fn evaluate(program: &Program, expression: &Expression) -> Result<i32, Undefined> {
    let element = |values: &[i32], index: &Expression| {
        let index = usize::try_from(evaluate(program, index)?).ok();
        index.and_then(|index| values.get(index).copied()).ok_or("an index out of range")
    };
    match expression {
        Expression::Number(number) => Ok(*number),
        Expression::Cell(cell) => Ok(program.cells[cell.index()].initial[0]),
        Expression::Element(cell, index) => element(&program.cells[cell.index()].initial, index),
        Expression::Constant(constant, index) => element(&program.constants[constant.index()].values, index),
        Expression::Location(process, location) => {
            Ok(i32::from(program.processes[process.index()].initial == *location))
        }
        Expression::Prefix(operator, operand) => arithmetic::prefix(*operator, evaluate(program, operand)?),
        Expression::Binary(operator, operands) => {
            let left = evaluate(program, &operands[0])?;
            let decided = match operator {
                BinaryOperator::And if left == 0 => Some(0),
                BinaryOperator::Or if left != 0 => Some(1),
                BinaryOperator::Imply if left == 0 => Some(1),
                _ => None,
            };
            if let Some(decided) = decided {
                return Ok(decided);
            }
            let right = evaluate(program, &operands[1])?;
            arithmetic::binary(*operator, left, right).unwrap_or(Ok(i32::from(right != 0)))
        }
    }
}
