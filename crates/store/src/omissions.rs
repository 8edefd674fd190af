//! How many states a set of hashes has taken for others, and so left out: an estimate.
//!
//! A new state is taken for a known one with a probability `p` that is known at each look-up: how much
//! of the set is in use. Those that were left out are not seen; but on the path to each state that was
//! recognised as new, `p / (1 - p)` others are to be expected that were not, and these add up. That
//! nothing at all was left out has then at least the probability `exp(-expected)`: the union bound of
//! Stern and Dill, *Improved Probabilistic Verification by Hash Compaction*, CHARME 1995, for every
//! insertion with the set as it was. NOTE: it speaks of the states that were met. What can only be
//! reached through one that was left out was not met either.

/// What is known of the states that were left out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Omissions {
    /// How many are to be expected.
    pub expected: f64,
}

impl Omissions {
    /// How likely it is at most that any state was left out.
    #[must_use]
    pub fn probability(self) -> f64 {
        -(-self.expected).exp_m1()
    }

    /// A state was recognised as new, which happens with one less this probability.
    #[inline(always)]
    pub(crate) fn recognised(&mut self, probability_of_omission: f64) {
        self.expected += probability_of_omission / (1.0 - probability_of_omission);
    }
}

#[cfg(test)]
mod tests {
    use super::Omissions;

    #[test]
    fn small_probabilities_are_not_rounded_away() {
        assert!(Omissions::default().probability().abs() < f64::MIN_POSITIVE);
        let unlikely = Omissions { expected: 1e-20 }.probability();
        assert!((unlikely - 1e-20).abs() < 1e-30);
        assert!((Omissions { expected: 50.0 }.probability() - 1.0).abs() < 1e-15);
    }
}
