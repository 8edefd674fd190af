//! Compilation of nets to packed models.
//!
//! ```text
//! Net ─▶ Structure ─▶ Bounds ─▶ Knowledge ─▶ Layout, rules, tables ─▶ FieldModel
//!        arcs         proofs    facts and                            └▶ RadixModel
//!                               assumptions
//!     └▶ cells, rules ─▶ proof, sample ─▶ slots, programs, lists ──────▶ ValueModel
//! ```
//!
//! [`Knowledge`] contains all facts about a place/transition net that are proved before it is explored. A [`NetModel`] is
//! compiled from it: a system whose states are packed markings, and which finds enabled transitions and fires them on
//! the packed words. [`FieldModel`] packs into bit fields, which is fastest; [`RadixModel`] into mixed-radix numbers,
//! which is smallest. Nets whose places contain one token with a value each, such as programs of communicating
//! processes, become a [`ValueModel`]: see [`value`]. Any other coloured net can be a [`ColouredModel`] without
//! unfolding: see [`explicit`].

mod bound;
mod concurrency;
mod contradiction;
mod dependency;
mod digit;
mod enabling;
pub mod explicit;
mod field_model;
mod invariant;
mod knowledge;
pub mod layout;
mod look_ahead;
mod net_model;
mod over_approximation;
mod quotient;
mod radix_code;
mod radix_model;
mod ragged;
mod rule;
pub mod self_covering;
mod structure;
mod translation;
mod trigger;
mod unit_claim;
mod unpacking;
pub mod value;

pub use bound::{Bounds, Proof};
pub use contradiction::Contradiction;
pub use explicit::ColouredModel;
pub use field_model::{FieldExtremes, FieldModel};
pub use invariant::{Invariant, Invariants, TransitionSemiflows, incidence_rank};
pub use knowledge::{ClaimStatus, Knowledge, TooManyTokens};
pub use net_model::{CountModel, NetModel};
pub use over_approximation::OverApproximation;
pub use radix_model::RadixModel;
pub use structure::Structure;
pub use unit_claim::{UnitClaim, unit_violation};
pub use value::{ModelErrors, ValueModel};
