//! Capability to compute the greatest values that quantities reach.

use crate::System;

/// The greatest value of each observed quantity, and of their sum, over a set of states. They do not depend on the
/// packing of states.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Maxima {
    /// The greatest value of each quantity, in the system's order.
    pub each: Vec<u64>,
    /// The greatest sum of all quantities in one state.
    pub sum: u128,
}

/// A system whose states contain quantities with a greatest value of interest.
///
/// # Laws
/// 1. After `absorb` of some states, `raise` sets `maxima` to exactly the pointwise maxima of its previous contents and
///    those states.
/// 2. Joining what was gathered from two sets of states raises `maxima` as if all their states had been absorbed one
///    after the other.
pub trait Extremes: System {
    /// What is gathered from states. It may depend on their packing.
    type Extremes: Send;

    /// Returns an empty collection.
    fn no_extremes(&self) -> Self::Extremes;

    /// Adds a state. `scratch` must be prepared for it.
    fn absorb<const W: usize>(&self, state: &[u64], scratch: &Self::Scratch, extremes: &mut Self::Extremes);

    /// Adds what was gathered from other states of this system.
    fn join(&self, extremes: &mut Self::Extremes, others: &Self::Extremes);

    /// Raises `maxima` to the values gathered.
    fn raise(&self, extremes: &Self::Extremes, maxima: &mut Maxima);
}
