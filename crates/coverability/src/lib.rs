//! Coverability in place/transition nets, even with infinitely many markings.
//!
//! ```text
//! Structure ─▶ Construction ─▶ CoverabilitySet ─▶ bounds, decided conditions, runs, the coverability graph
//!              a tree of       the maximal
//!              markings with ω  markings
//! ```
//!
//! A marking is *coverable* if a reachable one has at least as many tokens in each place. The coverable markings of a
//! place/transition net are those below finitely many markings in which a place may contain ω, which means arbitrarily
//! many tokens. A [`Construction`] computes these; the first path it finds that can be repeated for ever proves that
//! the net is unbounded. The [`CoverabilitySet`] determines the exact bound of each place, and the answer to every
//! question for enough tokens, and to many others.

mod acceleration;
mod budget;
mod construction;
mod firing;
mod group;
mod layout;
mod region;
mod remembered;
mod run;
mod set;
mod shorten;
mod tree;

pub use budget::{Budget, Stopped};
pub use construction::{Construction, Order};
pub use set::{CoverabilitySet, Decided, Tokens};
pub use shorten::shortened;

#[cfg(test)]
mod tests;
