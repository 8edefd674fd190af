//! Checks certificates of `sanderling`: whether their claims about a Petri net follow from their evidence.
//!
//! ```text
//! file of the net ──pnml──▶ Net ◀── run, lemmas and clauses, list of markings ◀──serde── certificate
//! ```
//!
//! This crate shares nothing with the programs that find answers: it reads the net itself, all numbers are integers
//! that cannot wrap unnoticed, and anything that cannot be checked is refused with the reason. A reader must trust this
//! code, the libraries that read XML and JSON and compute SHA-256, and the compiler. Read in this order: [`schema`],
//! [`net`], [`condition`], [`claim`], then the modules for each kind of evidence: [`lemma`], [`clauses`] and
//! [`unit_propagation`] for proofs, [`boxes`] and [`exploration`] for sets of markings, [`ltl`] for queries about runs, with
//! [`lasso`] if one violates the formula, and [`graph`], [`tableau`] and [`product`] if none does, and `live` for liveness.

pub mod boxes;
pub mod claim;
pub mod clauses;
pub mod condition;
pub mod exploration;
pub mod graph;
pub mod lasso;
pub mod lemma;
mod live;
pub mod ltl;
pub mod net;
pub mod pnml;
pub mod product;
pub mod schema;
pub mod tableau;
pub mod unit_propagation;

pub use claim::{Judgement, check};

/// Reason why a certificate, or a part of it, is refused.
pub type Refusal = String;
