//! An axis of a chart: logarithmic (for seconds, bytes and states), a count from 0, or named positions.
//!
//! The ends of a logarithmic axis are arbitrary positive numbers. Its labels are powers of ten, or a
//! selection if there are many. If there are fewer than three, the labels are 1, 2 and 5 times powers of ten.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// Maximum number of labels of an axis.
const MAX_LABELS: usize = 9;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Axis {
    /// From a positive number to a greater one.
    Log(Range<f64>),
    /// From 0 to a positive number.
    Count(f64),
    /// From a number to a greater one, with labels at these positions.
    Named(Range<f64>, Vec<f64>),
}

impl Axis {
    /// Returns an axis around these values with a margin. Values that are not positive are ignored.
    pub(super) fn log_around(values: impl IntoIterator<Item = f64>) -> Self {
        let values = values.into_iter().filter(|value| value.is_finite() && *value > 0.0);
        let (least, most) =
            values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
        if least > most {
            return Self::Log(0.5..20.0);
        }
        // A single value is in the middle.
        let room = if most < 2.0 * least { 4.0 } else { 1.3 };
        Self::Log((least / room).max(f64::MIN_POSITIVE)..(most * room).min(f64::MAX))
    }

    /// Returns a counting axis up to these values with a margin.
    pub(super) fn count_up_to(values: impl IntoIterator<Item = f64>) -> Self {
        Self::Count(1.03 * values.into_iter().fold(1.0, f64::max))
    }

    /// Returns an axis around these values and the named positions with a margin.
    pub(super) fn named(names: Vec<f64>, values: impl IntoIterator<Item = f64>) -> Self {
        let values = values.into_iter().chain(names.iter().copied());
        let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        let room = if least < most { 0.05 * (most - least) } else { 1.0 };
        Self::Named(least - room..most + room, names)
    }

    fn labels(&self) -> Vec<f64> {
        match self {
            Self::Log(range) => log_labels(range),
            Self::Count(most) => count_labels(*most),
            Self::Named(_, names) => names.clone(),
        }
    }
}

fn log_labels(range: &Range<f64>) -> Vec<f64> {
    let (first, last) = (range.start.log10().floor() as i32, range.end.log10().ceil() as i32);
    let of = |digits: &[f64]| -> Vec<f64> {
        let all = (first..=last).flat_map(|exponent| digits.iter().map(move |digit| digit * power(exponent)));
        all.filter(|value| range.contains(value)).collect()
    };
    let powers = of(&[1.0]);
    match powers.len() {
        0..=2 => of(&[1.0, 2.0, 5.0]),
        count => powers.into_iter().step_by(count.div_ceil(MAX_LABELS)).collect(),
    }
}

/// Returns a power of ten. Quotients are closer to negative powers than products.
fn power(exponent: i32) -> f64 {
    if exponent < 0 { 1.0 / 10_f64.powi(-exponent) } else { 10_f64.powi(exponent) }
}

fn count_labels(most: f64) -> Vec<f64> {
    let steps = (0..).flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| digit * power(exponent)));
    let step = steps.into_iter().find(|step| most / step < MAX_LABELS as f64).unwrap_or(most);
    (0..MAX_LABELS).map(|index| index as f64 * step).take_while(|label| *label <= most).collect()
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let part = match self {
            Self::Log(Range { start, end }) => (value.max(*start) / start).ln() / (end / start).ln(),
            Self::Count(most) => value / most,
            Self::Named(Range { start, end }, _) => (value - start) / (end - start),
        };
        from + (part.clamp(0.0, 1.0) * f64::from(to - from)).round() as i32
    }

    /// Returns the key points for any hint: the labelled positions, as there are no lines in between.
    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.labels()
    }

    fn range(&self) -> Range<f64> {
        match self {
            Self::Log(range) | Self::Named(range, _) => range.clone(),
            Self::Count(most) => 0.0..*most,
        }
    }
}

/// Formats a number for an axis: short, with a unit if it is large.
pub(super) fn short(number: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")];
    let (scaled, unit) = match units.iter().find(|(least, _)| number >= *least) {
        Some((1e4, unit)) => (number / 1e3, *unit),
        Some((least, unit)) => (number / least, *unit),
        None => (number, ""),
    };
    format!("{}{unit}", (scaled * 1e4).round() / 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_holds_its_values_in_the_order_of_their_logarithms() {
        let axis = Axis::log_around([0.0, -1.0, f64::NAN, 0.01, 1.0, 100.0]);
        let at = [0.01, 1.0, 100.0].map(|value| axis.map(&value, (0, 1000)));
        assert!(at[0] > 0 && at[2] < 1000 && at[1] == 500, "{at:?}");
        assert_eq!(axis.map(&0.0, (0, 1000)), 0);
    }

    #[test]
    fn labels_are_few_and_round() {
        assert_eq!(Axis::log_around([0.01, 100.0]).labels(), [0.01, 0.1, 1.0, 10.0, 100.0]);
        assert_eq!(Axis::log_around([3.0, 6.5]).labels(), [5.0]);
        assert_eq!(Axis::log_around([3.0]).labels(), [1.0, 2.0, 5.0, 10.0]);
        assert_eq!(Axis::count_up_to([37.0]).labels(), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]);
        assert_eq!(Axis::count_up_to([]).labels(), [0.0, 1.0]);
        assert!(Axis::log_around([1e-9, 1e15]).labels().len() <= MAX_LABELS);
        assert!(!Axis::log_around([]).labels().is_empty());
    }

    #[test]
    fn numbers_are_short() {
        let short = [0.001, 0.5, 20.0, 2e3, 5e4, 2e6, 1e13].map(short);
        assert_eq!(short, ["0.001", "0.5", "20", "2000", "50k", "2M", "10T"]);
    }
}
