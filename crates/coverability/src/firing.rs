//! The firing rule over the words of markings with ω.
//!
//! The tests and changes of a transition are compiled to fields, so the net is not needed. A transition is *triggered*
//! by one of the places that it needs, preferably an exact one that few others need. It is tried only in markings with
//! tokens there.

use sanderling_model::{Bounds, Structure};
use sanderling_net::{PlaceId, TransitionId, sparse};

use crate::layout::{AtLeast, Field, Layout, OMEGA, TooMany};

/// The transitions that may be enabled at all.
#[derive(Debug)]
pub(crate) struct Firings {
    firings: Vec<Firing>,
    /// By place: the transitions that it triggers, followed by the transitions that need no tokens.
    triggered: Vec<Vec<TransitionId>>,
    sources: Vec<TransitionId>,
}

#[derive(Debug)]
struct Firing {
    needs: Box<[AtLeast]>,
    at_most: Box<[(Field, u64)]>,
    effect: Box<[(PlaceId, Field, i64)]>,
    reset: Box<[(PlaceId, Field, u64)]>,
}

impl Firings {
    /// Creates the transitions that are possible by the bounds.
    pub(crate) fn new(structure: &Structure, bounds: &Bounds, layout: &Layout) -> Self {
        let mut users = vec![0_usize; structure.place_count()];
        let needed = |transition| structure.needs(transition).map(|(place, _)| place);
        structure.transition_ids().flat_map(needed).for_each(|place| users[place.index()] += 1);
        let mut firings = Self {
            firings: structure.transition_ids().map(|one| Firing::new(structure, layout, one)).collect(),
            triggered: vec![Vec::new(); structure.place_count()],
            sources: Vec::new(),
        };
        for transition in structure.transition_ids() {
            let is_never = structure.at_most(transition).any(|(_, most)| most.is_none())
                || firings.firings[transition.index()].needs.iter().any(|need| need.is_impossible());
            if is_never || !bounds.over_approximation().may_be_enabled(transition) {
                continue;
            }
            match needed(transition).min_by_key(|&place| (!layout.is_exact(place), users[place.index()])) {
                Some(place) => firings.triggered[place.index()].push(transition),
                None => firings.sources.push(transition),
            }
        }
        firings
    }

    /// Finds the transitions that are enabled in a marking, and returns the number of attempts.
    pub(crate) fn find_enabled(
        &self,
        layout: &Layout,
        marking: &[u64],
        enabled: &mut Vec<TransitionId>,
    ) -> usize {
        enabled.clear();
        enabled.extend(self.sources.iter().copied().filter(|&one| self.is_enabled(one, marking)));
        let mut tried = self.sources.len() + marking.len();
        layout.for_each_marked(marking, |place| {
            let triggered = &self.triggered[place.index()];
            tried += triggered.len();
            enabled.extend(triggered.iter().copied().filter(|&one| self.is_enabled(one, marking)));
        });
        tried
    }

    #[inline]
    fn is_enabled(&self, transition: TransitionId, marking: &[u64]) -> bool {
        let Firing { needs, at_most, .. } = &self.firings[transition.index()];
        needs.iter().all(|need| need.holds(marking))
            && at_most.iter().all(|&(field, most)| field.tokens(marking) <= most)
    }

    /// Fires an enabled transition.
    pub(crate) fn fire(&self, transition: TransitionId, marking: &mut [u64]) -> Result<(), TooMany> {
        let Firing { effect, reset, .. } = &self.firings[transition.index()];
        for &(place, field, effect) in effect {
            let tokens = field.tokens(marking);
            if tokens != OMEGA {
                let tokens = tokens.checked_add_signed(effect).ok_or(TooMany(place))?;
                field.put(marking, tokens).ok_or(TooMany(place))?;
            }
        }
        for &(place, field, put) in reset {
            field.put(marking, put).ok_or(TooMany(place))?;
        }
        Ok(())
    }
}

impl Firing {
    fn new(structure: &Structure, layout: &Layout, transition: TransitionId) -> Self {
        // A clamped effect has the same outcome, since no field can contain that number of tokens.
        let clamped =
            |effect: i128| i64::try_from(effect).unwrap_or(if effect < 0 { i64::MIN } else { i64::MAX });
        let field = |place| layout.field(place);
        let needs = structure.needs(transition).map(|(place, needed)| AtLeast::new(field(place), needed));
        let at_most = structure.at_most(transition).map(|(place, most)| (field(place), most.unwrap_or(0)));
        let effect = structure.effect(transition).iter();
        let put = |place| sparse::value(structure.post(transition), place);
        Self {
            needs: needs.collect(),
            at_most: at_most.collect(),
            effect: effect.map(|&(place, effect)| (place, field(place), clamped(effect))).collect(),
            reset: structure
                .reset(transition)
                .iter()
                .map(|&place| (place, field(place), put(place)))
                .collect(),
        }
    }
}
