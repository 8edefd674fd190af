//! From a net to a packed model.

mod ragged;
mod structure;

pub use structure::Structure;
