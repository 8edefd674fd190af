//! Recurrence of markings: the lengths of cycles, and how far back a firing can lead.
//!
//! Weights `w` of the places with `w · effect(t) ≡ 1` modulo `q`, for each transition `t` that has an effect, count
//! firings: the length of any run to a marking `m` is `w · m − w · m₀` modulo `q`. The marking therefore occurs only
//! every `q` levels of a breadth-first search, and the lengths of all T-semiflows are multiples of `q`. Such weights
//! are computed by elimination modulo prime powers; those modulo coprime numbers are combined. One modulus is a prime
//! greater than any number of levels: with weights modulo it, no marking occurs in two levels at all.
//!
//! If each transition has another one with the opposite effect, which is enabled as soon as it has fired, every firing
//! can be undone, and none leads back more than one level.
//!
//! Results are checked in integers for each transition. Transitions without an effect are ignored, since they do not
//! change the marking.

use std::collections::{BTreeMap, HashMap, HashSet};

use sanderling_model::Structure;
use sanderling_net::{PlaceId, TransitionId};

/// A prime greater than any number of levels: 2^61 − 1.
const LARGE_PRIME: u64 = (1 << 61) - 1;

/// The prime powers to try. For each prime, the first failure ends the attempt.
const PRIME_POWERS: [&[u64]; 6] = [&[2, 4, 8, 16, 32], &[3, 9, 27], &[5, 25], &[7], &[11], &[13]];

/// Maximum number of entries visited in an elimination.
const WORK: u64 = 20_000_000;

/// Restrictions on the recurrence of markings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recurrence {
    /// The number modulo which all runs to a marking have the same length.
    pub period: u64,
    /// Whether every firing with an effect can be undone immediately by another one.
    pub is_undone_at_once: bool,
}

impl Recurrence {
    /// The result if nothing is known.
    pub const UNKNOWN: Self = Self { period: 1, is_undone_at_once: false };

    /// Computes the restrictions from the effects of transitions. Takes time linear in the arcs, and bounded time for
    /// eliminations. If that is insufficient, or if there are reset arcs, the period is 1.
    #[must_use]
    pub fn of(structure: &Structure) -> Self {
        if structure.transition_ids().any(|transition| !structure.reset(transition).is_empty()) {
            return Self::UNKNOWN;
        }
        Self { period: period(structure), is_undone_at_once: is_undone_at_once(structure) }
    }
}

/// A linear equation over the weights of some places.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Equation {
    terms: Vec<(usize, u64)>,
    sum: u64,
}

fn period(structure: &Structure) -> u64 {
    let effects = structure.transition_ids().map(|transition| structure.effect(transition));
    let effects: HashSet<&[(PlaceId, i128)]> = effects.filter(|effect| !effect.is_empty()).collect();
    let mut effects: Vec<_> = effects.into_iter().collect();
    // Sorting makes the work deterministic, since the order of a hash set varies.
    effects.sort_unstable();
    effects.sort_by_key(|effect| effect.len());
    if has_weights(&effects, LARGE_PRIME, LARGE_PRIME) {
        return LARGE_PRIME;
    }
    let powers = PRIME_POWERS.map(|powers| {
        let with_weights = powers.iter().take_while(|&&power| has_weights(&effects, power, powers[0]));
        with_weights.last().copied().unwrap_or(1)
    });
    powers.iter().product()
}

/// Whether there are weights modulo a power of a prime.
fn has_weights(effects: &[&[(PlaceId, i128)]], modulus: u64, prime: u64) -> bool {
    let reduced = |number: i128| number.rem_euclid(modulus.into()) as u64;
    let equations = effects.iter().map(|effect| {
        let terms = effect.iter().map(|&(place, number)| (place.index(), reduced(number)));
        Equation { terms: terms.filter(|&(_, factor)| factor != 0).collect(), sum: 1 % modulus }
    });
    let Some(weights) = solve(equations.collect(), modulus, prime) else { return false };
    let weight = |place: PlaceId| weights.get(&place.index()).copied().unwrap_or(0);
    effects.iter().all(|effect| {
        let terms = effect.iter().map(|&(place, number)| times(reduced(number), weight(place), modulus));
        terms.fold(0, |sum, term| plus(sum, term, modulus)) == 1 % modulus
    })
}

