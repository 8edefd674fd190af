//! The open sessions by their numbers, which are never reused.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::session::Session;

static OPEN: LazyLock<Mutex<Open>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Open {
    sessions: HashMap<u64, Arc<Session>>,
    given: u64,
}

/// Assigns a number to a session.
pub(crate) fn add(session: Session) -> u64 {
    let mut open = open();
    open.given += 1;
    let number = open.given;
    open.sessions.insert(number, Arc::new(session));
    number
}

/// Returns the session with a number.
pub(crate) fn get(number: u64) -> Option<Arc<Session>> {
    open().sessions.get(&number).cloned()
}

/// Removes the session with a number. A caller that already holds it may continue to use it.
pub(crate) fn remove(number: u64) -> Option<Arc<Session>> {
    open().sessions.remove(&number)
}

fn open() -> MutexGuard<'static, Open> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}
