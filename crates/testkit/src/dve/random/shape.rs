//! What random models look like.

use std::ops::RangeInclusive;

/// How large a random model is, and what occurs in it how often.
#[derive(Debug, Clone)]
pub struct Shape {
    /// How many processes; at least one.
    pub processes: RangeInclusive<usize>,
    /// How many locations a process has; at least one.
    pub locations: RangeInclusive<usize>,
    /// How many transitions a process has.
    pub transitions: RangeInclusive<usize>,
    /// How many variables the model has.
    pub globals: RangeInclusive<usize>,
    /// How many variables a process has.
    pub locals: RangeInclusive<usize>,
    /// How many channels the model has.
    pub channels: RangeInclusive<usize>,
    /// How long arrays are; at least one.
    pub lengths: RangeInclusive<usize>,
    /// How many effects a transition has.
    pub effects: RangeInclusive<usize>,
    /// How deeply expressions nest.
    pub depth: usize,
    /// How likely a transition has a guard.
    pub guarded: f64,
    /// How likely a transition communicates, where there are channels.
    pub communicating: f64,
    /// How likely a location is committed.
    pub committed: f64,
    /// How likely there is one assertion more; below one.
    pub asserted: f64,
    /// How likely there is a process that is left out.
    pub property: f64,
    /// How likely an index, a divisor, a shift or an assigned number may be anything.
    pub wild: f64,
    /// How likely a number is at the border of a width.
    pub large: f64,
}

impl Shape {
    /// Models in which hardly anything fails.
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

    /// Models in which much fails, wraps around, or is refused a cell.
    #[must_use]
    pub fn wild() -> Self {
        Self { wild: 0.2, large: 0.15, depth: 3, ..Self::tame() }
    }

    /// Models of processes that mostly communicate.
    #[must_use]
    pub fn talkative() -> Self {
        Self { processes: 2..=4, channels: 1..=3, communicating: 0.8, guarded: 0.3, ..Self::tame() }
    }

    /// Models with states of many words.
    #[must_use]
    pub fn wide() -> Self {
        Self { globals: 3..=6, locals: 2..=4, lengths: 1..=12, effects: 1..=3, guarded: 0.8, ..Self::tame() }
    }
}
