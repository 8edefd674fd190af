//! The reduced net with what is known about it: where its nodes come from, what each rule did, and the way
//! back.

use sanderling_net::{Net, PlaceId, TransitionId};

use crate::arcs::Arcs;
use crate::emit::{Emitted, emit};
use crate::graph::Graph;
use crate::inverse::Inverse;
use crate::play::Play;
use crate::work::Work;

/// A smaller net that answers the same question, and the way back to the original one.
#[derive(Debug, Clone)]
pub struct Reduction {
    emitted: Emitted,
    inverse: Inverse,
    is_never_dead: bool,
    removed: Vec<Removed>,
    original: Original,
}

/// What the rules started from.
#[derive(Debug, Clone)]
pub(crate) struct Original {
    /// By transition.
    pub(crate) arcs: Vec<Arcs>,
    capacities: Vec<Option<u64>>,
    initial: Vec<u64>,
}

impl Original {
    /// The net as it is in a graph.
    pub(crate) fn of(graph: &Graph) -> Self {
        Self {
            arcs: graph.transitions.iter().map(|transition| transition.arcs.clone()).collect(),
            capacities: graph.places.iter().map(|place| place.capacity).collect(),
            initial: graph.places.iter().map(|place| place.initial).collect(),
        }
    }
}

/// What a rule did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// The rule's name.
    pub rule: &'static str,
    /// How often it was applied.
    pub applications: u64,
    /// How many places it removed.
    pub places: usize,
    /// How many transitions it removed, less those that it made.
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

    /// The reduced net.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.emitted.net
    }

    /// The place of the reduced net that a place of the original net has become; `None` where it was
    /// removed, which preserved ones never are.
    #[must_use]
    pub fn place(&self, original: PlaceId) -> Option<PlaceId> {
        self.emitted.places[original.index()]
    }

    /// The transition of the reduced net that a transition of the original net has become; `None` where it
    /// was removed or has become part of others, which preserved ones never do.
    #[must_use]
    pub fn transition(&self, original: TransitionId) -> Option<TransitionId> {
        self.emitted.transitions[original.index()]
    }

    /// Whether the rules have proved that no reachable marking is dead. It is looked for only where dead
    /// markings are to be preserved; the reduced net then has a transition without arcs. `false` says
    /// nothing.
    #[must_use]
    pub fn is_never_dead(&self) -> bool {
        self.is_never_dead
    }

    /// A firing sequence of the original net for one of the reduced net. Its last marking agrees with the
    /// reduced one's on all preserved places and enables the same preserved transitions, and it is dead if
    /// deadlocks are preserved and the reduced one is dead.
    ///
    /// `None` where the sequence would have millions of firings.
    ///
    /// # Panics Where the sequence names a transition that the reduced net does not have.
    #[must_use]
    pub fn lift(&self, trace: &[TransitionId]) -> Option<Vec<TransitionId>> {
        let mut play =
            Play::new(&self.original.arcs, &self.original.capacities, self.original.initial.clone());
        let origins = trace.iter().map(|transition| self.emitted.origins[transition.index()]);
        self.inverse.lift(origins, &self.emitted.origins, &mut play)
    }

    /// What each rule did, in the order of the rules.
    #[must_use]
    pub fn removed(&self) -> &[Removed] {
        &self.removed
    }
}
