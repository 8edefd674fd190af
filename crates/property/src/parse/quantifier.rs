//! The beginning of a property, before its condition: a quantifier in this language or in those of other tools.
//!
//! `AG` and `EF` are those of CTL, as in TAPAAL and the Model Checking Contest; `A[]` and `E<>` are UPPAAL's, and the
//! long words are LoLA's. `G` and `[]` before a condition on one marking are equivalent to `AG`, since they range over
//! all paths. `F` and `<>` are not equivalent to `EF`, and are refused. A quantifier may be in parentheses and after
//! `not`. It applies to everything that follows, as `always` does. A formula about runs follows the word for its logic,
//! which may be omitted if only one logic is possible.

use sanderling_net::Span;

use super::{Parsed, Parser, QUANTIFIER, hint};
use crate::lexer::Token;
use crate::syntax::{Condition, Scope};
use crate::{Logic, Quantifier};

/// A quantifier with its context.
#[derive(Debug)]
pub(super) struct Head {
    /// The scope, after applying a preceding `not`.
    pub(super) scope: Scope,
    /// Whether the condition is negated.
    is_negated: bool,
    /// The parentheses that close after the condition.
    pub(super) open: Vec<Span>,
    /// Whether no word names the logic. One formula follows then: after `AG`, an `and` would belong to the condition,
    /// after `ctl AG` it would not.
    pub(super) is_implied: bool,
}

impl Head {
    /// Applies the negation of the head to a condition.
    pub(super) fn about(&self, condition: Condition) -> Condition {
        if self.is_negated { Condition::Not(Box::new(condition)) } else { condition }
    }
}

/// The spellings of quantifiers, and whether they apply to the condition or to its negation.
const QUANTIFIERS: [(&[&str], Quantifier, bool); 16] = [
    (&["always"], Quantifier::Always, true),
    (&["reach"], Quantifier::Reach, true),
    (&["AG"], Quantifier::Always, true),
    (&["EF"], Quantifier::Reach, true),
    (&["A", "[]"], Quantifier::Always, true),
    (&["E", "<>"], Quantifier::Reach, true),
    (&["A", "G"], Quantifier::Always, true),
    (&["E", "F"], Quantifier::Reach, true),
    (&["[]"], Quantifier::Always, true),
    (&["G"], Quantifier::Always, true),
    (&["ALLPATH", "ALWAYS"], Quantifier::Always, true),
    (&["EXPATH", "EVENTUALLY"], Quantifier::Reach, true),
    (&["ALWAYS"], Quantifier::Always, true),
    (&["INVARIANT"], Quantifier::Always, true),
    (&["REACHABLE"], Quantifier::Reach, true),
    (&["IMPOSSIBLE"], Quantifier::Always, false),
];

impl Parser<'_> {
    /// Parses the text before the condition. `named` is whether the property has a name.
    pub(super) fn head(&mut self, named: bool) -> Parsed<Head> {
        if let Some(logic) = self.logic_at_start() {
            let scope = Scope::Runs(logic);
            return Ok(Head { scope, is_negated: false, open: Vec::new(), is_implied: false });
        }
        if let Some(logic) = self.implied_logic() {
            self.logic = Some(logic);
            self.lexer.takes_brackets = logic == Logic::Ctl;
            let scope = Scope::Runs(logic);
            return Ok(Head { scope, is_negated: false, open: Vec::new(), is_implied: true });
        }
        let (open, mut is_negated) = self.before_quantifier();
        let Some((words, quantifier, is_positive)) = self.at_quantifier() else {
            let expected =
                if named { "`always`, `reach`, `ltl`, `ctl` or `no livelock`" } else { QUANTIFIER };
            return self.found_with(expected, |token| Some(hint::quantifier(token)));
        };
        words.iter().for_each(|_| self.advance());
        let quantifier = if is_negated { quantifier.opposite() } else { quantifier };
        is_negated ^= !is_positive;
        Ok(Head { scope: Scope::Markings(quantifier), is_negated, open, is_implied: false })
    }

    /// Consumes the word for the logic of a formula about runs, if it is here.
    fn logic_at_start(&mut self) -> Option<Logic> {
        let logic = match self.token {
            Token::Word("ltl") => Logic::Ltl,
            Token::Word("ctl") => Logic::Ctl,
            _ => return None,
        };
        self.logic = Some(logic);
        self.lexer.takes_brackets = logic == Logic::Ctl;
        self.advance();
        Some(logic)
    }

    /// Returns the quantifier at the beginning of a text that might be a condition. A word counts as a quantifier only
    /// if a condition follows it.
    pub(super) fn quantifier_at_start(mut self) -> Option<Quantifier> {
        let (_, is_negated) = self.before_quantifier();
        let (words, quantifier, _) = self.at_quantifier()?;
        words.iter().for_each(|_| self.advance());
        let is_ours = words == ["always"] || words == ["reach"];
        let is_one = is_ours || self.begins_operand(&self.token);
        is_one.then(|| if is_negated { quantifier.opposite() } else { quantifier })
    }

    /// Consumes the parentheses and `not`s before the quantifier. Returns the parentheses, and whether the number of
    /// `not`s is odd.
    fn before_quantifier(&mut self) -> (Vec<Span>, bool) {
        let (mut open, mut is_negated) = (Vec::new(), false);
        loop {
            if self.at("(") {
                open.push(self.span);
            } else if self.at("!") || matches!(self.token, Token::Word("not" | "NOT")) {
                is_negated = !is_negated;
            } else {
                return (open, is_negated);
            }
            self.advance();
        }
    }

    fn at_quantifier(&self) -> Option<(&'static [&'static str], Quantifier, bool)> {
        let is = |token: &Token<'_>, written: &str| match token {
            Token::Word(word) => *word == written,
            Token::Symbol(symbol) => *symbol == written,
            _ => false,
        };
        let next = self.peek();
        let found = QUANTIFIERS.iter().find(|(words, ..)| match words {
            [one] => is(&self.token, one),
            [first, second] => is(&self.token, first) && is(&next, second),
            _ => false,
        });
        found.copied()
    }
}
