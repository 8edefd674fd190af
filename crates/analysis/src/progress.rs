//! Progress measures: how far along a state is, for the sweep-line.
//!
//! A search that sweeps forgets the states whose progress lies behind. Its answer is exact with any
//! measure whatever; but it needs little memory only where few events *regress*, and few states have
//! the same progress. Sources: Christensen, Kristensen and Mailund, *A Sweep-Line Method for State Space
//! Exploration*, TACAS 2001; Kristensen and Mailund, *A Generalised Sweep-Line Method for Safety Properties*,
//! FME 2002.
//!
//! A [`Measure`] is a vector of numbers, compared lexicographically. [`derive()`] finds one from what events
//! add to slots, as in nets; [`learn`] finds one from a [`Sample`] of the states, such that at most a
//! chosen share of its steps regress. A user may as well give one.
//!
//! INVARIANT: a measure is a function of the values of the slots alone, so that it stays the same when a
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
