//! A net under reduction, with all transitions of the original net.
//!
//! A place is the sum of some places of the original net, its *parts*. A transition of the original net stays until it
//! is known to be dead, since its firings are counted; but it *fires* in the reduced net only as long as other
//! transitions do not replace it.

use std::collections::{BTreeMap, BTreeSet};

use sanderling_model::Structure;
use sanderling_net::PlaceId;

/// The number of a place or a transition, as in the original net.
pub(crate) type Index = u32;

/// A net under reduction.
pub(crate) struct Draft<'a> {
    pub(super) places: Vec<Place>,
    pub(super) transitions: Vec<Transition>,
    /// The removed places.
    pub(super) sums: Vec<Sum>,
    /// Weights of places with a constant weighted sum. Rules use them as hints.
    pub(super) flows: Vec<BTreeMap<Index, u64>>,
    pub(super) is_over: &'a dyn Fn() -> bool,
}

/// A place.
pub(super) struct Place {
    /// The places of the original net that it is the sum of; empty if it was removed.
    pub(super) parts: Vec<PlaceId>,
    pub(super) initial: u64,
    /// The transitions with a [`Local`] at it.
    pub(super) around: BTreeSet<Index>,
}

/// A transition.
#[derive(Default)]
pub(super) struct Transition {
    /// What it does to places; nothing to other places.
    pub(super) locals: BTreeMap<Index, Local>,
    /// Whether it may fire in the reduced net. If not, it has no effects.
    pub(super) fires: bool,
    /// Whether no reachable marking enables it. If so, it does nothing to any place.
    pub(super) is_dead: bool,
}

/// What a transition demands of a place, and how it changes the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Local {
    /// Minimum number of tokens for the transition to be enabled.
    pub(super) low: u64,
    /// Maximum number of tokens for the transition to be enabled.
    pub(super) high: Option<u64>,
    pub(super) change: Change,
}

/// The change of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Change {
    /// Adds a number of tokens. The lower limit makes sure that enough tokens are there.
    Add(i128),
    /// Replaces all tokens by this number.
    Put(u64),
}

impl Local {
    /// What a transition does to a place that it has no arc to.
    pub(super) const NOTHING: Self = Self { low: 0, high: None, change: Change::Add(0) };

    /// Whether more tokens never disable the transition, and a firing adds a fixed number of tokens.
    pub(super) fn is_monotone(&self) -> bool {
        self.high.is_none() && self.effect().is_some()
    }

    /// Returns the number of tokens that a firing adds, if that is fixed.
    pub(super) fn effect(&self) -> Option<i128> {
        match self.change {
            Change::Add(number) => Some(number),
            Change::Put(_) => None,
        }
    }
}

/// Maximum factor of a part, so that sums of many factors fit 64 bits.
const MAX_FACTOR: u64 = 1 << 32;

/// A removed place, as a sum of others.
pub(super) struct Sum {
    pub(super) place: PlaceId,
    pub(super) constant: i128,
    /// Pairs of a factor and a part of a place.
    pub(super) terms: Vec<(u64, PlaceId)>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(structure: &Structure, is_over: &'a dyn Fn() -> bool) -> Self {
        let place =
            |(id, &initial): (PlaceId, &u64)| Place { parts: vec![id], initial, around: BTreeSet::new() };
        let places = structure.place_ids().zip(structure.initial()).map(place).collect();
        let transitions = structure.transition_ids().map(|id| {
            let mut transition = Transition { fires: true, ..Transition::default() };
            let mut change = |place: PlaceId, change: &dyn Fn(&mut Local)| {
                change(transition.locals.entry(place.index() as Index).or_insert(Local::NOTHING));
            };
            structure.needs(id).for_each(|(place, low)| change(place, &|local| local.low = low));
            for &(place, effect) in structure.effect(id) {
                change(place, &|local| local.change = Change::Add(effect));
            }
            for &place in structure.reset(id) {
                let put = sanderling_net::sparse::value(structure.post(id), place);
                change(place, &|local| local.change = Change::Put(put));
            }
            for (place, most) in structure.at_most(id) {
                transition.is_dead |= most.is_none();
                let most = most.unwrap_or(0);
                let local = transition.locals.entry(place.index() as Index).or_insert(Local::NOTHING);
                local.high = Some(local.high.map_or(most, |high| high.min(most)));
            }
            transition
        });
        let transitions: Vec<_> = transitions.collect();
        let mut draft = Self { places, transitions, sums: Vec::new(), flows: Vec::new(), is_over };
        for transition in draft.transition_ids() {
            for place in draft.transitions[transition as usize].locals.keys() {
                draft.places[*place as usize].around.insert(transition);
            }
            if draft.transitions[transition as usize].is_dead {
                draft.remove_dead(transition);
            }
        }
        draft
    }

