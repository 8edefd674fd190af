//! Promela, the language of the model checker Spin: written, not read.
//!
//! ```text
//! place/transition net ──counts──▶
//!                                  Document ──▶ text
//! value net ──────────── values──▶
//! ```
//!
//! The model is one process whose loop has an option for each transition, and all tokens are in global variables. Each
//! state that Spin stores is therefore a marking, and each transition that it counts is a firing, except for one that
//! it counts for the initial state. Source of the language: Holzmann, *The SPIN Model Checker*, 2003. INVARIANT: a net
//! that Spin would count differently is refused, or ends Spin's search with an error; a wrong count is never silent.

mod counts;
mod document;
mod format;
mod limit;
mod name;
mod values;

pub use format::Promela;

/// The reason why a net cannot be expressed in Promela, for users.
type Refusal = String;
