//! An estimate of the number of states that a set of hashes has omitted, because it took them for others.
//!
//! A new state is taken for a known one with a probability `p` that is known at each lookup, from the load of the set.
//! Omissions themselves are not observed. But for each state recognised as new, `p / (1 - p)` omitted states are
//! expected, and the estimate adds these up. Then no state at all was omitted with at least the probability
//! `exp(-expected)`: the union bound of Stern and Dill, *Improved Probabilistic Verification by Hash Compaction*,
//! CHARME 1995, with the load at every insertion. NOTE: the estimate covers states that were reached. States that can
//! only be reached through an omitted state were not.

/// An estimate of the states that were omitted.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Omissions {
    /// The expected number of omitted states.
    pub expected: f64,
}

impl Omissions {
    /// Returns an upper bound on the probability that any state was omitted.
    #[must_use]
    pub fn probability(self) -> f64 {
        -(-self.expected).exp_m1()
    }

    /// Updates the estimate for a state that was recognised as new despite this probability of omission.
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
