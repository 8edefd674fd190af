//! DVE, the language of the DiVinE model checker and of the BEEM benchmark models.
//!
//! ```text
//! text ──parse──▶ Model ──check──▶ names and types looked up ──lower──▶ Net
//! ```
//!
//! [`parse::parse`] parses the text into a syntax tree. [`Semantics`] selects between the implementations where they
//! differ; `docs/dve.md` describes the language and the differences. [`Dve`] satisfies the laws of the trait.

mod arithmetic;
mod check;
mod dve;
mod lower;
pub mod parse;
mod recognise;
mod semantics;
pub mod syntax;

pub use dve::Dve;
pub use semantics::Semantics;
