//! A session: a server of its own, whose answers are awaited, and its notifications.

mod notification_queue;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use notification_queue::NotificationQueue;
use sanderling_server::Server;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

pub(crate) struct Session {
    /// `None` once the session is closed.
    server: Mutex<Option<Server>>,
    notifications: Arc<Notifications>,
    ids: AtomicU64,
}

/// The notifications of the server.
#[derive(Default)]
struct Notifications {
    /// The receivers of awaited results, by the names of their analyses.
    awaited: Mutex<HashMap<String, Sender<String>>>,
    /// The analyses that have not ended, by their names.
    running: Mutex<HashSet<String>>,
    queue: NotificationQueue,
}

/// The reason why there is no answer.
#[derive(Debug)]
pub(crate) struct Failed {
    code: i32,
    message: String,
}

/// A reply of the server.
#[derive(Deserialize)]
struct Reply<'t> {
    #[serde(borrow, default)]
    result: Option<&'t RawValue>,
    #[serde(borrow, default)]
    error: Option<&'t RawValue>,
}

/// A notification of the server.
#[derive(Deserialize)]
struct Notification<'t> {
    method: &'t str,
    #[serde(borrow)]
    params: &'t RawValue,
}

#[derive(Deserialize)]
struct OfAnalysis {
    analysis: String,
}

impl Failed {
    /// Creates a failure for a mistake of the caller.
    pub(crate) fn of_caller(message: &str) -> Self {
        Self { code: -32602, message: message.to_owned() }
    }

    /// Creates a failure for a bug in the program.
    pub(crate) fn internal(message: &str) -> Self {
        Self { code: -32603, message: message.to_owned() }
    }

    fn closed() -> Self {
        Self { code: 8, message: "the session is closed".to_owned() }
    }

    /// Returns the answer that reports the failure.
    pub(crate) fn to_json(&self) -> String {
        json!({ "error": { "code": self.code, "message": self.message } }).to_string()
    }
}

impl Session {
    /// Opens a session whose analyses share this much memory.
    pub(crate) fn open(memory_bytes: u64) -> Self {
        let notifications: Arc<Notifications> = Arc::default();
        let receiving = Arc::clone(&notifications);
        let sink = move |message: &str| {
            receiving.receive(message);
            Ok(())
        };
        let server = Mutex::new(Some(Server::new(Box::new(sink), memory_bytes)));
        Self { server, notifications, ids: AtomicU64::new(0) }
    }

    /// Sends a request and waits for the answer: an object with `result` or `error`.
    pub(crate) fn request(&self, method: &str, params: &str) -> Result<String, Failed> {
        let (sender, receiver) = mpsc::channel();
        let notifications = Arc::clone(&self.notifications);
        self.send(method, params, move |reply| {
            notifications.note_start(&reply);
            // The caller may be gone.
            let _ = sender.send(reply);
        })?;
        let reply = receiver.recv().map_err(|_| Failed::closed())?;
        answer(&reply)
    }

    /// Starts an analysis and waits for its end. Returns an object with `report` or `error`.
    pub(crate) fn analyse(&self, method: &str, params: &str) -> Result<String, Failed> {
        if !method.starts_with("analysis/") {
            return Err(Failed::of_caller(&format!(
                "`{method}` is no analysis: use `analysis/start` or `analysis/standard`, or sanderling_request"
            )));
        }
        let (sender, receiver) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let notifications = Arc::clone(&self.notifications);
        // The reply arrives before any notification of the analysis, on this thread.
        self.send(method, params, move |reply| {
            let name = notifications.note_start(&reply);
            if let Some(name) = &name {
                lock(&notifications.awaited).insert(name.clone(), end);
            }
            let _ = sender.send((reply, name));
        })?;
        let (reply, name) = receiver.recv().map_err(|_| Failed::closed())?;
        match name {
            Some(_) => ended.recv().map_err(|_| Failed::closed()),
            None => answer(&reply),
        }
    }

