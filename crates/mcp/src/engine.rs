//! The server of editors, used from many threads: requests that wait for their reply, and analyses with progress.
//!
//! Results stay text until it is known which parts are needed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sanderling_server::Server;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Interval at which a waiting call checks whether it is over.
const PERIOD: Duration = Duration::from_millis(20);

pub(crate) struct Engine {
    /// `None` once the engine has ended.
    server: Mutex<Option<Server>>,
    /// The running analyses, by their names.
    analyses: Arc<Mutex<HashMap<String, Sender<Event>>>>,
    ids: AtomicU64,
    /// The memory that all analyses share.
    pub(crate) memory_bytes: u64,
}

/// The end of a call: a deadline, or a cancellation.
#[derive(Debug, Clone)]
pub(crate) struct Until {
    pub(crate) cancelled: Arc<AtomicBool>,
    pub(crate) deadline: Instant,
}

/// A message about an analysis.
enum Event {
    Progress(Progress),
    Result(Result<Text, Refused>),
}

/// A result in JSON, exactly as the engine wrote it.
pub(crate) type Text = Box<str>;

/// The progress of an analysis.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Progress {
    pub(crate) states: u64,
    pub(crate) elapsed_s: f64,
}

/// The reason why there is no result.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Refused {
    pub(crate) code: i32,
    pub(crate) message: String,
    /// Further details, usually diagnostics.
    #[serde(default)]
    pub(crate) data: Option<Value>,
}

/// The reply to a request.
#[derive(Deserialize)]
struct Reply<'t> {
    #[serde(borrow, default)]
    result: Option<&'t RawValue>,
    #[serde(default)]
    error: Option<Refused>,
}

/// A notification.
#[derive(Deserialize)]
struct Notification<'t> {
    method: &'t str,
    #[serde(borrow)]
    params: &'t RawValue,
}

#[derive(Deserialize)]
struct Finished<'t> {
    analysis: String,
    #[serde(borrow, default)]
    report: Option<&'t RawValue>,
    #[serde(default)]
    error: Option<Refused>,
}

#[derive(Deserialize)]
struct OfAnalysis {
    analysis: String,
}

impl Until {
    /// Whether the call has to end.
    fn is_over(&self) -> bool {
        self.is_cancelled() || Instant::now() >= self.deadline
    }

    /// Whether the call was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Refused {
    fn internal(message: &str) -> Self {
        Self { code: -32603, message: message.to_owned(), data: None }
    }
}

impl Engine {
    pub(crate) fn new(memory_bytes: u64) -> Self {
        let analyses = Arc::default();
        let listeners: Arc<Mutex<HashMap<String, Sender<Event>>>> = Arc::clone(&analyses);
        let sink = move |message: &str| {
            dispatch(message, &listeners);
            Ok(())
        };
        let server = Mutex::new(Some(Server::new(Box::new(sink), memory_bytes)));
        Self { server, analyses, ids: AtomicU64::new(0), memory_bytes }
    }

    /// Returns the result of a request, which is cancelled when the time is over.
    pub(crate) fn request(&self, method: &str, params: &Value, until: &Until) -> Result<Text, Refused> {
        let (sender, receiver) = mpsc::channel();
        let id = self.send(method, params, move |reply| {
            // The receiver may be gone.
            let _ = sender.send(reply);
        })?;
        let mut is_cancelled = false;
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(reply) => return reply,
                Err(RecvTimeoutError::Disconnected) => return Err(Refused::internal("there was no reply")),
                Err(RecvTimeoutError::Timeout) if until.is_over() && !is_cancelled => {
                    is_cancelled = true;
                    self.send("$/cancelRequest", &json!({ "id": id }), drop)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the report of an analysis, which ends with a partial result when the time is over.
    pub(crate) fn analysis(
        &self,
        method: &str,
        params: &Value,
        until: &Until,
        progress: impl Fn(Progress),
    ) -> Result<Text, Refused> {
        let (name, receiver) = self.start(method, params)?;
        let mut is_cancelled = false;
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(Event::Progress(now)) => progress(now),
                Ok(Event::Result(result)) => return result,
                Err(RecvTimeoutError::Disconnected) => return Err(Refused::internal("there was no result")),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if until.is_over() && !is_cancelled {
                is_cancelled = true;
                self.send("analysis/cancel", &json!({ "analysis": name }), drop)?;
            }
        }
    }

    /// Starts an analysis, and returns its name and its messages.
    fn start(&self, method: &str, params: &Value) -> Result<(String, Receiver<Event>), Refused> {
        let (event_sender, events) = mpsc::channel();
        let (sender, receiver) = mpsc::channel();
        let analyses = Arc::clone(&self.analyses);
        // The reply arrives before any message about the analysis, on this thread.
        self.send(method, params, move |reply| {
            let name = reply.and_then(|text| {
                serde_json::from_str::<OfAnalysis>(&text)
                    .map_err(|error| Refused::internal(&error.to_string()))
            });
            if let Ok(OfAnalysis { analysis }) = &name {
                lock(&analyses).insert(analysis.clone(), event_sender);
            }
            let _ = sender.send(name);
        })?;
        let started = receiver.recv().unwrap_or_else(|_| Err(Refused::internal("there was no reply")))?;
        Ok((started.analysis, events))
    }

    /// Sends a request, and returns its id.
    fn send(
        &self,
        method: &str,
        params: &Value,
        take: impl FnOnce(Result<Text, Refused>) + Send + 'static,
    ) -> Result<u64, Refused> {
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
        let mut server = lock(&self.server);
        let server = server.as_mut().ok_or_else(|| Refused::internal("the engine has ended"))?;
        let take = move |reply: Option<String>| take(reply.map_or_else(no_reply, |reply| read(&reply)));
        server.answer_to(message.as_bytes(), Box::new(take));
        Ok(id)
    }

    /// Cancels running work and waits for it.
    pub(crate) fn end(&self) {
        if let Some(server) = lock(&self.server).take() {
            // The server has no output that could fail.
            let _ = server.end();
        }
    }
}

fn no_reply() -> Result<Text, Refused> {
    Err(Refused::internal("there was no reply"))
}

fn read(reply: &str) -> Result<Text, Refused> {
    let reply: Reply<'_> =
        serde_json::from_str(reply).map_err(|error| Refused::internal(&error.to_string()))?;
    match reply.error {
        Some(refused) => Err(refused),
        // `null` is also a result.
        None => Ok(reply.result.map_or("null", RawValue::get).into()),
    }
}

/// Passes a notification to the call that waits for the analysis.
fn dispatch(message: &str, analyses: &Mutex<HashMap<String, Sender<Event>>>) {
    let Ok(Notification { method, params }) = serde_json::from_str(message) else { return };
    let params = params.get();
    match method {
        "analysis/progress" => {
            let Ok(OfAnalysis { analysis }) = serde_json::from_str(params) else { return };
            let Ok(progress) = serde_json::from_str(params) else { return };
            if let Some(sender) = lock(analyses).get(&analysis) {
                let _ = sender.send(Event::Progress(progress));
            }
        }
        "analysis/result" => {
            let Ok(Finished { analysis, report, error }) = serde_json::from_str(params) else { return };
            let Some(sender) = lock(analyses).remove(&analysis) else { return };
            let result = match (report, error) {
                (Some(report), _) => Ok(report.get().into()),
                (None, Some(refused)) => Err(refused),
                (None, None) => no_reply(),
            };
            let _ = sender.send(Event::Result(result));
        }
        _ => {}
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
