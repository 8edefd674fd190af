//! Conditions on markings, the atoms of every question.
//!
//! An [`Atom`] says that a weighted sum of tokens is at least a number; a [`Condition`] that an atom
//! holds or that it does not, and either is one inequality over the integers. Sums are divided by what
//! their coefficients have in common and the number rounded up, so that `2*p + 2*q = 3` becomes two
//! conditions that contradict each other.

use sanderling_net::{Net, PlaceId};
use sanderling_property::Comparison;

use crate::effects::Weighted;

/// That a sum of tokens is at least a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The place holds at least this number of tokens; the number is positive.
    Tokens(PlaceId, u64),
    /// The weighted sum is at least this number. Places are sorted, coefficients without a common
    /// divisor, the first one positive; it is not one place alone.
    Sum(Box<[(i64, PlaceId)]>, i128),
}

/// An atom that holds, or that does not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Condition {
    /// What is said of the marking.
    pub atom: Atom,
    /// Whether the condition holds.
    pub holds: bool,
}

/// An inequality: the weighted sum is at least the number.
pub(crate) struct Inequality {
    pub(crate) terms: Vec<Weighted>,
    pub(crate) at_least: i128,
}

/// What a threshold on a sum comes down to.
pub(crate) enum Threshold {
    Always,
    Never,
    Atom(Atom),
}

impl Threshold {
    /// That a place holds at least this number of tokens.
    pub(crate) fn of_place(place: PlaceId, tokens: i128) -> Self {
        match u64::try_from(tokens) {
            _ if tokens <= 0 => Self::Always,
            Ok(tokens) => Self::Atom(Atom::Tokens(place, tokens)),
            Err(_) => Self::Never,
        }
    }

    /// That the sum of a comparison is at least a number.
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

    /// That the sum of a comparison is at least its own number.
    pub(crate) fn of(comparison: &Comparison, more: i128) -> Self {
        Self::of_sum(comparison.terms(), comparison.bound() + more)
    }
}

impl Condition {
    /// The inequality over integers that says the same.
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

    /// The places that it speaks of.
    pub(crate) fn places(&self) -> impl Iterator<Item = PlaceId> {
        let (one, sum) = match &self.atom {
            Atom::Tokens(place, _) => (Some(*place), &[][..]),
            Atom::Sum(terms, _) => (None, &**terms),
        };
        one.into_iter().chain(sum.iter().map(|&(_, place)| place))
    }

    /// How a user reads it.
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

/// The id of a place, between backticks: whoever shows it may have a name for it.
pub(crate) fn quoted(net: &Net, place: PlaceId) -> String {
    format!("`{}`", net.place(place).id)
}

/// A weighted sum as a user reads it; long ones are cut short.
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

/// The least integer that is at least the quotient; the divisor is positive.
fn ceiling(number: i128, divisor: i128) -> i128 {
    number.div_euclid(divisor) + i128::from(number.rem_euclid(divisor) != 0)
}

impl Condition {
    /// That the place holds a token, or that it holds none.
    pub(crate) fn is_marked(place: PlaceId, holds: bool) -> Self {
        Self { atom: Atom::Tokens(place, 1), holds }
    }
}
