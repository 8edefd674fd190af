//! Comparisons of a weighted sum of the contents of places with a number, which can guide a search.

use super::{Part, ValueCondition, ValueTerm};
use crate::Relation;

/// A weighted sum of the contents of places, compared with a number. It is always defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// Nonzero coefficients and parts, sorted, each part once.
    pub terms: Vec<(i64, Part)>,
    /// The relation.
    pub relation: Relation,
    /// The number.
    pub bound: i128,
}

impl ValueCondition {
    /// Returns the condition as a comparison of a weighted sum, if it is one with small coefficients.
    #[must_use]
    pub fn linear(&self) -> Option<Linear> {
        match self {
            Self::At(place, position) => {
                let terms = vec![(1, Part { place: *place, offset: 0 })];
                Some(Linear { terms, relation: Relation::Equal, bound: i128::from(*position) })
            }
            Self::Compare([left, right], relation) => {
                let mut sum = Collected::default();
                sum.add(left, 1)?;
                sum.add(right, -1)?;
                sum.compared(*relation)
            }
        }
    }
}

/// The terms so far, and a number.
#[derive(Default)]
struct Collected {
    terms: Vec<(i128, Part)>,
    constant: i128,
}

impl Collected {
    fn add(&mut self, term: &ValueTerm, factor: i128) -> Option<()> {
        match term {
            ValueTerm::Number(number) => {
                self.constant = self.constant.checked_add(number.checked_mul(factor)?)?;
            }
            ValueTerm::Part(part) => self.terms.push((factor, *part)),
            ValueTerm::Sum(terms) => {
                for (is_added, term) in terms {
                    self.add(term, if *is_added { factor } else { -factor })?;
                }
            }
            ValueTerm::Element(..) | ValueTerm::Product(..) => return None,
        }
        Some(())
    }

    fn compared(mut self, relation: Relation) -> Option<Linear> {
        self.terms.sort_unstable_by_key(|(_, part)| *part);
        self.terms.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.0 += next.0;
            }
            same
        });
        self.terms.retain(|(factor, _)| *factor != 0);
        let terms = self.terms.into_iter().map(|(factor, part)| Some((i64::try_from(factor).ok()?, part)));
        Some(Linear { terms: terms.collect::<Option<_>>()?, relation, bound: self.constant.checked_neg()? })
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::PlaceId;

    use super::*;

    fn part(offset: u32) -> ValueTerm {
        ValueTerm::Part(Part { place: PlaceId::new(0), offset })
    }

    #[test]
    fn equal_terms_on_both_sides_cancel_out() {
        let left = ValueTerm::Sum(vec![(true, part(0)), (false, part(1)), (true, ValueTerm::Number(3))]);
        let right = ValueTerm::Sum(vec![(true, part(0)), (true, part(1))]);
        let linear = ValueCondition::Compare([left, right], Relation::AtMost).linear().expect("it is one");
        let second = Part { place: PlaceId::new(0), offset: 1 };
        assert_eq!(linear, Linear { terms: vec![(-2, second)], relation: Relation::AtMost, bound: -3 });
    }

    #[test]
    fn expressions_that_may_be_undefined_are_no_sums() {
        let quotient = ValueTerm::Product(Box::new(part(0)), vec![(super::super::Factor::Divide, part(1))]);
        assert_eq!(ValueCondition::Compare([quotient, part(0)], Relation::Equal).linear(), None);
    }
}