    /// Returns the next notification, waiting at most this long.
    pub(crate) fn next(&self, wait: Duration) -> Option<String> {
        self.notifications.queue.next(wait)
    }

    /// Passes notifications to a listener on a thread of its own. Returns `false` if there is a listener.
    pub(crate) fn listen(session: &Arc<Self>, listener: impl Fn(&str) + Send + 'static) -> bool {
        let notifications = Arc::clone(&session.notifications);
        if !notifications.queue.claim() {
            return false;
        }
        let deliver = move || {
            while let Some(message) = notifications.queue.next_claimed() {
                listener(&message);
            }
            // The resources of the listener are dropped before the end of the session is reported.
            drop(listener);
            notifications.queue.release();
        };
        let thread = thread::Builder::new().name("listener".into()).spawn(deliver);
        if thread.is_err() {
            session.notifications.queue.release();
        }
        thread.is_ok()
    }

    /// Cancels an analysis, or all of them. Returns `false` if there is none.
    pub(crate) fn cancel(&self, name: Option<&str>) -> bool {
        let names: Vec<String> = match name {
            Some(name) => vec![name.to_owned()],
            None => lock(&self.notifications.running).iter().cloned().collect(),
        };
        let cancelled = names.iter().map(|name| {
            let params = json!({ "analysis": name }).to_string();
            self.request("analysis/cancel", &params).is_ok_and(|answer| !answer.starts_with("{\"error\""))
        });
        // `any` would stop at the first one.
        cancelled.fold(false, |any, one| any | one)
    }

    /// Cancels running work and waits for it. Waiting callers receive an error.
    pub(crate) fn close(&self) {
        // When this is answered, long requests are cancelled, and analyses have sent their results.
        let _ = self.request("shutdown", "null");
        if let Some(server) = lock(&self.server).take() {
            // The server has no output that could fail.
            let _ = server.end();
        }
        lock(&self.notifications.awaited).clear();
        self.notifications.queue.close();
    }

    fn send(
        &self,
        method: &str,
        params: &str,
        take: impl FnOnce(String) + Send + 'static,
    ) -> Result<(), Failed> {
        let params: &RawValue = serde_json::from_str(params)
            .map_err(|error| Failed::of_caller(&format!("the parameters are not JSON: {error}")))?;
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let method = json!(method);
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":{params}}}"#);
        let mut server = lock(&self.server);
        let server = server.as_mut().ok_or_else(Failed::closed)?;
        server.answer_to(message.as_bytes(), Box::new(|reply| take(reply.unwrap_or_default())));
        Ok(())
    }
}

impl Notifications {
    /// Records the analysis, if this is the reply to its start.
    fn note_start(&self, reply: &str) -> Option<String> {
        let Reply { result, .. } = serde_json::from_str(reply).ok()?;
        let OfAnalysis { analysis } = serde_json::from_str(result?.get()).ok()?;
        lock(&self.running).insert(analysis.clone());
        Some(analysis)
    }

    fn receive(&self, message: &str) {
        let Ok(Notification { method, params }) = serde_json::from_str(message) else { return };
        let is_result = method == "analysis/result";
        if is_result && let Ok(OfAnalysis { analysis }) = serde_json::from_str(params.get()) {
            lock(&self.running).remove(&analysis);
            if let Some(end) = lock(&self.awaited).remove(&analysis) {
                let _ = end.send(params.get().to_owned());
                return;
            }
        }
        self.queue.add(message, is_result);
    }
}

/// Returns a reply without the parts that only the server's own clients need.
fn answer(reply: &str) -> Result<String, Failed> {
    match serde_json::from_str(reply) {
        Ok(Reply { error: Some(error), .. }) => Ok(format!("{{\"error\":{error}}}")),
        Ok(Reply { result, .. }) => Ok(format!("{{\"result\":{}}}", result.map_or("null", RawValue::get))),
        // `exit` has no reply.
        Err(_) => Err(Failed::of_caller("there is no reply to this: sanderling_close ends a session")),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
