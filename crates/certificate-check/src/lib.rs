//! Checks certificates of `sanderling`: whether what they claim of a Petri net follows from what they show.
//!
//! ```text
//! file of the net ──pnml──▶ Net ◀── run, lemmas and clauses, list of markings ◀──serde── certificate
//! ```
//!
//! Nothing here is shared with the programs that find answers: the net is read anew, all numbers are
//! integers that cannot wrap unnoticed, and what cannot be checked is refused with the reason. To be
//! trusted are these lines, the libraries that read XML and JSON and compute SHA-256, and the compiler.
//! Read in this order: [`schema`], [`net`], [`condition`], [`claim`], then what each evidence needs:
//! [`lemma`], [`clauses`] and [`unit_propagation`] for proofs, [`exploration`] for lists of markings, [`ltl`] for
//! questions about runs, with [`lasso`] where one violates the formula, and [`graph`], [`tableau`] and [`product`] where none does.

pub mod claim;
pub mod clauses;
pub mod condition;
pub mod exploration;
pub mod graph;
pub mod lasso;
pub mod lemma;
pub mod ltl;
pub mod net;
pub mod pnml;
pub mod product;
pub mod schema;
pub mod tableau;
pub mod unit_propagation;

pub use claim::{Judgement, check};

/// Why a certificate, or a part of it, is refused.
pub type Refusal = String;
