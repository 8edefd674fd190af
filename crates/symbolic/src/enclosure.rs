//! Backward search from a goal, within a set of markings that includes all reachable ones.
//!
//! Such an *enclosure* consists of all markings within known bounds that satisfy known linear inequalities, such as place
//! invariants. It is usually far larger than the set of reachable markings, but its diagram is often small, and is made
//! without firing anything. A run within the enclosure leads from the initial marking to a goal if and only if any run
//! does, so the search decides the question. It looks only at what leads to the goal, and often that is nothing.
//!
//! Backward search with diagrams is in McMillan, *Symbolic Model Checking*, 1993. It needs an enclosure, since without one it
//! visits the many unreachable markings from which a goal can be reached. Here, saturation closes the goals.

use num_bigint::BigUint;
use sanderling_diagram::{Set, Stop};
use sanderling_model::{Bounds, Invariant, Invariants, Structure};
use sanderling_net::{PlaceId, TransitionId};
use sanderling_property::Formula;

use crate::reached::{Reached, successor};
use crate::search::{Budget, Closing, Search};

/// Maximum number of reachable markings with which a result is checked.
const CHECKED_MARKINGS: usize = 64;

/// A linear inequality: the weighted sum of the tokens is at most a bound. No place occurs twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtMost {
    /// Pairs of a weight and a place.
    pub sum: Vec<(i64, PlaceId)>,
    /// The maximum of the sum.
    pub bound: i128,
}

/// What every reachable marking satisfies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosure {
    /// The maximum number of tokens of each place.
    pub bounds: Vec<u32>,
    /// Linear inequalities, such as those of place invariants.
    pub inequalities: Vec<AtMost>,
}

impl Enclosure {
    /// Returns the proved bounds and the place invariants of a net, or `None` if a place has no bound below 2^32.
    #[must_use]
    pub fn of(structure: &Structure, bounds: &Bounds) -> Option<Self> {
        let most = structure.place_ids().map(|place| u32::try_from(bounds.upper(place)?).ok());
        let inequalities = AtMost::of_invariants(bounds.invariants());
        Some(Self { bounds: most.collect::<Option<_>>()?, inequalities })
    }
}

impl AtMost {
    /// Returns the inequalities that some invariants state, without those with a weight of 2^63 or more.
    fn of_invariants(invariants: &Invariants) -> Vec<Self> {
        let stated = |invariant: &Invariant| {
            let weight = |&(place, weight): &(PlaceId, u64)| Some((i64::try_from(weight).ok()?, place));
            let sum: Vec<_> = invariant.weights.iter().map(weight).collect::<Option<_>>()?;
            let bound = i128::try_from(invariant.initial_sum).ok()?;
            let negated = sum.iter().map(|&(weight, place)| (-weight, place)).collect();
            let at_least = invariant.exact.then_some(Self { sum: negated, bound: -bound });
            Some([Self { sum, bound }].into_iter().chain(at_least))
        };
        invariants.invariants.iter().filter_map(stated).flatten().collect()
    }
}

/// What a backward search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Backwards {
    /// No reachable marking satisfies the formula.
    Absent(Refutation),
    /// A shortest run from the initial marking to one that satisfies the formula.
    Run(Vec<TransitionId>),
    /// A reachable marking that contradicts the result that no goal can be reached. There is none unless the program has
    /// an error.
    Contradiction(Vec<u64>),
}

/// A proof that no reachable marking satisfies a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The number of markings in the enclosure.
    pub enclosed: BigUint,
    /// The number of these that satisfy the formula.
    pub goals: BigUint,
    /// The number of markings from which some run within the enclosure leads to a goal, with the goals. The initial marking
    /// is not among them.
    pub leading: BigUint,
}

impl Search<'_, '_> {
    /// Searches backwards for a marking that satisfies the formula, within the enclosure. `None` if the formula refers to
    /// values of programs.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn backwards(
        &self,
        goal: &Formula,
        enclosure: &Enclosure,
        budget: &Budget<'_>,
    ) -> Result<Option<Backwards>, Stop> {
        let prepare = |enclosed: &mut Reached<'_, '_>| {
            let all = enclose(enclosed, enclosure)?;
            let before = std::mem::replace(&mut enclosed.all, all);
            enclosed.release(before);
            let Some(start) = enclosed.satisfying(goal)? else { return Ok(None) };
            let (relation, _) = enclosed.backwards()?;
            Ok(Some(Closing { relation, start, within: Some(enclosed.everything()) }))
        };
        let (mut enclosed, closed) = self.close(&prepare, budget).map_err(|stopped| stopped.stop)?;
        let Some((Closing { start: goals, .. }, leading)) = closed else { return Ok(None) };
        if enclosed.has_initial(&leading)? {
            enclosed.release(leading);
            return Ok(enclosed.run_to(&goals)?.map(Backwards::Run));
        }
        let contradicts = |marking: &[u64]| {
            !enclosed.contains(&enclosed.all, marking) || enclosed.contains(&leading, marking)
        };
        if let Some(marking) = walk(self.structure).find(|marking| contradicts(marking)) {
            return Ok(Some(Backwards::Contradiction(marking)));
        }
        let everything = enclosed.everything();
        Ok(Some(Backwards::Absent(Refutation {
            enclosed: enclosed.count(&everything)?,
            goals: enclosed.count(&goals)?,
            leading: enclosed.count(&leading)?,
        })))
    }
}

/// Returns the markings of a walk, which fires the transitions in turn as far as they are enabled.
fn walk(structure: &Structure) -> impl Iterator<Item = Vec<u64>> {
    let mut transitions = structure.transition_ids().collect::<Vec<_>>().into_iter().cycle();
    let count = structure.transition_count();
    let next = move |marking: &Vec<u64>| {
        transitions.by_ref().take(count).find_map(|transition| successor(structure, transition, marking))
    };
    std::iter::successors(Some(structure.initial().to_vec()), next).take(CHECKED_MARKINGS)
}

/// Returns the markings of an enclosure. The inequalities with the lowest places come first, so that those below the place
/// of a node are satisfied when the next one is added.
fn enclose(reached: &mut Reached<'_, '_>, enclosure: &Enclosure) -> Result<Set, Stop> {
    let Reached { diagrams, levels, .. } = reached;
    let mut most = vec![0; levels.len()];
    for (&level, &bound) in levels.iter().zip(&enclosure.bounds) {
        most[level as usize - 1] = bound;
    }
    let level = |place: PlaceId| levels[place.index()];
    let top = |inequality: &&AtMost| inequality.sum.iter().map(|&(_, place)| level(place)).max();
    let mut inequalities: Vec<&AtMost> = enclosure.inequalities.iter().collect();
    inequalities.sort_by_key(top);
    let mut all = diagrams.product(&most)?;
    for AtMost { sum, bound } in inequalities {
        let mut weights = vec![0; levels.len()];
        sum.iter().for_each(|&(weight, place)| weights[level(place) as usize - 1] = weight);
        let some = diagrams.at_most(&all, &weights, *bound)?;
        diagrams.release(std::mem::replace(&mut all, some));
    }
    Ok(all)
}
