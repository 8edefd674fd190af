//! Analyses: each on a thread of its own, with a part of the memory, until it is done or cancelled.
//!
//! Whatever becomes of one, a limit, an error or a panic, is its own result; the others and the server go on.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sanderling::options::Choices;
use sanderling::{Control, PreparedNet, Request, not_unfolded};
use sanderling_net::{Diagnostics, Net};
use sanderling_property::{ColouredProperty, Property, Quantifier};
use sanderling_report::Report;
use sanderling_unfolding::{Budget as UnfoldingBudget, NotUnfolded, Options};

use crate::budget::{Budget, Grant};
use crate::message::{Code, Refusal};
use crate::nets::Entry;
use crate::protocol::{self, Failed, Finished, Start, Started};
use crate::server::Outbox;

/// Progress is told so often.
const PERIOD: Duration = Duration::from_millis(200);
/// As many analyses at a time.
const MAX_ANALYSES: usize = 64;

/// The analyses that are under way.
#[derive(Clone, Default)]
pub(crate) struct Analyses(Arc<Mutex<Running>>);

#[derive(Default)]
struct Running {
    controls: HashMap<String, Arc<Control<'static>>>,
    threads: Vec<thread::JoinHandle<()>>,
    given: u64,
}

/// An analysis that is about to begin.
pub(crate) struct Task {
    name: String,
    net: Arc<Net>,
    file: String,
    format: String,
    warnings: Vec<sanderling_report::Diagnostic>,
    question: protocol::Question,
    properties: Vec<ColouredProperty>,
    except: Option<ColouredProperty>,
    choices: Choices,
    grant: Grant,
    control: Arc<Control<'static>>,
}

impl Analyses {
    /// Prepares an analysis; [`begin`](Self::begin) starts it once the client knows its name.
    pub(crate) fn prepare(
        &self,
        start: &Start,
        entry: &Entry,
        budget: &Budget,
        outbox: &Outbox,
    ) -> Result<(Started, Task), Refusal> {
        let choices = choices(start, &entry.net)?;
        let properties = properties(start, &entry.net)?;
        let except = except(start, &entry.net)?;
        let mut running = self.lock();
        if running.controls.len() >= MAX_ANALYSES {
            let message = format!("{MAX_ANALYSES} analyses are under way: cancel one, or wait");
            return Err(Refusal::new(Code::OutOfBudget, message));
        }
        let grant = budget.grant(start.memory_bytes)?;
        running.given += 1;
        let name = format!("analysis{}", running.given);
        let control = Arc::new(Control::with_listener(display(&name, outbox)));
        running.controls.insert(name.clone(), Arc::clone(&control));
        let started = Started { analysis: name.clone(), memory_bytes: grant.bytes };
        let task = Task {
            name,
            net: Arc::clone(&entry.net),
            file: entry.file.clone(),
            format: entry.format.clone(),
            warnings: entry.warnings.clone(),
            question: start.question,
            properties,
            except,
            choices,
            grant,
            control,
        };
        Ok((started, task))
    }

    /// Starts an analysis.
    pub(crate) fn begin(&self, task: Task, outbox: &Outbox) {
        let name = task.name.clone();
        self.on_a_thread(name, move || task.carry_out(), outbox);
    }

    /// Does what an analysis does on a thread of its own, and tells its result.
    fn on_a_thread(
        &self,
        name: String,
        work: impl FnOnce() -> Result<Report, Refusal> + Send + 'static,
        outbox: &Outbox,
    ) {
        let (analyses, outbox) = (self.clone(), outbox.clone());
        let thread = thread::spawn(move || {
            // The memory that the work holds comes back before the client hears of the result, and may ask for more.
            let result = catch_unwind(AssertUnwindSafe(work));
            let result = result.unwrap_or_else(|_| {
                Err(Refusal::new(Code::InternalError, "the analysis broke down; please report this"))
            });
            analyses.lock().controls.remove(&name);
            outbox.notify("analysis/result", &finished(name, result));
        });
        let mut running = self.lock();
        running.threads.retain(|thread| !thread.is_finished());
        running.threads.push(thread);
    }

