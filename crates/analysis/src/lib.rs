//! Explores the states of a [`System`](sanderling_system::System).
//!
//! Every search is an instance of the general state exploring algorithm (Evangelista and Kristensen,
//! *Search-Order Independent State Caching*, ToPNoC IV, 2010): take an open state, fire one of its events,
//! look up the successor, and close the state when no event is left. The choices are independent, and each
//! has its own folder:
//!
//! | folder | choice |
//! | --- | --- |
//! | [`open`] | which open state comes next |
//! | [`reduce`] | which of its events are fired |
//! | [`retention`] | which closed states are kept |
//! | `store` | how states are stored |
//! | [`observe`] | what is evaluated in each state |
//! | `driver` | one event at a time, or a block of states at a time |
//!
//! Start with [`explore`]. The crate has no global state: several searches may run side by side. Each has
//! its own [`Control`], through which another thread can cancel it and read its progress.

mod bits;
mod checkpoint;
mod control;
mod depth;
mod driver;
mod graph;
mod growth;
mod guidance;
mod levels;
mod limits;
pub mod observe;
pub mod open;
mod outbox;
mod outcome;
mod peers;
mod phases;
mod recent;
pub mod reduce;
mod relaxation;
pub mod retention;
mod self_check;
mod shorten;
mod store;
mod walk;
mod witness;

/// Parts of the drivers for other searches of a system, such as those of `sanderling-runs`.
pub mod building_blocks {
    pub use crate::driver::team;
    pub use crate::limits::Clock;
    pub use crate::relaxation::relaxed;
    pub use crate::self_check::{Checks, compare};
    pub use crate::store::sample_size;
    pub use crate::witness::{events_of, standing_for_others};
}

pub use checkpoint::shares::{share_of, shares_in};
pub use checkpoint::{Checkpoints, ShareSummary, Summary};
pub use control::{Control, DiagramProgress, Progress};
pub use depth::{DepthBound, DepthStatistics, explore_to_depth};
pub use driver::{
    Driver, Options, are_kept_whole, explore, explore_together, explore_together_with_checkpoints,
    explore_with_checkpoints,
};
pub use graph::{Graph, graph};
pub use guidance::{Guidance, Heuristic, ProgressMeasure};
pub use levels::{BYTES_OF_STATE as LEVEL_BYTES_OF_STATE, Level, level_graph};
pub use limits::{Limits, MIN_BYTES_OF_PROCESS, StopReason};
pub use observe::{Enough, EventSet, Goal, Measure, Observation};
pub use outcome::Outcome;
pub use peers::{Lost, Peers, Share, Together, Traffic};
pub use phases::Phases;
pub use sanderling_store::runs::Scope;
pub use self_check::{Discrepancy, Expanded, Reference, Sampling, SelfCheck};
pub use shorten::{Shortened, shorten};
pub use store::{
    Abilities, Disk, DiskStates, HAS_FILES, Kind as StoreKind, Number as StoreNumber, StoreChoice, Stored,
    bytes_of_state,
};
pub use walk::{Walked, WalkedEvents, random_walks, walk_for_events};
pub use witness::Witness;
