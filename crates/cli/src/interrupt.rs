//! Ctrl-C: the first one asks the search to end with what it has, the second one ends the program.

use std::sync::Arc;

use sanderling::Control;

use crate::exit::Exit;

/// From now on, Ctrl-C (or a request to terminate) does this.
pub(crate) fn calls(act: impl Fn() + Send + 'static) {
    // Where no handler can be installed, Ctrl-C ends the program at once, as without one.
    let _ = ctrlc::set_handler(act);
}

/// From now on, Ctrl-C (or a request to terminate) cancels the search.
pub(crate) fn cancels(control: &Arc<Control<'static>>) {
    let control = Arc::clone(control);
    // Where no handler can be installed, Ctrl-C ends the program at once, as without one.
    let _ = ctrlc::set_handler(move || {
        if control.is_cancelled() {
            std::process::exit(Exit::Unknown as i32);
        }
        control.cancel();
    });
}
