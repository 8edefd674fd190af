//! The sessions that are open, by their numbers, which are never used again.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::session::Session;

static OPEN: LazyLock<Mutex<Open>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Open {
    sessions: HashMap<u64, Arc<Session>>,
    given: u64,
}

/// Gives a session a number.
pub(crate) fn add(session: Session) -> u64 {
    let mut open = open();
    open.given += 1;
    let number = open.given;
    open.sessions.insert(number, Arc::new(session));
    number
}

/// The session with a number.
pub(crate) fn get(number: u64) -> Option<Arc<Session>> {
    open().sessions.get(&number).cloned()
}

/// Takes the session with a number away. Who has got it already may go on with it.
pub(crate) fn remove(number: u64) -> Option<Arc<Session>> {
    open().sessions.remove(&number)
}

fn open() -> MutexGuard<'static, Open> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}
