//! The time and memory limits of an examination, and the thread that enforces them.
//!
//! Searches keep to limits of their own, which leave room for the program, the net and what is built from it. In
//! addition, a thread watches the clock and the resident memory of the program. Near a limit it cancels the search; if
//! the search does not stop, the thread ends the program. INVARIANT: the program ends before its time is over, and ends
//! itself when it exceeds its memory.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use sanderling::Control;

use super::lines::Lines;
use crate::arguments::MccArguments;
use crate::exit::Exit;
use crate::failure::Failure;

/// Interval between two checks.
const PERIOD: Duration = Duration::from_millis(20);
/// Maximum time before the limit at which a search ends. The margin is `1 / MARGIN_SHARE` of all the time, up to this.
const MAX_MARGIN: Duration = Duration::from_secs(5);
const MARGIN_SHARE: u32 = 20;
/// Time before the limit at which the program is ended.
const LAST_MOMENT: Duration = Duration::from_millis(100);

/// The limits of an examination.
#[derive(Debug, Clone)]
pub(super) struct Confinement {
    started: Instant,
    time: Option<Duration>,
    bytes: Option<u64>,
}

impl Confinement {
    /// Returns the limits in the options or, if they set none, in the environment.
    ///
    /// # Errors
    /// If a variable of the environment is not a number.
    pub(super) fn of(options: &MccArguments, started: Instant) -> Result<Self, Failure> {
        let seconds = number("BK_TIME_CONFINEMENT")?.map(Duration::from_secs);
        let megabytes = match number("BK_MEMORY_CONFINEMENT")? {
            None => number("BK_MEM_CONFINEMENT")?,
            given => given,
        };
        Ok(Self {
            started,
            time: options.time.or(seconds),
            bytes: options.memory.or_else(|| megabytes.map(|megabytes| megabytes.saturating_mul(1 << 20))),
        })
    }

    /// Returns the time for a search that begins now.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let time = self.time?;
        Some((time - margin(time)).saturating_sub(self.started.elapsed()))
    }

    /// Returns the memory limit of a search in bytes. A search counts most of the memory it uses.
    pub(super) fn bytes_for_search(&self) -> Option<usize> {
        let machine = sanderling::default_memory_limit();
        let bytes = self.bytes.map(|bytes| bytes / 4 * 3).into_iter().chain(machine).min()?;
        Some(usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// Starts the thread that enforces the limits.
    pub(super) fn guard(&self, control: &Arc<Control<'static>>, lines: &Arc<Lines>) {
        if self.time.is_none() && self.bytes.is_none() {
            return;
        }
        let (confinement, control, lines) = (self.clone(), Arc::clone(control), Arc::clone(lines));
        thread::spawn(move || confinement.watch(&control, &lines));
    }

    fn watch(&self, control: &Control<'_>, lines: &Lines) {
        loop {
            let elapsed = self.started.elapsed();
            let resident = sanderling_machine::memory::resident_bytes().unwrap_or(0);
            let is_late = |before: Duration| self.time.is_some_and(|time| elapsed + before >= time);
            let is_large = |share: u64| self.bytes.is_some_and(|bytes| resident >= bytes / 100 * share);
            if is_late(LAST_MOMENT) || is_large(98) {
                lines.finish();
                std::process::exit(Exit::Unknown as i32);
            }
            if is_late(self.time.map_or(Duration::ZERO, margin) / 2) || is_large(92) {
                control.cancel();
            }
            thread::sleep(PERIOD);
        }
    }
}

fn margin(time: Duration) -> Duration {
    (time / MARGIN_SHARE).min(MAX_MARGIN)
}

/// Reads a number from the environment.
fn number(name: &str) -> Result<Option<u64>, Failure> {
    let Some(value) = std::env::var_os(name) else { return Ok(None) };
    let number = value.to_str().and_then(|text| text.trim().parse().ok());
    let wrong = || Failure::usage(format!("{name} is `{}`: expected a number", value.to_string_lossy()));
    number.ok_or_else(wrong).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_ends_before_the_time_does() {
        let started = Instant::now();
        let confined =
            |seconds| Confinement { started, time: Some(Duration::from_secs(seconds)), bytes: None };
        assert!(confined(60).time_left().is_some_and(|left| left <= Duration::from_secs(57)));
        assert!(confined(3600).time_left().is_some_and(|left| left <= Duration::from_secs(3595)));
        let none = Confinement { started, time: None, bytes: None };
        assert_eq!(none.time_left(), None);
    }
}
