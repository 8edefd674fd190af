//! Expressions.

use sanderling_net::{Diagnostic, Span};

use super::{Parsed, Parser, is_c};
use crate::syntax::{Binary, ChannelFunction, Expression, ExpressionKind, Name, Reference, Unary};
use crate::token::{Kind, number};

impl Parser {
    pub(super) fn reference(&mut self) -> Parsed<Reference> {
        let start = self.span();
        let mut parts = Vec::new();
        loop {
            let name = if self.peek(0) == "_" {
                let token = self.next()?;
                Name { text: token.text, span: token.span }
            } else {
                self.name()?
            };
            let mut index = None;
            if self.eat("[") {
                index = Some(self.expression()?);
                self.expect("]")?;
            }
            parts.push((name, index));
            if !self.eat(".") {
                break;
            }
        }
        Ok(Reference { parts, span: Span { end: self.last.end.max(start.start), ..start } })
    }

    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.deeper(|parser| parser.binary(0))
    }

    pub(super) fn binary(&mut self, level: usize) -> Parsed<Expression> {
        let mut left = self.unary()?;
        while let Some((operator, strength)) =
            operator(self.peek(0)).filter(|(_, strength)| *strength >= level)
        {
            self.next()?;
            let right = self.deeper(|parser| parser.binary(strength + 1))?;
            let span = Span { end: self.last.end, ..left.span };
            left = Expression { kind: ExpressionKind::Binary(operator, Box::new([left, right])), span };
        }
        Ok(left)
    }

    pub(super) fn unary(&mut self) -> Parsed<Expression> {
        let span = self.span();
        let operator = match self.peek(0) {
            "!" | "!!" => Unary::Not,
            "~" => Unary::Invert,
            "-" => Unary::Negate,
            _ => return self.operand(),
        };
        let is_double = self.peek(0) == "!!";
        self.next()?;
        let operand = self.deeper(Self::unary)?;
        let wrap = |operand| Expression { kind: ExpressionKind::Unary(operator, Box::new(operand)), span };
        Ok(if is_double { wrap(wrap(operand)) } else { wrap(operand) })
    }

    pub(super) fn operand(&mut self) -> Parsed<Expression> {
        let span = self.span();
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err(self.unexpected("an expression").into());
        };
        let plain = |kind| Ok(Expression { kind, span });
        if matches!(token.kind, Kind::Number | Kind::Character) {
            self.next()?;
            let Some(value) = number(&token) else {
                return Err(Diagnostic::error(format!("the number `{}`", token.text)).at(span).into());
            };
            return plain(ExpressionKind::Number(value));
        }
        if token.is("(") {
            self.next()?;
            let inner = self.expression()?;
            if self.eat("->") {
                let yes = self.expression()?;
                self.expect(":")?;
                let no = self.expression()?;
                self.expect(")")?;
                return plain(ExpressionKind::Conditional(Box::new([inner, yes, no])));
            }
            self.expect(")")?;
            return Ok(inner);
        }
        let kind = match &*token.text {
            "true" => Some(ExpressionKind::Number(1)),
            "false" => Some(ExpressionKind::Number(0)),
            "skip" => Some(ExpressionKind::Number(1)),
            "timeout" => Some(ExpressionKind::Timeout),
            "_pid" => Some(ExpressionKind::ProcessNumber),
            "_nr_pr" => Some(ExpressionKind::ProcessCount),
            "np_" => Some(ExpressionKind::NonProgress),
            _ => None,
        };
        if let Some(kind) = kind {
            self.next()?;
            return plain(kind);
        }
        let function = match &*token.text {
            "len" => Some(ChannelFunction::Length),
            "empty" => Some(ChannelFunction::Empty),
            "nempty" => Some(ChannelFunction::NotEmpty),
            "full" => Some(ChannelFunction::Full),
            "nfull" => Some(ChannelFunction::NotFull),
            _ => None,
        };
        if let Some(function) = function.filter(|_| self.peek(1) == "(") {
            self.next()?;
            self.expect("(")?;
            let channel = self.reference()?;
            self.expect(")")?;
            return plain(ExpressionKind::Channel(function, channel));
        }
        match &*token.text {
            "run" => {
                self.next()?;
                let name = self.name()?;
                self.expect("(")?;
                let arguments = self.list(")", Self::expression)?;
                return plain(ExpressionKind::Run(name, arguments));
            }
            "enabled" | "pc_value" | "_last" | "_priority" | "get_priority" => {
                return Err(self.refused("this function of the scheduler", "an expression over variables"));
            }
            word if is_c(word) => return Err(self.refused("embedded C code", "an expression of Promela")),
            _ => {}
        }
        if token.kind != Kind::Name {
            return Err(self.unexpected("an expression").into());
        }
        self.named(span)
    }

    /// Parses what begins with a name: a variable, a poll of a channel, or a reference to another process.
    pub(super) fn named(&mut self, span: Span) -> Parsed<Expression> {
        let reference = self.reference()?;
        let plain = |kind| Ok(Expression { kind, span });
        let sign = self.peek(0).to_owned();
        match &*sign {
            "?" | "??" if self.peek(1) == "[" => {
                self.next()?;
                self.next()?;
                let targets = self.message(Self::pattern)?;
                self.expect("]")?;
                plain(ExpressionKind::Poll { channel: reference, is_random: &*sign == "??", targets })
            }
            "@" | ":" if reference.parts.len() == 1 && (&*sign == "@" || self.is_remote_variable()) => {
                self.next()?;
                let Some((process, number)) = reference.parts.into_iter().next() else {
                    return Err(self.unexpected("a process").into());
                };
                let number = number.map(Box::new);
                if &*sign == "@" {
                    return plain(ExpressionKind::At { process, number, label: self.name()? });
                }
                plain(ExpressionKind::Remote { process, number, variable: self.reference()? })
            }
            _ => plain(ExpressionKind::Reference(reference)),
        }
    }

    /// Returns whether the colon here belongs to `process:variable`, which is written without spaces, and not to a
    /// conditional expression or a range.
    pub(super) fn is_remote_variable(&self) -> bool {
        let (colon, next) = (self.tokens.get(self.at), self.tokens.get(self.at + 1));
        colon.is_some_and(|token| !token.is_spaced)
            && next.is_some_and(|token| !token.is_spaced && token.kind == Kind::Name)
    }
}

/// Returns an operator and its strength.
pub(super) fn operator(sign: &str) -> Option<(Binary, usize)> {
    Some(match sign {
        "||" => (Binary::Or, 0),
        "&&" => (Binary::And, 1),
        "|" => (Binary::BitOr, 2),
        "^" => (Binary::BitXor, 3),
        "&" => (Binary::BitAnd, 4),
        "==" => (Binary::Equal, 5),
        "!=" => (Binary::Unequal, 5),
        "<" => (Binary::Less, 6),
        ">" => (Binary::Greater, 6),
        "<=" => (Binary::AtMost, 6),
        ">=" => (Binary::AtLeast, 6),
        "<<" => (Binary::ShiftLeft, 7),
        ">>" => (Binary::ShiftRight, 7),
        "+" => (Binary::Add, 8),
        "-" => (Binary::Subtract, 8),
        "*" => (Binary::Multiply, 9),
        "/" => (Binary::Divide, 9),
        "%" => (Binary::Remainder, 9),
        _ => return None,
    })
}
