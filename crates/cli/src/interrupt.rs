//! Ctrl-C: the first one ends the current work with its partial result, the second one ends the program.
//!
//! The program has one handler, since only one can be installed. It acts on the current work. If several files were
//! named, it also skips the remaining files.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use sanderling::Control;

use crate::arguments::Style;
use crate::exit::Exit;
use crate::failure::Failure;

/// The work that Ctrl-C ends.
enum Work {
    /// Reading a file. There is no partial result.
    Reading { file: String, style: Style },
    /// A search or another long computation, until it is over.
    Watched { control: Arc<Control<'static>>, is_over: Arc<AtomicBool> },
    /// A server, which this function stops.
    Serving(Box<dyn Fn() + Send>),
}

/// Time for a result that is already known to be printed before the program ends.
const TIME_TO_PRINT: Duration = Duration::from_millis(400);

static CURRENT: Mutex<Option<Work>> = Mutex::new(None);
static HAS_SEVERAL: AtomicBool = AtomicBool::new(false);
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C (or a request to terminate) call this function from now on.
pub(crate) fn calls(act: impl Fn() + Send + 'static) {
    begin(Work::Serving(Box::new(act)));
}

/// Makes Ctrl-C (or a request to terminate) cancel the work under this control, unless the work is over. If Ctrl-C came
/// before, the work is cancelled at once.
pub(crate) fn cancels(control: &Arc<Control<'static>>, is_over: &Arc<AtomicBool>) {
    begin(Work::Watched { control: Arc::clone(control), is_over: Arc::clone(is_over) });
    if is_stopped() {
        control.cancel();
    }
}

/// Makes Ctrl-C (or a request to terminate) end the program with a message that it was reading this file, until the
/// result is dropped.
pub(crate) fn ends_reading(file: String, style: Style) -> Reading {
    begin(Work::Reading { file, style });
    Reading
}

/// A guard for the time in which a file is read.
pub(crate) struct Reading;

impl Drop for Reading {
    fn drop(&mut self) {
        current().take_if(|work| matches!(work, Work::Reading { .. }));
    }
}

/// Makes the first Ctrl-C skip the remaining files from now on.
pub(crate) fn ends_a_series() {
    HAS_SEVERAL.store(true, Ordering::SeqCst);
    install();
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::SeqCst)
}

/// Ends the current and all later work with its partial result, as Ctrl-C does.
#[cfg(feature = "distributed")]
pub(crate) fn ends_with_what_there_is() {
    IS_STOPPED.store(true, Ordering::SeqCst);
    if let Some(Work::Watched { control, .. }) = &*current() {
        control.cancel();
    }
}

fn current() -> MutexGuard<'static, Option<Work>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn begin(work: Work) {
    *current() = Some(work);
    install();
}

/// Installs the handler. If that fails, Ctrl-C ends the program at once.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = ctrlc::set_handler(interrupted);
    });
}

fn interrupted() {
    let is_first = !IS_STOPPED.swap(true, Ordering::SeqCst);
    let skips_files = is_first && HAS_SEVERAL.load(Ordering::SeqCst);
    let current = current();
    match &*current {
        Some(Work::Serving(stop)) => stop(),
        Some(Work::Watched { control, is_over }) if is_first && !is_over.load(Ordering::SeqCst) => {
            control.cancel();
        }
        _ if skips_files => {}
        Some(Work::Reading { file, style }) if is_first => {
            let failure = Failure::stopped(format!("stopped while `{file}` was read")).file(file);
            std::process::exit(crate::print_failure(&failure, *style) as i32);
        }
        Some(Work::Watched { .. }) if is_first => {
            drop(current);
            std::thread::sleep(TIME_TO_PRINT);
            end();
        }
        _ => end(),
    }
}

fn end() -> ! {
    std::process::exit(Exit::Unknown as i32)
}