    /// Asks an analysis to end.
    pub(crate) fn cancel(&self, name: &str) -> Result<(), Refusal> {
        let running = self.lock();
        let control = running.controls.get(name);
        control
            .map(|control| control.cancel())
            .ok_or_else(|| Refusal::new(Code::UnknownAnalysis, format!("no analysis `{name}` is under way")))
    }

    /// Asks all of them to end, and waits until they have.
    pub(crate) fn end(&self) {
        let threads = {
            let mut running = self.lock();
            running.controls.values().for_each(|control| control.cancel());
            std::mem::take(&mut running.threads)
        };
        for thread in threads {
            // NOTE: it has caught its own panic.
            let _ = thread.join();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Task {
    fn carry_out(&self) -> Result<Report, Refusal> {
        let asked = |properties| asked(self.question, properties);
        // Bindings that do the same may be one transition where nobody counts them or speaks of them.
        let speaks_of_colours = self.properties.iter().any(|one| one.formula.without_colours().is_none());
        let merges = self.question != protocol::Question::Explore && !speaks_of_colours;
        let prepared = match self.prepared(merges) {
            Ok(prepared) => prepared,
            Err(refused) => {
                let (net, problem) = *refused;
                return self.not_unfolded(&net, asked(Vec::new()), &problem);
            }
        };
        let properties = self.properties.iter().map(|property| prepared.to_unfolded(property));
        let properties = properties.collect::<Result<_, _>>().map_err(|found| bad_question(&found))?;
        let except = self.except.as_ref().map(|property| prepared.to_unfolded(property)).transpose();
        let except = except.map_err(|found| bad_question(&found))?;
        let question = except.map_or_else(|| asked(properties), sanderling::Question::DeadlockExcept);
        let mut request = request(&self.choices, question, prepared.net())?;
        request.limits.memory_bytes = Some(usize::try_from(self.grant.bytes).unwrap_or(usize::MAX));
        if let Some(refusal) = request.refusal() {
            return Err(Refusal::new(Code::BadQuestion, refusal));
        }
        let analysed = prepared.analyse(&request, &self.control);
        analysed.map(|report| self.completed(report)).map_err(|found| bad_net(&found))
    }

    fn prepared(&self, merges: bool) -> Result<PreparedNet, Box<(Net, NotUnfolded)>> {
        let options = Options { merges, ..Options::default() };
        let usual = UnfoldingBudget::default();
        let budget = UnfoldingBudget {
            bytes: self.grant.bytes.min(usual.bytes),
            is_cancelled: &|| self.control.is_cancelled(),
            ..usual
        };
        PreparedNet::of(Net::clone(&self.net), options, &budget).or_else(PreparedNet::without_unfolding)
    }

    fn not_unfolded(
        &self,
        net: &Net,
        question: sanderling::Question,
        problem: &NotUnfolded,
    ) -> Result<Report, Refusal> {
        match problem {
            NotUnfolded::TooLarge { .. } | NotUnfolded::Cancelled => {
                let request = request(&self.choices, question, net)?;
                let mut report = not_unfolded(net, &request, &self.properties, problem);
                report.except = self.except.as_ref().map(|property| property.text.clone());
                Ok(self.completed(report))
            }
            other => Err(Refusal::new(Code::BadNet, other)),
        }
    }

    fn completed(&self, mut report: Report) -> Report {
        report.file.clone_from(&self.file);
        report.format.clone_from(&self.format);
        report.warnings.clone_from(&self.warnings);
        report
    }
}

/// The options of an analysis. What is wrong with them is told at once, not as its result.
fn choices(start: &Start, net: &Net) -> Result<Choices, Refusal> {
    if start.options.contains_key("memory") {
        let message = "`memory` is no option of an analysis: `memory_bytes` stands beside the options";
        return Err(Refusal::new(Code::BadQuestion, message));
    }
    let choices = Choices::from_json(&start.options);
    let choices = choices.map_err(|misuse| Refusal::new(Code::BadQuestion, misuse))?;
    request(&choices, asked(start.question, Vec::new()), net).map(|_| choices)
}

/// A question of the protocol with its properties.
fn asked(question: protocol::Question, properties: Vec<Property>) -> sanderling::Question {
    match question {
        protocol::Question::Explore => sanderling::Question::Explore,
        protocol::Question::Deadlock => sanderling::Question::Deadlock,
        protocol::Question::Check => sanderling::Question::Check(properties),
    }
}

fn request(choices: &Choices, question: sanderling::Question, net: &Net) -> Result<Request, Refusal> {
    choices.request(question, net).map_err(|misuse| Refusal::new(Code::BadQuestion, misuse))
}

fn properties(start: &Start, net: &Net) -> Result<Vec<ColouredProperty>, Refusal> {
    match (start.question, start.properties.is_empty()) {
        (protocol::Question::Check, true) => {
            Err(Refusal::new(Code::BadQuestion, "`check` needs `properties`"))
        }
        (protocol::Question::Check, false) => {
            let read = start.properties.iter().map(|text| {
                ColouredProperty::parse_coloured(text, net).map_err(|found| bad_question(&found))
            });
            read.collect()
        }
        (_, true) => Ok(Vec::new()),
        (_, false) => Err(Refusal::new(Code::BadQuestion, "`properties` are for the question `check`")),
    }
}

fn except(start: &Start, net: &Net) -> Result<Option<ColouredProperty>, Refusal> {
    let Some(text) = &start.except else { return Ok(None) };
    if start.question != protocol::Question::Deadlock {
        return Err(Refusal::new(Code::BadQuestion, "`except` is for the question `deadlock`"));
    }
    let read = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, net);
    read.map(Some).map_err(|found| bad_question(&found))
}

fn bad_question(found: &Diagnostics) -> Refusal {
    Refusal::new(Code::BadQuestion, "a property is not understood").with(found)
}

fn bad_net(found: &Diagnostics) -> Refusal {
    Refusal::new(Code::BadNet, "the net cannot be analysed").with(found)
}

fn finished(analysis: String, result: Result<Report, Refusal>) -> Finished {
    match result {
        Ok(report) => Finished { analysis, report: Some(Box::new(report)), error: None },
        Err(Refusal { code, message, data }) => {
            Finished { analysis, report: None, error: Some(Failed { code: code as i32, message, data }) }
        }
    }
}

/// What hears of the progress of an analysis, and tells it a few times a second.
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
        };
        outbox.notify("analysis/progress", &progress);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_analysis_that_breaks_down_is_an_error_of_its_own() {
        let (sender, told) = mpsc::channel();
        let outbox = Outbox::new(Box::new(move |message: &str| {
            sender.send(message.to_owned()).expect("the test listens");
            Ok(())
        }));
        let analyses = Analyses::default();
        analyses.on_a_thread("analysis1".to_owned(), || panic!("this is what the test wants"), &outbox);
        let told: Value = serde_json::from_str(&told.recv().unwrap()).unwrap();
        assert_eq!(told["params"]["analysis"], "analysis1");
        assert_eq!(told["params"]["error"]["code"], -32603);
        analyses.end();
    }

    #[test]
    fn options_that_are_none_are_refused_with_a_line() {
        let refused = |options: Value| {
            let start = json!({ "net": "net1", "question": "explore", "options": options });
            choices(&serde_json::from_value(start).unwrap(), &Net::new("n")).unwrap_err().message
        };
        for (options, part) in [
            (json!({ "colour": "red" }), "`colour` is no option"),
            (json!({ "max-revist-factor": 2 }), "is `max-revisit-factor` meant?"),
            (json!({ "order": "sideways" }), "invalid value 'sideways'"),
            (json!({ "order": [1] }), "expected a text or a number"),
            (json!({ "bounds": "yes" }), "expected true or false"),
            (json!({ "increment": 2 }), "nothing without `depth`"),
            (json!({ "help": true }), "`help` is no option"),
            (json!({ "memory": "1G" }), "`memory` is no option"),
            (json!({ "--order": "dfs" }), "is no option"),
            (json!({ "heuristic": "tokens(" , "order": "best"}), "heuristic"),
        ] {
            let message = refused(options);
            assert!(message.contains(part) && message.lines().count() == 1, "{message}");
        }
    }
}
