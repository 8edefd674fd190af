//! The results of structural reduction and of unfolding as text.

use std::fmt::Write;

use super::statistics::{Statistics, figure, seconds, some_of, widest};
use crate::{StructuralReduction, Unfolding};

/// Maximum number of ids of a list to name.
const MAX_IDS: usize = 8;

/// Renders the size of the reduced net, and a table of the rules.
pub(super) fn write(reduction: &StructuralReduction, out: &mut String) {
    let _ = writeln!(
        out,
        "\nreduced to {} places, {} transitions, {} arcs ({})",
        figure(reduction.places.into()),
        figure(reduction.transitions.into()),
        figure(reduction.arcs.into()),
        preserved(reduction)
    );
    if reduction.never_dead {
        out.push_str("  no deadlock can be reached: a transition is always enabled\n");
    }
    let width = widest(reduction.rules.iter().map(|rule| &rule.rule));
    if width > 0 {
        let _ =
            writeln!(out, "  {:width$}  {:>8}  {:>8}  {:>11}", "rule", "applied", "places", "transitions");
    }
    for rule in &reduction.rules {
        let [places, transitions] =
            [i64::try_from(rule.places).unwrap_or(i64::MAX), rule.transitions].map(change);
        let applied = figure(rule.applications.into());
        let _ = writeln!(out, "  {:width$}  {applied:>8}  {places:>8}  {transitions:>11}", rule.rule);
    }
}

/// Renders a number of removed elements as a change.
fn change(removed: i64) -> String {
    let count = figure(removed.unsigned_abs().into());
    match removed {
        0 => count,
        1.. => format!("-{count}"),
        _ => format!("+{count}"),
    }
}

/// Adds the sizes of the coloured net and of its unfolding.
pub(super) fn unfolding(unfolding: &Unfolding, statistics: &mut Statistics) {
    let pair = |places: usize, transitions: usize| {
        format!("{} and {}", figure(places.into()), figure(transitions.into()))
    };
    let (places, transitions) = (unfolding.coloured_places, unfolding.coloured_transitions);
    statistics.row("coloured net", pair(places, transitions), "places and transitions");
    statistics.row(
        "unfolded",
        pair(unfolding.places, unfolding.transitions),
        format!("in {} s", seconds(unfolding.time_s)),
    );
}

fn preserved(reduction: &StructuralReduction) -> String {
    let kept = (!reduction.kept.is_empty()).then(|| some_of(&reduction.kept, MAX_IDS));
    let deadlocks = reduction.deadlocks.then(|| "deadlocks".to_owned());
    let all: Vec<_> = deadlocks.into_iter().chain(kept).collect();
    if all.is_empty() { "keeps nothing".into() } else { format!("keeps {}", all.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleStatistics;

    #[test]
    fn a_table_shows_the_effect_of_each_rule() {
        let statistics = |rule: &str, places, transitions| RuleStatistics {
            rule: rule.into(),
            applications: 1,
            places,
            transitions,
        };
        let reduction = StructuralReduction {
            deadlocks: true,
            kept: vec!["p".into()],
            places: 1,
            transitions: 2,
            arcs: 3,
            never_dead: false,
            rules: vec![statistics("sink_places", 12, 0), statistics("always_enabled", 0, -1)],
        };
        let mut out = String::new();
        write(&reduction, &mut out);
        let lines: Vec<_> =
            out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(
            lines[1..],
            [
                "reduced to 1 places, 2 transitions, 3 arcs (keeps deadlocks, p)",
                "rule applied places transitions",
                "sink_places 1 -12 0",
                "always_enabled 1 0 +1",
            ]
        );
    }
}
