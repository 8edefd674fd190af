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

/// So many operators may be written as one word, as in `GF p` and `AGEF p`.
const MAX_IN_A_WORD: usize = 4;

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
        Token::Word("U" | "UNTIL") => PathOperator::Until,
        Token::Word("W") => PathOperator::WeakUntil,
        Token::Word("R" | "RELEASE") => PathOperator::Release,
        Token::Word("M") => PathOperator::StrongRelease,
        _ => return None,
    })
}

/// The operators that a token is by itself, the outermost first.
fn operators_of(token: &Token<'_>) -> Vec<PathOperator> {
    match token {
        Token::Symbol("[]") => vec![PathOperator::Globally],
        Token::Symbol("<>") => vec![PathOperator::Finally],
        Token::Word("ALWAYS") => vec![PathOperator::Globally],
        Token::Word("EVENTUALLY") => vec![PathOperator::Finally],
        Token::Word("NEXTSTATE") => vec![PathOperator::Next],
        Token::Word(word) if word.len() <= MAX_IN_A_WORD => {
            word.chars().map(of_one).collect::<Option<_>>().unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn quantifier(word: &str) -> Option<PathQuantifier> {
    match word {
        "A" | "ALLPATH" => Some(PathQuantifier::All),
        "E" | "EXPATH" => Some(PathQuantifier::Some),
        _ => None,
    }
}

/// An operator of CTL: which runs it is about, and what it says about them.
type Branching = (PathQuantifier, PathOperator);

/// The operators of CTL that a word such as `AG` or `AGEF` is by itself, the outermost first.
fn branching_of(word: &str) -> Vec<Branching> {
    if word.len() > 2 * MAX_IN_A_WORD || !word.is_ascii() || !word.len().is_multiple_of(2) {
        return Vec::new();
    }
    let letters: Vec<char> = word.chars().collect();
    let pair = |pair: &[char]| Some((quantifier(pair[0].encode_utf8(&mut [0; 4]))?, of_one(pair[1])?));
    letters.chunks(2).map(pair).collect::<Option<_>>().unwrap_or_default()
}

/// Whether a word such as `AG` or `AGEF` is one or several operators of CTL.
pub(super) fn is_branching(word: &str) -> bool {
    !branching_of(word).is_empty()
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
        let next = self.peek();
        if let Some((words, operators)) = self.branching_operators(&self.token, &next) {
            (0..words).for_each(|_| self.advance());
            self.depth += operators.len() - 1;
            let operand = self.expression(Power::Not)?;
            self.depth -= operators.len() - 1;
            let inner = self.condition(operand);
            let around = |inner, &(quantifier, operator): &Branching| {
                Condition::Path(Some(quantifier), operator, vec![inner])
            };
            return Ok(Some(
                inner.map_or(Value::Wrong, |inner| operators.iter().rev().fold(inner, around).into()),
            ));
        }
        let Token::Word(word) = self.token else { return Ok(None) };
        match quantifier(word) {
            Some(quantifier) if matches!(next, Token::Symbol("[" | "(")) => {
                self.advance();
                self.between_brackets(quantifier).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The operators of CTL that a token and the one behind it stand for, the outermost first, and how many of the two they take: `AG p` and
    /// `AGEF p` one, `A[] p`, `A G p` and `ALLPATH ALWAYS p` both.
    fn branching_operators(&self, token: &Token<'_>, next: &Token<'_>) -> Option<(usize, Vec<Branching>)> {
        let Token::Word(word) = token else { return None };
        let operators = branching_of(word);
        if !operators.is_empty() {
            return self.begins_operand(next).then_some((1, operators));
        }
        match operators_of(next)[..] {
            [operator] => Some((2, vec![(quantifier(word)?, operator)])),
            _ => None,
        }
    }

    /// The logic of a formula about runs before which none is named. `AG p` and the like ask about markings; `AG EF p`, `AGEF p`, `AF p` and
    /// `AG (p -> AF q)` can only be CTL, and `G F p` and LoLA's `EVENTUALLY p` can only be LTL. `F p` alone is not taken for LTL, since
    /// many who write it mean `EF p`.
    pub(super) fn implied_logic(&self) -> Option<Logic> {
        let is_not =
            |token: &Token<'_>| matches!(token, Token::Symbol("(" | "!") | Token::Word("not" | "NOT"));
        let mut lexer = self.lexer.clone();
        let mut token = self.token.clone();
        let (mut ends_operand, mut is_at_start) = (false, true);
        let (mut branching, mut linear, mut asks_markings, mut is_lolas) = (0, 0, false, false);
        while !matches!(token, Token::End | Token::Foreign(_) | Token::Symbol(";")) {
            let mut next = lexer.next().0;
            if let Some((words, operators)) = self.branching_operators(&token, &next) {
                if ends_operand {
                    break;
                }
                let first = operators[0];
                asks_markings |= is_at_start
                    && matches!(
                        first,
                        (PathQuantifier::All, PathOperator::Globally)
                            | (PathQuantifier::Some, PathOperator::Finally)
                    );
                branching += operators.len();
                if words == 2 {
                    next = lexer.next().0;
                }
            } else {
                let operators = operators_of(&token);
                let is_symbol = matches!(token, Token::Symbol("[]" | "<>"));
                if !operators.is_empty() && !ends_operand && (is_symbol || self.begins_operand(&next)) {
                    linear += operators.len();
                    is_lolas |= is_at_start && token == Token::Word("EVENTUALLY");
                } else {
                    ends_operand = match &token {
                        Token::Word(_) => self.operator_of(&token).is_none() && !is_not(&token),
                        Token::Symbol(symbol) => matches!(*symbol, ")" | "]"),
                        _ => true,
                    };
                }
            }
            is_at_start &= is_not(&token);
            token = next;
        }
        match (branching, linear) {
            (1, 0) if asks_markings => None,
            (1.., 0) => Some(Logic::Ctl),
            (0, 2..) => Some(Logic::Ltl),
            (0, 1) if is_lolas => Some(Logic::Ltl),
            _ => None,
        }
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
