//! What the crate claims, on random contents.

mod cell;
mod narrowed;
mod simplify;
