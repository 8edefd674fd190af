//! Progress measures for the sweep-line method.
//!
//! A sweep-line search forgets states of less progress. Its results are exact with any measure. But it saves
//! memory only if few events *regress*, and few states have equal progress. Sources: Christensen, Kristensen
//! and Mailund, *A Sweep-Line Method for State Space Exploration*, TACAS 2001; Kristensen and Mailund, *A
//! Generalised Sweep-Line Method for Safety Properties*, FME 2002.
//!
//! A [`Measure`] is a vector of numbers that are compared lexicographically. [`derive()`] computes one from
//! the amounts that events add to slots, as in nets. [`learn`] computes one from a [`Sample`] of the states,
//! such that at most a given share of its steps regress. Users can also supply their own.
//!
//! INVARIANT: a measure is a function of the values of the slots alone, so that it does not change when a
//! system is relaxed.

mod derive;
mod echelon;
mod experiment;
mod learn;
mod measure;
mod ranking;
mod sample;

pub use derive::derive;
pub use learn::{LEVELS, learn, learn_from};
pub use measure::{Component, Linear, Measure, Ranked};
pub use sample::{Effort, Sample};
