//! The progress of a running search: a line that changes on a terminal, or lines of JSON.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sanderling_report::{DiagramProgress, Progress, UnfoldingProgress, text};
use serde::Serialize;

/// What the user wants to see of the progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressMode {
    /// A line on standard error, if that is a terminal.
    Auto,
    /// A JSON object on a line of standard error, a few times a second.
    Json,
    /// Nothing is shown.
    None,
}

/// Where progress is shown.
#[derive(Debug)]
enum Sink {
    Nowhere,
    Line(ProgressBar),
    Json,
}

/// Shows progress, at most every [`PERIOD`].
#[derive(Debug)]
pub(crate) struct ProgressDisplay {
    sink: Sink,
    /// What takes long, as the user named it.
    file: String,
    last: Mutex<Option<sanderling::Progress>>,
    last_unfolding: Mutex<Duration>,
}

/// A line of JSON: which file, and how far.
#[derive(Serialize)]
struct Event<'a, T> {
    file: &'a str,
    #[serde(flatten)]
    progress: &'a T,
}

/// The search reports more often than anybody can read.
const PERIOD: Duration = Duration::from_millis(200);

impl ProgressDisplay {
    pub(crate) fn new(mode: ProgressMode, file: &str) -> Self {
        let sink = match mode {
            ProgressMode::Json => Sink::Json,
            ProgressMode::Auto if std::io::stderr().is_terminal() => Sink::Line(line()),
            ProgressMode::Auto | ProgressMode::None => Sink::Nowhere,
        };
        Self { sink, file: file.to_owned(), last: Mutex::new(None), last_unfolding: Mutex::default() }
    }

    /// Shows how far the search has come, unless it has just begun or that was shown just before.
    pub(crate) fn show(&self, now: &sanderling::Progress) {
        if matches!(self.sink, Sink::Nowhere) {
            return;
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if now.elapsed.saturating_sub(last.as_ref().map_or(Duration::ZERO, |last| last.elapsed)) < PERIOD {
            return;
        }
        self.write(&since(last.as_ref(), now), text::progress);
        *last = Some(now.clone());
    }

    /// Shows how far an unfolding has come, if the last time was long enough ago.
    pub(crate) fn show_unfolding(&self, now: &sanderling_unfolding::Progress) {
        if matches!(self.sink, Sink::Nowhere) {
            return;
        }
        let mut last = self.last_unfolding.lock().unwrap_or_else(PoisonError::into_inner);
        if now.elapsed.saturating_sub(*last) < PERIOD {
            return;
        }
        *last = now.elapsed;
        self.write(&statistics(now), text::unfolding_progress);
    }

    fn write<T: Serialize>(&self, progress: &T, in_words: impl Fn(&T) -> String) {
        match &self.sink {
            Sink::Nowhere => {}
            Sink::Line(line) => {
                line.set_message(in_words(progress));
                line.tick();
            }
            Sink::Json => {
                let line = serde_json::to_string(&Event { file: &self.file, progress }).unwrap_or_default();
                // A closed standard error does not end the search.
                let _ = writeln!(std::io::stderr(), "{line}");
            }
        }
    }

    /// Clears the progress line, and writes something else.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.sink {
            Sink::Line(line) => line.suspend(write),
            Sink::Nowhere | Sink::Json => write(),
        }
    }

    /// Takes the line away for good.
    pub(crate) fn finish(&self) {
        if let Sink::Line(line) = &self.sink {
            line.finish_and_clear();
        }
    }
}

fn line() -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {msg}");
    line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    line
}

/// The statistics of an unfolding.
fn statistics(now: &sanderling_unfolding::Progress) -> UnfoldingProgress {
    let unfolding = sanderling_report::UnfoldingFound {
        places: now.places.into(),
        bindings: now.bindings.into(),
        made: now.made.into(),
    };
    UnfoldingProgress { unfolding, elapsed_s: now.elapsed.as_secs_f64() }
}

/// The statistics now, and the rate since the last ones.
#[expect(clippy::cast_precision_loss, reason = "a rate is for reading")]
fn since(last: Option<&sanderling::Progress>, now: &sanderling::Progress) -> Progress {
    let (states, elapsed) = last.map_or((0, Duration::ZERO), |last| (last.states, last.elapsed));
    let seconds = now.elapsed.saturating_sub(elapsed).as_secs_f64();
    let discovered = now.states.saturating_sub(states) as f64;
    Progress {
        states: now.states.into(),
        stored: now.stored.into(),
        firings: now.firings.into(),
        open: now.open.into(),
        memory_bytes: now.bytes as u64,
        elapsed_s: now.elapsed.as_secs_f64(),
        states_per_s: if seconds > 0.0 { discovered / seconds } else { 0.0 },
        shares: now.shares.iter().map(|&states| states.into()).collect(),
        diagram: now.diagram.as_ref().map(|diagram| DiagramProgress {
            nodes: diagram.nodes.into(),
            states_at_least: diagram.states_at_least.parse().ok(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(states: u64, milliseconds: u64) -> sanderling::Progress {
        let elapsed = Duration::from_millis(milliseconds);
        sanderling::Progress {
            states,
            stored: states,
            open: 1,
            firings: 2 * states,
            level: 3,
            bytes: 4096,
            elapsed,
            shares: vec![states],
            diagram: None,
        }
    }

    #[test]
    fn the_rate_is_computed_since_the_previous_line() {
        let first = progress(1000, 500);
        assert_eq!(since(None, &first).states_per_s, 2000.0);
        assert_eq!(since(Some(&first), &progress(1500, 750)).states_per_s, 2000.0);
        assert_eq!(since(Some(&first), &first).states_per_s, 0.0);
    }
}
