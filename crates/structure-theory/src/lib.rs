//! Structure theory: properties of a place/transition net that follow from its graph and its incidence matrix.
//!
//! ```text
//! Structure ─▶ Flow ─┬▶ Class, Workflow           linear time, with violations of the definition
//!                    ├▶ semiflows, weightings     integers, or integers that refute them
//!                    ├▶ siphons, traps            listed, or the property decided without a list
//!                    └▶ Conclusion                live, deadlock-free, well-formed, sound: with the theorem
//! ```
//!
//! No marking is explored. Everything is exact: floating-point numbers are only proposals, which are checked in
//! integers. Tests of classes take time linear in the arcs, except for sorting. Everything else has a budget, and
//! reports if that was insufficient.

mod alternative;
mod budget;
mod class;
mod component;
mod conclusion;
mod flow;
mod free_choice;
mod incidence;
mod marked_graph;
mod merging;
mod names;
mod obstacle;
mod path;
mod recurrence;
mod semiflow;
mod siphon;
mod siphon_trap;
mod soundness;
mod state_machine;
mod weighting;
mod workflow;

pub use budget::{Answer, Budget, Unknown};
pub use class::Class;
pub use conclusion::{Claim, Conclusion, Theorem, conclusions};
pub use flow::{Flow, Node};
pub use free_choice::{
    NotLiveAndBounded, NotWellFormed, WellFormed, free_choice_liveness, live_and_bounded, well_formedness,
};
pub use marked_graph::LiveMarkedGraph;
pub use obstacle::Obstacle;
pub use recurrence::Recurrence;
pub use semiflow::{equation, place_semiflows, sum, transition_semiflows};
pub use siphon::{PlaceSet, PlaceSets, SetKind};
pub use siphon_trap::siphon_trap_property;
pub use soundness::soundness;
pub use state_machine::{StateMachineFlaw, state_machine_liveness};
pub use weighting::{PlaceVector, PlaceWeightings, TransitionVector, TransitionWeightings};
pub use workflow::{ShapeFlaw, Workflow};
