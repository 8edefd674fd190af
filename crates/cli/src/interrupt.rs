//! Ctrl-C: the first one asks what goes on to end with what it has, the second one ends the program.
//!
//! There is one handler for the whole program, as more cannot be installed; what it ends is what is watched over at that
//! time. Where several files are asked about, it also ends what would come next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

use sanderling::Control;

use crate::exit::Exit;

/// Something that is watched over.
struct Watched {
    control: Arc<Control<'static>>,
    is_over: Arc<AtomicBool>,
}

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);
static HAS_SEVERAL: AtomicBool = AtomicBool::new(false);
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C (or a request to terminate) does this.
pub(crate) fn calls(act: impl Fn() + Send + 'static) {
    // Where no handler can be installed, Ctrl-C ends the program at once, as without one.
    let _ = ctrlc::set_handler(act);
}

/// From now on, Ctrl-C (or a request to terminate) cancels what goes on, unless that is over. If it came before, that is
/// cancelled at once.
pub(crate) fn cancels(control: &Arc<Control<'static>>, is_over: &Arc<AtomicBool>) {
    let watched = Watched { control: Arc::clone(control), is_over: Arc::clone(is_over) };
    *WATCHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(watched);
    if is_stopped() {
        control.cancel();
    }
    install();
}

/// From now on, the first Ctrl-C also ends what several files are asked, wherever it comes.
pub(crate) fn ends_a_series() {
    HAS_SEVERAL.store(true, Ordering::SeqCst);
    install();
}

/// Whether Ctrl-C came.
pub(crate) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::SeqCst)
}

/// What goes on ends with what it has, as after Ctrl-C; so does what comes next.
#[cfg(feature = "distributed")]
pub(crate) fn ends_with_what_there_is() {
    IS_STOPPED.store(true, Ordering::SeqCst);
    let watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.iter().for_each(|one| one.control.cancel());
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| calls(interrupted));
}

fn interrupted() {
    let is_second = IS_STOPPED.swap(true, Ordering::SeqCst);
    let watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    let goes_on = watched.as_ref().filter(|one| !one.is_over.load(Ordering::SeqCst));
    match goes_on {
        Some(one) if !is_second && !one.control.is_cancelled() => one.control.cancel(),
        None if !is_second && HAS_SEVERAL.load(Ordering::SeqCst) => {}
        _ => std::process::exit(Exit::Unknown as i32),
    }
}
