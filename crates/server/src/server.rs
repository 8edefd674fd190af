//! The server: which request does what.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use sanderling_net::Net;
use sanderling_report as report;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::analyses::Analyses;
use crate::budget::Budget;
use crate::drawing::drawing;
use crate::graph;
use crate::message::{Code, Json, Refusal, Request, notification, reply};
use crate::nets::{Entry, Nets};
use crate::protocol::{
    Cancel, Capabilities, Fire, FormatName, Initialize, Load, OfNet, PROTOCOL, Question, Replay, Standing,
    Start, States,
};
use crate::simulation::Simulation;

/// The requests that are understood.
const METHODS: &[&str] = &[
    "initialize",
    "net/load",
    "net/unload",
    "net/info",
    "net/drawing",
    "analysis/start",
    "analysis/cancel",
    "simulation/enabled",
    "simulation/fire",
    "simulation/undo",
    "simulation/reset",
    "trace/replay",
    "graph/states",
    "shutdown",
];

/// What turns a question with options, as on the command line, into a request; an error says what is not understood.
pub type Compose = dyn Fn(sanderling::Question, &Net, &Map<String, Value>) -> Result<sanderling::Request, String>
    + Send
    + Sync;

/// What sends a message to the client: a notification, or the reply to a request.
pub type Sink = dyn FnMut(&str) -> io::Result<()> + Send;

/// What takes the reply to one message; a notification has none.
pub type TakeReply = Box<dyn FnOnce(Option<String>) + Send>;

/// Where messages go out, from any thread.
#[derive(Clone)]
pub(crate) struct Outbox(Arc<Mutex<Out>>);

struct Out {
    send: Box<Sink>,
    /// The first error. After it nothing is written.
    error: Option<io::Error>,
}

/// A server.
pub struct Server {
    nets: Nets,
    analyses: Analyses,
    budget: Budget,
    memory_bytes: u64,
    compose: Arc<Compose>,
    outbox: Outbox,
    /// Threads that describe and replay.
    workers: Vec<thread::JoinHandle<()>>,
    is_shutting_down: bool,
}

/// What becomes of a request.
enum Handled {
    Now(Json),
    /// Something is done after the reply has gone out.
    Then(Json, Box<dyn FnOnce(&Server)>),
    /// Something that takes its time, and is the reply.
    Later(Box<dyn FnOnce() -> Result<Json, Refusal> + Send>),
}

impl Outbox {
    fn send(&self, message: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if out.error.is_none() {
            out.error = (out.send)(message).err();
        }
    }

    pub(crate) fn notify(&self, method: &str, params: &impl Serialize) {
        self.send(&notification(method, params));
    }

    fn is_closed(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).error.is_some()
    }
}

impl Server {
    /// A server that sends its messages so. Its analyses share so much memory.
    #[must_use]
    pub fn new(send: Box<Sink>, compose: Box<Compose>, memory_bytes: u64) -> Self {
        Self {
            nets: Nets::default(),
            analyses: Analyses::default(),
            budget: Budget::new(memory_bytes),
            memory_bytes,
            compose: Arc::from(compose),
            outbox: Outbox(Arc::new(Mutex::new(Out { send, error: None }))),
            workers: Vec::new(),
            is_shutting_down: false,
        }
    }

    /// Answers a message; `false` if it is the last one.
    pub fn answer(&mut self, message: &[u8]) -> bool {
        let outbox = self.outbox.clone();
        let send = move |reply: Option<String>| {
            if let Some(reply) = reply {
                outbox.send(&reply);
            }
        };
        self.answer_to(message, Box::new(send))
    }

