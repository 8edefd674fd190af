//! Accelerations: the limit of repeating a path for ever.
//!
//! A path that leads from a marking to a greater one can be fired again and again from there, so the places that it
//! increases contain arbitrarily many tokens. It can also be repeated from every other marking with the tokens that it
//! needs, under two conditions: the places from which it takes more than it gives contain ω, and the places tested by
//! inhibitor arcs, resets and capacities contain the same numbers as there.

use std::collections::{BTreeMap, BTreeSet};

use sanderling_model::Structure;
use sanderling_net::{PlaceId, TransitionId};

use crate::layout::{AtLeast, Field, Layout, OMEGA};

pub(crate) type AccelerationId = u32;

/// A step on the path to a marking with ω.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Fire(TransitionId),
    Accelerate(AccelerationId),
}

/// A path that can be repeated for ever.
#[derive(Debug)]
pub(crate) struct Acceleration {
    /// The tokens that the path needs. A place from which it takes more than it gives needs [`OMEGA`].
    needs: Vec<(PlaceId, u64)>,
    /// The places that must contain an exact number of tokens, with these numbers.
    equal: Vec<(PlaceId, u64)>,
    /// The places that then contain ω, with the number of tokens that the path adds; `None` is ω.
    raised: Vec<(PlaceId, Option<i128>)>,
    pub(crate) path: Vec<Step>,
    /// `needs`, `equal` and `raised` over the words of a marking.
    compiled: Compiled,
}

/// An acceleration over the words of a marking.
#[derive(Debug, Default)]
struct Compiled {
    needs: Box<[AtLeast]>,
    equal: Box<[(Field, u64)]>,
    /// By word: the fields that then contain ω.
    raised: Box<[(u32, u64)]>,
}

/// The total effect of a path.
#[derive(Debug, Default)]
struct Summary {
    /// The tokens needed, or [`OMEGA`]. Other places need none.
    needs: BTreeMap<PlaceId, u64>,
    /// The tokens added; `None` is ω.
    effect: BTreeMap<PlaceId, Option<i128>>,
}

impl Summary {
    /// Computes the summary of a path.
    fn of(path: &[Step], structure: &Structure, accelerations: &[Acceleration]) -> Self {
        let mut summary = Self::default();
        for step in path.iter().rev() {
            summary.put_before(*step, structure, accelerations);
        }
        summary
    }

    fn put_before(&mut self, step: Step, structure: &Structure, accelerations: &[Acceleration]) {
        match step {
            Step::Fire(transition) => {
                for &(place, effect) in structure.effect(transition) {
                    if let Some(needed) = self.needs.get_mut(&place) {
                        *needed = before(*needed, effect);
                    }
                    if let Some(sum) = self.effect.entry(place).or_insert(Some(0)) {
                        *sum += effect;
                    }
                }
                for place in structure.reset(transition) {
                    self.needs.remove(place);
                }
                for (place, needed) in structure.needs(transition) {
                    self.need(place, needed);
                }
            }
            Step::Accelerate(id) => {
                let acceleration = &accelerations[id as usize];
                for &(place, _) in &acceleration.raised {
                    // Any number of tokens needed afterwards is available.
                    self.needs.remove(&place);
                    self.effect.insert(place, None);
                }
                for &(place, needed) in &acceleration.needs {
                    self.need(place, needed);
                }
            }
        }
    }

    fn need(&mut self, place: PlaceId, tokens: u64) {
        let needed = self.needs.entry(place).or_insert(0);
        *needed = (*needed).max(tokens);
    }
}

/// Returns the number of tokens required before an effect, so that `needed` tokens are there after it.
fn before(needed: u64, effect: i128) -> u64 {
    if needed == OMEGA {
        return OMEGA;
    }
    u64::try_from((i128::from(needed) - effect).max(0)).unwrap_or(OMEGA - 1)
}

