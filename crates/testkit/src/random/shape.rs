//! The shape of random nets.

use std::ops::RangeInclusive;

/// Size of a random net, and frequency of its elements.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Number of places; at least one.
    pub places: RangeInclusive<usize>,
    /// Number of transitions.
    pub transitions: RangeInclusive<usize>,
    /// Number of input arcs, and number of output arcs, of a transition.
    pub arcs: RangeInclusive<usize>,
    /// Maximum weight of an arc.
    pub max_weight: u64,
    /// Maximum initial number of tokens in a place; at least one.
    pub max_tokens: u64,
    /// Probability that a place is initially marked.
    pub marked: f64,
    /// Whether every transition adds as many tokens as it consumes: then the net is bounded.
    pub conservative: bool,
    /// Probability that a transition has an inhibitor arc.
    pub inhibitor: f64,
    /// Probability that a transition has a read arc.
    pub read: f64,
    /// Probability that a transition has a reset arc.
    pub reset: f64,
    /// Probability that a place has a capacity.
    pub capacity: f64,
    /// Probability that the net has units that are claimed to be safe, which may be wrong.
    pub units: f64,
}

impl Shape {
    /// Returns the shape of small nets of input and output arcs, with up to a few thousand markings if bounded.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            places: 1..=6,
            transitions: 1..=6,
            arcs: 0..=3,
            max_weight: 2,
            max_tokens: 3,
            marked: 0.6,
            conservative: false,
            inhibitor: 0.0,
            read: 0.0,
            reset: 0.0,
            capacity: 0.0,
            units: 0.0,
        }
    }

    /// Returns the shape of bounded nets: no transition increases the number of tokens.
    #[must_use]
    pub fn conservative() -> Self {
        Self { conservative: true, places: 2..=7, arcs: 1..=3, ..Self::plain() }
    }

    /// Returns the shape of nets with all kinds of arcs, and capacities.
    #[must_use]
    pub fn special() -> Self {
        Self { inhibitor: 0.3, read: 0.3, reset: 0.2, capacity: 0.3, ..Self::plain() }
    }

    /// Returns the shape of nets with all kinds of arcs, and more transitions than two words have bits.
    #[must_use]
    pub fn many_events() -> Self {
        Self { places: 70..=90, transitions: 130..=160, ..Self::special() }
    }

    /// Returns the shape of bounded nets with all kinds of arcs, and capacities.
    #[must_use]
    pub fn conservative_special() -> Self {
        Self { inhibitor: 0.3, read: 0.3, reset: 0.2, capacity: 0.3, ..Self::conservative() }
    }

    /// Returns the shape of bounded nets with counts around 2^32, for which 64 bits are needed.
    #[must_use]
    pub fn large_counts() -> Self {
        let large = (1 << 32) + 1;
        Self { max_weight: large, max_tokens: large, marked: 0.8, ..Self::conservative() }
    }

    /// Returns the shape of bounded nets with few tokens and claims of safety, which are right for some.
    #[must_use]
    pub fn claimed_units() -> Self {
        Self { units: 1.0, max_tokens: 1, max_weight: 1, marked: 0.4, arcs: 1..=2, ..Self::conservative() }
    }
}
