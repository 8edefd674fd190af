//! Analyses. Each has its part of the memory and, if possible, a thread of its own, until it ends or is cancelled.
//!
//! A limit, an error or a panic only affects the result of its own analysis. The others and the server continue.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sanderling::{Control, Limits};
use sanderling_machine::clock::Instant;
use sanderling_session::Means;

use crate::budget::{Budget, Grant, Ticket};
use crate::hands::{Begun, Hands};
use crate::message::{Code, Refusal};
use crate::protocol::{self, Failed, Finished, Reported, Started};
use crate::server::Outbox;

/// Interval between two reports of progress.
const PERIOD: Duration = Duration::from_millis(200);
/// Maximum number of analyses at a time.
const MAX_ANALYSES: usize = 64;

/// The running analyses.
#[derive(Clone, Default)]
pub(crate) struct Analyses {
    running: Arc<Mutex<Running>>,
    hands: Hands,
}

#[derive(Default)]
struct Running {
    controls: HashMap<String, Arc<Control<'static>>>,
    begun: Vec<Begun>,
    given: u64,
}

/// An analysis' part of the memory, and the control that cancels it.
pub(crate) struct Share {
    pub(crate) grant: Grant,
    pub(crate) control: Arc<Control<'static>>,
}

impl Share {
    /// Returns limits of work that began at this time, within the granted memory.
    pub(crate) fn means(&self, limits: Limits, started: Instant) -> Means<'_> {
        let granted = usize::try_from(self.grant.bytes).unwrap_or(usize::MAX);
        let limits = Limits { memory_bytes: Some(granted), ..limits };
        Means { limits, started, control: &self.control, on_unfolding: &|_| {} }
    }
}

/// A function that computes the report of an analysis.
pub(crate) type Work = Box<dyn FnOnce(&Share) -> Result<Reported, Refusal> + Send>;

/// A prepared analysis, which begins once it has its part of the memory.
pub(crate) struct Task {
    name: String,
    /// The version of the net to analyse.
    version: u64,
    part: Result<Grant, Ticket>,
    control: Arc<Control<'static>>,
    work: Work,
}

impl Analyses {
    /// Creates an empty set of analyses, which these hands carry out.
    pub(crate) fn new(hands: Hands) -> Self {
        Self { hands, ..Self::default() }
    }

    /// Prepares an analysis of a version of a net with this memory, or with the default amount. [`begin`](Self::begin)
    /// starts it once the client knows its name.
    pub(crate) fn prepare(
        &self,
        (work, version): (Work, u64),
        memory_bytes: Option<u64>,
        budget: &Budget,
        outbox: &Outbox,
    ) -> Result<(Started, Task), Refusal> {
        let mut running = self.lock();
        if running.controls.len() >= MAX_ANALYSES {
            let message = format!("{MAX_ANALYSES} analyses are under way: cancel one, or wait");
            return Err(Refusal::new(Code::OutOfBudget, message));
        }
        let bytes = budget.part(memory_bytes)?;
        let part = budget.grant_or_queue(bytes);
        let waits = part.is_err();
        running.given += 1;
        let name = format!("analysis{}", running.given);
        let control = self.hands.line(Control::with_listener(display(&name, outbox)));
        let control = Arc::new(control);
        running.controls.insert(name.clone(), Arc::clone(&control));
        let started = Started { analysis: name.clone(), net_version: version, memory_bytes: bytes, waits };
        Ok((started, Task { name, version, part, control, work }))
    }

    /// Starts an analysis.
    pub(crate) fn begin(&self, task: Task, outbox: &Outbox) {
        let Task { name, version, part, control, work } = task;
        let work = move || {
            let grant = part.unwrap_or_else(|ticket| ticket.served(|| control.is_cancelled()));
            work(&Share { grant, control })
        };
        self.carry_out((name, version), work, outbox);
    }

    /// Carries out an analysis, on a thread of its own if there are threads, and sends its result.
    fn carry_out(
        &self,
        (name, version): (String, u64),
        work: impl FnOnce() -> Result<Reported, Refusal> + Send + 'static,
        outbox: &Outbox,
    ) {
        let (analyses, outbox) = (self.clone(), outbox.clone());
        let carry_out = move || {
            // The work returns its memory before the result is sent, since the client may then request more.
            let result = catch_unwind(AssertUnwindSafe(work));
            let result = result.unwrap_or_else(|_| {
                Err(Refusal::new(Code::InternalError, "the analysis failed unexpectedly; please report this"))
            });
            analyses.lock().controls.remove(&name);
            outbox.notify("analysis/result", &finished((name, version), result));
        };
        let begun = self.hands.begin("analysis", carry_out).expect("the system gives a thread");
        let mut running = self.lock();
        running.begun.retain(|begun| !begun.is_finished());
        running.begun.push(begun);
    }

    /// Cancels an analysis.
    pub(crate) fn cancel(&self, name: &str) -> Result<(), Refusal> {
        let running = self.lock();
        let control = running.controls.get(name);
        control
            .map(|control| control.cancel())
            .ok_or_else(|| Refusal::new(Code::UnknownAnalysis, format!("no analysis `{name}` is under way")))
    }

    /// Cancels all analyses, and waits until they have ended.
    pub(crate) fn end(&self) {
        let begun = {
            let mut running = self.lock();
            running.controls.values().for_each(|control| control.cancel());
            std::mem::take(&mut running.begun)
        };
        begun.into_iter().for_each(Begun::wait);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn finished((analysis, net_version): (String, u64), result: Result<Reported, Refusal>) -> Finished {
    let (report, error) = match result {
        Ok(report) => (Some(report), None),
        Err(Refusal { code, message, data }) => (None, Some(Failed { code: code as i32, message, data })),
    };
    Finished { analysis, net_version, report, error }
}

/// Returns a listener that sends the progress of an analysis a few times a second.
fn display(name: &str, outbox: &Outbox) -> impl Fn(&sanderling::Progress) + Send + Sync + 'static {
    let (name, outbox, last) = (name.to_owned(), outbox.clone(), Mutex::new(Instant::now()));
    move |now| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < PERIOD {
            return;
        }
        *last = Instant::now();
        let progress = protocol::Progress {
            analysis: name.clone(),
            states: now.states,
            stored: now.stored,
            open: now.open,
            firings: now.firings,
            level: now.level,
            memory_bytes: now.bytes as u64,
            elapsed_s: now.elapsed.as_secs_f64(),
            nodes: now.diagram.as_ref().map(|diagram| diagram.nodes),
            states_at_least: now.diagram.as_ref().map(|diagram| diagram.states_at_least.clone()),
        };
        outbox.notify("analysis/progress", &progress);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::Value;

    use super::*;

    #[test]
    fn an_analysis_that_breaks_down_is_an_error_of_its_own() {
        let (sender, messages) = mpsc::channel();
        let outbox = Outbox::new(Box::new(move |message: &str| {
            sender.send(message.to_owned()).expect("the test listens");
            Ok(())
        }));
        let analyses = Analyses::default();
        analyses.carry_out(("analysis1".to_owned(), 1), || panic!("this is what the test wants"), &outbox);
        let message: Value = serde_json::from_str(&messages.recv().unwrap()).unwrap();
        assert_eq!(message["params"]["analysis"], "analysis1");
        assert_eq!(message["params"]["error"]["code"], -32603);
        analyses.end();
    }
}
