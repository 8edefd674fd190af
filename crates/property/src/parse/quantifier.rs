//! What stands before the condition of a property: a quantifier in our words or in those of other tools.
//!
//! `AG` and `EF` are those of CTL, as TAPAAL and the Model Checking Contest have them; `A[]` and `E<>` are UPPAAL's,
//! and the long words are those of LoLA. `G` and `[]` of a condition on one marking say the same on all paths as
//! `AG`, while `F` and `<>` do not say what `EF` does, and are refused. A quantifier may stand in parentheses and
//! behind `not`. It is about all that follows, as `always` is. A formula about runs stands behind the word for its logic,
//! which may be missing where the formula can be of one logic only.

use sanderling_net::Span;

use super::{Parsed, Parser, QUANTIFIER, hint};
use crate::lexer::Token;
use crate::syntax::{Condition, Scope};
use crate::{Logic, Quantifier};

/// A quantifier with what is around it.
#[derive(Debug)]
pub(super) struct Head {
    /// With what a `not` before it makes of it.
    pub(super) scope: Scope,
    /// Whether it is about the opposite of the condition.
    is_negated: bool,
    /// The parentheses that are closed behind the condition.
    pub(super) open: Vec<Span>,
    /// Whether no word names the logic. What follows is then one formula: behind `AG`, `and` would belong to the condition, behind `ctl AG` it
    /// would not.
    pub(super) is_implied: bool,
}

impl Head {
    /// What the quantifier is about.
    pub(super) fn about(&self, condition: Condition) -> Condition {
        if self.is_negated { Condition::Not(Box::new(condition)) } else { condition }
    }
}

/// The quantifiers as they are written, and whether they are about the condition or its opposite.
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
    /// Reads what stands before the condition; `named`: behind the name of a property.
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

    /// Reads the word that says which logic a formula about runs is of, where it stands here.
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

    /// The quantifier that the text begins with, though it might be a condition: then a word is one only if
    /// something to be quantified stands behind it.
    pub(super) fn quantifier_at_start(mut self) -> Option<Quantifier> {
        let (_, is_negated) = self.before_quantifier();
        let (words, quantifier, _) = self.at_quantifier()?;
        words.iter().for_each(|_| self.advance());
        let is_ours = words == ["always"] || words == ["reach"];
        let is_one = is_ours || self.begins_operand(&self.token);
        is_one.then(|| if is_negated { quantifier.opposite() } else { quantifier })
    }

    /// The parentheses before the quantifier, and whether `not` stands there an odd number of times.
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
