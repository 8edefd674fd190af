//! Long work, which runs on a thread of its own while the interpreter is free and the caller's thread waits.
//!
//! A few times a second the waiting thread checks for signals, because Python handles Ctrl-C in its main thread, and
//! reports the progress to the listener. A signal, or an exception of the listener, cancels the work. Its partial
//! result is kept with the exception.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use sanderling::{Control, Limits, Progress};
use sanderling_machine::clock::Instant;
use sanderling_report::{
    DiagramProgress, Progress as ReportedProgress, UnfoldingFound, UnfoldingProgress, to_json_line,
};
use sanderling_session::Means;

use crate::failure::Failure;

/// Interval at which signals are checked and progress is reported.
const PERIOD: Duration = Duration::from_millis(100);
/// Stack size in bytes, larger than that of a main thread, because terms and formulas nest.
const STACK_BYTES: usize = 32 << 20;

/// The connection between the work and the thread that waits for it.
pub(crate) struct Watch<'a> {
    control: Control<'a>,
    unfolding: &'a Mutex<Option<UnfoldingProgress>>,
    started: Instant,
}

impl<'a> Watch<'a> {
    /// Returns the control that cancels the work.
    pub(crate) fn control(&self) -> &Control<'a> {
        &self.control
    }

    /// Limits of the work. `show` receives the progress of an unfolding.
    pub(crate) fn means<'w>(
        &'w self,
        limits: Limits,
        show: &'w dyn Fn(&sanderling_unfolding::Progress),
    ) -> Means<'w> {
        Means { limits, started: self.started, control: &self.control, on_unfolding: show }
    }

    /// Returns what remains of a time that began with the work.
    pub(crate) fn left_of(&self, time: Duration) -> Duration {
        time.saturating_sub(self.started.elapsed())
    }

    /// Receives the progress of an unfolding.
    pub(crate) fn record_unfolding(&self, now: &sanderling_unfolding::Progress) {
        let unfolding = UnfoldingFound {
            places: now.places.into(),
            bindings: now.bindings.into(),
            made: now.made.into(),
        };
        let progress = UnfoldingProgress { unfolding, elapsed_s: now.elapsed.as_secs_f64() };
        *lock(self.unfolding) = Some(progress);
    }
}

/// Does the work and returns its result. If an exception occurred meanwhile, it is returned as `Err`; its attribute
/// `answer` is the result of the work, if there is one.
pub(crate) fn watched(
    py: Python<'_>,
    listener: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch<'_>) -> Result<String, Failure> + Send,
) -> PyResult<String> {
    let (worked, interruption) = watched_any(py, listener, work)?;
    match interruption {
        None => Ok(worked?),
        Some(error) => {
            if let Ok(answer) = worked {
                error.value(py).setattr("answer", answer)?;
            }
            Err(error)
        }
    }
}

/// The result of the work, and an exception that occurred meanwhile.
type Worked<T> = (Result<T, Failure>, Option<PyErr>);

/// Does any work, and returns its result together with an exception that occurred meanwhile.
pub(crate) fn watched_any<T: Send>(
    py: Python<'_>,
    listener: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch<'_>) -> Result<T, Failure> + Send,
) -> PyResult<Worked<T>> {
    let (latest, unfolding, over) = (Mutex::new(None), Mutex::new(None), Over::default());
    let watch = Watch {
        control: Control::with_listener(|progress| *lock(&latest) = Some(progress.clone())),
        unfolding: &unfolding,
        started: Instant::now(),
    };
    let mut interruption = None;
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || {
            let worked = catch_unwind(AssertUnwindSafe(|| work(&watch)));
            over.say();
            worked.unwrap_or_else(|panic| Err(broken(&*panic)))
        })?;
        let mut last = None;
        while !py.detach(|| over.wait()) {
            let notified = py.check_signals().and_then(|()| {
                let Some(listener) = listener else { return Ok(()) };
                let (now, unfolding) = (lock(&latest).take(), lock(&unfolding).take());
                if let Some(progress) = unfolding {
                    listener.call1((to_json_line(&progress),))?;
                }
                if let Some(progress) = now {
                    listener.call1((to_json_line(&since(last.as_ref(), &progress)),))?;
                    last = Some(progress);
                }
                Ok(())
            });
            if let Err(error) = notified {
                watch.control.cancel();
                interruption.get_or_insert(error);
            }
        }
        let worked = py.detach(|| worker.join());
        Ok((worked.unwrap_or_else(|panic| Err(broken(&*panic))), interruption))
    })
}

/// Returns the progress of a search, with its speed since the last report.
fn since(last: Option<&Progress>, now: &Progress) -> ReportedProgress {
    let (states, elapsed) = last.map_or((0, Duration::ZERO), |last| (last.states, last.elapsed));
    // If there are several searches, the counts start again with each.
    let seconds = now.elapsed.saturating_sub(elapsed).as_secs_f64();
    let states_per_s = if seconds > 0.0 { now.states.saturating_sub(states) as f64 / seconds } else { 0.0 };
    ReportedProgress {
        states: now.states.into(),
        stored: now.stored.into(),
        firings: now.firings.into(),
        open: now.open.into(),
        memory_bytes: now.bytes as u64,
        elapsed_s: now.elapsed.as_secs_f64(),
        states_per_s,
        shares: now.shares.iter().map(|&states| states.into()).collect(),
        diagram: now.diagram.as_ref().map(|diagram| DiagramProgress {
            nodes: diagram.nodes.into(),
            states_at_least: diagram.states_at_least.parse().ok(),
        }),
    }
}

/// Returns the failure for a panic, with its message.
fn broken(panic: &(dyn std::any::Any + Send)) -> Failure {
    let literal = panic.downcast_ref::<&str>().copied();
    let message = literal.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Failure::internal(format!("internal error: {}", message.unwrap_or("a panic without words")))
}

/// Whether the work is over.
#[derive(Default)]
struct Over(Mutex<bool>, Condvar);

impl Over {
    fn say(&self) {
        *lock(&self.0) = true;
        self.1.notify_all();
    }

    /// Waits for at most one period, and returns whether the work is over.
    fn wait(&self) -> bool {
        let waited = self.1.wait_timeout_while(lock(&self.0), PERIOD, |is_over| !*is_over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
