//! The comparison of stores as a table, with a summary line for each store.

use std::fmt::Write;

use super::statistics::{OfStore, Row, Statistics};
use crate::values::show_figure;

/// Returns the table.
pub(super) fn show(statistics: &Statistics) -> String {
    let width = statistics.rows.iter().map(|row| row.store.len()).max().unwrap_or(0).max(5);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:<20} {:>11} {:<width$} {:>7} {:>9} {:>6} {:>7} {:>8} {:>9} {:>8}",
        "model", "states", "store", "found", "s", "speed", "store B", "counted", "resident", "of it"
    );
    statistics.rows.iter().for_each(|row| text.push_str(&line(row, width)));
    statistics.stores.iter().for_each(|store| text.push_str(&summary(store)));
    text.push_str(
        "bytes a state: of the store, counted by the search, resident in the process, and of that what came \
         with the search; speed: that of the packed store is 1\n",
    );
    text
}

fn line(row: &Row, width: usize) -> String {
    let Row { name, store, states, .. } = row;
    let [resident, more] =
        row.resident_bytes_per_state.map_or([None, None], |(all, more)| [Some(all), Some(more)]);
    format!(
        "{name:<20} {states:>11} {store:<width$} {:>5.1} % {:>8.2} {:>6} {:>7.1} {:>8.1} {:>9} {:>8}\n",
        100.0 * row.share_found,
        row.search_s,
        show_figure(row.speed, 2),
        row.store_bytes_per_state,
        row.counted_bytes_per_state,
        show_figure(resident, 1),
        show_figure(more, 1),
    )
}

fn summary(store: &OfStore) -> String {
    let OfStore { store, models, median_bytes, max_bytes, median_speed, min_speed } = store;
    format!(
        "{store}: {models} models; bytes a state: median {}, most {}; speed: median {}, least {}\n",
        show_figure(*median_bytes, 1),
        show_figure(*max_bytes, 1),
        show_figure(*median_speed, 2),
        show_figure(*min_speed, 2),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::stores::statistics::sample_statistics;

    #[test]
    fn every_figure_stands_in_the_table() {
        let text = show(&sample_statistics());
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            lines[2],
            ["rings", "1000", "tree", "100.0", "%", "4.00", "0.50", "6.0", "12.0", "19.0", "18.0"]
        );
        let summary =
            "\ntree: 2 models; bytes a state: median 21.0, most 24.0; speed: median 0.75, least 0.50\n";
        assert!(text.contains(summary), "{text}");
    }
}
