//! Conversion of floating-point vectors to integers that may have been intended.
//!
//! At a vertex, the solution of a linear program with small integers is a vector of fractions with small denominators,
//! up to rounding. It is scaled so that one of its entries is 1, each entry is replaced by the nearest simple fraction
//! (continued fractions), and all are multiplied by the common denominator. The result need not be right, since it is
//! checked afterwards.

/// Share of the largest entry below which entries are noise.
const NOISE: f64 = 1e-9;
/// Maximum denominator of an entry, and of all entries together.
const MAX_DENOMINATOR: i128 = 1 << 16;
const MAX_COMMON: i128 = 1 << 48;

/// Iterates over integer vectors that may be a multiple of this one, the likeliest first.
pub fn multiples(values: &[f64]) -> impl Iterator<Item = Vec<i128>> + '_ {
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let smallest = values.iter().map(|value| value.abs()).filter(|value| *value > NOISE * largest);
    let smallest = smallest.fold(f64::INFINITY, f64::min);
    let units = [smallest, largest, 1.0];
    let usable = units.into_iter().filter(move |unit| unit.is_finite() && *unit > 0.0 && largest.is_finite());
    usable.filter_map(move |unit| multiple(values, unit, NOISE * largest / unit))
}

fn multiple(values: &[f64], unit: f64, noise: f64) -> Option<Vec<i128>> {
    let mut fractions = Vec::with_capacity(values.len());
    let mut common = 1_i128;
    for value in values {
        let (numerator, denominator) = fraction(value / unit, noise)?;
        common = common / gcd(common, denominator) * denominator;
        if common > MAX_COMMON {
            return None;
        }
        fractions.push((numerator, denominator));
    }
    let scaled = |(numerator, denominator): (i128, i128)| numerator.checked_mul(common / denominator);
    fractions.into_iter().map(scaled).collect()
}

/// Returns the simplest fraction that is practically equal to the value.
fn fraction(value: f64, noise: f64) -> Option<(i128, i128)> {
    const LARGEST: f64 = (1_u64 << 60) as f64;
    if value.abs() <= noise {
        return Some((0, 1));
    }
    if value.is_nan() || value.abs() > LARGEST {
        return None;
    }
    let (mut before, mut last) = ((0_i128, 1_i128), (1_i128, 0_i128));
    let mut rest = value;
    loop {
        let whole = rest.floor();
        let next = ((whole as i128) * last.0 + before.0, (whole as i128) * last.1 + before.1);
        if next.1 > MAX_DENOMINATOR {
            return Some(last);
        }
        (before, last) = (last, next);
        let error = (value - last.0 as f64 / last.1 as f64).abs();
        if error <= 1e-9 * value.abs().max(1.0) || rest - whole < 1e-12 {
            return Some(last);
        }
        rest = 1.0 / (rest - whole);
        if rest > LARGEST {
            return Some(last);
        }
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_and_halves_become_integers() {
        let values = [1.0 / 3.0, 0.5 + 1e-13, 0.0, -1e-12, -2.0 / 3.0];
        assert_eq!(multiples(&values).next(), Some(vec![2, 3, 0, 0, -4]));
    }

    #[test]
    fn nonsense_gives_nothing() {
        for values in [[f64::NAN, 1.0], [f64::INFINITY, 1.0], [f64::NAN, f64::NAN]] {
            assert_eq!(multiples(&values).next(), None, "{values:?}");
        }
        assert_eq!(multiples(&[0.0, 0.0]).flatten().find(|&entry| entry != 0), None);
    }

    #[test]
    fn numbers_without_a_common_measure_end() {
        let values = [std::f64::consts::PI, std::f64::consts::E, 1e17, 1e-300];
        assert!(multiples(&values).count() <= 3);
    }
}
