//! Operands: numbers, variables, references to other processes, parentheses; and prefix operators.

use super::binding;
use super::cursor::{Parser, joined};
use super::run::Nested;
use super::{Step, hint};
use crate::syntax::{ExpressionKind, Name};

impl Parser<'_> {
    /// Parses an operand with its prefix operators. The last one binds first.
    pub(super) fn operand(&mut self) -> Step<Nested> {
        let mut prefixes = Vec::new();
        while let Some(operator) = binding::prefix(self.token) {
            prefixes.push((operator, self.span));
            self.advance();
        }
        let mut operand = self.primary()?;
        for (operator, span) in prefixes.into_iter().rev() {
            let span = joined(span, operand.expression.span);
            let kind = ExpressionKind::Prefix(operator, Box::new(operand.expression));
            operand = self.limited(Nested::around(operand.height, kind, span))?;
        }
        Ok(operand)
    }

    fn primary(&mut self) -> Step<Nested> {
        use super::token::Token;
        match self.token {
            Token::Number(_) => {
                let number = self.number("a number")?;
                Ok(Nested::leaf(ExpressionKind::Number(number.value), number.span))
            }
            Token::Keyword(word @ ("true" | "false")) => {
                self.advance();
                Ok(Nested::leaf(ExpressionKind::Number(i32::from(word == "true")), self.previous))
            }
            Token::Word(_) => self.named(),
            Token::Symbol("(") => self.parenthesised(),
            _ => self.found_with("a value: a number, a variable or `(`", hint::operand),
        }
    }

    fn parenthesised(&mut self) -> Step<Nested> {
        let open = self.span;
        self.advance();
        let mut inner = self.enclosed(")", "an operator or `)`")?;
        inner.expression.span = self.since(open);
        Ok(inner)
    }

    /// Parses an operand that begins with a name.
    fn named(&mut self) -> Step<Nested> {
        let name = self.name("a variable")?;
        if self.take(".") {
            let state = self.name("a state of the process")?;
            let span = joined(name.span, state.span);
            return Ok(Nested::leaf(ExpressionKind::Location(name, state), span));
        }
        if self.take("->") {
            return self.foreign(name);
        }
        let start = name.span;
        match self.index()? {
            None => Ok(Nested::leaf(ExpressionKind::Variable(name), start)),
            Some(index) => {
                let kind = ExpressionKind::Element(name, Box::new(index.expression));
                let element = Nested::around(index.height, kind, self.since(start));
                self.limited(element)
            }
        }
    }

    /// Parses a variable of another process, after the arrow.
    fn foreign(&mut self, process: Name) -> Step<Nested> {
        let start = process.span;
        let variable = self.name("a variable of the process")?;
        let (index, height) = match self.index()? {
            None => (None, 0),
            Some(index) => (Some(Box::new(index.expression)), index.height),
        };
        let kind = ExpressionKind::Foreign(process, variable, index);
        let whole = Nested::around(height, kind, self.since(start));
        self.limited(whole)
    }

    /// Parses an index in brackets, if there is one.
    fn index(&mut self) -> Step<Option<Nested>> {
        if !self.take("[") {
            return Ok(None);
        }
        self.enclosed("]", "an operator or `]`").map(Some)
    }
}
