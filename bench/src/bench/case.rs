//! The nets to measure, and their settings.

use super::measurement::{Case as Net, Measurement};
use crate::runner::exploration::Exploration;
use crate::values::Encoding;

/// A net with known counts, and the settings for exploring it.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    family: &'static str,
    size: u64,
    states: u64,
    firings: u64,
    encodings: &'static [Encoding],
    /// Whether one event is fired at a time, by the sequential driver on one thread.
    is_sequential: bool,
}

/// All cases, in the order of the table.
pub(super) const CASES: &[Case] = &[
    // 3^15 states and 7·15·3^13 firings.
    Case {
        name: "philosophers-15",
        family: "philosophers",
        size: 15,
        states: 14_348_907,
        firings: 167_403_915,
        encodings: &[Encoding::Auto, Encoding::Fields, Encoding::Radix],
        is_sequential: false,
    },
    // The same net with the sequential driver, for comparison. A smaller net would stay in the caches, where
    // waiting costs little.
    Case {
        name: "one-at-a-time",
        family: "philosophers",
        size: 15,
        states: 14_348_907,
        firings: 167_403_915,
        encodings: &[Encoding::Auto],
        is_sequential: true,
    },
    // Ciardo and Tilgner, 1996: see the family.
    Case {
        name: "kanban-5",
        family: "kanban",
        size: 5,
        states: 2_546_432,
        firings: 24_460_016,
        encodings: &[Encoding::Auto],
        is_sequential: false,
    },
    // The counts come from the Model Checking Contest.
    Case {
        name: "fms-5",
        family: "fms",
        size: 5,
        states: 2_895_018,
        firings: 23_527_185,
        encodings: &[Encoding::Auto],
        is_sequential: false,
    },
    // Layouts that widen: see the family.
    Case {
        name: "late-marking-11",
        family: "late-marking",
        size: 11,
        states: 2_048_000,
        firings: 24_573_952,
        encodings: &[Encoding::Auto],
        is_sequential: false,
    },
];

impl Case {
    /// Returns the measurements of this case, for each encoding and number of threads.
    pub(super) fn measurements(&self, threads: &[usize]) -> Vec<Measurement> {
        let threads = if self.is_sequential { &[1] } else { threads };
        let settings =
            self.encodings.iter().flat_map(|&encoding| threads.iter().map(move |&t| (encoding, t)));
        let measurement = |(encoding, threads)| {
            let case = self.net();
            let usual = Exploration::of(case.net.clone());
            let exploration = Exploration { encoding, threads, is_sequential: self.is_sequential, ..usual };
            Measurement { case, exploration, samples: Vec::new() }
        };
        settings.map(measurement).collect()
    }

    pub(super) fn net(&self) -> Net {
        let Self { name, family, size, states, firings, .. } = self;
        Net::of_family(name, family, *size, (*states).into(), Some((*firings).into()))
    }

    /// Returns whether it is explored with the default driver, without a handicap for comparison.
    pub(super) fn is_usual(&self) -> bool {
        !self.is_sequential
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_naive_way_has_one_thread_and_the_others_the_given_numbers() {
        let counts = CASES.iter().map(|case| case.measurements(&[1, 2]).len()).collect::<Vec<_>>();
        assert_eq!(counts, [6, 1, 2, 2, 2]);
    }

    #[test]
    fn the_philosophers_counts_follow_their_formula() {
        for case in CASES.iter().filter(|case| case.family == "philosophers") {
            let power = |exponent| 3_u64.pow(exponent as u32);
            assert_eq!(case.states, power(case.size));
            assert_eq!(case.firings, 7 * case.size * power(case.size - 2));
        }
    }
}
