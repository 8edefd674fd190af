//! Temporal operators: prefixes, and in CTL what stands in brackets.
//!
//! In LTL `U`, `W`, `R` and `M` are operators between two others, see [`Operator::Path`]; in CTL they stand between the brackets of a path quantifier.
//! A letter is an operator where something that it can be about stands behind it; otherwise it is a name.

use super::expression::{Operator, Power};
use super::{Parsed, Parser, hint};
use crate::lexer::Token;
use crate::operand::{Operand, Value};
use crate::syntax::Condition;
use crate::{Logic, PathOperator, PathQuantifier};

/// So many letters are read as operators one after the other, as in `GF p`.
const MAX_LETTERS: usize = 4;

/// An operator with one operand.
fn of_one(letter: char) -> Option<PathOperator> {
    Some(match letter {
        'X' => PathOperator::Next,
        'F' => PathOperator::Finally,
        'G' => PathOperator::Globally,
        _ => return None,
    })
}

/// An operator between two operands.
pub(super) fn of_two(token: &Token<'_>) -> Option<PathOperator> {
    Some(match token {
        Token::Word("U") => PathOperator::Until,
        Token::Word("W") => PathOperator::WeakUntil,
        Token::Word("R") => PathOperator::Release,
        Token::Word("M") => PathOperator::StrongRelease,
        _ => return None,
    })
}

/// The operators that a token is by itself, the outermost first.
fn operators_of(token: &Token<'_>) -> Vec<PathOperator> {
    match token {
        Token::Symbol("[]") => vec![PathOperator::Globally],
        Token::Symbol("<>") => vec![PathOperator::Finally],
        Token::Word(word) if word.len() <= MAX_LETTERS => {
            word.chars().map(of_one).collect::<Option<_>>().unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn quantifier(letter: char) -> Option<PathQuantifier> {
    match letter {
        'A' => Some(PathQuantifier::All),
        'E' => Some(PathQuantifier::Some),
        _ => None,
    }
}

impl Parser<'_> {
    /// What begins with a temporal operator, where one stands here and may.
    pub(super) fn about_runs(&mut self) -> Parsed<Option<Value>> {
        match self.logic {
            None => Ok(None),
            Some(Logic::Ltl) => self.linear(),
            Some(Logic::Ctl) => self.branching(),
        }
    }

    fn linear(&mut self) -> Parsed<Option<Value>> {
        let operators = operators_of(&self.token);
        let is_symbol = matches!(self.token, Token::Symbol(_));
        if operators.is_empty() || !(is_symbol || self.begins_operand(&self.peek())) {
            return Ok(None);
        }
        self.advance();
        self.depth += operators.len() - 1;
        let operand = self.expression(Power::Not)?;
        self.depth -= operators.len() - 1;
        let inner = self.condition(operand);
        let around = |inner, &operator: &PathOperator| Condition::Path(None, operator, vec![inner]);
        Ok(Some(inner.map_or(Value::Wrong, |inner| operators.iter().rev().fold(inner, around).into())))
    }

    fn branching(&mut self) -> Parsed<Option<Value>> {
        let Token::Word(word) = self.token else { return Ok(None) };
        let mut letters = word.chars();
        let Some(quantifier) = letters.next().and_then(quantifier) else { return Ok(None) };
        let (operator, next) = (letters.next(), self.peek());
        match (operator.map(of_one), letters.next()) {
            // `AG p`
            (Some(Some(operator)), None) if self.begins_operand(&next) => {
                self.advance();
                self.path(quantifier, operator).map(Some)
            }
            (None, _) => match (&next, &operators_of(&next)[..]) {
                // `A[] p`, `A G p`
                (_, &[operator]) => {
                    self.advance();
                    self.advance();
                    self.path(quantifier, operator).map(Some)
                }
                (Token::Symbol("[" | "("), _) => {
                    self.advance();
                    self.between_brackets(quantifier).map(Some)
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn path(&mut self, quantifier: PathQuantifier, operator: PathOperator) -> Parsed<Value> {
        let operand = self.expression(Power::Not)?;
        let inner = self.condition(operand);
        Ok(inner
            .map_or(Value::Wrong, |inner| Condition::Path(Some(quantifier), operator, vec![inner]).into()))
    }

    /// `[p U q]`, or in parentheses.
    fn between_brackets(&mut self, quantifier: PathQuantifier) -> Parsed<Value> {
        let open = self.span;
        let close = if self.at("[") { "]" } else { ")" };
        self.advance();
        let left = self.expression(Power::Iff)?;
        let Some(operator) = of_two(&self.token) else {
            return self.unclosed(open, "`U`, `W`, `R` or `M`, or an operator such as `and`", hint::operator);
        };
        self.advance();
        let right = self.expression(Power::Iff)?;
        if !self.take(close) {
            return self.unclosed(open, &format!("`{close}` or an operator such as `and`"), hint::operator);
        }
        let sides = (self.condition(left), self.condition(right));
        Ok(match sides {
            (Some(left), Some(right)) => {
                Condition::Path(Some(quantifier), operator, vec![left, right]).into()
            }
            _ => Value::Wrong,
        })
    }

    /// `p U q`, of LTL.
    pub(super) fn until(&mut self, left: Operand, operator: PathOperator) -> Parsed<Operand> {
        let joint =
            self.two_sides(left, Power::Not, |sides| Condition::Path(None, operator, (*sides).into()))?;
        if let Some(Operator::Path(_)) = self.operator() {
            let help = "`(a U b) U c` and `a U (b U c)` differ";
            return self.second_operator(help);
        }
        Ok(joint)
    }
}
