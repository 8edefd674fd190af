//! Parsers for option values: sizes, durations, numbers and directories.
//!
//! Every error describes the expected syntax, so that no manual is needed.

use std::path::PathBuf;
use std::time::Duration;

use sanderling_analysis::{DepthBound, Disk};

/// Parses a size in bytes: digits with an optional binary unit, as in `512M`, `4G` or `1.5GiB`.
///
/// # Errors
/// The expected syntax.
pub fn parse_size(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a size such as 512M or 4G (units: K, M, G, T, in powers of 1024)";
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(EXPECTED.into()),
    };
    match scale(number, (1u64 << shift) as f64) {
        Some(bytes) if bytes >= 1.0 => Ok(bytes as u64),
        Some(_) => Err("expected a size greater than 0".into()),
        None => Err(EXPECTED.into()),
    }
}

/// Parses the path of an existing directory that is writable.
///
/// # Errors
/// The expected kind of directory.
pub fn parse_directory(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if !path.is_dir() {
        return Err("expected an existing directory".into());
    }
    let disk = Disk { directory: Some(path.clone()), max_bytes: None };
    let written = disk.try_to_write().map(|()| path);
    written.map_err(|error| format!("expected a writable directory: {error}"))
}

/// Parses a duration: numbers with units from the largest to the smallest, as in `30s`, `1m30s` or `1.5h`.
/// The default unit is the second.
///
/// # Errors
/// The expected syntax.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a duration such as 500ms, 30s, 1m30s or 2h";
    // A unit ends before a digit.
    let is_border =
        |&at: &usize| text.as_bytes()[at].is_ascii_digit() && text.as_bytes()[at - 1].is_ascii_alphabetic();
    let ends = (1..text.len()).filter(is_border).chain([text.len()]);
    let (mut start, mut last, mut seconds) = (0, f64::INFINITY, 0.0);
    for end in ends {
        let (number, unit) = split(&text[start..end]);
        let unit = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "" if start == 0 => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(EXPECTED.into()),
        };
        // Units must be in descending order, each at most once.
        if unit >= last {
            return Err(EXPECTED.into());
        }
        seconds += scale(number, unit).ok_or(EXPECTED)?;
        (start, last) = (end, unit);
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| EXPECTED.into())
}

/// Parses a positive number, as in `1000000`, `1_000_000` or `1e6`.
///
/// # Errors
/// The expected syntax.
pub fn parse_count(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a positive number such as 1000000 or 1e6";
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    let number = match digits.split_once(['e', 'E']) {
        None => digits.parse().ok(),
        Some((mantissa, exponent)) => power_of_ten(mantissa, exponent),
    };
    number.filter(|&n| n > 0).ok_or_else(|| EXPECTED.into())
}

/// Parses a positive number of steps, up to the maximum depth.
///
/// # Errors
/// The expected range.
pub fn parse_steps(text: &str) -> Result<u32, String> {
    let most = DepthBound::MAX_DEPTH;
    u32::try_from(parse_count(text)?)
        .ok()
        .filter(|&steps| steps <= most)
        .ok_or_else(|| format!("expected at most {most}"))
}

/// Parses a number of at least 1, such as `100` or `2.5`.
///
/// # Errors
/// The expected range.
pub fn parse_factor(text: &str) -> Result<f64, String> {
    let factor: Option<f64> = text.parse().ok();
    factor
        .filter(|factor| factor.is_finite() && *factor >= 1.0)
        .ok_or_else(|| "expected a number of at least 1, such as 5 or 2.5".into())
}

/// Maximum number of threads. WebAssembly has only one.
const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 1024 };

/// Parses a number of threads.
pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    threads.ok_or_else(|| match MAX_THREADS {
        1 => "expected 1: only one thread is available".into(),
        most => format!("expected a number from 1 to {most}"),
    })
}

/// Parses a seed.
pub(super) fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected an integer from 0 to 18446744073709551615".into())
}

/// Parses a number of bytes of memory, limited to the largest addressable size.
pub(super) fn parse_memory(text: &str) -> Result<usize, String> {
    parse_size(text).map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
}

fn power_of_ten(mantissa: &str, exponent: &str) -> Option<u64> {
    let mantissa: u64 = mantissa.parse().ok()?;
    mantissa.checked_mul(10u64.checked_pow(exponent.parse().ok()?)?)
}

/// Splits a text into a number and the unit that follows it.
fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

fn scale(number: &str, factor: f64) -> Option<f64> {
    let number: f64 = number.replace('_', "").parse().ok()?;
    let scaled = number * factor;
    // Sizes and durations up to 2^60 are plausible, and their conversion to an integer is exact enough.
    (scaled < (1u64 << 60) as f64).then_some(scaled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_binary_units() {
        for (text, bytes) in
            [("1", 1), ("4k", 4096), ("512M", 512 << 20), ("1.5GiB", 3 << 29), ("2TB", 2 << 40)]
        {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "G", "-1", "4X", "1e30G", "99999999999999999999T", "4 apples", "1..5M"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_are_seconds_unless_they_say_otherwise() {
        for (text, ms) in [
            ("30", 30_000),
            ("30s", 30_000),
            ("250ms", 250),
            ("1.5m", 90_000),
            ("2h", 7_200_000),
            ("1m30s", 90_000),
            ("1h2m3s4ms", 3_723_004),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "s", "-3s", "3 weeks", "1e999", "30s1m", "1m1m", "1m30", "ém5s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn factors_are_at_least_one() {
        assert_eq!((parse_factor("1"), parse_factor("2.5")), (Ok(1.0), Ok(2.5)));
        for text in ["", "0", "0.9", "-3", "inf", "NaN", "x"] {
            assert!(parse_factor(text).is_err(), "{text}");
        }
    }

    #[test]
    fn steps_are_counts_that_a_depth_may_be() {
        assert_eq!((parse_steps("1"), parse_steps("1e6")), (Ok(1), Ok(1_000_000)));
        assert_eq!(parse_steps("2147483647"), Ok(DepthBound::MAX_DEPTH));
        for text in ["0", "-1", "x", "2147483648", "1e10"] {
            assert!(parse_steps(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_are_positive_and_may_be_grouped() {
        for (text, number) in [("1", 1), ("1_000", 1000), ("1e6", 1_000_000), ("25E2", 2500)] {
            assert_eq!(parse_count(text), Ok(number), "{text}");
        }
        for text in ["", "0", "-1", "1.5", "1e99", "x", "99999999999999999999"] {
            assert!(parse_count(text).is_err(), "{text}");
        }
    }
}
