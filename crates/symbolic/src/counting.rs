//! Counting through reductions: numbers of a net's markings and firings from those of a smaller net.
//!
//! [`Counting::reduce`] applies [`RULES`] that leave linear equations: a place of the smaller net is the sum of some
//! places of the original net, and a removed place is a weighted sum of these plus a constant. The reachable markings of
//! the original net are *all* solutions of the equations for the reachable markings of the smaller net. So a place with
//! v tokens and n parts stands for C(v + n − 1, n − 1) choices, and for C(v − d + n − 1, n − 1) if a transition demands d
//! tokens of its parts. [`Counting::counts`] adds up their products over the decision diagram of the smaller net, in one
//! pass. A firing of the original net is counted for each transition and each marking that enables it, also if the
//! smaller net lacks the transition.
//!
//! Source: Berthomieu, Le Botlan and Dal Zilio, *Counting Petri Net Markings from Reduction Equations*, Software Tools
//! for Technology Transfer 22, 2020. It counts solutions of any equations. Ours are such that the choices for a place
//! depend only on this place; in return, firings and tokens are counted, too.

mod draft;
mod emit;
mod rule;
mod solutions;

use std::collections::BTreeMap;

use num_bigint::BigUint;
use sanderling_diagram::{Event, Local, Stop};
use sanderling_model::{Invariant, Invariants, OverApproximation, Structure};
use sanderling_net::{Net, PlaceId};

use self::draft::{Draft, Sum};
pub use self::rule::{RULES, Rule};
use crate::Reached;
use crate::reached::successor;

/// A smaller net whose reachable markings determine those of the original net.
pub struct Counting {
    net: Net,
    /// For each place of the smaller net, the places of the original net that it is the sum of.
    parts: Vec<Vec<PlaceId>>,
    /// The other places of the original net.
    sums: Vec<Sum>,
    /// For each transition of the original net that may be enabled, its limits at places of the smaller net.
    limits: Vec<Vec<(PlaceId, Limits)>>,
    /// For each place of the original net, the number of the place that it is a part of; 0 for removed places.
    place_of: Vec<usize>,
    applications: Vec<(&'static str, usize)>,
}

/// Maximum number of times that invariants are computed.
const MAX_ROUNDS: usize = 3;

/// The least and the greatest number of tokens of a place with which a transition is enabled.
type Limits = (u64, Option<u64>);

/// Exact numbers of a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// The number of reachable markings.
    pub markings: BigUint,
    /// The number of pairs of a reachable marking and a transition that is enabled in it.
    pub firings: BigUint,
    /// Maximum number of tokens in a place.
    pub max_in_place: u128,
    /// Maximum number of tokens in a marking.
    pub max_in_marking: u128,
}

impl Counting {
    /// Reduces a net by some rules. Returns `None` if it is stopped, or a number is too large.
    #[must_use]
    pub fn reduce(
        rules: &[Rule],
        net: &Net,
        structure: &Structure,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut draft = Draft::new(structure, is_over);
        let mut applications: Vec<_> = rules.iter().map(|rule| (rule.name, 0)).collect();
        // A smaller net may have more invariants, which the rules use.
        for _ in 0..MAX_ROUNDS {
            draft.flows = flows(&draft, net, is_over)?;
            let mut has_changed = false;
            while rules.iter().zip(&mut applications).fold(false, |changed, (rule, (_, count))| {
                let more = (rule.apply)(&mut draft);
                *count += more;
                changed || more > 0
            }) {
                has_changed = true;
                if is_over() {
                    return None;
                }
            }
            if !has_changed {
                break;
            }
        }
        Self::of(draft, net, applications)
    }

    /// Returns a net without reductions.
    #[must_use]
    pub fn unreduced(net: &Net, structure: &Structure) -> Option<Self> {
        Self::of(Draft::new(structure, &|| false), net, Vec::new())
    }

    /// Whether any rule has been applied.
    #[must_use]
    pub fn is_smaller(&self) -> bool {
        self.applications.iter().any(|&(_, count)| count > 0)
    }

