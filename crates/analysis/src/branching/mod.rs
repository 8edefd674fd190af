//! What can happen from each state: the labelling of branching time logic, over a state space that has been explored.
//!
//! Clarke, Emerson and Sistla, *Automatic Verification of Finite-State Concurrent Systems Using Temporal Logic Specifications*, ACM
//! TOPLAS 8, 1986. For each formula there is the [set](StateSet) of states that satisfy it, found from the sets of its operands by going
//! [backwards](Backwards) along events. We differ in what a run is: one that ends in a state without events is a run, too, so that
//! from such a state there is no next one, and what holds for ever on a run that ends there has to hold up to it.

mod backwards;
mod state_set;

pub use backwards::{Backwards, backwards};
pub use state_set::StateSet;
