//! Long requests. Each runs on a thread of its own, if there are threads, until it is answered or cancelled.
//!
//! INVARIANT: each is answered once, by its thread when it is done, or earlier by its cancellation.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use sanderling::Control;
use serde_json::Value;

use crate::hands::{Begun, Hands};
use crate::message::{Code, Json, Refusal};

/// The work that answers a request. The control says whether the request was cancelled.
pub(crate) type Task = Box<dyn FnOnce(&Control<'static>) -> Result<Json, Refusal> + Send>;

/// A function that receives the answer.
pub(crate) type Answer = Box<dyn FnOnce(Result<Json, Refusal>) + Send>;

/// The running requests.
#[derive(Default)]
pub(crate) struct Pending {
    /// The requests by their ids in JSON.
    requests: Arc<Mutex<HashMap<String, Arc<UnderWay>>>>,
    begun: Vec<(Begun, Option<Arc<UnderWay>>)>,
    hands: Hands,
}

struct UnderWay {
    control: Control<'static>,
    /// Present until the request is answered.
    answer: Mutex<Option<Answer>>,
}

impl UnderWay {
    fn answer(&self, result: Result<Json, Refusal>) {
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(answer) = answer {
            answer(result);
        }
    }

    fn cancel(&self) {
        self.control.cancel();
        self.answer(Err(cancelled()));
    }
}

impl Pending {
    /// Creates an empty set of requests, which these hands carry out.
    pub(crate) fn new(hands: Hands) -> Self {
        Self { hands, ..Self::default() }
    }

    /// Begins to answer a request. A request without an id cannot be cancelled.
    pub(crate) fn begin(&mut self, id: Option<&Value>, task: Task, answer: Answer) {
        let request = Arc::new(UnderWay {
            control: self.hands.line(Control::default()),
            answer: Mutex::new(Some(answer)),
        });
        let id = id.map(Value::to_string);
        if let Some(id) = &id {
            lock(&self.requests).insert(id.clone(), Arc::clone(&request));
        }
        let (requests, own) = (Arc::clone(&self.requests), Arc::clone(&request));
        let carry_out = move || {
            let result = catch_unwind(AssertUnwindSafe(|| task(&own.control)));
            if let Some(id) = id {
                let mut requests = lock(&requests);
                // Another request may have arrived with the same id.
                if requests.get(&id).is_some_and(|there| Arc::ptr_eq(there, &own)) {
                    requests.remove(&id);
                }
            }
            let broken =
                || Refusal::new(Code::InternalError, "the request failed unexpectedly; please report it");
            own.answer(result.unwrap_or_else(|_| Err(broken())));
        };
        match self.hands.begin("request", carry_out) {
            Ok(begun) => self.keep(begun, Some(request)),
            Err(error) => request.answer(Err(no_thread(&error))),
        }
    }

    /// Cancels the request with this id, which is then answered at once. If it is not running, nothing happens.
    pub(crate) fn cancel(&self, id: &Value) {
        let request = lock(&self.requests).remove(&id.to_string());
        if let Some(request) = request {
            request.cancel();
        }
    }

    /// Cancels all requests.
    pub(crate) fn cancel_all(&self) {
        let requests: Vec<_> = lock(&self.requests).drain().collect();
        for (_, request) in requests {
            request.cancel();
        }
    }

    /// Makes the server wait for other work before it ends.
    pub(crate) fn wait_for(&mut self, begun: Begun) {
        self.keep(begun, None);
    }

    fn keep(&mut self, begun: Begun, request: Option<Arc<UnderWay>>) {
        self.begun.retain(|(begun, _)| !begun.is_finished());
        self.begun.push((begun, request));
    }

    /// Waits until all requests are answered. Cancelled ones already are, and an external converter might never end.
    pub(crate) fn end(self) {
        for (begun, request) in self.begun {
            if request.is_none_or(|request| !request.control.is_cancelled()) {
                begun.wait();
            }
        }
    }
}

/// Returns the refusal for a system that cannot start a thread.
pub(crate) fn no_thread(error: &std::io::Error) -> Refusal {
    Refusal::new(Code::OutOfBudget, format!("too many requests are running: {error}"))
}

/// Returns the refusal of a cancelled request.
pub(crate) fn cancelled() -> Refusal {
    Refusal::new(Code::RequestCancelled, "the request was cancelled")
}

fn lock(
    requests: &Mutex<HashMap<String, Arc<UnderWay>>>,
) -> std::sync::MutexGuard<'_, HashMap<String, Arc<UnderWay>>> {
    requests.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::json;

    use super::*;

    #[test]
    fn a_request_that_is_cancelled_is_answered_before_its_task_has_ended() {
        let mut pending = Pending::default();
        let (answers, answered) = mpsc::channel();
        let (end, may_end) = mpsc::channel::<()>();
        let task = Box::new(move |control: &Control<'static>| {
            may_end.recv().unwrap();
            assert!(control.is_cancelled());
            Json::of(&"late")
        });
        let answer = move |result: Result<Json, Refusal>| answers.send(result.map(drop)).unwrap();
        pending.begin(Some(&json!("a")), task, Box::new(answer));
        pending.cancel(&json!("b"));
        pending.cancel(&json!("a"));
        assert_eq!(answered.recv().unwrap().unwrap_err().code, Code::RequestCancelled);
        pending.cancel(&json!("a"));
        // The task is not waited for, and its result is not a second answer.
        pending.end();
        end.send(()).unwrap();
        assert!(answered.recv().is_err());
    }

    #[test]
    fn a_task_that_breaks_down_is_an_answer_too() {
        let mut pending = Pending::default();
        let (answers, answered) = mpsc::channel();
        let answer = move |result: Result<Json, Refusal>| answers.send(result.map(drop)).unwrap();
        pending.begin(None, Box::new(|_| panic!("this is what the test wants")), Box::new(answer));
        pending.end();
        assert_eq!(answered.recv().unwrap().unwrap_err().code, Code::InternalError);
    }
}
