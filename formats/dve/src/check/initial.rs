//! Initial values: initialisers, evaluated once and in the order of the file.
//!
//! An initialiser may use what was given a value before it: constants, the initial values of variables, and `P.s`.
//! Missing values of an array are 0 and surplus ones are ignored, because models in use need it. A value that its
//! variable cannot hold is an error and is never truncated.

use std::slice;

use sanderling_net::{Diagnostic, Span};

use super::resolved::{Expression, ProcessId, Program};
use super::{Check, Scope};
use crate::arithmetic::{self, Undefined};
use crate::syntax::{self, BinaryOperator, Initialiser, Variable};

impl Check<'_> {
    /// Returns the `length` initial values of a variable; `None` if the file gives none.
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
                let list = Diagnostic::error(format!("values in braces for `{name}`, which is not an array"));
                self.report.say(list.expected("one value, without braces").at(*span));
                return Some(vec![0; length]);
            }
        };
        if let Some(surplus) = given.get(length) {
            let count = given.len();
            let many =
                format!("{count} values for the array `{name}` of {length}; the last ones are ignored");
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

    /// Returns the value of an initialiser, within the variable's range; arbitrary after an error.
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

    /// Reports that an initialiser uses a variable that has no value yet.
    pub(super) fn has_no_value(&mut self, name: &syntax::Name, declared: Span) {
        let unset = format!("`{}`, which has been given no value", name.text);
        let unset = Diagnostic::error(unset).expected("a variable or a constant with a value").at(name.span);
        self.report.say(unset.related(declared, "declared without one"));
    }
}

/// Evaluates an expression with initial values.
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
