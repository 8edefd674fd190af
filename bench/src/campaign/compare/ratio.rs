//! Decides whether a measured value changed or differs only by noise.
//!
//! The medians of repeated runs are compared. The range of the ratio extends from the minimum new value over
//! the maximum old one to the maximum new value over the minimum old one. If the range contains 1, the values
//! of both sides overlap and nothing changed. With three repetitions on both sides, the ranges of equal
//! programs are disjoint in one case out of ten. So a factor and a difference must be reached in addition.
//! With fewer repetitions, only a much larger factor and difference count.

use serde::Serialize;

use super::CaseName;
use crate::campaign::case::Case;
use crate::campaign::record::Run;
use crate::values::median;

/// Minimum number of repetitions on both sides for which their range is meaningful.
const ENOUGH: usize = 3;

/// A measured value, and the difference that counts as a change.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Rule {
    pub(super) unit: &'static str,
    /// The words for a decrease and an increase.
    #[serde(skip)]
    pub(super) words: [&'static str; 2],
    #[serde(skip)]
    of: fn(&Run) -> Option<f64>,
    /// The thresholds with enough repetitions.
    pub(super) repeated: Least,
    /// The thresholds with fewer repetitions.
    pub(super) single: Least,
    /// Minimum value on one of the sides for a case to count in means. Smaller values measure the start of a
    /// process.
    pub(super) floor: f64,
}

/// The minimum factor and the minimum difference that count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Least {
    pub(super) factor: f64,
    pub(super) difference: f64,
}

pub(super) const SECONDS: Rule = Rule {
    unit: "s",
    words: ["faster", "slower"],
    of: |run| Some(run.wall_s),
    repeated: Least { factor: 1.1, difference: 0.05 },
    single: Least { factor: 1.5, difference: 0.5 },
    floor: 0.1,
};

pub(super) const MEMORY: Rule = Rule {
    unit: "MiB",
    words: ["smaller", "larger"],
    of: |run| run.peak_bytes.map(|bytes| bytes as f64 / f64::from(1 << 20)),
    repeated: Least { factor: 1.05, difference: 1.0 },
    single: Least { factor: 1.2, difference: 16.0 },
    floor: 16.0,
};

/// A value on both sides. INVARIANT: `low <= ratio <= high`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Ratio {
    #[serde(flatten)]
    pub(super) case: CaseName,
    /// The medians.
    pub(super) old: f64,
    pub(super) new: f64,
    /// The new median divided by the old one.
    pub(super) ratio: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The smaller number of repetitions of the two sides.
    pub(super) repetitions: usize,
}

impl Ratio {
    /// Returns the ratio, if both sides have a positive value.
    pub(super) fn of(rule: &Rule, name: &CaseName, old: &Case<'_>, new: &Case<'_>) -> Option<Self> {
        let (old, new) = (Statistics::of(rule, old)?, Statistics::of(rule, new)?);
        Some(Self {
            case: name.clone(),
            old: old.median,
            new: new.median,
            ratio: new.median / old.median,
            low: new.least / old.most,
            high: new.most / old.least,
            repetitions: old.count.min(new.count),
        })
    }

    pub(super) fn is_repeated(&self) -> bool {
        self.repetitions >= ENOUGH
    }
}

/// The statistics of a value over the repetitions of a case.
struct Statistics {
    count: usize,
    least: f64,
    median: f64,
    most: f64,
}

impl Statistics {
    fn of(rule: &Rule, case: &Case<'_>) -> Option<Self> {
        let statistics: Vec<_> =
            case.runs().iter().filter_map(|run| (rule.of)(run)).filter(|&one| one > 0.0).collect();
        Some(Self {
            count: statistics.len(),
            least: statistics.iter().copied().fold(f64::INFINITY, f64::min),
            median: median(statistics.iter().copied())?,
            most: statistics.iter().copied().fold(0.0, f64::max),
        })
    }
}

impl Rule {
    /// Returns whether a ratio is more than noise.
    pub(super) fn is_change(&self, ratio: &Ratio) -> bool {
        let least = if ratio.is_repeated() { self.repeated } else { self.single };
        let is_large = ratio.ratio.max(1.0 / ratio.ratio) >= least.factor
            && (ratio.new - ratio.old).abs() >= least.difference;
        is_large && !(ratio.is_repeated() && (ratio.low..=ratio.high).contains(&1.0))
    }

    /// Describes the rule in a sentence.
    pub(super) fn in_words(&self) -> String {
        let least =
            |least: Least| format!("a factor of {} and {} {}", least.factor, least.difference, self.unit);
        format!(
            "A difference counts from {} on; where both sides have {ENOUGH} repetitions or more, from {} on, if their ranges do not meet.",
            least(self.single),
            least(self.repeated)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::sample::run;

    fn ratio(old: &[f64], new: &[f64]) -> Ratio {
        let runs = |seconds: &[f64]| -> Vec<Run> {
            let timed = |(&wall_s, number): (&f64, u32)| Run { wall_s, ..run("a", "q", "x", number) };
            seconds.iter().zip(1..).map(timed).collect()
        };
        let (old, new) = (runs(old), runs(new));
        let (old, new) = (&Case::all(&old)[0], &Case::all(&new)[0]);
        Ratio::of(&SECONDS, &CaseName::of(old), old, new).unwrap()
    }

    #[test]
    fn noise_is_not_a_change() {
        for (old, new) in [
            // The ranges overlap.
            (&[1.0, 1.5, 2.0][..], &[1.1, 1.2, 1.6][..]),
            // The ranges are disjoint, and the difference is small.
            (&[1.00, 1.01, 1.02], &[1.03, 1.04, 1.05]),
            (&[0.010, 0.011, 0.012], &[0.020, 0.021, 0.022]),
            // A single run is not significant.
            (&[1.0], &[1.4]),
            (&[0.1], &[0.5]),
            (&[1.0, 1.0], &[1.4, 1.4]),
        ] {
            assert!(!SECONDS.is_change(&ratio(old, new)), "{old:?} {new:?}");
            assert!(!SECONDS.is_change(&ratio(new, old)), "{new:?} {old:?}");
        }
    }

    #[test]
    fn a_real_change_is_one() {
        for (old, new) in
            [(&[1.0, 1.1, 1.2][..], &[1.3, 1.4, 1.5][..]), (&[1.0], &[1.6]), (&[9.0, 8.0], &[30.0, 20.0])]
        {
            assert!(SECONDS.is_change(&ratio(old, new)), "{old:?} {new:?}");
            assert!(SECONDS.is_change(&ratio(new, old)), "{new:?} {old:?}");
        }
    }

    #[test]
    fn the_spread_contains_the_ratio() {
        let ratio = ratio(&[2.0, 1.0, 4.0], &[6.0, 3.0, 5.0]);
        assert_eq!((ratio.low, ratio.ratio, ratio.high, ratio.repetitions), (0.75, 2.5, 6.0, 3));
    }
}
