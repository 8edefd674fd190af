//! Questions about infinite runs of a [`System`](sanderling_system::System).
//!
//! | module | question |
//! | --- | --- |
//! | `accepting` | is there a run that an automaton accepts? Model checking of linear temporal logic |
//! | `branching` | which states satisfy a formula of branching time logic? |
//! | `components` | which events can always happen again? |
//!
//! The first two explore on the fly, as far as needed. The second can also label the states that a search of
//! `sanderling-analysis` has stored, and the third needs them.

mod accepting;
mod branching;
mod components;
mod nodes;
mod on_the_fly;
mod sample;

pub use accepting::{
    Acceptance, AcceptedRun, Barred, Fairness, Product, ShorterRun, Waiting, accepted_run,
    accepted_run_in_sample, shorten_run,
};
pub use branching::{
    Backwards, Branch, Branching, Claim, EventOrder, Evidence, Labelled, RunTree, StateSet, backwards,
    label_on_the_fly,
};
pub use components::{ComponentQuery, Components, components};
pub use sample::Sample;