    /// Returns the places that have not been removed.
    pub(super) fn place_ids(&self) -> impl Iterator<Item = Index> + use<> {
        let present = |(id, place): (usize, &Place)| (!place.parts.is_empty()).then_some(id as Index);
        self.places.iter().enumerate().filter_map(present).collect::<Vec<_>>().into_iter()
    }

    pub(super) fn transition_ids(&self) -> impl Iterator<Item = Index> + use<> {
        0..self.transitions.len() as Index
    }

    /// Returns the transitions that may fire.
    pub(super) fn firing_ids(&self) -> impl Iterator<Item = Index> + use<> {
        let firing = |(id, transition): (usize, &Transition)| transition.fires.then_some(id as Index);
        self.transitions.iter().enumerate().filter_map(firing).collect::<Vec<_>>().into_iter()
    }

    pub(super) fn place(&self, place: Index) -> &Place {
        &self.places[place as usize]
    }

    pub(super) fn transition(&self, transition: Index) -> &Transition {
        &self.transitions[transition as usize]
    }

    pub(super) fn local(&self, transition: Index, place: Index) -> Local {
        self.transition(transition).locals.get(&place).copied().unwrap_or(Local::NOTHING)
    }

    /// Returns what the transitions around a place do to it.
    pub(super) fn locals_at(&self, place: Index) -> impl Iterator<Item = (Index, Local)> + '_ {
        self.place(place).around.iter().map(move |&transition| (transition, self.local(transition, place)))
    }

    /// Replaces what a transition does to a place.
    pub(super) fn set_local(&mut self, transition: Index, place: Index, local: Local) {
        let locals = &mut self.transitions[transition as usize].locals;
        if local == Local::NOTHING {
            locals.remove(&place);
            self.places[place as usize].around.remove(&transition);
        } else {
            locals.insert(place, local);
            self.places[place as usize].around.insert(transition);
        }
    }

    /// Removes a place with one part, whose tokens are `constant` plus the weighted sum of those of some places.
    pub(super) fn remove_place(&mut self, place: Index, constant: i128, terms: &[(u64, Index)]) {
        let of_parts =
            |&(factor, place): &(u64, Index)| self.place(place).parts.iter().map(move |&part| (factor, part));
        let terms: Vec<_> = terms.iter().flat_map(of_parts).collect();
        let part = self.places[place as usize].parts.pop().expect("the place has one part");
        for transition in std::mem::take(&mut self.places[place as usize].around) {
            self.transitions[transition as usize].locals.remove(&place);
        }
        self.sums.push(Sum { place: part, constant, terms });
    }

    /// Returns the removed places as sums of parts of places that are left. Returns `None` if a number is too large.
    pub(super) fn resolved_sums(&self) -> Option<Vec<Sum>> {
        let mut resolved: BTreeMap<PlaceId, Sum> = BTreeMap::new();
        // A term of a place may have been removed later, but not earlier.
        for sum in self.sums.iter().rev() {
            let (mut constant, mut terms) = (sum.constant, BTreeMap::new());
            for &(factor, part) in &sum.terms {
                let of_part = resolved.get(&part);
                let own = [(1, part)];
                for &(times, part) in of_part.map_or(&own[..], |sum| &sum.terms) {
                    let term = terms.entry(part).or_insert(0u64);
                    *term = times
                        .checked_mul(factor)?
                        .checked_add(*term)
                        .filter(|&factor| factor <= MAX_FACTOR)?;
                }
                let more = of_part.map_or(0, |sum| sum.constant).checked_mul(factor.into())?;
                constant = constant.checked_add(more)?;
            }
            let terms = terms.into_iter().map(|(part, factor)| (factor, part)).collect();
            resolved.insert(sum.place, Sum { place: sum.place, constant, terms });
        }
        Some(resolved.into_values().collect())
    }

    /// Records that a transition changes nothing that other transitions cannot change.
    pub(super) fn stop_firing(&mut self, transition: Index) {
        self.transitions[transition as usize].fires = false;
        let places: Vec<_> = self.transition(transition).locals.keys().copied().collect();
        for place in places {
            let local = Local { change: Change::Add(0), ..self.local(transition, place) };
            self.set_local(transition, place, local);
        }
    }

    /// Records that no reachable marking enables a transition.
    pub(super) fn remove_dead(&mut self, transition: Index) {
        let removed = &mut self.transitions[transition as usize];
        (removed.fires, removed.is_dead) = (false, true);
        for place in std::mem::take(&mut removed.locals).into_keys() {
            self.places[place as usize].around.remove(&transition);
        }
    }
}
