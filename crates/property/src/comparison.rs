//! Comparisons of a weighted sum of token counts with a number.
//!
//! A comparison is kept in a normal form: the terms on the left, sorted by place, without zero coefficients, the first
//! coefficient positive; the number on the right. Two spellings of one comparison are therefore equal, and evaluation
//! is one pass over a slice.
//!
//! INVARIANT: the sum of the coefficients' magnitudes is at most [`MAX_COEFFICIENTS`], and the magnitude of the number
//! at most [`MAX_CONSTANT`]. A token count is below 2^64, so every partial sum stays below 10^18 · 2^64 < 2^124, and
//! the arithmetic is exact in 128 bits without a check.

use std::cmp::Ordering;
use std::fmt;

use sanderling_net::PlaceId;

use crate::Valuation;

/// Maximum sum of the magnitudes of the coefficients of one comparison: 10^18.
pub const MAX_COEFFICIENTS: i128 = 10_i128.pow(18);

/// Maximum magnitude of a number in a formula: 10^30.
pub const MAX_CONSTANT: i128 = 10_i128.pow(30);

/// A relation between two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
}

impl Relation {
    /// Returns whether the relation holds between two numbers with this ordering.
    #[must_use]
    #[inline]
    pub fn admits(self, ordering: Ordering) -> bool {
        match self {
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
            Self::Equal => ordering.is_eq(),
            Self::Unequal => ordering.is_ne(),
        }
    }

    /// Returns the relation that holds exactly if this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::Greater,
            Self::Greater => Self::AtMost,
            Self::AtLeast => Self::Less,
            Self::Equal => Self::Unequal,
            Self::Unequal => Self::Equal,
        }
    }

    /// Returns the relation with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
            Self::Equal | Self::Unequal => self,
        }
    }

    /// Returns the symbol of the relation.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Equal => "==",
            Self::Unequal => "!=",
        }
    }
}

/// The error that the coefficients or the number of a comparison exceed the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooLarge {
    /// The sum of the coefficients' magnitudes exceeds [`MAX_COEFFICIENTS`].
    Coefficients,
    /// A number is larger than [`MAX_CONSTANT`].
    Constant,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Coefficients => "coefficients that add up to more than 10^18",
            Self::Constant => "a number beyond 10^30",
        })
    }
}

impl std::error::Error for TooLarge {}

/// A weighted sum of token counts, compared with a number; see the module for its normal form.
///
/// The counts are those of places or, with colours, of [`Tokens`](crate::Tokens).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Comparison<P = PlaceId> {
    terms: Box<[(i64, P)]>,
    relation: Relation,
    bound: i128,
}

impl<P: Ord + Clone> Comparison<P> {
    /// Returns the comparison of the sum of `coefficient * tokens(place)` over `terms` with `bound`.
    ///
    /// Terms may come in any order and repeat a place. A sum without terms is zero.
    ///
    /// # Errors
    /// If the terms as given exceed [`MAX_COEFFICIENTS`], or the bound exceeds [`MAX_CONSTANT`].
    pub fn build(
        terms: impl IntoIterator<Item = (i64, P)>,
        relation: Relation,
        bound: i128,
    ) -> Result<Self, TooLarge> {
        let mut terms: Vec<_> = terms.into_iter().collect();
        let total: i128 = terms.iter().map(|(coefficient, _)| i128::from(*coefficient).abs()).sum();
        if total > MAX_COEFFICIENTS {
            return Err(TooLarge::Coefficients);
        }
        if !(-MAX_CONSTANT..=MAX_CONSTANT).contains(&bound) {
            return Err(TooLarge::Constant);
        }
        collect_by_place(&mut terms);
        Ok(Self { terms: terms.into(), relation, bound }.with_first_positive())
    }

    fn with_first_positive(mut self) -> Self {
        if self.terms.first().is_some_and(|(coefficient, _)| *coefficient < 0) {
            for (coefficient, _) in &mut self.terms {
                *coefficient = -*coefficient;
            }
            self.relation = self.relation.mirrored();
            self.bound = -self.bound;
        }
        self
    }

    /// Returns the terms: coefficient and place, sorted by place.
    #[must_use]
    pub fn terms(&self) -> &[(i64, P)] {
        &self.terms
    }

    /// Returns the relation.
    #[must_use]
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// Returns the number that it is compared with.
    #[must_use]
    pub fn bound(&self) -> i128 {
        self.bound
    }

    /// Returns the comparison that holds exactly if this one does not.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { relation: self.relation.negated(), ..self.clone() }
    }

    /// Returns whether the comparison holds for these numbers of tokens.
    #[inline]
    pub(crate) fn holds_of(&self, tokens: impl Fn(&P) -> u64) -> bool {
        let product = |(coefficient, one): &(i64, P)| i128::from(*coefficient) * i128::from(tokens(one));
        self.relation.admits(self.terms.iter().map(product).sum::<i128>().cmp(&self.bound))
    }
}

impl Comparison {
    /// Returns the comparison about other places; `None` if `place` returns `None` for one of them.
    #[must_use]
    pub fn renamed(&self, place: impl Fn(PlaceId) -> Option<PlaceId>) -> Option<Self> {
        let terms = self.terms.iter().map(|&(coefficient, one)| Some((coefficient, place(one)?)));
        let terms = terms.collect::<Option<Vec<_>>>()?;
        // The coefficients and the bound are unchanged, so they stay within the limits.
        Self::build(terms, self.relation, self.bound).ok()
    }

    /// Returns whether the comparison holds.
    #[must_use]
    #[inline]
    pub fn holds(&self, valuation: &impl Valuation) -> bool {
        self.holds_of(|&place| valuation.tokens(place))
    }
}

/// Sorts by place, adds up the terms of each place, and removes zero terms.
pub(crate) fn collect_by_place<P: Ord>(terms: &mut Vec<(i64, P)>) {
    terms.sort_unstable_by(|(_, a), (_, b)| a.cmp(b));
    terms.dedup_by(|next, kept| {
        let same = next.1 == kept.1;
        if same {
            kept.0 += next.0;
        }
        same
    });
    terms.retain(|(coefficient, _)| *coefficient != 0);
}
