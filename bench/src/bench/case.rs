//! What is measured: the list of cases, and one measurement for each way of exploring one.

use sanderling_report::{Count, Report};

use super::sample::Sample;
use crate::apart::{Exploration, Outcome, PreparedNet, run_apart};
use crate::values::{Encoding, show_count};

/// A net whose counts are known, and the ways of exploring it.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    family: &'static str,
    size: u64,
    states: u64,
    firings: u64,
    encodings: &'static [Encoding],
    /// Whether one event is fired at a time: the naive way, on one thread.
    is_sequential: bool,
}

/// Every case, in the order of the table.
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
    // The same, for comparison: a smaller net would stay in the caches, where waiting costs little.
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
    // The statistics of the Model Checking Contest.
    Case {
        name: "fms-5",
        family: "fms",
        size: 5,
        states: 2_895_018,
        firings: 23_527_185,
        encodings: &[Encoding::Auto],
        is_sequential: false,
    },
];

/// One way of exploring a case, with the samples so far.
#[derive(Debug)]
pub(super) struct Measurement {
    pub(super) case: &'static Case,
    pub(super) encoding: Encoding,
    pub(super) threads: usize,
    /// The encoding that was taken, as the report calls it.
    pub(super) taken: String,
    pub(super) samples: Vec<Sample>,
}

impl Case {
    /// The measurements of this case, with each encoding and number of threads.
    pub(super) fn measurements(&'static self, threads: &[usize]) -> Vec<Measurement> {
        let threads = if self.is_sequential { &[1] } else { threads };
        let ways = self.encodings.iter().flat_map(|&encoding| threads.iter().map(move |&t| (encoding, t)));
        let measurement = |(encoding, threads)| Measurement {
            case: self,
            encoding,
            threads,
            taken: String::new(),
            samples: Vec::new(),
        };
        ways.map(measurement).collect()
    }

    /// The firings that every exploration has to make.
    pub(super) fn firings(&self) -> u64 {
        self.firings
    }

    /// The states that every exploration has to find.
    pub(super) fn states(&self) -> u64 {
        self.states
    }

    /// Whether it is explored as one would: nothing is made worse for comparison.
    pub(super) fn is_usual(&self) -> bool {
        !self.is_sequential
    }

    /// The family of the net, and its size.
    pub(super) fn family(&self) -> (&'static str, u64) {
        (self.family, self.size)
    }

    fn check(&self, report: &Report) -> Result<(), String> {
        let found = (report.exhaustive, report.states, report.firings);
        let known = (true, Some(Count::from(self.states)), Some(Count::from(self.firings)));
        if found == known {
            return Ok(());
        }
        let [states, firings] = [report.states, report.firings].map(show_count);
        let Self { name, states: known_states, firings: known_firings, .. } = self;
        Err(format!(
            "{name}: found {states} states and {firings} firings instead of {known_states} and {known_firings}"
        ))
    }
}

impl Measurement {
    /// Explores once more.
    ///
    /// # Errors
    /// That the exploration broke down, or counted wrong.
    pub(super) fn take_sample(&mut self) -> Result<(), String> {
        let outcome = run_apart(&self.exploration())?;
        let (report, peak_resident_bytes) = match outcome {
            Outcome { reports: Ok(mut reports), peak_resident_bytes, .. } if reports.len() == 1 => {
                (reports.remove(0), peak_resident_bytes)
            }
            Outcome { reports, .. } => return Err(format!("{}: {reports:?}", self.case.name)),
        };
        self.case.check(&report)?;
        self.taken = report.options.get("encoding").and_then(|v| v.as_str()).unwrap_or_default().to_owned();
        self.samples.push(Sample {
            search_s: report.time_s.search,
            counted_bytes: report.peak_memory_bytes,
            resident_bytes: peak_resident_bytes,
        });
        Ok(())
    }

    fn exploration(&self) -> Exploration {
        Exploration {
            subject: PreparedNet::Family(self.case.family.to_owned(), self.case.size),
            is_sequential: self.case.is_sequential,
            threads: self.threads,
            encoding: self.encoding,
            store: None,
            dead_transitions: false,
            levels: false,
            memory_bytes: None,
            time: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use sanderling_report::Question;

    use super::*;

    #[test]
    fn the_naive_way_has_one_thread_and_the_others_as_many_as_asked() {
        let counts = CASES.iter().map(|case| case.measurements(&[1, 2]).len()).collect::<Vec<_>>();
        assert_eq!(counts, [6, 1, 2, 2]);
    }

    #[test]
    fn the_philosophers_counts_follow_their_formula() {
        for case in CASES.iter().filter(|case| case.family == "philosophers") {
            let power = |exponent| 3_u64.pow(exponent as u32);
            assert_eq!(case.states, power(case.size));
            assert_eq!(case.firings, 7 * case.size * power(case.size - 2));
        }
    }

    #[test]
    fn other_counts_than_the_known_ones_are_an_error() {
        let case = &CASES[0];
        let mut report = Report::new(Question::Explore);
        (report.exhaustive, report.states, report.firings) =
            (true, Some(case.states.into()), Some(case.firings.into()));
        assert_eq!(case.check(&report), Ok(()));
        report.firings = Some((case.firings + 1).into());
        assert!(case.check(&report).unwrap_err().contains("167403916 firings"));
    }
}
