//! What one run tells, and what several tell together: medians.

/// What one exploration cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// The seconds of the search alone.
    pub(super) search_s: f64,
    /// The most memory that the search counted.
    pub(super) counted_bytes: u64,
    /// The most memory that its process had, where the system tells.
    pub(super) resident_bytes: Option<u64>,
}

/// The median: the middle one, or the mean of the two in the middle; 0 of none.
pub(super) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        count if count % 2 == 1 => sorted[count / 2],
        count => f64::midpoint(sorted[count / 2 - 1], sorted[count / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([]).to_bits(), 0.0_f64.to_bits());
        for (values, middle) in
            [(vec![3.0], 3.0), (vec![9.0, 1.0, 2.0], 2.0), (vec![4.0, 1.0, 2.0, 100.0], 3.0)]
        {
            assert!((median(values) - middle).abs() < 1e-12);
        }
    }
}
