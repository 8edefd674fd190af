//! The terms of a program: the contents of its variables, processes and channels.
//!
//! They follow the program's own language: `x`, `x[i]`, `P.x`, and `P.s` for a process that is at a location. `*`, `/`
//! and `%` have the same precedence and are left-associative. For a channel there are `length(c)`, `empty(c)`,
//! `full(c)`, and `c[0]` for its first message. Names are resolved with the net later.

use sanderling_net::Diagnostic;

use super::expression::Power;
use super::{Parsed, Parser, Quantity};
use crate::Factor;
use crate::lexer::Token;
use crate::operand::{Operand, Value, excerpt, joined};
use crate::syntax::{Condition, Filling, Index, Name, TermSyntax};

impl Parser<'_> {
    pub(super) fn is_about_program(&self) -> bool {
        self.quantity == Quantity::Program
    }

    /// Parses a value that begins with a word of texts about programs, if there is one.
    pub(super) fn of_program(&mut self) -> Parsed<Option<Value>> {
        let Token::Word(word) = self.token else { return Ok(None) };
        if !self.is_about_program() || self.peek() != Token::Symbol("(") {
            return Ok(None);
        }
        Ok(match word {
            "tokens" | "tokens-count" => Some(TermSyntax::Tokens(self.counted()?).into()),
            "value" => Some(self.values_of()?.into()),
            "length" => Some(TermSyntax::Length(self.channel()?).into()),
            "empty" => Some(Condition::Channel(self.channel()?, Filling::Empty).into()),
            "full" => Some(Condition::Channel(self.channel()?, Filling::Full).into()),
            _ => None,
        })
    }

    /// Parses `value(x, y[1])`, the sum of the contents.
    fn values_of(&mut self) -> Parsed<TermSyntax> {
        self.advance();
        let mut held = self.list("a variable", |parser| {
            let name = parser.name("a variable")?;
            Ok(TermSyntax::Held(name, parser.indices()?))
        })?;
        Ok(match held.len() {
            1 => held.remove(0),
            _ => TermSyntax::Sum(held.into_iter().map(|term| (true, term)).collect()),
        })
    }

    /// Parses the names in `tokens(…)`.
    fn counted(&mut self) -> Parsed<Vec<Name>> {
        self.advance();
        self.list("a place", |parser| {
            let name = parser.name("a place")?;
            parser.indices()?;
            Ok(name)
        })
    }

    /// Parses a channel in parentheses.
    fn channel(&mut self) -> Parsed<Name> {
        self.advance();
        let open = self.expect("(", "`(` and a channel")?;
        let name = self.name("a channel")?;
        if self.take(")") { Ok(name) } else { self.unclosed(open, "`)`", |_| None) }
    }

    /// Parses a name: a variable if a number is wanted, a location if a condition is wanted. With indices it is a
    /// number.
    pub(super) fn held(&mut self) -> Parsed<Value> {
        let name = self.name("a name")?;
        let indices = self.indices()?;
        Ok(if indices.is_empty() { Value::Bare(name) } else { TermSyntax::Held(name, indices).into() })
    }

    /// Parses a sequence of terms in brackets.
    fn indices(&mut self) -> Parsed<Vec<Index>> {
        let mut indices = Vec::new();
        while self.at("[") {
            let open = self.span;
            self.advance();
            let operand = self.expression(Power::Iff)?;
            let span = operand.span;
            if !self.at("]") {
                let diagnostic = self.unexpected("`]`", |_| None).related(open, "for the `[`");
                return self.report(diagnostic);
            }
            self.advance();
            // An index that is not a number has been reported.
            let term = self.term(operand).unwrap_or(TermSyntax::Number(0));
            indices.push(Index { term, span });
        }
        Ok(indices)
    }

    /// Returns the operand as a number, or reports that it is none.
    pub(super) fn term(&mut self, operand: Operand) -> Option<TermSyntax> {
        match operand.value {
            Value::Term(term) => Some(term),
            Value::Bare(name) => Some(TermSyntax::Held(name, Vec::new())),
            Value::Wrong | Value::Number(_) => None,
            Value::Condition(_) => {
                let message = format!("`{}` is a condition", excerpt(self.text, operand.span));
                let found = Diagnostic::error(message).at(operand.span);
                self.diagnostics.push(found.expected("a number, such as `x`"));
                None
            }
        }
    }

    /// Parses `left + right` or `left - right`.
    pub(super) fn sum_of_values(&mut self, left: Operand, is_added: bool) -> Parsed<Operand> {
        self.joined(left, Power::Product, |left, right| {
            let mut terms = addends(left);
            terms.extend(addends(right).into_iter().map(|(sign, term)| (sign == is_added, term)));
            TermSyntax::Sum(terms)
        })
    }

    /// Parses `left * right`, `left / right` or `left % right`.
    pub(super) fn factor(&mut self, left: Operand, factor: Factor) -> Parsed<Operand> {
        self.joined(left, Power::Sign, |left, right| {
            // Products are flattened on the left, so that parentheses around the left side make no difference.
            let (first, mut factors) = match left {
                TermSyntax::Product(first, factors) => (first, factors),
                other => (Box::new(other), Vec::new()),
            };
            factors.push((factor, right));
            TermSyntax::Product(first, factors)
        })
    }

    fn joined(
        &mut self,
        left: Operand,
        power: Power,
        join: impl FnOnce(TermSyntax, TermSyntax) -> TermSyntax,
    ) -> Parsed<Operand> {
        self.advance();
        let right = self.expression(power)?;
        let span = joined(left.span, right.span);
        let value = match (self.term(left), self.term(right)) {
            (Some(left), Some(right)) => join(left, right).into(),
            _ => Value::Wrong,
        };
        Ok(Operand { value, span })
    }
}

/// Returns the parts of a sum, with their signs.
fn addends(term: TermSyntax) -> Vec<(bool, TermSyntax)> {
    match term {
        TermSyntax::Sum(terms) => terms,
        other => vec![(true, other)],
    }
}

/// Returns the negated number.
pub(super) fn negated(term: TermSyntax) -> TermSyntax {
    match term {
        TermSyntax::Number(number) => TermSyntax::Number(-number),
        other => TermSyntax::Sum(addends(other).into_iter().map(|(sign, term)| (!sign, term)).collect()),
    }
}
