//! Prints the statistics as a table.

use std::fmt::Write;

use super::models;
use super::statistics::{ExplorationStatistics, Statistics};
use crate::values::show_figure;

/// Returns the table, with a line for each rate of the machine and for each exploration.
pub(super) fn show(statistics: &Statistics) -> String {
    let mut text = String::new();
    for rate in &statistics.random_access {
        let _ = writeln!(
            text,
            "random access, {}: {:.1} million updates/s",
            threads(rate.threads),
            rate.updates_per_s / 1e6
        );
    }
    if !statistics.explorations.is_empty() {
        nets(&statistics.explorations, &mut text);
    }
    text.push_str(&models::show(&statistics.models));
    text.push_str("firings/s and edges/s in millions, share of random access on one thread, bytes a state\n");
    text
}

fn nets(explorations: &[ExplorationStatistics], text: &mut String) {
    let _ = writeln!(
        text,
        "{:<18} {:<14} {:>7} {:>12} {:>7} {:>9} {:>9} {:>9}",
        "case", "encoding", "threads", "firings/s", "share", "speed-up", "counted", "resident"
    );
    explorations.iter().for_each(|one| text.push_str(&line(one)));
}

fn threads(count: usize) -> String {
    if count == 1 { "1 thread".into() } else { format!("{count} threads") }
}

fn line(one: &ExplorationStatistics) -> String {
    format!(
        "{:<18} {:<14} {:>7} {:>12.2} {:>7.2} {:>9} {:>9.1} {:>9}\n",
        one.name,
        one.encoding,
        one.threads,
        one.firings_per_s / 1e6,
        one.share,
        show_figure(one.speed_up, 2),
        one.counted_bytes_per_state,
        show_figure(one.resident_bytes_per_state, 1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::statistics::RandomAccess;

    #[test]
    fn every_figure_stands_in_the_table() {
        let one = ExplorationStatistics {
            name: "rings".into(),
            encoding: "auto (fields)".into(),
            threads: 2,
            states: 10,
            firings: 20,
            firings_per_s: 41_250_000.0,
            share: 0.875,
            speed_up: Some(1.6),
            counted_bytes_per_state: 25.25,
            resident_bytes_per_state: None,
            search_s: vec![1.0],
        };
        let random_access = vec![RandomAccess { threads: 1, updates_per_s: 5e7, runs: vec![5e7] }];
        let text =
            show(&Statistics { random_access, explorations: vec![one], models: models::Models::default() });
        assert!(text.starts_with("random access, 1 thread: 50.0 million updates/s\n"), "{text}");
        let line = text.lines().nth(2).unwrap();
        let fields: Vec<_> = line.split_whitespace().collect();
        assert_eq!(fields, ["rings", "auto", "(fields)", "2", "41.25", "0.88", "1.60", "25.2", "-"]);
    }
}
