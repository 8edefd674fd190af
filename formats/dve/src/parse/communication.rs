//! The actions of a transition: communication and assignments.

use sanderling_net::Diagnostic;

use super::cursor::Parser;
use super::token::Token;
use super::{Abandoned, Step, hint};
use crate::syntax::{Assignment, Communication, Direction, Expression, ExpressionKind};

impl Parser<'_> {
    /// Parses `c!`, `c?x`, or `c!{1, x}`.
    pub(super) fn communication(&mut self) -> Step<Communication> {
        let channel = self.name("the name of a channel")?;
        let direction = match self.token {
            Token::Symbol("!") => Direction::Send,
            Token::Symbol("?") => Direction::Receive,
            _ => return self.found_with("`!` to send or `?` to receive", hint::direction),
        };
        self.advance();
        let values = self.values()?;
        if direction == Direction::Receive {
            self.check_targets(&values)?;
        }
        let span = self.since(channel.span);
        Ok(Communication { channel, direction, values, span })
    }

    /// Parses sent values or targets: none, one, or a list in braces.
    fn values(&mut self) -> Step<Vec<Expression>> {
        match self.token {
            Token::Symbol(";" | "}") => Ok(Vec::new()),
            Token::Symbol("{") => self.list(),
            _ => self.expression().map(|value| vec![value]),
        }
    }

    /// Reports a target that cannot receive a value.
    fn check_targets(&mut self, targets: &[Expression]) -> Step<()> {
        let can_take = |target: &&Expression| {
            matches!(target.kind, ExpressionKind::Variable(_) | ExpressionKind::Element(..))
        };
        let Some(wrong) = targets.iter().find(|target| !can_take(target)) else { return Ok(()) };
        let found = format!("a value received into `{}`", self.excerpt(wrong.span));
        let help = matches!(wrong.kind, ExpressionKind::Foreign(..)).then_some(hint::FOREIGN_TARGET);
        let error = Diagnostic::error(found).at(wrong.span).expected("a variable or an element of an array");
        self.report(match help {
            Some(help) => error.help(help),
            None => error,
        });
        Err(Abandoned)
    }

    /// Parses assignments with commas between them, and the semicolon.
    pub(super) fn effects(&mut self, effects: &mut Vec<Assignment>) -> Step<()> {
        loop {
            effects.push(self.assignment()?);
            if !self.take(",") {
                return self.expect_behind(";", "an operator, `,` or `;`");
            }
        }
    }

    fn assignment(&mut self) -> Step<Assignment> {
        let expected = "a variable to assign";
        if self.at("(") {
            return self.found_with(expected, |_| Some(hint::PARENTHESES));
        }
        let target = self.name(expected)?;
        let index = if self.take("[") {
            self.depth = 0;
            Some(self.enclosed("]", "an operator or `]`")?.expression)
        } else {
            None
        };
        if !self.take("=") {
            return self.found_with("`=` and a value", hint::assignment);
        }
        let value = self.expression()?;
        let span = self.since(target.span);
        Ok(Assignment { target, index, value, span })
    }
}