    /// Answers a message, the reply going its own way: over HTTP, say. What takes its time is replied from another thread.
    /// `false` if the message is the last one, or if nobody hears notifications any more.
    pub fn answer_to(&mut self, message: &[u8], take: TakeReply) -> bool {
        let request = match Request::parse(message) {
            Ok(request) => request,
            Err(reply) => {
                take(Some(reply));
                return !self.outbox.is_closed();
            }
        };
        if request.method == "exit" {
            take(None);
            return false;
        }
        let handled = self.handle(&request.method, request.params);
        self.workers.retain(|worker| !worker.is_finished());
        // To a notification there is no reply, not even that it was none.
        let told = move |result| take(request.id.map(|id| reply(&id, result)));
        match handled {
            Ok(Handled::Now(result)) => told(Ok(result)),
            Err(refusal) => told(Err(refusal)),
            Ok(Handled::Then(result, next)) => {
                told(Ok(result));
                next(self);
            }
            Ok(Handled::Later(task)) => self.workers.push(thread::spawn(move || {
                let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
                let broken = || Refusal::new(Code::InternalError, "this broke down; please report it");
                told(result.unwrap_or_else(|_| Err(broken())));
            })),
        }
        !self.outbox.is_closed()
    }

    /// Answers something that is no message; `false` if nobody hears it.
    pub fn refuse(&mut self, problem: &str) -> bool {
        self.outbox.send(&reply(&Value::Null, Err(Refusal::new(Code::InvalidRequest, problem))));
        !self.outbox.is_closed()
    }

