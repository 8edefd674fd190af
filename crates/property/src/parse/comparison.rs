//! Comparisons, and chains of them such as `1 <= tokens(p) < tokens(q)`.
//!
//! A chain holds if each of its comparisons does. All relations have the same direction, so that the chain says about
//! its ends what a reader expects: `1 <= tokens(p) > 3` is refused.

use sanderling_net::{Diagnostic, Span};

use super::expression::{Operator, Power};
use super::{Parsed, Parser};
use crate::Relation;
use crate::operand::{Operand, Value, excerpt, joined};
use crate::syntax::Condition;

impl Parser<'_> {
    /// Parses `a <= b`, or a chain such as `a <= b < c`, which holds if each of its comparisons does.
    pub(super) fn comparisons(&mut self, first: Operand) -> Parsed<Operand> {
        let start = first.span;
        let mut left = first;
        let mut parts = Vec::new();
        let mut relations = Vec::new();
        while let Some(Operator::Compare(relation)) = self.operator() {
            relations.push((relation, self.span));
            self.advance();
            let right = self.expression(Power::Sum)?;
            let next = self.left_of_next(&right);
            parts.push(self.comparison(left, relation, right));
            left = next;
        }
        let span = joined(start, self.previous);
        if !self.is_one_way(&relations) {
            return Ok(Operand { value: Value::Wrong, span });
        }
        let parts: Option<Vec<_>> = parts.into_iter().collect();
        let value = match parts {
            Some(mut parts) if parts.len() == 1 => Value::Condition(parts.remove(0)),
            Some(parts) => Condition::And(parts).into(),
            None => Value::Wrong,
        };
        Ok(Operand { value, span })
    }

    /// Returns a copy of the operand if a chain continues with it; an error in it is reported only once.
    fn left_of_next(&self, right: &Operand) -> Operand {
        match (self.operator(), &right.value) {
            (Some(Operator::Compare(_)), Value::Number(_) | Value::Term(_) | Value::Bare(_)) => right.clone(),
            _ => Operand { value: Value::Wrong, span: right.span },
        }
    }

    /// Reports a chain that a reader could misunderstand.
    fn is_one_way(&mut self, relations: &[(Relation, Span)]) -> bool {
        let turn = relations.windows(2).find(|pair| !may_follow(pair[0].0, pair[1].0));
        let Some(&[(before, _), (after, span)]) = turn else {
            return true;
        };
        let message = format!("`{}` after `{}` in one comparison", after.symbol(), before.symbol());
        let help = "a chain uses `==` alone, or `<` and `<=`, or `>` and `>=`; join others with `and`";
        self.diagnostics.push(Diagnostic::error(message).at(span).expected("one direction").help(help));
        false
    }

    fn comparison(&mut self, left: Operand, relation: Relation, right: Operand) -> Option<Condition> {
        let span = joined(left.span, right.span);
        if let (Value::Condition(_), Value::Condition(_)) = (&left.value, &right.value) {
            let message = format!("`{}` compares conditions", excerpt(self.text, span));
            let help = "write `a iff b` for equal conditions, or `not (a iff b)` for different ones";
            self.diagnostics.push(Diagnostic::error(message).at(span).expected("numbers").help(help));
            return None;
        }
        if self.is_about_program() {
            let (left, right) = (self.term(left), self.term(right));
            return Some(Condition::Values(Box::new([left?, right?]), relation));
        }
        let (left, right) = (self.number(left), self.number(right));
        match self.limited(left?.minus(right?), span) {
            Value::Number(difference) => Some(Condition::Compare(difference, relation)),
            _ => None,
        }
    }
}

/// Returns whether a chain of comparisons may continue with `after` after `before`.
fn may_follow(before: Relation, after: Relation) -> bool {
    use Relation::{AtLeast, AtMost, Equal, Greater, Less};
    matches!(
        (before, after),
        (Less | AtMost, Less | AtMost) | (Greater | AtLeast, Greater | AtLeast) | (Equal, Equal)
    )
}