/// Returns non-zero weights that satisfy all equations, if they are found.
///
/// Each equation with an invertible factor determines one weight, and is eliminated from all others. In the remaining
/// equations all factors are multiples of the prime, and sums must be as well. Divided by the prime, they are equations
/// modulo a smaller power.
fn solve(equations: Vec<Equation>, modulus: u64, prime: u64) -> Option<HashMap<usize, u64>> {
    let (mut pivots, mut order, mut work) = (HashMap::new(), Vec::new(), WORK);
    let (mut equations, mut smaller) = (equations, modulus);
    while smaller > 1 {
        let mut left = Vec::new();
        for equation in equations {
            let Equation { terms, sum } = take_out(equation, &pivots, modulus, smaller, &mut work)?;
            match terms.iter().find(|(_, factor)| factor % prime != 0).copied() {
                Some((place, factor)) => {
                    let inverse = inverse(factor, smaller)?;
                    let scaled = |number| times(number, inverse, smaller);
                    let terms = terms.into_iter().filter(|&(other, _)| other != place);
                    let terms = terms.map(|(other, factor)| (other, scaled(factor))).collect();
                    pivots.insert(place, Equation { terms, sum: scaled(sum) });
                    order.push((place, smaller));
                }
                None if terms.is_empty() && sum != 0 || sum % prime != 0 => return None,
                None if terms.is_empty() => {}
                None => left.push(Equation { terms, sum }),
            }
        }
        // Later pivots may occur in these as well.
        let again = left.into_iter();
        let again = again.map(|equation| take_out(equation, &pivots, modulus, smaller, &mut work));
        let again = again.collect::<Option<Vec<_>>>()?;
        if again.iter().any(|equation| equation.sum % prime != 0) {
            return None;
        }
        smaller /= prime;
        let divided = |Equation { terms, sum }: Equation| Equation {
            terms: terms.into_iter().map(|(place, factor)| (place, factor / prime)).collect(),
            sum: sum / prime,
        };
        equations = again.into_iter().map(divided).collect();
    }
    let mut weights = HashMap::new();
    for &(place, modulus) in order.iter().rev() {
        let Equation { terms, sum } = &pivots[&place];
        let others = terms.iter().map(|(other, factor)| {
            let weight = weights.get(other).copied().unwrap_or(0);
            times(*factor, weight % modulus, modulus)
        });
        let others = others.fold(0, |sum, term| plus(sum, term, modulus));
        weights.insert(place, plus(*sum, modulus - others, modulus));
    }
    Some(weights)
}

/// Eliminates the places that have pivots from an equation.
fn take_out(
    Equation { terms, mut sum }: Equation,
    pivots: &HashMap<usize, Equation>,
    modulus: u64,
    smaller: u64,
    work: &mut u64,
) -> Option<Equation> {
    debug_assert!(smaller <= modulus, "moduli become smaller");
    let mut terms: BTreeMap<usize, u64> = terms.into_iter().collect();
    while let Some((&place, &factor)) = terms.iter().find(|(place, _)| pivots.contains_key(place)) {
        terms.remove(&place);
        let pivot = &pivots[&place];
        *work = work.checked_sub(1 + (terms.len() + pivot.terms.len()) as u64)?;
        for &(other, of_pivot) in &pivot.terms {
            let taken = smaller - times(factor, of_pivot, smaller);
            let term = terms.entry(other).or_insert(0);
            *term = plus(*term, taken, smaller);
            if *term == 0 {
                terms.remove(&other);
            }
        }
        sum = plus(sum, smaller - times(factor, pivot.sum, smaller), smaller);
    }
    Some(Equation { terms: terms.into_iter().collect(), sum })
}

fn plus(left: u64, right: u64, modulus: u64) -> u64 {
    ((u128::from(left) + u128::from(right)) % u128::from(modulus)) as u64
}

fn times(left: u64, right: u64, modulus: u64) -> u64 {
    (u128::from(left) * u128::from(right) % u128::from(modulus)) as u64
}

/// Returns the inverse of a number, or `None` if there is none.
fn inverse(number: u64, modulus: u64) -> Option<u64> {
    let modulus = i128::from(modulus);
    let (mut rest, mut next, mut factor, mut of_next) = (modulus, i128::from(number), 0_i128, 1_i128);
    while next != 0 {
        let quotient = rest / next;
        (rest, next) = (next, rest - quotient * next);
        (factor, of_next) = (of_next, factor - quotient * of_next);
    }
    (rest == 1).then(|| factor.rem_euclid(modulus) as u64)
}

fn is_undone_at_once(structure: &Structure) -> bool {
    let mut by_effect: HashMap<&[(PlaceId, i128)], Vec<TransitionId>> = HashMap::new();
    for transition in structure.transition_ids() {
        by_effect.entry(structure.effect(transition)).or_default().push(transition);
    }
    structure.transition_ids().all(|transition| {
        let effect = structure.effect(transition);
        let opposite: Vec<_> = effect.iter().map(|&(place, number)| (place, -number)).collect();
        let others = by_effect.get(opposite.as_slice()).map_or(&[][..], Vec::as_slice);
        effect.is_empty() || others.iter().any(|&other| undoes(structure, transition, other))
    })
}

/// Whether a transition with the opposite effect is enabled whenever one has fired: the tokens that it needs have just
/// been put, nothing inhibits it, and no capacity limits it.
fn undoes(structure: &Structure, fired: TransitionId, other: TransitionId) -> bool {
    let put: HashMap<PlaceId, u64> = structure.post(fired).iter().copied().collect();
    let is_there = |(place, needed): (PlaceId, u64)| put.get(&place).is_some_and(|&put| needed <= put);
    structure.needs(other).all(is_there) && structure.at_most(other).next().is_none()
}
