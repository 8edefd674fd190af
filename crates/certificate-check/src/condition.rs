//! Formulas as conditions: inequalities, joined by *all* and *any*.
//!
//! Negation is moved down to the inequalities, and the negation of each is again an inequality over integers: if a sum
//! is not at least b, minus the sum is at least 1 − b. A transition is enabled if a few inequalities hold; one that is
//! not [live](crate::net::Net::live) never is. An inequality is divided by the common divisor of its coefficients, with
//! its number rounded up; an inequality about one place may be always true or always false.

use std::collections::BTreeMap;

use crate::Refusal;
use crate::net::{Ground, Transition, weight};
use crate::schema::Formula;

/// Inequality: the weighted sum of tokens is at least the number. The terms are sorted by place, and all coefficients
/// are nonzero.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inequality {
    /// Places with their coefficients.
    pub terms: Vec<(usize, i128)>,
    /// Number that the sum must reach.
    pub at_least: i128,
}

/// Condition on a marking.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// An inequality.
    AtLeast(Inequality),
    /// All of these conditions hold.
    All(Vec<Condition>),
    /// At least one of these conditions holds.
    Any(Vec<Condition>),
}

/// Limits of the sum of the coefficients, and of numbers, so that sums cannot overflow: 2^62 · 2^64 < 2^127.
const MAX_COEFFICIENTS: u128 = 1 << 62;
const MAX_NUMBER: u128 = 1 << 126;

impl Condition {
    /// Returns the condition that a weighted sum is at least a number.
    ///
    /// # Errors
    /// If the numbers are too large.
    pub fn at_least(terms: impl IntoIterator<Item = (usize, i128)>, at_least: i128) -> Result<Self, Refusal> {
        let (mut sum, mut size) = (BTreeMap::<usize, i128>::new(), 0_u128);
        for (place, coefficient) in terms {
            size = size.saturating_add(coefficient.unsigned_abs());
            let so_far = sum.entry(place).or_default();
            *so_far = so_far.saturating_add(coefficient);
        }
        if size > MAX_COEFFICIENTS || at_least.unsigned_abs() > MAX_NUMBER {
            return Err("an inequality with numbers that are too large".into());
        }
        sum.retain(|_, coefficient| *coefficient != 0);
        let divisor = sum.values().fold(0, |divisor, &one| gcd(divisor, one)).max(1);
        let terms: Vec<_> = sum.into_iter().map(|(place, one)| (place, one / divisor)).collect();
        let at_least = -(-at_least).div_euclid(divisor);
        Ok(match terms[..] {
            [] => Self::constant(at_least <= 0),
            [(_, 1)] if at_least <= 0 => Self::constant(true),
            [(_, -1)] if at_least > 0 => Self::constant(false),
            _ => Self::AtLeast(Inequality { terms, at_least }),
        })
    }

    fn constant(holds: bool) -> Self {
        if holds { Self::All(Vec::new()) } else { Self::Any(Vec::new()) }
    }

    /// Returns the condition of a formula.
    ///
    /// # Errors
    /// If it refers to something that the net does not have.
    pub fn of(ground: &Ground<'_>, formula: &Formula) -> Result<Self, Refusal> {
        let all =
            |parts: &[Formula]| parts.iter().map(|part| Self::of(ground, part)).collect::<Result<_, _>>();
        Ok(match formula {
            Formula::Deadlock => Self::any_enabled(ground, 0..ground.net.transitions.len())?.negated()?,
            Formula::Enabled(ids) => {
                let transitions = ids.iter().map(|id| Ok(ground.transition(id)?.0));
                Self::any_enabled(ground, transitions.collect::<Result<Vec<_>, Refusal>>()?)?
            }
            Formula::Compare(terms, relation, number) => {
                let terms = terms.iter().map(|(factor, place)| Ok((ground.place(place)?, *factor)));
                Self::comparison(&terms.collect::<Result<Vec<_>, Refusal>>()?, relation, *number)?
            }
            Formula::Not(inner) => Self::of(ground, inner)?.negated()?,
            Formula::And(parts) => Self::All(all(parts)?),
            Formula::Or(parts) => Self::Any(all(parts)?),
        })
    }

    fn comparison(terms: &[(usize, i128)], relation: &str, number: i128) -> Result<Self, Refusal> {
        let at_least = |more| Self::at_least(terms.iter().copied(), number.saturating_add(more));
        Ok(match relation {
            ">=" => at_least(0)?,
            ">" => at_least(1)?,
            "<" => at_least(0)?.negated()?,
            "<=" => at_least(1)?.negated()?,
            "==" => Self::All(vec![at_least(0)?, at_least(1)?.negated()?]),
            "!=" => Self::Any(vec![at_least(0)?.negated()?, at_least(1)?]),
            _ => return Err(format!("`{relation}` is no relation")),
        })
    }

    /// Returns the condition that one of these transitions is enabled.
    ///
    /// # Errors
    /// If the numbers are too large.
    pub fn any_enabled(ground: &Ground<'_>, all: impl IntoIterator<Item = usize>) -> Result<Self, Refusal> {
        let live = all.into_iter().filter(|&one| ground.live[one]);
        Ok(Self::Any(live.map(|one| Self::enabled(ground, one)).collect::<Result<_, _>>()?))
    }

    /// Returns the condition that a transition is enabled.
    fn enabled(ground: &Ground<'_>, transition: usize) -> Result<Self, Refusal> {
        let Transition { pre, post, read, inhibitor, reset, .. } = &ground.net.transitions[transition];
        let mut all = Vec::new();
        for &(place, tokens) in pre.iter().chain(read) {
            all.push(Self::at_least([(place, 1)], tokens.into())?);
        }
        for &(place, tokens) in inhibitor {
            all.push(Self::at_least([(place, -1)], 1 - i128::from(tokens))?);
        }
        for &(place, put) in post {
            let Some(capacity) = ground.net.places[place].capacity else { continue };
            let room = i128::from(capacity) - i128::from(put);
            all.push(if reset.contains(&place) {
                Self::constant(room >= 0)
            } else {
                Self::at_least([(place, -1)], -(room + i128::from(weight(pre, place))))?
            });
        }
        Ok(Self::All(all))
    }

    /// Returns the negation of the condition.
    ///
    /// # Errors
    /// If the numbers become too large.
    pub fn negated(self) -> Result<Self, Refusal> {
        let all = |parts: Vec<Self>| parts.into_iter().map(Self::negated).collect::<Result<_, _>>();
        Ok(match self {
            Self::AtLeast(Inequality { terms, at_least }) => {
                Self::at_least(terms.into_iter().map(|(place, one)| (place, -one)), 1 - at_least)?
            }
            Self::All(parts) => Self::Any(all(parts)?),
            Self::Any(parts) => Self::All(all(parts)?),
        })
    }

    /// Returns whether a marking satisfies the condition.
    #[must_use]
    pub fn holds(&self, marking: &[u64]) -> bool {
        match self {
            Self::AtLeast(Inequality { terms, at_least }) => {
                let sum: i128 = terms.iter().map(|&(place, one)| one * i128::from(marking[place])).sum();
                sum >= *at_least
            }
            Self::All(parts) => parts.iter().all(|part| part.holds(marking)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(marking)),
        }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