impl Acceleration {
    /// Creates the acceleration by a path from a marking that ends in a greater one.
    pub(crate) fn of(
        path: Vec<Step>,
        from: &[u64],
        (structure, layout): (&Structure, &Layout),
        accelerations: &[Self],
    ) -> Self {
        let Summary { mut needs, effect } = Summary::of(&path, structure, accelerations);
        let mut raised = Vec::new();
        for (&place, &effect) in &effect {
            match effect {
                Some(0) => {}
                _ if layout.is_exact(place) => {}
                Some(lost) if lost < 0 => {
                    needs.insert(place, OMEGA);
                }
                _ if needs.get(&place) == Some(&OMEGA) => {}
                gain => raised.push((place, gain)),
            }
        }
        let equal = looked_at(&path, structure, accelerations);
        let equal = equal.into_iter().map(|place| (place, layout.tokens(from, place))).collect();
        let compiled = Compiled::default();
        Self { needs: needs.into_iter().collect(), equal, raised, path, compiled }.compiled(layout)
    }

    fn compiled(mut self, layout: &Layout) -> Self {
        let equal = self.equal.iter().map(|&(place, held)| (layout.field(place), held));
        let needs = self.needs.iter().map(|&(place, needed)| AtLeast::new(layout.field(place), needed));
        self.compiled = Compiled {
            needs: needs.collect(),
            equal: equal.collect(),
            raised: layout.masks(self.raised.iter().map(|&(place, _)| place)).into(),
        };
        self
    }

    /// Applies the acceleration to a marking, and returns whether that changed it.
    #[inline]
    pub(crate) fn apply(&self, marking: &mut [u64]) -> bool {
        let Compiled { needs, equal, raised } = &self.compiled;
        if raised.iter().all(|&(word, mask)| marking[word as usize] & mask == mask)
            || !needs.iter().all(|need| need.holds(marking))
            || !equal.iter().all(|&(field, held)| field.tokens(marking) == held)
        {
            return false;
        }
        raised.iter().for_each(|&(word, mask)| marking[word as usize] |= mask);
        true
    }

    /// Iterates over the places that must contain tokens.
    pub(crate) fn needed_places(&self) -> impl Iterator<Item = PlaceId> {
        self.needs.iter().filter(|&&(_, needed)| needed > 0).map(|&(place, _)| place)
    }

    /// Iterates over the places that then contain ω.
    pub(crate) fn raised(&self) -> impl Iterator<Item = PlaceId> {
        self.raised.iter().map(|&(place, _)| place)
    }

    /// Whether it is possible whenever the other one is, and raises no fewer places.
    pub(crate) fn is_as_good_as(&self, other: &Self) -> bool {
        let raises = |place| self.raised.binary_search_by_key(&place, |&(place, _)| place).is_ok();
        self.needs.iter().all(|&(place, needed)| needed <= other.needed(place))
            && self.equal.iter().all(|condition| other.equal.contains(condition))
            && other.raised.iter().all(|&(place, _)| raises(place) || other.needed(place) == OMEGA)
    }

    fn needed(&self, place: PlaceId) -> u64 {
        self.needs.binary_search_by_key(&place, |&(place, _)| place).map_or(0, |at| self.needs[at].1)
    }

    /// Returns the number of repetitions after which the raised places contain the given tokens, although before them
    /// they contain no more than the path needs.
    pub(crate) fn repetitions(&self, tokens: impl Fn(PlaceId) -> u64) -> i128 {
        let times = self.raised.iter().map(|&(place, gain)| {
            let missing = i128::from(tokens(place).saturating_sub(self.needed(place)));
            gain.map_or(missing.min(1), |gain| (missing + gain - 1) / gain)
        });
        times.max().unwrap_or(0)
    }

    /// Returns the approximate memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>()
            + 48 * (self.needs.len() + self.equal.len())
            + 56 * self.raised.len()
            + 8 * self.path.len()
    }
}

/// Returns the places for which steps of a path test more than that there are enough tokens.
pub(crate) fn looked_at(
    path: &[Step],
    structure: &Structure,
    accelerations: &[Acceleration],
) -> BTreeSet<PlaceId> {
    let mut places = BTreeSet::new();
    for step in path {
        match *step {
            Step::Fire(transition) => {
                places.extend(structure.at_most(transition).map(|(place, _)| place));
                places.extend(structure.reset(transition));
            }
            Step::Accelerate(id) => {
                places.extend(accelerations[id as usize].equal.iter().map(|&(place, _)| place));
            }
        }
    }
    places
}
