//! The printed row of a model, and the summary of all models.

use std::fmt;
use std::time::Duration;

use sanderling_report::Count;

use super::rating::Rating;
use crate::collection::Model;
use crate::runner::exploration::Outcome;
use crate::values::show_size;

/// Maximum number of characters of a message in a row.
const LONGEST_NOTE: usize = 100;

/// The row of a model.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) rating: Rating,
    name: String,
    states: Option<Count>,
    counted_bytes: Option<u64>,
    resident_bytes: Option<u64>,
    elapsed: Duration,
}

impl Row {
    /// Creates the row of a model from its result, if there is one.
    pub(super) fn new(model: &Model, rating: Rating, outcome: Option<Outcome>, elapsed: Duration) -> Self {
        let resident_bytes = outcome.as_ref().and_then(|outcome| outcome.peak_resident_bytes);
        let report = outcome.and_then(|outcome| outcome.reports.ok()?.into_iter().next());
        Self {
            rating,
            name: model.name.clone(),
            states: report.as_ref().and_then(|report| report.states),
            counted_bytes: report.as_ref().map(|report| report.peak_memory_bytes),
            resident_bytes,
            elapsed,
        }
    }

    fn note(&self) -> String {
        match &self.rating {
            Rating::Right | Rating::Unrated => String::new(),
            Rating::Unknown(reason) => reason.to_string(),
            Rating::Refused(message) | Rating::Wrong(message) => {
                let first = message.lines().next().unwrap_or_default();
                first.chars().take(LONGEST_NOTE).collect()
            }
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |bytes: Option<u64>| bytes.map_or_else(|| "-".to_owned(), show_size);
        let line = format!(
            "{:<8} {:<40} {:>12} states {:>8.2} s {:>11} counted {:>11} resident  {}",
            self.rating.word(),
            self.name,
            self.states.map_or_else(|| "-".to_owned(), |states| states.to_string()),
            self.elapsed.as_secs_f64(),
            show(self.counted_bytes),
            show(self.resident_bytes),
            self.note(),
        );
        f.write_str(line.trim_end())
    }
}

/// Counts the models of each rating.
pub(super) fn summary(ratings: &[&Rating]) -> String {
    let count = |word: &str| ratings.iter().filter(|rating| rating.word() == word).count();
    let words = ["right", "unrated", "unknown", "refused", "wrong"];
    let counts: Vec<_> = words.iter().map(|word| format!("{} {word}", count(word))).collect();
    let loaded = ratings.len() - count("refused");
    format!("{} ({loaded} loaded)", counts.join(", "))
}

#[cfg(test)]
mod tests {
    use sanderling_report::Reason;

    use super::*;

    #[test]
    fn the_summary_counts_each_rating() {
        let (refused, wrong) = (Rating::Refused("no".into()), Rating::Wrong("x".into()));
        let ratings = [&Rating::Right, &Rating::Right, &refused, &wrong];
        assert_eq!(summary(&ratings), "2 right, 0 unrated, 0 unknown, 1 refused, 1 wrong (3 loaded)");
    }

    #[test]
    fn a_row_shows_the_model_and_the_reason_in_one_line() {
        let model = Model { name: "m".into(), path: "m".into(), states: 1 };
        let row = |rating| Row::new(&model, rating, None, Duration::from_millis(1500)).to_string();
        let unknown = row(Rating::Unknown(Reason::MemoryLimit));
        assert!(unknown.starts_with("unknown  m ") && unknown.ends_with("memory_limit"), "{unknown}");
        assert!(unknown.contains("1.50 s"), "{unknown}");
        assert!(row(Rating::Wrong("first\nsecond".into())).ends_with("first"));
    }
}
