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

/// Maximum number of operators in one word, as in `GF p` and `AGEF p`.
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

    /// The logic of a formula about runs that does not name it, if it can only be of one. `AG p` and `EF p` ask about markings; `AG EF p`, `AF p`
    /// and `AG (p -> AF q)` are CTL; `G F p` and LoLA's `EVENTUALLY p` are LTL. `F p` alone is neither: many who write it mean `EF p`.
    ///
    /// Looks at the tokens up to the next property, and finds temporal operators only where an operand may begin.
    pub(super) fn implied_logic(&self) -> Option<Logic> {
        const ASK_MARKINGS: [Branching; 2] =
            [(PathQuantifier::All, PathOperator::Globally), (PathQuantifier::Some, PathOperator::Finally)];
        // These ask about markings, whatever stands behind them.
        const QUANTIFIERS: [&str; 5] = ["always", "reach", "INVARIANT", "REACHABLE", "IMPOSSIBLE"];
        let (mut lexer, mut token) = (self.lexer.clone(), self.token.clone());
        let (mut is_at_start, mut ends_operand) = (true, false);
        let (mut branching, mut linear, mut is_lolas) = (Vec::new(), 0, false);
        while !matches!(token, Token::End | Token::Foreign(_) | Token::Symbol(";")) {
            let mut next = lexer.next().0;
            let is_before = matches!(token, Token::Symbol("(" | "!") | Token::Word("not" | "NOT"));
            let is_operator = is_before || self.operator_of(&token).is_some() || of_two(&token).is_some();
            let begins =
                matches!(token, Token::Word(_) | Token::Quoted(_) | Token::Number(_)) && !is_operator;
            if is_at_start && matches!(token, Token::Word(word) if QUANTIFIERS.contains(&word)) {
                return None;
            }
            if ends_operand && begins {
                // Another property, or what cannot be read.
                break;
            }
            if let Some((words, operators)) = self.branching_operators(&token, &next) {
                // Behind the start, `AG p` is within something else.
                let is_within = !is_at_start;
                branching.extend(operators.into_iter().map(|operator| (operator, is_within)));
                if words == 2 {
                    next = lexer.next().0;
                }
            } else {
                let operators = operators_of(&token).len();
                let is_symbol = matches!(token, Token::Symbol(_));
                if operators > 0 && !ends_operand && (is_symbol || self.begins_operand(&next)) {
                    linear += operators;
                    is_lolas |= is_at_start && token == Token::Word("EVENTUALLY");
                } else {
                    ends_operand = begins || matches!(token, Token::Symbol(")" | "]"));
                }
            }
            is_at_start &= is_before;
            token = next;
        }
        match (&branching[..], linear) {
            ([(only, false)], 0) if ASK_MARKINGS.contains(only) => None,
            ([_, ..], 0) => Some(Logic::Ctl),
            ([], 2..) => Some(Logic::Ltl),
            ([], 1) if is_lolas => Some(Logic::Ltl),
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
