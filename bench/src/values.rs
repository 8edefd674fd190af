//! Values on the command line that are more than a word, and how they are written in tables.

use std::time::Duration;

use clap::ValueEnum;
use sanderling_report::Count;
use serde::{Deserialize, Serialize};

/// How markings are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Encoding {
    /// Whichever is expected to serve best
    #[default]
    Auto,
    /// Bit fields
    Fields,
    /// Mixed radix
    Radix,
}

impl From<Encoding> for sanderling::Encoding {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Auto => Self::Auto,
            Encoding::Fields => Self::Fields,
            Encoding::Radix => Self::Radix,
        }
    }
}

/// A number of a report; one that is not known is a question mark.
pub(crate) fn show_count(count: Option<Count>) -> String {
    count.map_or_else(|| "?".to_owned(), |count| count.to_string())
}

/// A figure with this number of digits behind the point; a dash where there is none.
pub(crate) fn show_figure(figure: Option<f64>, decimals: usize) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.decimals$}"))
}

/// The middle of some values; of an even number of them, the mean of the two in the middle.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        count if count.is_multiple_of(2) => Some(f64::midpoint(values[middle - 1], values[middle])),
        _ => Some(values[middle]),
    }
}

/// A size in bytes: digits with an optional binary unit, `512M` or `14G`.
///
/// # Errors
/// What was expected.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let shift = match &text[end..] {
        "" => Some(0),
        "K" => Some(10),
        "M" => Some(20),
        "G" => Some(30),
        _ => None,
    };
    let number: Option<u64> = text[..end].parse().ok();
    let size = number.zip(shift).and_then(|(number, shift)| number.checked_mul(1 << shift));
    size.filter(|&size| size > 0).ok_or_else(|| "expected a size such as 512M or 14G".to_owned())
}

/// A duration in seconds: `90` or `0.5`.
///
/// # Errors
/// What was expected.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}

/// Bytes with a binary unit and three digits or so.
pub(crate) fn show_size(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB"];
    let step = (0..3).take_while(|&step| bytes >= 1 << (10 * (step + 1))).count();
    let scaled = bytes as f64 / f64::from(1_u32 << (10 * step));
    if step == 0 { format!("{bytes} B") } else { format!("{scaled:.1} {}", units[step]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_binary_units() {
        for (text, bytes) in [("1", 1), ("4K", 4096), ("512M", 512 << 20), ("14G", 14 << 30)] {
            assert_eq!(parse_size(text), Ok(bytes));
        }
        for text in ["", "0", "G", "-1", "1.5G", "4X", "99999999999999999999", "99999999999999G"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([]), None);
        assert_eq!(median([3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 9.0]), Some(3.0));
    }

    #[test]
    fn seconds_are_not_negative() {
        assert_eq!(parse_seconds("1.5"), Ok(Duration::from_millis(1500)));
        for text in ["", "-1", "x", "1e999", "NaN"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_with_the_largest_unit_that_fits() {
        let shown = [1023, 1024, 3 << 19, 1 << 30, 5 << 40].map(show_size);
        assert_eq!(shown, ["1023 B", "1.0 KiB", "1.5 MiB", "1.0 GiB", "5120.0 GiB"]);
    }
}
