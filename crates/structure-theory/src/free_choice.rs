//! Free-choice nets: liveness, and live and bounded markings.
//!
//! *Commoner's theorem:* an extended free-choice net is live if and only if it has the siphon-trap property.
//!
//! *The rank theorem:* a connected extended free-choice net is *well-formed* (some initial marking makes it live and
//! bounded) if and only if it is conservative and consistent, and the rank of its incidence matrix is the number of its
//! clusters minus one. A cluster is a connected part of the graph that has only the arcs from places to transitions. In
//! a well-formed net every minimal siphon is a trap, so the net is live if and only if every siphon is marked. It is
//! bounded from every marking, since it is conservative. All of this takes polynomial time.
//!
//! Source: Desel and Esparza, *Free Choice Petri Nets*, 1995, chapter 4 for Commoner's theorem, chapters 5 and 6 for
//! the rank theorem. Their term *free choice* is *extended free choice* in Murata and here. Isolated places are in no
//! siphon here.

use sanderling_model::incidence_rank;
use sanderling_net::{Net, PlaceId, TransitionId};

use crate::budget::{Answer, Budget, Unknown};
use crate::class::Class;
use crate::flow::{Flow, Node};
use crate::merging::root;
use crate::semiflow::sum;
use crate::siphon::SetKind;
use crate::siphon_trap::siphon_trap_property;
use crate::weighting::{PlaceVector, TransitionVector, conservative, consistent};

/// Decides whether an extended free-choice net is live, by Commoner's theorem. *Yes* contains marked traps such that
/// every siphon contains one, *no* a siphon without a marked trap. Other nets are [beyond](Unknown::Beyond).
///
/// Cost: that of [`siphon_trap_property`], exponential in the worst case. If the net is connected, [`live_and_bounded`]
/// may decide it in polynomial time and should be tried first.
#[must_use]
pub fn free_choice_liveness(flow: &Flow<'_>, budget: &Budget<'_>) -> Answer<Vec<Vec<PlaceId>>, Vec<PlaceId>> {
    match Class::ExtendedFreeChoice.require(flow) {
        Err(obstacle) => Answer::Unknown(Unknown::Beyond(obstacle)),
        Ok(()) => siphon_trap_property(flow, budget),
    }
}

/// The proof that a free-choice net is well-formed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WellFormed {
    /// Weights of all places for which no firing changes the sum.
    pub weights: PlaceVector,
    /// Firing counts of all transitions that lead from a marking back to itself.
    pub counts: TransitionVector,
    /// The number of clusters, one more than the rank of the incidence matrix.
    pub clusters: usize,
}

/// The reason why a free-choice net is not well-formed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotWellFormed {
    /// The net is not conservative.
    NotConservative(TransitionVector),
    /// The net is not consistent.
    NotConsistent(PlaceVector),
    /// The rank is not the number of clusters minus one.
    Rank {
        /// The rank of the incidence matrix.
        rank: usize,
        /// The number of clusters.
        clusters: usize,
    },
}

impl WellFormed {
    /// Describes the proof for users.
    #[must_use]
    pub fn explain(&self) -> String {
        let rank = self.clusters.saturating_sub(1);
        format!("it is conservative and consistent, and of its {} clusters the rank is {rank}", self.clusters)
    }
}

impl NotWellFormed {
    /// Describes the reason for users, with the modeller's ids.
    ///
    /// # Panics
    /// If the reason is not about this net or its short-circuited net.
    #[must_use]
    pub fn explain(&self, net: &Net) -> String {
        let transition = |t: TransitionId| net.transitions.get(t.index()).map_or("short_circuit", |t| &t.id);
        match self {
            Self::NotConservative(times) => {
                format!("it is not conservative, as {} makes tokens", sum(times, transition))
            }
            Self::NotConsistent(weights) => {
                let sum = sum(weights, |place| net.place(place).id.as_str());
                format!("it is not consistent, as {sum} can only fall")
            }
            Self::Rank { rank, clusters } => format!("it has {clusters} clusters and the rank {rank}"),
        }
    }
}

