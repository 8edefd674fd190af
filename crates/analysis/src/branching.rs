//! What can happen from each state: branching time logic.
//!
//! Either all states are explored first and then [labelled](Backwards::satisfying): E. M. Clarke, E. A. Emerson and A. P. Sistla,
//! *Automatic Verification of Finite-State Concurrent Systems Using Temporal Logic Specifications*, ACM TOPLAS 8, 1986. For each formula there is the
//! [set](StateSet) of states that satisfy it, found from the sets of its operands by going [backwards](Backwards) along events. Or states
//! are labelled [on the fly](label_on_the_fly), as far as the answer about the initial state needs them. Of both a [tree of runs](RunTree) can
//! be told.
//!
//! We differ in what a run is: one that ends in a state without events is a run, too, so that from such a state there is no next one, and
//! what holds for ever on a run that ends there has to hold up to it.

mod backwards;
mod formula;
mod labels;
mod local;
mod numbered;
mod state_set;
mod stored;
mod telling;
mod tree;

pub use backwards::{Backwards, backwards};
pub use formula::Branching;
pub use local::{Labelled, label_on_the_fly};
pub use state_set::StateSet;
pub use tree::{Branch, Claim, Evidence, RunTree};
