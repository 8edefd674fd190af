//! Shows the progress of a campaign: a bar on a terminal, and otherwise a line for each run.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::case::word;
use super::record::{Outcome, Rating, Run};

/// The progress display and its counters.
#[derive(Debug)]
pub(super) struct Show {
    bar: Option<ProgressBar>,
    all: usize,
    finished: usize,
    wrong: usize,
    open: usize,
}

impl Show {
    /// Creates the display for `all` runs. `jobs` runs are executed concurrently.
    pub(super) fn new(all: usize, jobs: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(all as u64);
            let template = format!(
                "{{bar:30}} {{pos}} of {{len}} finished, {} at a time, {{elapsed}} gone, {{eta}} left; {{msg}}",
                jobs.min(all)
            );
            // The template is constant except for a number.
            bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        Self { bar, all, finished: 0, wrong: 0, open: 0 }
    }

    /// Shows that a run has ended.
    pub(super) fn finished(&mut self, run: &Run) {
        self.finished += 1;
        self.wrong += usize::from(run.count(Rating::Wrong) > 0);
        self.open += usize::from(run.outcome != Outcome::Answered);
        match &self.bar {
            Some(bar) => {
                if run.count(Rating::Wrong) > 0 || run.outcome == Outcome::Crashed {
                    bar.println(line(run));
                }
                bar.set_message(format!("{} wrong, {} open; last {}", self.wrong, self.open, run.model));
                bar.inc(1);
            }
            // NOTE: a failure to show progress does not end the campaign.
            None => drop(writeln!(std::io::stderr(), "[{}/{}] {}", self.finished, self.all, line(run))),
        }
    }

    /// Removes the display.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Formats a run as a line.
fn line(run: &Run) -> String {
    let mut line = String::new();
    if run.count(Rating::Wrong) > 0 {
        line.push_str("WRONG ");
    }
    // NOTE: writing to a text does not fail.
    let _ = write!(line, "{} {} {}: {}", run.model, run.question, run.configuration, word(run.outcome));
    for answer in run.answers.iter().filter(|answer| answer.rating == Rating::Wrong) {
        let known = answer.known.as_deref().unwrap_or("nothing");
        let _ = write!(line, ", {} {} (known: {known})", answer.name, answer.value.as_deref().unwrap_or("?"));
    }
    let _ = write!(line, ", {:.2} s", run.wall_s);
    if let Some(reason) = &run.reason {
        let _ = write!(line, " ({reason})");
    }
    line
}
