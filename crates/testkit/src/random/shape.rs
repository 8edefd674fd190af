//! What random nets look like.

use std::ops::RangeInclusive;

/// How large a random net is, and what occurs in it how often.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The number of places; at least one.
    pub places: RangeInclusive<usize>,
    /// The number of transitions.
    pub transitions: RangeInclusive<usize>,
    /// How many input arcs, and how many output arcs, a transition has.
    pub arcs: RangeInclusive<usize>,
    /// The greatest weight of an arc.
    pub max_weight: u64,
    /// The most tokens in a place at the start; at least one.
    pub max_tokens: u64,
    /// How likely a place is marked at the start.
    pub marked: f64,
    /// Whether every transition puts as many tokens as it takes: then the net is bounded.
    pub conservative: bool,
    /// How likely a transition has an inhibitor arc.
    pub inhibitor: f64,
    /// How likely a transition has a read arc.
    pub read: f64,
    /// How likely a transition has a reset arc.
    pub reset: f64,
    /// How likely a place has a capacity.
    pub capacity: f64,
    /// How likely the net has units that claim to be safe, which may well be wrong.
    pub units: f64,
}

impl Shape {
    /// Small nets of input and output arcs, with up to a few thousand markings if bounded.
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

    /// Bounded ones: no transition makes tokens.
    #[must_use]
    pub fn conservative() -> Self {
        Self { conservative: true, places: 2..=7, arcs: 1..=3, ..Self::plain() }
    }

    /// With all kinds of arcs, and capacities.
    #[must_use]
    pub fn special() -> Self {
        Self { inhibitor: 0.3, read: 0.3, reset: 0.2, capacity: 0.3, ..Self::plain() }
    }

    /// With all kinds of arcs, and more transitions than two words have bits.
    #[must_use]
    pub fn many_events() -> Self {
        Self { places: 70..=90, transitions: 130..=160, ..Self::special() }
    }

    /// Bounded ones with all kinds of arcs, and capacities.
    #[must_use]
    pub fn conservative_special() -> Self {
        Self { inhibitor: 0.3, read: 0.3, reset: 0.2, capacity: 0.3, ..Self::conservative() }
    }

    /// Bounded ones with counts around 2^32, which nothing narrower than 64 bits can hold.
    #[must_use]
    pub fn large_counts() -> Self {
        let large = (1 << 32) + 1;
        Self { max_weight: large, max_tokens: large, marked: 0.8, ..Self::conservative() }
    }

    /// Bounded ones with few tokens and claims of safety, which are right in some.
    #[must_use]
    pub fn claimed_units() -> Self {
        Self { units: 1.0, max_tokens: 1, max_weight: 1, marked: 0.4, arcs: 1..=2, ..Self::conservative() }
    }
}
