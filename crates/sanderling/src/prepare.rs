//! Prepares a net for analysis: unfolds, reduces and compiles it.
//!
//! [`PreparedNet`](PreparedNet) is the public type: the net that was read, or its unfolding. [`AnalysedNet`]
//! is a net with its facts, each computed once. [`Part`] is the net reduced for some goals, with the map back
//! to the original.

mod analysed_net;
mod coverability;
mod labels;
mod prepared_net;
mod reduced;
pub(crate) mod rules;
mod skeleton;
mod unfolded;

pub(crate) use self::analysed_net::{AnalysedNet, Encoded, Facts, starting_in};
pub(crate) use self::coverability::{coverability_budget, coverability_construction, coverability_set};
pub use self::labels::labels;
pub use self::prepared_net::PreparedNet;
pub(crate) use self::reduced::Part;
pub(crate) use self::skeleton::SkeletonOfNet;
