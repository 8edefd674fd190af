//! The statistics of the models as two tables, each with a summary line.

use std::fmt::Write;

use super::statistics::{Group, ModelStatistics, Models, TARGET_RATE, TARGET_SHARE};

/// Returns the tables; empty without models.
pub(in crate::bench) fn show(models: &Models) -> String {
    let mut text = String::new();
    let Models { large, small } = models;
    if !large.models.is_empty() {
        table(large, "large model", &mut text);
        let Group { models, reached, median, worst } = large;
        let count = models.len();
        let _ = writeln!(
            text,
            "{reached} of {count} reach a share of {TARGET_SHARE:.2}; median {median:.2}, worst {worst:.2}"
        );
    }
    if !small.models.is_empty() {
        table(small, "small model", &mut text);
        let Group { models, reached, median, worst } = small;
        let (count, [target, median, worst]) = (models.len(), [TARGET_RATE, *median, *worst].map(millions));
        let _ = writeln!(
            text,
            "{reached} of {count} reach {target:.1} million edges/s; median {median:.1}, worst {worst:.1}"
        );
    }
    if let Some(ModelStatistics { name, load_s, .. }) = models.slowest_to_load() {
        let _ = writeln!(text, "the longest parsing and compiling: {name}, {:.0} ms", load_s * 1e3);
    }
    text
}

fn millions(rate: f64) -> f64 {
    rate / 1e6
}

fn table(group: &Group, title: &str, text: &mut String) {
    let _ = writeln!(
        text,
        "\n{title:<20} {:>10} {:>11} {:>9} {:>6} {:>5} {:>7} {:>9}",
        "states", "edges", "edges/s", "share", "bits", "bytes", "load ms"
    );
    for model in &group.models {
        let ModelStatistics { name, states, edges, share, bits_per_state, .. } = model;
        let _ = writeln!(
            text,
            "{name:<20} {states:>10} {edges:>11} {:>9.2} {share:>6.2} {bits_per_state:>5} {:>7.1} {:>9.1}",
            millions(model.edges_per_s),
            model.counted_bytes_per_state,
            model.load_s * 1e3,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::models::statistics::sample_models;

    #[test]
    fn every_figure_stands_in_the_tables() {
        let models = [
            ("ring.7", 1 << 21, 30_000_000, &[(0.004, 2.0)][..]),
            ("ring.1", 1 << 17, 2_000_000, &[(0.0125, 0.2)]),
        ];
        let text = show(&sample_models(&models, 5e7));
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[2], ["ring.7", "2097152", "30000000", "15.00", "0.30", "40", "0.5", "4.0"]);
        assert_eq!(lines[6], ["ring.1", "131072", "2000000", "10.00", "0.20", "40", "8.0", "12.5"]);
        assert!(text.contains("\n1 of 1 reach a share of 0.20; median 0.30, worst 0.30\n"), "{text}");
        assert!(text.contains("\n1 of 1 reach 8.0 million edges/s; median 10.0, worst 10.0\n"), "{text}");
        assert!(text.ends_with("\nthe longest parsing and compiling: ring.1, 12 ms\n"), "{text}");
        assert!(show(&Models::default()).is_empty());
    }
}
