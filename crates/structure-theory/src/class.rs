//! The classes of nets, each with an obstacle that excludes a net from it.
//!
//! | class | definition |
//! | --- | --- |
//! | ordinary | every arc has the weight 1 |
//! | pure | no place is both input and output of a transition |
//! | state machine | ordinary, and every transition has one input and one output |
//! | marked graph | ordinary, and every place has one input and one output |
//! | free choice | ordinary, and for every arc (p, t), t is the only output of p or p the only input of t |
//! | extended free choice | ordinary, and places with a common output have all outputs in common |
//! | asymmetric choice | ordinary, and of two places with a common output, one has all outputs of the other |
//! | connected | any two nodes are connected by arcs, in any direction |
//! | strongly connected | there is a path from every node to every other |
//!
//! Source: Murata, *Petri Nets: Properties, Analysis and Applications*, 1989, section VI. This implementation differs
//! as follows. A read arc is a self-loop. A net with an inhibitor arc, a reset arc or a capacity is not ordinary, and
//! so in no class with ordinary in its definition. *Connected* counts every arc, *pure* and *strongly connected* only
//! those of the flow relation. An empty net is in every class.

mod choice;
mod connection;
mod degree;

use std::fmt;

use crate::flow::Flow;
use crate::obstacle::Obstacle;

/// A class of nets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Every arc has the weight 1.
    Ordinary,
    /// No place is both input and output of a transition.
    Pure,
    /// Ordinary, and every transition has one input and one output.
    StateMachine,
    /// Ordinary, and every place has one input and one output.
    MarkedGraph,
    /// Ordinary, and for every arc from a place to a transition, one is the only neighbour of the other.
    FreeChoice,
    /// Ordinary, and places with a common output have all outputs in common.
    ExtendedFreeChoice,
    /// Ordinary, and of two places with a common output, one has all outputs of the other.
    AsymmetricChoice,
    /// Any two nodes are connected.
    Connected,
    /// There is a path from every node to every other.
    StronglyConnected,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 9] = [
        Self::Ordinary,
        Self::Pure,
        Self::StateMachine,
        Self::MarkedGraph,
        Self::FreeChoice,
        Self::ExtendedFreeChoice,
        Self::AsymmetricChoice,
        Self::Connected,
        Self::StronglyConnected,
    ];

    /// Returns an obstacle that excludes the net from the class, or `None` if it is in the class. Cost: linear in the
    /// arcs, except for sorting.
    #[must_use]
    pub fn obstacle(self, flow: &Flow<'_>) -> Option<Obstacle> {
        let ordinary = || degree::not_ordinary(flow);
        match self {
            Self::Ordinary => ordinary(),
            Self::Pure => degree::self_loop(flow),
            Self::StateMachine => ordinary().or_else(|| degree::branching_transition(flow)),
            Self::MarkedGraph => ordinary().or_else(|| degree::branching_place(flow)),
            Self::FreeChoice => ordinary().or_else(|| choice::not_free(flow)),
            Self::ExtendedFreeChoice => ordinary().or_else(|| choice::not_extended_free(flow)),
            Self::AsymmetricChoice => ordinary().or_else(|| choice::not_asymmetric(flow)),
            Self::Connected => connection::apart(flow),
            Self::StronglyConnected => connection::no_path(flow),
        }
    }

    /// Checks that the net is in the class.
    ///
    /// # Errors
    /// An obstacle, if it is not.
    pub fn require(self, flow: &Flow<'_>) -> Result<(), Obstacle> {
        self.obstacle(flow).map_or(Ok(()), Err)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ordinary => "ordinary",
            Self::Pure => "pure",
            Self::StateMachine => "state machine",
            Self::MarkedGraph => "marked graph",
            Self::FreeChoice => "free choice",
            Self::ExtendedFreeChoice => "extended free choice",
            Self::AsymmetricChoice => "asymmetric choice",
            Self::Connected => "connected",
            Self::StronglyConnected => "strongly connected",
        })
    }
}