    fn of(draft: Draft<'_>, net: &Net, applications: Vec<(&'static str, usize)>) -> Option<Self> {
        let sums = draft.resolved_sums()?;
        let emitted = emit::emit(&draft, net);
        let limits = draft.transitions.iter().filter(|transition| !transition.is_dead).map(|transition| {
            let limits = transition.locals.iter().map(|(&place, local)| {
                (emitted.places[place as usize].expect("it has not been removed"), (local.low, local.high))
            });
            limits.collect()
        });
        let limits = limits.collect();
        let places = draft.places.into_iter().map(|place| place.parts);
        let parts: Vec<Vec<PlaceId>> = places.filter(|parts| !parts.is_empty()).collect();
        let mut place_of = vec![0; net.places.len()];
        for (place, parts) in parts.iter().enumerate() {
            parts.iter().for_each(|part| place_of[part.index()] = place);
        }
        Some(Self { net: emitted.net, parts, sums, limits, place_of, applications })
    }

    /// Returns the smaller net.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// Returns the name and the number of applications of each rule.
    #[must_use]
    pub fn applications(&self) -> &[(&'static str, usize)] {
        &self.applications
    }

    /// Returns the marking of the smaller net that a marking of the original net agrees with, or `None` if it is not a
    /// solution of the equations.
    #[must_use]
    pub fn image(&self, marking: &[u64]) -> Option<Vec<u64>> {
        let tokens = |place: PlaceId| i128::from(marking[place.index()]);
        let is_solution = |sum: &Sum| {
            let terms = sum.terms.iter().map(|&(factor, part)| i128::from(factor) * tokens(part));
            tokens(sum.place) == sum.constant + terms.sum::<i128>()
        };
        let image = |parts: &Vec<PlaceId>| {
            parts.iter().try_fold(0u64, |sum, part| sum.checked_add(marking[part.index()]))
        };
        if !self.sums.iter().all(is_solution) {
            return None;
        }
        self.parts.iter().map(image).collect()
    }

    /// Fires transitions of the original net at random, and returns a marking that the smaller net lacks. There is none
    /// unless the program has an error. `choose` picks one of a number of enabled transitions.
    #[must_use]
    pub fn missing_marking(
        &self,
        structure: &Structure,
        reached: &Reached<'_, '_>,
        firings: usize,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Vec<u64>> {
        let mut marking = structure.initial().to_vec();
        for _ in 0..firings {
            let successors = structure.transition_ids().filter_map(|id| successor(structure, id, &marking));
            let mut successors: Vec<_> = successors.collect();
            if successors.is_empty() {
                return None;
            }
            marking = successors.swap_remove(choose(successors.len()));
            if !self.image(&marking).is_some_and(|image| reached.contains(&reached.all, &image)) {
                return Some(marking);
            }
        }
        None
    }

    /// Returns the numbers of the original net. `reached` has the reachable markings of the smaller net.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn counts(&self, reached: &mut Reached<'_, '_>) -> Result<Counts, Stop> {
        let levels = &reached.levels;
        let level = |place: PlaceId| levels[place.index()];
        let mut summands = vec![1; levels.len()];
        for (parts, &level) in self.parts.iter().zip(levels) {
            summands[level as usize - 1] = parts.len() as u32;
        }
        let event = |limits: &Vec<(PlaceId, Limits)>| {
            let local = |&(place, (low, high)): &(PlaceId, Limits)| {
                let high = high.map_or(u32::MAX, |high| u32::try_from(high).unwrap_or(u32::MAX));
                // No place has this number of tokens.
                let low = u32::try_from(low).unwrap_or(u32::MAX);
                (level(place), Local::between(low, high))
            };
            Event { locals: limits.iter().map(local).collect() }
        };
        let events: Vec<_> = self.limits.iter().map(event).collect();
        let measures = reached.diagrams.measure_sums(&reached.all, &summands, &events)?;
        let weights = |of_place: &[i64]| {
            let mut weights = vec![0; levels.len()];
            levels.iter().zip(of_place).for_each(|(&level, &weight)| weights[level as usize - 1] = weight);
            weights
        };
        let (of_marking, constant) = self.weights_of_marking();
        let of_marking = weights(&of_marking);
        let mut of_sums = Vec::new();
        let mut max_in_place = measures.most.iter().copied().max().map_or(0, i128::from);
        for sum in &self.sums {
            let of_place = self.weights_of(sum);
            let most = |(&place, &weight): (&usize, &i64)| {
                i128::from(weight) * i128::from(measures.most[levels[place] as usize - 1])
            };
            // The greatest sum is needed only if it may be a new maximum.
            if sum.constant + of_place.iter().map(most).sum::<i128>() > max_in_place {
                let mut all = vec![0; levels.len()];
                of_place.iter().for_each(|(&place, &weight)| all[place] = weight);
                of_sums.push((weights(&all), sum.constant));
            }
        }
        for (weights, constant) in of_sums {
            let greatest = reached.diagrams.greatest(&reached.all, &weights)?;
            max_in_place = max_in_place.max(greatest.map_or(0, |greatest| greatest + constant));
        }
        let max_in_marking = reached.diagrams.greatest(&reached.all, &of_marking)?;
        let max_in_marking = max_in_marking.map_or(0, |greatest| greatest + constant);
        Ok(Counts {
            markings: measures.members,
            firings: measures.firings,
            max_in_place: max_in_place.unsigned_abs(),
            max_in_marking: max_in_marking.unsigned_abs(),
        })
    }

    /// Returns for each place of the smaller net the most tokens of the original net for which a token of it stands, and
    /// the number of tokens that do not depend on the marking.
    fn weights_of_marking(&self) -> (Vec<i64>, i128) {
        let mut of_part: BTreeMap<PlaceId, i64> = BTreeMap::new();
        for (factor, part) in self.sums.iter().flat_map(|sum| &sum.terms) {
            *of_part.entry(*part).or_insert(0) += *factor as i64;
        }
        let weight = |part: &PlaceId| 1 + of_part.get(part).copied().unwrap_or(0);
        let most = |parts: &Vec<PlaceId>| parts.iter().map(weight).max().unwrap_or(0);
        (self.parts.iter().map(most).collect(), self.sums.iter().map(|sum| sum.constant).sum())
    }

    /// Returns for each place of the smaller net, by number, the greatest factor of a part in a sum, if it has any.
    fn weights_of(&self, sum: &Sum) -> BTreeMap<usize, i64> {
        let mut weights = BTreeMap::new();
        for (factor, part) in &sum.terms {
            let weight = weights.entry(self.place_of[part.index()]).or_insert(0);
            *weight = (*factor as i64).max(*weight);
        }
        weights
    }
}

/// Returns the constant weighted sums of places.
fn flows(
    draft: &Draft<'_>,
    net: &Net,
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<BTreeMap<draft::Index, u64>>> {
    let emitted = emit::emit(draft, net);
    let structure = Structure::build(&emitted.net).ok()?;
    let possible = OverApproximation::of(&structure);
    let places: Vec<_> = draft.place_ids().collect();
    let found = Invariants::find_until(&structure, &possible, is_over)?;
    let exact = found.invariants.iter().filter(|invariant| invariant.exact);
    let by_place = |invariant: &Invariant| {
        invariant.weights.iter().map(|&(place, weight)| (places[place.index()], weight)).collect()
    };
    Some(exact.map(by_place).collect())
}