/// Decides whether a connected extended free-choice net has a live and bounded marking, by the rank theorem. Other nets
/// are [beyond](Unknown::Beyond). Cost: up to four linear programs, and an elimination.
#[must_use]
pub fn well_formedness(flow: &Flow<'_>, budget: &Budget<'_>) -> Answer<WellFormed, NotWellFormed> {
    let classes = [Class::ExtendedFreeChoice, Class::Connected];
    if let Some(obstacle) = classes.iter().find_map(|class| class.obstacle(flow)) {
        return Answer::Unknown(Unknown::Beyond(obstacle));
    }
    let weights = match conservative(flow, budget) {
        Answer::Yes(weights) => weights,
        Answer::No(times) => return Answer::No(NotWellFormed::NotConservative(times)),
        Answer::Unknown(unknown) => return Answer::Unknown(unknown),
    };
    if budget.is_stopped() {
        return Answer::Unknown(Unknown::Stopped);
    }
    let counts = match consistent(flow, budget) {
        Answer::Yes(counts) => counts,
        Answer::No(weights) => return Answer::No(NotWellFormed::NotConsistent(weights)),
        Answer::Unknown(unknown) => return Answer::Unknown(unknown),
    };
    let clusters = cluster_count(flow);
    match incidence_rank(flow.structure(), budget.max_work, budget.is_stopped) {
        Some(rank) if rank == clusters.saturating_sub(1) => {
            Answer::Yes(WellFormed { weights, counts, clusters })
        }
        Some(rank) => Answer::No(NotWellFormed::Rank { rank, clusters }),
        None if budget.is_stopped() => Answer::Unknown(Unknown::Stopped),
        None => Answer::Unknown(Unknown::OverBudget),
    }
}

/// The reason why a free-choice net is not both live and bounded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotLiveAndBounded {
    /// No marking is live and bounded.
    NotWellFormed(NotWellFormed),
    /// The net is well-formed, but this siphon is initially unmarked.
    UnmarkedSiphon(Vec<PlaceId>),
}

/// Decides whether a connected extended free-choice net is live and bounded. Other nets are [beyond](Unknown::Beyond).
/// Cost: that of [`well_formedness`].
#[must_use]
pub fn live_and_bounded(flow: &Flow<'_>, budget: &Budget<'_>) -> Answer<WellFormed, NotLiveAndBounded> {
    match well_formedness(flow, budget) {
        Answer::Unknown(unknown) => Answer::Unknown(unknown),
        Answer::No(reason) => Answer::No(NotLiveAndBounded::NotWellFormed(reason)),
        Answer::Yes(well_formed) => {
            let siphon = unmarked_siphon(flow);
            if siphon.is_empty() {
                Answer::Yes(well_formed)
            } else {
                Answer::No(NotLiveAndBounded::UnmarkedSiphon(siphon))
            }
        }
    }
}

/// Returns the largest siphon without a token and without isolated places, which is often empty. Cost: linear in the
/// arcs.
fn unmarked_siphon(flow: &Flow<'_>) -> Vec<PlaceId> {
    let is_isolated = |place| flow.producers(place).is_empty() && flow.consumers(place).is_empty();
    let may_be_in = |&place: &PlaceId| !flow.is_marked(place) && !is_isolated(place);
    let places: Vec<PlaceId> = flow.structure().place_ids().filter(may_be_in).collect();
    SetKind::Siphon.largest_in(flow, &places)
}

/// Returns the number of clusters. Cost: almost linear in the arcs.
fn cluster_count(flow: &Flow<'_>) -> usize {
    let mut above: Vec<usize> = (0..flow.node_count()).collect();
    let mut count = flow.node_count();
    for transition in flow.structure().transition_ids() {
        for &place in flow.inputs(transition) {
            let one = root(&mut above, flow.index(Node::Transition(transition)));
            let other = root(&mut above, flow.index(Node::Place(place)));
            if one != other {
                above[other] = one;
                count -= 1;
            }
        }
    }
    count
}
