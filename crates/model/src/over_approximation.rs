//! A linear-time analysis that finds transitions that can never be enabled.
//!
//! If tokens were never taken away, a marked place would stay marked, and a fixpoint would find the transitions that
//! could then fire in linear time. Every firing sequence of the real net is also one of that net, in which inhibitors,
//! resets and weights beyond 1 are ignored. A transition outside the fixpoint is therefore dead, and a place outside it
//! is never marked. Later analyses omit such transitions, and may in turn prove others dead.

use sanderling_net::sparse::value as weight;
use sanderling_net::{PlaceId, TransitionId};

use crate::Structure;

/// A structural over-approximation of reachability: the places that may be marked, and the transitions that may be
/// enabled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverApproximation {
    marked: Vec<bool>,
    enabled: Vec<bool>,
}

impl OverApproximation {
    /// Computes the fixpoint, in time linear in the number of arcs.
    #[must_use]
    pub fn of(structure: &Structure) -> Self {
        Self::without(structure, |_| false)
    }

    /// Computes the fixpoint without the transitions that are known to be dead.
    #[must_use]
    pub fn without(structure: &Structure, is_dead: impl FnMut(TransitionId) -> bool) -> Self {
        Fixpoint::start(structure, is_dead).run()
    }

    /// Returns the coarsest over-approximation, which ignores the initial marking: every place may be marked, and every
    /// transition enabled.
    #[must_use]
    pub(crate) fn of_everything(structure: &Structure) -> Self {
        Self {
            marked: vec![true; structure.place_count()],
            enabled: vec![true; structure.transition_count()],
        }
    }

    /// Whether a reachable marking may have a token in `place`. The answer `false` is proved.
    #[must_use]
    pub fn may_be_marked(&self, place: PlaceId) -> bool {
        self.marked[place.index()]
    }

    /// Whether `transition` may be enabled in a reachable marking. The answer `false` is proved.
    #[must_use]
    pub fn may_be_enabled(&self, transition: TransitionId) -> bool {
        self.enabled[transition.index()]
    }
}

struct Fixpoint<'a> {
    structure: &'a Structure,
    /// For each transition, the number of tests that have not yet passed, plus one that never passes if the transition
    /// is dead.
    missing: Vec<usize>,
    marked: Vec<bool>,
    enabled: Vec<bool>,
    newly_marked: Vec<PlaceId>,
}

impl<'a> Fixpoint<'a> {
    fn start(structure: &'a Structure, mut is_dead: impl FnMut(TransitionId) -> bool) -> Self {
        let needed = structure.transition_ids().map(|t| {
            let never = is_dead(t) || structure.inhibitor(t).iter().any(|&(_, weight)| weight == 0);
            structure.pre(t).len() + structure.read(t).len() + usize::from(never)
        });
        Self {
            missing: needed.collect(),
            marked: vec![false; structure.place_count()],
            enabled: vec![false; structure.transition_count()],
            newly_marked: Vec::new(),
            structure,
        }
    }

    fn run(mut self) -> OverApproximation {
        for place in self.structure.place_ids().filter(|p| self.structure.initial()[p.index()] > 0) {
            self.mark(place);
        }
        for transition in self.structure.transition_ids() {
            self.enable_if_ready(transition);
        }
        while let Some(place) = self.newly_marked.pop() {
            self.satisfy_all(place);
        }
        OverApproximation { marked: self.marked, enabled: self.enabled }
    }

    fn mark(&mut self, place: PlaceId) {
        if !std::mem::replace(&mut self.marked[place.index()], true) {
            self.newly_marked.push(place);
        }
    }

    fn satisfy_all(&mut self, place: PlaceId) {
        let structure = self.structure;
        let reads = |t: &&TransitionId| weight(structure.read(**t), place) > 0;
        for &transition in
            structure.postset(place).iter().chain(structure.tested_by(place).iter().filter(reads))
        {
            self.missing[transition.index()] -= 1;
            self.enable_if_ready(transition);
        }
    }

    fn enable_if_ready(&mut self, transition: TransitionId) {
        let index = transition.index();
        if self.missing[index] == 0 && !std::mem::replace(&mut self.enabled[index], true) {
            for &(place, _) in self.structure.post(transition) {
                self.mark(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, ArcKind, Net, Place, Transition};

    use super::*;

    /// p0 (marked) feeds t0, which marks p1; t1 takes from p1 and reads p2; t2 takes from p2 and marks it.
    fn net() -> Structure {
        use ArcKind::{Input, Output, Read};
        let mut net = Net::new("n");
        let places = [1, 0, 0, 0].map(|tokens| net.add_place(Place::with_tokens("p", tokens)));
        let transitions = [(); 3].map(|()| net.add_transition(Transition::plain("t")));
        let arcs = [
            (0, 0, Input),
            (1, 0, Output),
            (1, 1, Input),
            (2, 1, Read),
            (3, 1, Output),
            (2, 2, Input),
            (2, 2, Output),
        ];
        for (place, transition, kind) in arcs {
            net.add_arc(Arc::weighted(places[place], transitions[transition], kind, 1));
        }
        Structure::build(&net).unwrap()
    }

    fn enabled(over_approximation: &OverApproximation) -> Vec<bool> {
        (0..3).map(|t| over_approximation.may_be_enabled(TransitionId::new(t))).collect()
    }

    #[test]
    fn a_transition_behind_an_empty_place_is_dead() {
        let over_approximation = OverApproximation::of(&net());
        assert_eq!(enabled(&over_approximation), [true, false, false]);
        assert!(
            over_approximation.may_be_marked(PlaceId::new(1))
                && !over_approximation.may_be_marked(PlaceId::new(3))
        );
    }

    #[test]
    fn dead_transitions_produce_nothing() {
        let over_approximation = OverApproximation::without(&net(), |t| t.index() == 0);
        assert_eq!(enabled(&over_approximation), [false; 3]);
        assert!(!over_approximation.may_be_marked(PlaceId::new(1)));
    }

    #[test]
    fn an_inhibitor_of_weight_zero_never_lets_go() {
        let mut net = Net::new("n");
        let place = net.add_place(Place::with_tokens("p", 0));
        let transition = net.add_transition(Transition::plain("t"));
        net.add_arc(Arc::weighted(place, transition, ArcKind::Inhibitor, 0));
        let over_approximation = OverApproximation::of(&Structure::build(&net).unwrap());
        assert!(!over_approximation.may_be_enabled(transition));
    }
}
