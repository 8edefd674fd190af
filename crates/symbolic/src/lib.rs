//! Place/transition nets as decision diagrams: all reachable markings as one set, and sets of those that satisfy a
//! formula.
//!
//! ```text
//! Structure ──Search──▶ Reached ──satisfying──▶ Set ──next, until──▶ Set
//!                          │                     └──run_to──▶ firings
//!                          └──measures──▶ numbers of markings, firings and tokens
//! ```
//!
//! [`Search::backwards`] decides a single goal without the set of reachable markings.
//!
//! [`Counting`] makes a smaller net first, whose diagram also determines the numbers of the original net.
//!
//! Several [orders](sanderling_diagram::order) of the places compete for the time, and the first one that ends is used.
//! The [`sanderling_diagram`] crate has the sources of the methods.

pub mod counting;
mod enclosure;
mod events;
mod formula;
mod reached;
mod search;

pub use counting::{Counting, Counts};
pub use enclosure::{AtMost, Backwards, Enclosure, Refutation};
pub use reached::{Cost, Reached};
pub use sanderling_diagram::order::{Heuristic, Order};
pub use sanderling_diagram::{Measures, Set, Stop};
pub use search::{Budget, Search, SoFar, Stopped};
