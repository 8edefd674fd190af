//! Formulas of branching time that are equivalent to a formula of linear time.

use crate::formula::Formula;
use crate::temporal::{PathOperator, PathQuantifier, Temporal};

impl<P: Clone, T: Clone> Temporal<P, T> {
    /// Returns a formula of linear time, and whether it is equivalent to the negation of this formula of branching
    /// time; `None` if no such formula is found. It is about all runs, as every formula of linear time.
    ///
    /// Quantifiers may be dropped in a part of the deterministic formulas about all runs: M. Maidl, *The Common
    /// Fragment of CTL and LTL*, FOCS 2000. Here, at most one operand of a disjunction has quantifiers, and so has no
    /// operand of an operator other than `X` and `G`. At the end of a run, `AX` holds, and `X` repeats the last marking;
    /// so `AX p` becomes `deadlock or X p`.
    #[must_use]
    pub fn to_linear(&self) -> Option<(Self, bool)> {
        let of = |sign: bool| Some((self.on_all_runs(sign)?, !sign));
        of(true).or_else(|| of(false))
    }

    /// Returns a formula of linear time that holds on all runs if and only if this formula has the truth value `sign`.
    fn on_all_runs(&self, sign: bool) -> Option<Self> {
        let of_all =
            |parts: &[Self]| parts.iter().map(|part| part.on_all_runs(sign)).collect::<Option<Vec<_>>>();
        match self {
            Self::State(_) if sign => Some(self.clone()),
            Self::State(condition) => Some(Self::State(Formula::Not(Box::new(condition.clone())))),
            Self::Not(inner) => inner.on_all_runs(!sign),
            Self::And(parts) if sign => Some(Self::And(of_all(parts)?)),
            Self::Or(parts) if !sign => Some(Self::And(of_all(parts)?)),
            Self::And(parts) | Self::Or(parts) => {
                let with_quantifiers = parts.iter().filter(|part| part.has_operators()).count();
                (with_quantifiers <= 1).then(|| of_all(parts).map(Self::Or))?
            }
            Self::Path { quantifier, operator, operands } => {
                let is_about_all = *quantifier != Some(PathQuantifier::Some);
                if is_about_all != sign {
                    return None;
                }
                let operator = if sign { *operator } else { operator.dual() };
                let may_nest = matches!(operator, PathOperator::Next | PathOperator::Globally);
                if !may_nest && operands.iter().any(Self::has_operators) {
                    return None;
                }
                let path = Self::path(None, operator, of_all(operands)?);
                Some(match operator {
                    PathOperator::Next => Self::Or(vec![Self::State(Formula::Deadlock), path]),
                    _ => path,
                })
            }
        }
    }

    fn has_operators(&self) -> bool {
        match self {
            Self::State(_) => false,
            Self::Not(inner) => inner.has_operators(),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::has_operators),
            Self::Path { .. } => true,
        }
    }
}
