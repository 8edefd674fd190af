//! Renderings for people: aligned statistics and short traces, without colours.
//!
//! Every function returns lines that end with a line feed. Long lists are cut, with a note on the number of omitted
//! entries; JSON always has all entries.

mod analysis;
mod checkpoint;
mod coloured;
mod comparison;
mod hint;
mod marking;
mod plan;
mod program;
mod reduction;
mod replay;
mod report;
mod statistics;
mod structure;
mod table;
mod trace;

pub use analysis::{Detail, analysis};
pub use checkpoint::checkpoint;
pub use comparison::comparison;
pub use marking::{changes, marking};
pub use plan::plan;
pub use replay::replay;
pub use report::{StatisticsDetail, report};
pub use statistics::{bytes, group_digits, grouped, seconds};
pub use structure::structure;
pub use table::{SHOWN_OF_ANALYSES, analysis_line, failure_line, report_line, table};
pub use trace::{choices, step, trace};

use crate::{DiagramProgress, Progress, UnfoldingProgress};

/// Renders the progress of a search in one line, without a line feed.
#[must_use]
pub fn progress(progress: &Progress) -> String {
    if let Some(DiagramProgress { nodes, states_at_least }) = &progress.diagram {
        let least = states_at_least.as_ref().map(|least| {
            let rounded = least.rounded(MAX_DIGITS_OF_PROGRESS).unwrap_or_else(|| least.to_string());
            format!("  at least {rounded} markings")
        });
        return format!(
            "{} nodes{}  {}  {} s",
            grouped(*nodes),
            least.unwrap_or_default(),
            bytes(progress.memory_bytes),
            seconds(progress.elapsed_s)
        );
    }
    let visits = if progress.stored < progress.states {
        format!("{} visits  {} states stored", grouped(progress.states), grouped(progress.stored))
    } else {
        format!("{} states", grouped(progress.states))
    };
    format!(
        "{visits}{}  {}/s  {} open  {}  {} s",
        shares(progress),
        // A rate is rounded to a whole number; it is never negative or beyond 2^64.
        grouped((progress.states_per_s.max(0.0).round() as u64).into()),
        grouped(progress.open),
        bytes(progress.memory_bytes),
        seconds(progress.elapsed_s),
    )
}

/// Maximum number of digits of a lower bound that is not rounded.
const MAX_DIGITS_OF_PROGRESS: usize = 6;

/// Renders in brackets the percentage of states in each process or, if there are many, the minimum and the maximum.
fn shares(progress: &Progress) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a share is for reading")]
    let states: Vec<f64> = progress.shares.iter().map(|one| one.finite().unwrap_or(0) as f64).collect();
    let all = states.iter().sum::<f64>().max(1.0);
    let shares: Vec<f64> = states.iter().map(|one| 100.0 * one / all).collect();
    match shares.len() {
        0 => String::new(),
        1..=MAX_SHARES => {
            let each: Vec<String> = shares.iter().map(|share| format!("{share:.0}")).collect();
            format!(" ({} %)", each.join(" + "))
        }
        processes => {
            let (min, max) = shares
                .iter()
                .fold((100.0_f64, 0.0_f64), |(min, max), &share| (min.min(share), max.max(share)));
            format!(" ({processes} processes: {min:.1} to {max:.1} %)")
        }
    }
}

/// Maximum number of processes whose shares are shown individually.
const MAX_SHARES: usize = 8;

/// Renders the progress of an unfolding in one line, without a line feed.
#[must_use]
pub fn unfolding_progress(progress: &UnfoldingProgress) -> String {
    let found = &progress.unfolding;
    format!(
        "unfolding: {} places  {} bindings  {} transitions made  {} s",
        grouped(found.places),
        grouped(found.bindings),
        grouped(found.made),
        seconds(progress.elapsed_s),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UnfoldingFound;

    fn far() -> Progress {
        Progress {
            states: 14_348_907u64.into(),
            stored: 14_348_907u64.into(),
            firings: 167_403_915u64.into(),
            open: 123_456u64.into(),
            memory_bytes: 459 << 20,
            elapsed_s: 4.1834,
            states_per_s: 3_430_000.4,
            shares: Vec::new(),
            diagram: None,
        }
    }

    #[test]
    fn a_progress_line_has_states_rate_open_states_memory_and_time() {
        let line = progress(&far());
        assert_eq!(line, "14 348 907 states  3 430 000/s  123 456 open  459.0 MiB  4.183 s");
    }

    #[test]
    fn a_progress_line_of_several_processes_has_their_shares() {
        let of = |shares: Vec<u64>| {
            progress(&Progress { shares: shares.into_iter().map(Into::into).collect(), ..far() })
        };
        assert!(
            of(vec![75, 25]).starts_with("14 348 907 states (75 + 25 %)  3 430 000/s  "),
            "{}",
            of(vec![75, 25])
        );
        let many = of((1..=10).collect());
        assert!(many.starts_with("14 348 907 states (10 processes: 1.8 to 18.2 %)  "), "{many}");
        assert!(of(vec![0, 0]).contains("(0 + 0 %)"));
    }

    #[test]
    fn a_progress_line_of_an_unfolding_has_what_was_found_and_the_time() {
        let found =
            UnfoldingFound { places: 15_318u64.into(), bindings: 1_204_224u64.into(), made: 4096u64.into() };
        let line = unfolding_progress(&UnfoldingProgress { unfolding: found, elapsed_s: 2.5 });
        assert_eq!(line, "unfolding: 15 318 places  1 204 224 bindings  4 096 transitions made  2.500 s");
    }

    #[test]
    fn the_progress_of_a_diagram_has_its_nodes_and_a_lower_bound() {
        let of = |states_at_least: Option<&str>| {
            let states_at_least = states_at_least.map(|digits| digits.parse().unwrap());
            let diagram = Some(DiagramProgress { nodes: 12_345_u64.into(), states_at_least });
            progress(&Progress { diagram, ..far() })
        };
        assert!(of(None).starts_with("12 345 nodes  "), "{}", of(None));
        assert!(of(Some("123456")).starts_with("12 345 nodes  at least 123456 markings  "));
        assert!(of(Some("1234567")).starts_with("12 345 nodes  at least 1.2346e6 markings  "));
    }

    #[test]
    fn a_progress_line_shows_visits_and_stored_states_once_states_are_forgotten() {
        let line = progress(&Progress { stored: 65_536u64.into(), ..far() });
        assert!(line.starts_with("14 348 907 visits  65 536 states stored  3 430 000/s  "), "{line}");
    }
}
