//! The reduced net, with the origins of its nodes, the effect of each rule, and the inverse.

use sanderling_net::{Net, PlaceId, TransitionId};

use crate::arcs::Arcs;
use crate::emit::{Emitted, emit};
use crate::graph::Graph;
use crate::inverse::Inverse;
use crate::play::Play;
use crate::work::Work;

/// A smaller net with the same answers, and the conversion of its traces to the original net.
#[derive(Debug, Clone)]
pub struct Reduction {
    emitted: Emitted,
    inverse: Inverse,
    is_never_dead: bool,
    removed: Vec<Removed>,
    original: Original,
}

/// The net before all rules.
#[derive(Debug, Clone)]
pub(crate) struct Original {
    /// The arcs of each transition.
    pub(crate) arcs: Vec<Arcs>,
    capacities: Vec<Option<u64>>,
    initial: Vec<u64>,
}

impl Original {
    /// Copies the net of a graph.
    pub(crate) fn of(graph: &Graph) -> Self {
        Self {
            arcs: graph.transitions.iter().map(|transition| transition.arcs.clone()).collect(),
            capacities: graph.places.iter().map(|place| place.capacity).collect(),
            initial: graph.places.iter().map(|place| place.initial).collect(),
        }
    }
}

/// The effect of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// The name of the rule.
    pub rule: &'static str,
    /// The number of applications.
    pub applications: u64,
    /// The number of places removed.
    pub places: usize,
    /// The number of transitions removed, minus those added.
    pub transitions: i64,
}

impl Removed {
    pub(crate) fn nothing(rule: &'static str) -> Self {
        Self { rule, applications: 0, places: 0, transitions: 0 }
    }
}

impl Reduction {
    pub(crate) fn new(net: &Net, original: Original, work: Work<'_>, removed: Vec<Removed>) -> Self {
        Self {
            emitted: emit(net, &original, &work),
            inverse: work.inverse,
            is_never_dead: work.is_never_dead,
            removed,
            original,
        }
    }

    /// Returns the reduced net.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.emitted.net
    }

    /// Returns the place of the reduced net for a place of the original net, or `None` if it was removed. Preserved
    /// places are never removed.
    #[must_use]
    pub fn place(&self, original: PlaceId) -> Option<PlaceId> {
        self.emitted.places[original.index()]
    }

    /// Returns the transition of the reduced net for a transition of the original net, or `None` if it was removed or
    /// has become part of others. Preserved transitions are always kept.
    #[must_use]
    pub fn transition(&self, original: TransitionId) -> Option<TransitionId> {
        self.emitted.transitions[original.index()]
    }

    /// Whether the rules have proved that no reachable marking is dead. They try this only if dead markings must be
    /// preserved; the reduced net then has a transition without arcs. `false` proves nothing.
    #[must_use]
    pub fn is_never_dead(&self) -> bool {
        self.is_never_dead
    }

    /// Converts a firing sequence of the reduced net to one of the original net.
    ///
    /// Its last marking agrees with that of the reduced net on all preserved places, and enables the same preserved
    /// transitions. If deadlocks are preserved and the marking of the reduced net is dead, so is that of the original
    /// net. Returns `None` if the sequence would have millions of firings.
    ///
    /// # Panics
    /// If the sequence names a transition that the reduced net does not have.
    #[must_use]
    pub fn lift(&self, trace: &[TransitionId]) -> Option<Vec<TransitionId>> {
        let mut play =
            Play::new(&self.original.arcs, &self.original.capacities, self.original.initial.clone());
        let origins = trace.iter().map(|transition| self.emitted.origins[transition.index()]);
        self.inverse.lift(origins, &self.emitted.origins, &mut play)
    }

    /// Returns the effects of the rules, in their order.
    #[must_use]
    pub fn removed(&self) -> &[Removed] {
        &self.removed
    }
}
