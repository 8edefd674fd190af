//! Formulas about runs: the largest parts without temporal operators are formulas about markings.

use sanderling_net::{Diagnostic, Span};

use super::{Resolver, every};
use crate::syntax::Condition;
use crate::temporal::MAX_PARTS;
use crate::{ColouredTemporal, Temporal};

impl Resolver<'_> {
    /// Returns the formula about runs for a condition, which is at `span` in its property.
    pub(super) fn temporal(&mut self, condition: &Condition, span: Span) -> Option<ColouredTemporal> {
        if !condition.is_about_runs() {
            return self.formula(condition).map(Temporal::State);
        }
        let not = |formula| Temporal::Not(Box::new(formula));
        Some(match condition {
            Condition::Not(inner) => not(self.temporal(inner, span)?),
            Condition::And(parts) => Temporal::And(every(parts, |part| self.temporal(part, span))?),
            Condition::Or(parts) => Temporal::Or(every(parts, |part| self.temporal(part, span))?),
            Condition::Implies(sides) => {
                let [left, right] = self.temporal_sides(sides, span)?;
                Temporal::Or(vec![not(left), right])
            }
            Condition::Iff(sides) => {
                let joined = Temporal::iff(self.temporal_sides(sides, span)?);
                if joined.is_none() {
                    let message = format!("`iff` of formulas about runs with more than {MAX_PARTS} parts");
                    self.diagnostics.push(Diagnostic::error(message).at(span).expected("a smaller formula"));
                }
                joined?
            }
            Condition::Path(quantifier, operator, operands) => {
                let operands = every(operands, |operand| self.temporal(operand, span))?;
                Temporal::path(*quantifier, *operator, operands)
            }
            _ => Temporal::State(self.formula(condition)?),
        })
    }

    fn temporal_sides(
        &mut self,
        [left, right]: &[Condition; 2],
        span: Span,
    ) -> Option<[ColouredTemporal; 2]> {
        let (left, right) = (self.temporal(left, span), self.temporal(right, span));
        Some([left?, right?])
    }
}
