//! Temporal operators: prefixes, and in CTL also brackets.
//!
//! In LTL, `U`, `W`, `R` and `M` are binary operators, see [`Operator::Path`]; in CTL they occur between the brackets
//! of a path quantifier. A letter is an operator if an operand follows it; otherwise it is a name.

use super::expression::{Operator, Power};
use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::operand::{Operand, Value};
use crate::syntax::Condition;
use crate::{Logic, PathOperator, PathQuantifier};

/// Maximum number of operators in one word, as in `GF p` and `AGEF p`.
const MAX_IN_A_WORD: usize = 4;

/// Returns the unary operator of a letter.
fn of_one(letter: char) -> Option<PathOperator> {
    Some(match letter {
        'X' => PathOperator::Next,
        'F' => PathOperator::Finally,
        'G' => PathOperator::Globally,
        _ => return None,
    })
}

/// Returns the binary operator of a token.
pub(super) fn of_two(token: &Token<'_>) -> Option<PathOperator> {
    Some(match token {
        Token::Word("U" | "UNTIL") => PathOperator::Until,
        Token::Word("W") => PathOperator::WeakUntil,
        Token::Word("R" | "RELEASE") => PathOperator::Release,
        Token::Word("M") => PathOperator::StrongRelease,
        _ => return None,
    })
}

/// Returns the operators that a single token denotes, the outermost first.
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

/// An operator of CTL: a path quantifier and a path operator.
type Branching = (PathQuantifier, PathOperator);

/// Returns the operators of CTL that a word such as `AG` or `AGEF` denotes, the outermost first.
fn branching_of(word: &str) -> Vec<Branching> {
    if word.len() > 2 * MAX_IN_A_WORD || !word.is_ascii() || !word.len().is_multiple_of(2) {
        return Vec::new();
    }
    let letters: Vec<char> = word.chars().collect();
    let pair = |pair: &[char]| Some((quantifier(pair[0].encode_utf8(&mut [0; 4]))?, of_one(pair[1])?));
    letters.chunks(2).map(pair).collect::<Option<_>>().unwrap_or_default()
}

/// Returns whether a word such as `AG` or `AGEF` denotes one or several operators of CTL.
pub(super) fn is_branching(word: &str) -> bool {
    !branching_of(word).is_empty()
}

impl Parser<'_> {
    /// Parses a value that begins with a temporal operator, if there is one here and the logic allows it.
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

    /// Returns the operators of CTL that a token and the next one denote, the outermost first, and the number of tokens
    /// that belong to them: one in `AG p` and `AGEF p`, two in `A[] p`, `A G p` and `ALLPATH ALWAYS p`.
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

    /// Returns the logic of a formula about runs that does not name it, if only one is possible. `AG p` and `EF p` are
    /// about markings; `AG EF p`, `AF p` and `AG (p -> AF q)` are CTL; `G F p` and LoLA's `EVENTUALLY p` are LTL. `F p`
    /// alone is neither, because many who write it mean `EF p`.
    ///
    /// Looks at the tokens up to the next property, and recognises temporal operators only at the beginning of an
    /// operand.
    pub(super) fn implied_logic(&self) -> Option<Logic> {
        const ASK_MARKINGS: [Branching; 2] =
            [(PathQuantifier::All, PathOperator::Globally), (PathQuantifier::Some, PathOperator::Finally)];
        // These are about markings, whatever follows.
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
                // Another property, or an invalid token.
                break;
            }
            if let Some((words, operators)) = self.branching_operators(&token, &next) {
                // After the start, `AG p` is part of a larger formula.
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

    /// Parses `[p U q]`, or the same in parentheses.
    fn between_brackets(&mut self, quantifier: PathQuantifier) -> Parsed<Value> {
        let open = self.span;
        let close = if self.at("[") { "]" } else { ")" };
        self.advance();
        let left = self.expression(Power::Iff)?;
        let Some(operator) = of_two(&self.token) else {
            let help = self.advice_on_operator();
            return self.unclosed(open, "`U`, `W`, `R` or `M`, or an operator such as `and`", help);
        };
        self.advance();
        let right = self.expression(Power::Iff)?;
        if !self.take(close) {
            let help = self.advice_on_operator();
            return self.unclosed(open, &format!("`{close}` or an operator such as `and`"), help);
        }
        let sides = (self.condition(left), self.condition(right));
        Ok(match sides {
            (Some(left), Some(right)) => {
                Condition::Path(Some(quantifier), operator, vec![left, right]).into()
            }
            _ => Value::Wrong,
        })
    }

    /// Parses `p U q` of LTL.
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
