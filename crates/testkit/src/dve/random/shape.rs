//! The shape of random models.

use std::ops::RangeInclusive;

/// Size of a random model, and frequency of its elements.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Number of processes; at least one.
    pub processes: RangeInclusive<usize>,
    /// Number of locations of a process; at least one.
    pub locations: RangeInclusive<usize>,
    /// Number of transitions of a process.
    pub transitions: RangeInclusive<usize>,
    /// Number of variables of the model.
    pub globals: RangeInclusive<usize>,
    /// Number of variables of a process.
    pub locals: RangeInclusive<usize>,
    /// Number of channels of the model.
    pub channels: RangeInclusive<usize>,
    /// Length of arrays; at least one.
    pub lengths: RangeInclusive<usize>,
    /// Number of effects of a transition.
    pub effects: RangeInclusive<usize>,
    /// Depth of expressions.
    pub depth: usize,
    /// Probability that a transition has a guard.
    pub guarded: f64,
    /// Probability that a transition communicates, if there are channels.
    pub communicating: f64,
    /// Probability that a location is committed.
    pub committed: f64,
    /// Probability of each further assertion; below one.
    pub asserted: f64,
    /// Probability of a property process.
    pub property: f64,
    /// Probability that an index, a divisor, a shift or an assigned number is unrestricted.
    pub wild: f64,
    /// Probability that a number is at the border of a width.
    pub large: f64,
}

impl Shape {
    /// Returns the shape of models in which steps rarely fail.
    #[must_use]
    pub fn tame() -> Self {
        Self {
            processes: 1..=3,
            locations: 1..=4,
            transitions: 1..=6,
            globals: 0..=3,
            locals: 0..=2,
            channels: 0..=2,
            lengths: 1..=3,
            effects: 0..=3,
            depth: 2,
            guarded: 0.6,
            communicating: 0.4,
            committed: 0.12,
            asserted: 0.2,
            property: 0.05,
            wild: 0.01,
            large: 0.02,
        }
    }

    /// Returns the shape of models in which steps often fail, wrap around, or do not fit a cell.
    #[must_use]
    pub fn wild() -> Self {
        Self { wild: 0.2, large: 0.15, depth: 3, ..Self::tame() }
    }

    /// Returns the shape of models of processes that usually communicate.
    #[must_use]
    pub fn talkative() -> Self {
        Self { processes: 2..=4, channels: 1..=3, communicating: 0.8, guarded: 0.3, ..Self::tame() }
    }

    /// Returns the shape of models with states of many words.
    #[must_use]
    pub fn wide() -> Self {
        Self { globals: 3..=6, locals: 2..=4, lengths: 1..=12, effects: 1..=3, guarded: 0.8, ..Self::tame() }
    }
}
