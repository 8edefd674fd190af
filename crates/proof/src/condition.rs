//! Conditions on markings, the atoms of every question.
//!
//! An [`Atom`] states that a weighted sum of tokens is at least a number. A [`Condition`] states that an atom holds or
//! does not hold, and is one inequality over the integers in either case. Sums are divided by the greatest common
//! divisor of their coefficients and the number is rounded up, so that `2*p + 2*q = 3` becomes two contradictory
//! conditions.

use sanderling_net::{Net, PlaceId};
use sanderling_property::Comparison;

use crate::effects::Weighted;

/// The statement that a sum of tokens is at least a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The place contains at least this positive number of tokens.
    Tokens(PlaceId, u64),
    /// The weighted sum is at least this number. Places are sorted, coefficients have no common divisor, the first one
    /// is positive, and there is more than a single place.
    Sum(Box<[(i64, PlaceId)]>, i128),
}

/// The statement that an atom holds or does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The atom.
    pub atom: Atom,
    /// Whether the atom must hold.
    pub holds: bool,
}

/// An inequality: the weighted sum is at least the number.
pub(crate) struct Inequality {
    pub(crate) terms: Vec<Weighted>,
    pub(crate) at_least: i128,
}

/// The simplification of a threshold on a sum.
pub(crate) enum Threshold {
    Always,
    Never,
    Atom(Atom),
}

impl Threshold {
    /// Returns the threshold that a place contains at least this number of tokens.
    pub(crate) fn of_place(place: PlaceId, tokens: i128) -> Self {
        match u64::try_from(tokens) {
            _ if tokens <= 0 => Self::Always,
            Ok(tokens) => Self::Atom(Atom::Tokens(place, tokens)),
            Err(_) => Self::Never,
        }
    }

    /// Returns the threshold that the sum of a comparison is at least a number.
    pub(crate) fn of_sum(terms: &[(i64, PlaceId)], at_least: i128) -> Self {
        let divisor = terms.iter().fold(0, |divisor, &(c, _)| gcd(divisor, c.unsigned_abs()));
        let divisor = i64::try_from(divisor).unwrap_or(1).max(1);
        let at_least = ceiling(at_least, i128::from(divisor));
        match *terms {
            [] if at_least <= 0 => Self::Always,
            [] => Self::Never,
            [(coefficient, place)] if coefficient > 0 => Self::of_place(place, at_least),
            _ => Self::Atom(Atom::Sum(
                terms.iter().map(|&(c, place)| (c / divisor, place)).collect(),
                at_least,
            )),
        }
    }

    /// Returns the threshold that the sum of a comparison is at least its bound plus `more`.
    pub(crate) fn of(comparison: &Comparison, more: i128) -> Self {
        Self::of_sum(comparison.terms(), comparison.bound() + more)
    }
}

impl Condition {
    /// Returns the equivalent inequality over integers.
    pub(crate) fn inequality(&self) -> Inequality {
        let (mut terms, mut at_least) = match &self.atom {
            Atom::Tokens(place, tokens) => (vec![(*place, 1)], i128::from(*tokens)),
            Atom::Sum(terms, at_least) => {
                (terms.iter().map(|&(c, p)| (p, i128::from(c))).collect(), *at_least)
            }
        };
        if !self.holds {
            terms.iter_mut().for_each(|(_, weight)| *weight = -*weight);
            at_least = 1 - at_least;
        }
        Inequality { terms, at_least }
    }

    /// Iterates over the places of the condition.
    pub(crate) fn places(&self) -> impl Iterator<Item = PlaceId> {
        let (one, sum) = match &self.atom {
            Atom::Tokens(place, _) => (Some(*place), &[][..]),
            Atom::Sum(terms, _) => (None, &**terms),
        };
        one.into_iter().chain(sum.iter().map(|&(_, place)| place))
    }

    /// Formats the condition for users.
    #[must_use]
    pub fn explain(&self, net: &Net) -> String {
        let (sum, number) = match &self.atom {
            Atom::Tokens(place, tokens) => (quoted(net, *place), i128::from(*tokens)),
            Atom::Sum(terms, number) => {
                let terms: Vec<_> = terms.iter().map(|&(c, p)| (p, i128::from(c))).collect();
                (explain_sum(net, &terms), *number)
            }
        };
        if self.holds { format!("{sum} >= {number}") } else { format!("{sum} <= {}", number - 1) }
    }
}

/// Returns the id of a place between backticks, so that the caller can replace it by a name.
pub(crate) fn quoted(net: &Net, place: PlaceId) -> String {
    format!("`{}`", net.place(place).id)
}

/// Formats a weighted sum for users; long ones are shortened.
pub(crate) fn explain_sum(net: &Net, terms: &[Weighted]) -> String {
    const MAX: usize = 12;
    let mut text = String::new();
    for (index, &(place, weight)) in terms.iter().take(MAX).enumerate() {
        text.push_str(match (index, weight < 0) {
            (0, true) => "-",
            (0, false) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        });
        if weight.unsigned_abs() != 1 {
            text.push_str(&format!("{}*", weight.unsigned_abs()));
        }
        text.push_str(&quoted(net, place));
    }
    match terms.len() {
        0 => "0".to_owned(),
        count if count > MAX => format!("{text} + ({} more terms)", count - MAX),
        _ => text,
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the least integer that is at least the quotient. The divisor must be positive.
fn ceiling(number: i128, divisor: i128) -> i128 {
    number.div_euclid(divisor) + i128::from(number.rem_euclid(divisor) != 0)
}

impl Condition {
    /// Returns the condition that the place contains a token, or that it is empty.
    pub(crate) fn is_marked(place: PlaceId, holds: bool) -> Self {
        Self { atom: Atom::Tokens(place, 1), holds }
    }
}
