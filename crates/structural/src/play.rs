//! The firing rule on plain counts, for the suffixes of lifted traces.
//!
//! To add firings at the end of a trace, lifting must know how often they are enabled. The caller replays the whole
//! trace on the reference semantics in any case, so results are checked.

use std::collections::BTreeMap;

use sanderling_net::{PlaceId, TransitionId};

use crate::arcs::Arcs;
use crate::row;

/// A marking of the original net, and the arcs that change it.
#[derive(Debug)]
pub(crate) struct Play<'a> {
    arcs: &'a [Arcs],
    capacities: &'a [Option<u64>],
    marking: Vec<u64>,
}

impl<'a> Play<'a> {
    /// Starts from a marking.
    pub(crate) fn new(arcs: &'a [Arcs], capacities: &'a [Option<u64>], marking: Vec<u64>) -> Self {
        Self { arcs, capacities, marking }
    }

    /// Fires these transitions in sequence, up to the first one that is not enabled.
    pub(crate) fn fire_all(&mut self, transitions: &[TransitionId]) {
        for &transition in transitions {
            let Some(changes) = self.changes(transition) else { return };
            self.enter(changes);
        }
    }

    /// Fires all of these transitions in sequence, or none of them. Returns whether they were fired.
    pub(crate) fn try_all(&mut self, transitions: &[TransitionId]) -> bool {
        let mut undo = Vec::new();
        for &transition in transitions {
            let Some(changes) = self.changes(transition) else {
                for before in undo.into_iter().rev() {
                    self.enter(before);
                }
                return false;
            };
            undo.push(changes.keys().map(|&place| (place, self.marking[place.index()])).collect());
            self.enter(changes);
        }
        true
    }

    /// Returns the new contents of the places that a firing changes, or `None` if it is not enabled.
    fn changes(&self, transition: TransitionId) -> Option<BTreeMap<PlaceId, u64>> {
        let arcs = &self.arcs[transition.index()];
        let held = |place: PlaceId| self.marking[place.index()];
        let has_tokens = arcs.needs().all(|(place, need)| held(place) >= need);
        if !has_tokens || !arcs.inhibitor.iter().all(|&(place, weight)| held(place) < weight) {
            return None;
        }
        let mut changes: BTreeMap<_, _> =
            arcs.pre.iter().map(|&(place, weight)| (place, held(place) - weight)).collect();
        changes.extend(arcs.reset.iter().map(|&(place, _)| (place, 0)));
        for &(place, _) in &arcs.post {
            let left = changes.get(&place).copied().unwrap_or(held(place));
            let sum = left.checked_add(row::weight(&arcs.post, place))?;
            if self.capacities[place.index()].is_some_and(|capacity| sum > capacity) {
                return None;
            }
            changes.insert(place, sum);
        }
        Some(changes)
    }

    fn enter(&mut self, changes: BTreeMap<PlaceId, u64>) {
        for (place, tokens) in changes {
            self.marking[place.index()] = tokens;
        }
    }
}