    /// Cancels what is under way and waits for it.
    ///
    /// # Errors
    /// That the output could not be written, unless the client has simply gone.
    pub fn end(self) -> io::Result<()> {
        self.analyses.end();
        for worker in self.workers {
            // NOTE: it has caught its own panic.
            let _ = worker.join();
        }
        let error = self.outbox.0.lock().unwrap_or_else(PoisonError::into_inner).error.take();
        match error {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }

    fn handle(&mut self, method: &str, params: Value) -> Result<Handled, Refusal> {
        if self.is_shutting_down {
            return Err(Refusal::new(Code::ShuttingDown, "the server is shutting down: only `exit` is left"));
        }
        match method {
            "initialize" => {
                let Initialize { client: _ } = optional(params)?;
                now(&self.capabilities())
            }
            "net/load" => now(&self.nets.load(&read::<Load>(params)?)?),
            "net/unload" => {
                self.nets.unload(&read::<OfNet>(params)?.net)?;
                now(&())
            }
            "net/info" => {
                let entry = self.nets.get(&read::<OfNet>(params)?.net)?;
                Ok(describe(entry))
            }
            "net/drawing" => {
                let net = Arc::clone(&self.nets.get(&read::<OfNet>(params)?.net)?.net);
                Ok(Handled::Later(Box::new(move || Json::of(&drawing(&net)))))
            }
            "graph/states" => {
                let asked: States = read(params)?;
                let entry = self.nets.get(&asked.net)?;
                let (net, file, format) = (Arc::clone(&entry.net), entry.file.clone(), entry.format.clone());
                let task = graph::task(net, &asked, &self.budget)?;
                Ok(Handled::Later(Box::new(move || {
                    let mut drawn = task()?;
                    (drawn.graph.file, drawn.graph.format) = (file, format);
                    Json::of(&drawn)
                })))
            }
            "analysis/start" => self.start(read(params)?),
            "analysis/cancel" => {
                self.analyses.cancel(&read::<Cancel>(params)?.analysis)?;
                now(&())
            }
            "simulation/enabled" => self.simulate(&read::<OfNet>(params)?.net, |_, _| Ok(None)),
            "simulation/undo" => self.simulate(&read::<OfNet>(params)?.net, |game, _| {
                game.undo()?;
                Ok(None)
            }),
            "simulation/reset" => self.simulate(&read::<OfNet>(params)?.net, |game, _| {
                game.reset();
                Ok(None)
            }),
            "simulation/fire" => {
                let fire: Fire = read(params)?;
                self.simulate(&fire.net, |game, net| game.fire(net, &fire).map(Some))
            }
            "trace/replay" => {
                let Replay { net, trace } = read(params)?;
                let trace = serde_json::from_value(trace).map_err(|error| invalid(&error))?;
                let entry = self.nets.get(&net)?;
                Ok(replay(entry, trace))
            }
            "shutdown" => {
                self.is_shutting_down = true;
                Ok(Handled::Then(Json::of(&())?, Box::new(|server| server.analyses.end())))
            }
            other => {
                let message = format!("no method `{other}`; there are {}", METHODS.join(", "));
                Err(Refusal::new(Code::MethodNotFound, message))
            }
        }
    }

    fn capabilities(&self) -> Capabilities {
        let readable = sanderling_formats::FORMATS.iter().filter(|format| format.can_read());
        let formats = readable.map(|format| FormatName {
            name: format.name(),
            description: format.description(),
            extensions: format.extensions().to_vec(),
        });
        Capabilities {
            name: "sanderling",
            version: report::VERSION,
            protocol: PROTOCOL,
            schema: report::SCHEMA,
            methods: METHODS.to_vec(),
            formats: formats.collect(),
            memory_bytes: self.memory_bytes,
        }
    }

    fn start(&mut self, start: Start) -> Result<Handled, Refusal> {
        let entry = self.nets.get(&start.net)?;
        // What is wrong with the options is told at once, not as the result of an analysis.
        let question = match start.question {
            Question::Explore => sanderling::Question::Explore,
            Question::Deadlock => sanderling::Question::Deadlock,
            Question::Check => sanderling::Question::Check(Vec::new()),
        };
        let composed = (self.compose)(question, &entry.net, &start.options);
        composed.map_err(|message| Refusal::new(Code::BadQuestion, message))?;
        let (started, task) = self.analyses.prepare(start, entry, &self.budget, &self.outbox)?;
        let begin = |server: &Self| server.analyses.begin(task, &server.compose, &server.outbox);
        Ok(Handled::Then(Json::of(&started)?, Box::new(begin)))
    }

    /// Makes a move in the token game of a net, which is begun where it has not been, and tells where it stands.
    fn simulate(
        &mut self,
        name: &str,
        move_on: impl FnOnce(&mut Simulation, &Net) -> Result<Option<Standing>, Refusal>,
    ) -> Result<Handled, Refusal> {
        let entry = self.nets.get(name)?;
        let game = match &mut entry.simulation {
            Some(game) => game,
            none => none.insert(Simulation::begin(&entry.net)?),
        };
        match move_on(game, &entry.net)? {
            Some(standing) => now(&standing),
            None => now(&game.standing(&entry.net)?),
        }
    }
}

fn describe(entry: &Entry) -> Handled {
    let (net, file, format) = (Arc::clone(&entry.net), entry.file.clone(), entry.format.clone());
    let warnings = entry.warnings.clone();
    Handled::Later(Box::new(move || {
        let mut described = sanderling::describe(&net)
            .map_err(|found| Refusal::new(Code::BadNet, "the net cannot be described").with(&found))?;
        (described.file, described.format, described.warnings) = (file, format, warnings);
        Json::of(&described)
    }))
}

fn replay(entry: &Entry, trace: report::Trace) -> Handled {
    let (net, file, format) = (Arc::clone(&entry.net), entry.file.clone(), entry.format.clone());
    Handled::Later(Box::new(move || {
        let mut replayed = sanderling::replay(&net, &trace);
        (replayed.file, replayed.format) = (file, format);
        Json::of(&replayed)
    }))
}

fn now(result: &impl Serialize) -> Result<Handled, Refusal> {
    Json::of(result).map(Handled::Now)
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| invalid(&error))
}

/// The same, where all parameters may be left out.
fn optional<T: DeserializeOwned + Default>(params: Value) -> Result<T, Refusal> {
    if params.is_null() { Ok(T::default()) } else { read(params) }
}

fn invalid(error: &serde_json::Error) -> Refusal {
    Refusal::new(Code::InvalidParams, error)
}
