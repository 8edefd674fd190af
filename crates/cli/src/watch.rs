//! Supervision of long work: its progress is shown, and Ctrl-C ends it with a partial result.
//!
//! A command uses one watch for all its work on a net, so that the unfolding and the search share one time limit.
//! INVARIANT: when the watch is over, Ctrl-C ends the program within half a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sanderling::{Control, Limits};
use sanderling_machine::clock::Instant;
use sanderling_session::Means;
use sanderling_unfolding::Progress;

use crate::arguments::OutputOptions;
use crate::progress::{ProgressDisplay, ProgressMode};
use crate::{interrupt, output};

/// A watch, which begins when it is created and ends when it is dropped.
pub(crate) struct Watch {
    control: Arc<Control<'static>>,
    display: Arc<ProgressDisplay>,
    started: Instant,
    is_over: Arc<AtomicBool>,
}

impl Watch {
    /// Begins the watch of work on a file.
    pub(crate) fn begin(output: &OutputOptions, file: &str) -> Self {
        let mode = if output::is_silent() { ProgressMode::None } else { output.progress };
        let display = Arc::new(ProgressDisplay::new(mode, file));
        let shown = Arc::clone(&display);
        let line = Control::with_listener(move |progress| shown.show(progress));
        let control = Arc::new(line.in_process(sanderling_machine::memory::taken_bytes));
        let is_over = Arc::new(AtomicBool::new(false));
        interrupt::cancels(&control, &is_over);
        Self { control, display, started: Instant::now(), is_over }
    }

    /// Returns the control of the watched work.
    pub(crate) fn control(&self) -> &Arc<Control<'static>> {
        &self.control
    }

    /// Returns the display of progress.
    pub(crate) fn display(&self) -> &Arc<ProgressDisplay> {
        &self.display
    }

    /// Returns limits of work under the watch. `show` receives the progress of an unfolding.
    pub(crate) fn means<'a>(&'a self, limits: Limits, show: &'a dyn Fn(&Progress)) -> Means<'a> {
        Means { limits, started: self.started, control: &self.control, on_unfolding: show }
    }

    /// Returns what remains of a time that began with the watch.
    pub(crate) fn left_of(&self, time: Duration) -> Duration {
        time.saturating_sub(self.started.elapsed())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.display.finish();
    }
}
