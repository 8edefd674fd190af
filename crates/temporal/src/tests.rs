//! Tests on random formulas and words, seed by seed, and on formulas whose automata are known.

mod buchi;
mod guards;
mod limits;
mod naive;
mod random;
mod reduction;
mod rewriting;
mod sizes;
mod strength;
mod stutter;
mod translation;
