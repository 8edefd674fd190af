//! The numbered laws of the system traits, checked on random walks.
//!
//! A check walks from the initial state, fires random events and checks the promises of the trait in every state that
//! it visits. It panics with the trait, the number of the law, the seed and the state. A new implementation gets all
//! checks with one line in a test.

mod adaptive;
mod dependencies;
mod extremes;
mod system;
mod waiting;
mod walk;

pub use adaptive::check_adaptive_laws;
pub use dependencies::{Compared, check_dependencies, check_dependency_laws};
pub use extremes::check_extremes_laws;
pub use system::check_system_laws;
pub use waiting::{Select, StateSpace};

/// Number of events that a check fires.
const STEPS: usize = 300;

/// Number of events after which it starts again from the initial state.
const WALK: usize = 40;

#[cfg(test)]
mod tests;
