//! Requests that take their time: each on a thread of its own, where there are threads, until it is answered or cancelled.
//!
//! INVARIANT: each is replied to once, by its thread when it is done, or before that by whoever cancels it.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use sanderling::Control;
use serde_json::Value;

use crate::hands::{Begun, Hands};
use crate::message::{Code, Json, Refusal};

/// What answers a request. It is given what says that nobody waits for it any more.
pub(crate) type Task = Box<dyn FnOnce(&Control<'static>) -> Result<Json, Refusal> + Send>;

/// What takes the answer.
pub(crate) type Answer = Box<dyn FnOnce(Result<Json, Refusal>) + Send>;

/// The requests that are under way.
#[derive(Default)]
pub(crate) struct Pending {
    /// By their ids, as they are written.
    requests: Arc<Mutex<HashMap<String, Arc<UnderWay>>>>,
    begun: Vec<(Begun, Option<Arc<UnderWay>>)>,
    hands: Hands,
}

struct UnderWay {
    control: Control<'static>,
    /// Until somebody has answered.
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
    /// None, and who is to answer them.
    pub(crate) fn new(hands: Hands) -> Self {
        Self { hands, ..Self::default() }
    }

    /// Begins to answer a request. What is asked without an id cannot be cancelled.
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
                // Another request may have come with the same id.
                if requests.get(&id).is_some_and(|there| Arc::ptr_eq(there, &own)) {
                    requests.remove(&id);
                }
            }
            let broken = || Refusal::new(Code::InternalError, "this broke down; please report it");
            own.answer(result.unwrap_or_else(|_| Err(broken())));
        };
        match self.hands.begin("request", carry_out) {
            Ok(begun) => self.keep(begun, Some(request)),
            Err(error) => request.answer(Err(no_thread(&error))),
        }
    }

    /// Cancels the request with an id, which is answered now. One that is not under way is no longer to be cancelled.
    pub(crate) fn cancel(&self, id: &Value) {
        let request = lock(&self.requests).remove(&id.to_string());
        if let Some(request) = request {
            request.cancel();
        }
    }

    /// Cancels all of them.
    pub(crate) fn cancel_all(&self) {
        let requests: Vec<_> = lock(&self.requests).drain().collect();
        for (_, request) in requests {
            request.cancel();
        }
    }

    /// Other work that is to have come to its end before the server does.
    pub(crate) fn wait_for(&mut self, begun: Begun) {
        self.keep(begun, None);
    }

    fn keep(&mut self, begun: Begun, request: Option<Arc<UnderWay>>) {
        self.begun.retain(|(begun, _)| !begun.is_finished());
        self.begun.push((begun, request));
    }

    /// Waits until all are answered. What was cancelled is, and somebody's converter might never end.
    pub(crate) fn end(self) {
        for (begun, request) in self.begun {
            if request.is_none_or(|request| !request.control.is_cancelled()) {
                begun.wait();
            }
        }
    }
}

/// The refusal where the system gives no thread.
pub(crate) fn no_thread(error: &std::io::Error) -> Refusal {
    Refusal::new(Code::OutOfBudget, format!("too much is under way: {error}"))
}

/// The refusal of a request that was cancelled.
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
        // Nobody waits for the task, and what it comes to is no other answer.
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
