//! The greatest values that are reached: a capability.

use crate::System;

/// The greatest value of each observed quantity, and of their sum, over a set of states. Does not
/// depend on how states are packed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Maxima {
    /// The greatest value of each quantity, in the system's order.
    pub each: Vec<u64>,
    /// The greatest sum of all of them in one state.
    pub sum: u128,
}

/// A system whose states hold quantities of which one may ask the greatest value.
///
/// # Laws
/// 1. `maxima` after `absorb` of some states gives at least what it gave before, and exactly the
///    pointwise maxima of what was in `maxima` and those states.
/// 2. What was gathered of some states and `join`ed to what was gathered of others raises `maxima` as if all had been
///    absorbed one after the other.
pub trait Extremes: System {
    /// What is gathered while states go by; may depend on how they are packed.
    type Extremes: Send;

    /// Nothing gathered yet.
    fn no_extremes(&self) -> Self::Extremes;

    /// Takes a state into account. `scratch` is prepared for it.
    fn absorb<const W: usize>(&self, state: &[u64], scratch: &Self::Scratch, extremes: &mut Self::Extremes);

    /// Takes into account what was gathered of other states of this system.
    fn join(&self, extremes: &mut Self::Extremes, others: &Self::Extremes);

    /// Raises `maxima` to what has been gathered.
    fn raise(&self, extremes: &Self::Extremes, maxima: &mut Maxima);
}
