//! Expressions: operands with operators between them.
//!
//! The content of a pair of parentheses is parsed in one loop; only parentheses and brackets cause recursion.

use sanderling_net::Diagnostic;

use super::binding;
use super::cursor::Parser;
use super::mix::Mixes;
use super::run::{Nested, Runs, TooDeep};
use super::{Abandoned, MAX_DEPTH, Step};
use crate::syntax::Expression;

impl Parser<'_> {
    /// Parses an expression that is not part of another one.
    pub(super) fn expression(&mut self) -> Step<Expression> {
        self.depth = 0;
        self.nested().map(|nested| nested.expression)
    }

    /// Parses expressions in braces, with commas between them; at least one. The opening brace is the next token.
    pub(super) fn list(&mut self) -> Step<Vec<Expression>> {
        self.expect("{", "`{`")?;
        let values = self.listed();
        if values.is_err() {
            self.skip_list();
        }
        values
    }

    /// Parses a list after its opening brace.
    fn listed(&mut self) -> Step<Vec<Expression>> {
        let mut values = vec![self.expression()?];
        while self.take(",") {
            values.push(self.expression()?);
        }
        self.expect_behind("}", "an operator, `,` or `}`")?;
        Ok(values)
    }

    /// Parses the content of parentheses or brackets, whose opening one has just been consumed.
    pub(super) fn enclosed(&mut self, close: &str, expected: &str) -> Step<Nested> {
        if self.depth >= MAX_DEPTH {
            let found = format!("more than {MAX_DEPTH} parentheses and brackets within one another");
            self.report(Diagnostic::error(found).at(self.previous));
            return Err(Abandoned);
        }
        self.depth += 1;
        let nested = self.nested()?;
        self.expect_behind(close, expected)?;
        self.depth -= 1;
        Ok(nested)
    }

    fn nested(&mut self) -> Step<Nested> {
        let mut runs = Runs::new(self.semantics);
        let mut mixes = Mixes::default();
        loop {
            let operand = self.operand()?;
            let Some(operator) = binding::binary(self.token) else {
                return self.limited(runs.finish(operand));
            };
            self.warn_of_mix(&mut mixes, operator);
            self.limited(runs.push(operand, operator))?;
            self.advance();
        }
    }

    /// Reports an expression that nests too deep.
    pub(super) fn limited<T>(&mut self, built: Result<T, TooDeep>) -> Step<T> {
        built.map_err(|TooDeep(span)| {
            let found = format!("an expression that nests deeper than {MAX_DEPTH} levels");
            let help = "each operator of a chain adds a level, except `and` and `or` with LTSmin";
            self.report(Diagnostic::error(found).at(span).help(help));
            Abandoned
        })
    }
}
