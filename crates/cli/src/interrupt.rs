//! Ctrl-C: the first one asks the search to end with what it has, the second one ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sanderling::Control;

use crate::exit::Exit;

/// From now on, Ctrl-C (or a request to terminate) does this.
pub(crate) fn calls(act: impl Fn() + Send + 'static) {
    // Where no handler can be installed, Ctrl-C ends the program at once, as without one.
    let _ = ctrlc::set_handler(act);
}

/// From now on, Ctrl-C (or a request to terminate) cancels what goes on, unless that is over.
pub(crate) fn cancels(control: &Arc<Control<'static>>, is_over: &Arc<AtomicBool>) {
    let (control, is_over) = (Arc::clone(control), Arc::clone(is_over));
    // Where no handler can be installed, Ctrl-C ends the program at once, as without one.
    let _ = ctrlc::set_handler(move || {
        if control.is_cancelled() || is_over.load(Ordering::SeqCst) {
            std::process::exit(Exit::Unknown as i32);
        }
        control.cancel();
    });
}
