//! Reduction of a siphon or a trap to a minimal one, by deletion.
//!
//! Some places are removed, and the largest set among the others is computed. If it is not empty, it replaces the set.
//! If it is empty and only one place was removed, every set contains that place: it is *essential*. If only essential
//! places are left, the set is minimal. The number of removed places doubles with every success and halves with every
//! failure. If a transition could violate the definition because of an essential place, and a single place prevents
//! this, that place is essential as well. A ring is thus recognised as minimal at once.

use sanderling_net::PlaceId;
use sanderling_proof::{Striking, Traps};

use super::SetKind;
use crate::budget::{Budget, Unknown};
use crate::flow::Flow;

/// The search for minimal sets, with tables that are all false between two searches.
pub(crate) struct Shrinking<'a> {
    flow: &'a Flow<'a>,
    kind: SetKind,
    striking: Striking<'a>,
    is_in: Vec<bool>,
    is_essential: Vec<bool>,
    work_left: u64,
    budget: Budget<'a>,
}

impl<'a> Shrinking<'a> {
    /// Creates a search whose work for all sets together is that of the budget.
    pub(crate) fn of(flow: &'a Flow<'a>, kind: SetKind, relation: &'a Traps, budget: &Budget<'a>) -> Self {
        let places = flow.structure().place_count();
        Self {
            flow,
            kind,
            striking: Striking::of(relation),
            is_in: vec![false; places],
            is_essential: vec![false; places],
            work_left: budget.max_work,
            budget: *budget,
        }
    }

    /// Returns a minimal set in a non-empty set of the kind.
    pub(crate) fn minimal_in(&mut self, mut set: Vec<PlaceId>) -> Result<Vec<PlaceId>, Unknown> {
        self.note(&set, true);
        let mut left_out = set.len().div_ceil(2);
        let result = loop {
            if let Err(unknown) = self.spend(&set) {
                break Err(unknown);
            }
            let candidates = set.iter().copied().filter(|place| !self.is_essential[place.index()]);
            let candidates: Vec<PlaceId> = candidates.take(left_out).collect();
            let [first, ..] = candidates[..] else { break Ok(()) };
            let smaller = self.without(&set, &candidates);
            if !smaller.is_empty() {
                self.note(&set, false);
                self.note(&smaller, true);
                set = smaller;
                left_out = left_out.saturating_mul(2);
            } else if candidates.len() > 1 {
                left_out = candidates.len() / 2;
            } else {
                self.mark_essential(first);
                left_out = 2;
            }
        };
        self.note(&set, false);
        set.iter().for_each(|place| self.is_essential[place.index()] = false);
        result.map(|()| set)
    }

    fn note(&mut self, places: &[PlaceId], is_in: bool) {
        places.iter().for_each(|place| self.is_in[place.index()] = is_in);
    }

    /// Returns the largest set among the places of `set` that are not in `left_out`, which must have the same order.
    fn without(&mut self, set: &[PlaceId], left_out: &[PlaceId]) -> Vec<PlaceId> {
        let mut left_out = left_out.iter().peekable();
        let rest: Vec<PlaceId> =
            set.iter().copied().filter(|place| left_out.next_if_eq(&place).is_none()).collect();
        self.striking.largest_in(&rest)
    }

    /// Marks a place as essential, and all places that one transition proves to be essential as well.
    fn mark_essential(&mut self, place: PlaceId) {
        self.is_essential[place.index()] = true;
        let mut open = vec![place];
        while let Some(place) = open.pop() {
            for &transition in self.kind.spoilers(self.flow, place) {
                let keeping = self.kind.sides(self.flow, transition).1;
                let mut kept = keeping.iter().filter(|place| self.is_in[place.index()]);
                if let (Some(&only), None) = (kept.next(), kept.next())
                    && !std::mem::replace(&mut self.is_essential[only.index()], true)
                {
                    open.push(only);
                }
            }
        }
    }

    /// Counts the work of one deletion.
    fn spend(&mut self, set: &[PlaceId]) -> Result<(), Unknown> {
        const COST_OF_ARC: u64 = 8;
        let arcs =
            |place: &PlaceId| self.flow.producers(*place).len() + self.flow.consumers(*place).len() + 1;
        let work = COST_OF_ARC * set.iter().map(arcs).sum::<usize>() as u64;
        if self.budget.is_stopped() {
            return Err(Unknown::Stopped);
        }
        self.work_left = self.work_left.checked_sub(work).ok_or(Unknown::OverBudget)?;
        Ok(())
    }
}
