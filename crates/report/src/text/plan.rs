//! The stages of a plan as an aligned table.

use std::fmt::Write;

use super::statistics::{figure, seconds, widest};
use crate::{Count, Stage};

/// Renders the stages of a plan after an empty line, if there are any.
#[must_use]
pub fn plan(stages: &[Stage]) -> String {
    let mut out = String::new();
    if stages.is_empty() {
        return out;
    }
    let heading = ["plan", "tried", "decided", "states", "seconds"].map(str::to_owned);
    let row = |stage: &Stage| {
        let [tried, decided] = [stage.tried, stage.decided].map(|number| figure(number.into()));
        let states = if stage.states == Count::ZERO { String::new() } else { figure(stage.states) };
        [stage.name.clone(), tried, decided, states, seconds(stage.time_s)]
    };
    let rows: Vec<[String; 5]> = std::iter::once(heading).chain(stages.iter().map(row)).collect();
    let width = |column: usize| widest(rows.iter().map(|row| &row[column]));
    let widths = [0, 1, 2, 3, 4].map(width);
    out.push('\n');
    for row in &rows {
        let _ = write!(out, "  {:1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(widths).skip(1) {
            let _ = write!(out, "  {cell:>width$}");
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_a_table_of_its_stages() {
        let stage = |name: &str, tried, decided, states: u64, time_s| Stage {
            name: name.to_owned(),
            tried,
            decided,
            states: states.into(),
            time_s,
        };
        assert_eq!(plan(&[]), "");
        let out = plan(&[stage("small search", 3, 1, 1200, 0.25), stage("proof", 2, 2, 0, 1.5)]);
        let expected = "
  plan          tried  decided  states  seconds
  small search      3        1    1200    0.250
  proof             2        2            1.500
";
        assert_eq!(out, expected);
    }
}
