//! Model checking of branching time logic.
//!
//! There are two methods. The first explores all states and then [labels](Backwards::satisfying) them: E. M.
//! Clarke, E. A. Emerson and A. P. Sistla, *Automatic Verification of Finite-State Concurrent Systems Using
//! Temporal Logic Specifications*, ACM TOPLAS 8, 1986. The [set](StateSet) of states that satisfy a formula
//! is computed from the sets of its operands by going [backwards](Backwards) along events. The second labels
//! states [on the fly](label_on_the_fly), as far as needed for the initial state. Both methods can return a
//! [tree of runs](RunTree) as evidence.
//!
//! Where we differ: a run that ends in a state without events is a run too. Such a state has no next state,
//! and a property that must hold forever on the run must hold up to its end.

mod backwards;
mod evidence;
mod formula;
mod labels;
mod local;
mod numbered;
mod order;
mod state_set;
mod stored;
mod tree;

pub use backwards::{Backwards, backwards};
pub use formula::Branching;
pub use local::{Labelled, label_on_the_fly};
pub use order::EventOrder;
pub use state_set::StateSet;
pub use tree::{Branch, Claim, Evidence, RunTree};
