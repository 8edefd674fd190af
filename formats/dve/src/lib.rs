//! DVE, the language of the DiVinE model checker and of the BEEM benchmark models.
//!
//! ```text
//! text ──parse──▶ Model ──check──▶ names and types looked up ──lower──▶ Net
//! ```
//!
//! [`parse::parse`] reads the text into a syntax tree. What implementations disagree on is decided by
//! [`Semantics`]; `docs/dve.md` tells the language and the differences. The trait's laws hold of [`Dve`].

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
