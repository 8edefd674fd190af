//! The server: which request does what.

use std::collections::{HashMap, hash_map};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use sanderling_drawing::{drawing, groups, part};
use sanderling_report as report;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::analyses::{Analyses, Work};
use crate::budget::Budget;
use crate::game::{Game, Move};
use crate::message::{Code, Json, Refusal, Request, notification, reply};
use crate::nets::{Entry, Nets, is_long};
use crate::pending::{Pending, Task, no_thread};
use crate::protocol::{
    Cancel, CancelRequest, Capabilities, Describe, Draw, Fire, FormatName, Initialize, Load, OfNet, PROTOCOL,
    Replay, Standard, Start, States,
};
use crate::{graph, info, search, standard};

/// The requests that are understood.
const METHODS: &[&str] = &[
    "initialize",
    "net/load",
    "net/unload",
    "net/info",
    "net/drawing",
    "net/groups",
    "analysis/start",
    "analysis/standard",
    "analysis/cancel",
    "simulation/enabled",
    "simulation/fire",
    "simulation/undo",
    "simulation/reset",
    "trace/replay",
    "graph/states",
    "$/cancelRequest",
    "shutdown",
];

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
    outbox: Outbox,
    /// Requests that take their time.
    pending: Pending,
    /// The token games that have been begun, by the names of their nets.
    games: HashMap<String, Game>,
    is_shutting_down: bool,
}

/// What becomes of a request.
enum Handled {
    Now(Json),
    /// Something is done after the reply has gone out.
    Then(Json, Box<dyn FnOnce(&Server)>),
    /// Something that takes its time, and is the reply.
    Later(Task),
    /// A move in the token game of a net, which answers when it is made.
    Move(String, Move),
}

impl Outbox {
    /// What sends messages so.
    pub(crate) fn new(send: Box<Sink>) -> Self {
        Self(Arc::new(Mutex::new(Out { send, error: None })))
    }

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
    pub fn new(send: Box<Sink>, memory_bytes: u64) -> Self {
        Self {
            nets: Nets::default(),
            analyses: Analyses::default(),
            budget: Budget::new(memory_bytes),
            memory_bytes,
            outbox: Outbox::new(send),
            pending: Pending::default(),
            games: HashMap::new(),
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
        let id = request.id.clone();
        // To a notification there is no reply, not even that it was none.
        let told = move |result| take(request.id.map(|id| reply(&id, result)));
        match handled {
            Ok(Handled::Now(result)) => told(Ok(result)),
            Err(refusal) => told(Err(refusal)),
            Ok(Handled::Then(result, next)) => {
                told(Ok(result));
                next(self);
            }
            Ok(Handled::Later(task)) => self.pending.begin(id.as_ref(), task, Box::new(told)),
            Ok(Handled::Move(net, wanted)) => match self.game(net) {
                Ok(game) => game.ask(wanted, Box::new(told)),
                Err(refusal) => told(Err(refusal)),
            },
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
    pub fn end(mut self) -> io::Result<()> {
        self.analyses.end();
        for (_, game) in self.games.drain() {
            self.pending.wait_for(game.close());
        }
        self.pending.end();
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
            "net/load" => {
                let (load, nets): (Load, _) = (read(params)?, self.nets.clone());
                if !is_long(&load) {
                    return now(&nets.load(&load, &|| false)?);
                }
                Ok(Handled::Later(Box::new(move |control| {
                    Json::of(&nets.load(&load, &|| control.is_cancelled())?)
                })))
            }
            "net/unload" => {
                let OfNet { net } = read(params)?;
                self.nets.unload(&net)?;
                if let Some(game) = self.games.remove(&net) {
                    self.pending.wait_for(game.close());
                }
                now(&())
            }
            "net/info" => {
                let asked: Describe = read(params)?;
                let entry = self.nets.get(&asked.net)?;
                Ok(Handled::Later(info::task(entry, asked.unfold, &self.budget)?))
            }
            "net/drawing" => {
                let Draw { net, only } = read(params)?;
                let entry = self.nets.get(&net)?;
                Ok(Handled::Later(Box::new(move |_| match only {
                    Some(ids) if entry.net.program.is_none() => Json::of(&drawing(&part(&entry.net, &ids))),
                    _ => Json::of(&drawing(&entry.net)),
                })))
            }
            "net/groups" => {
                let entry = self.nets.get(&read::<OfNet>(params)?.net)?;
                Ok(Handled::Later(Box::new(move |_| Json::of(&groups(&entry.net)))))
            }
            "graph/states" => {
                let asked: States = read(params)?;
                let entry = self.nets.get(&asked.net)?;
                let task = graph::task(Arc::clone(&entry.net), &asked, &self.budget)?;
                Ok(Handled::Later(Box::new(move |control| {
                    let mut drawn = task(control)?;
                    drawn.graph.file.clone_from(&entry.file);
                    drawn.graph.format.clone_from(&entry.format);
                    Json::of(&drawn)
                })))
            }
            "$/cancelRequest" => {
                self.pending.cancel(&read::<CancelRequest>(params)?.id);
                now(&())
            }
            "analysis/start" => {
                let asked: Start = read(params)?;
                let work = search::work(&asked, self.nets.get(&asked.net)?)?;
                self.start(work, asked.memory_bytes)
            }
            "analysis/standard" => {
                let asked: Standard = read(params)?;
                let (entry, memory_bytes) = (self.nets.get(&asked.net)?, asked.memory_bytes);
                self.start(standard::work(asked, entry)?, memory_bytes)
            }
            "analysis/cancel" => {
                self.analyses.cancel(&read::<Cancel>(params)?.analysis)?;
                now(&())
            }
            "simulation/enabled" => Ok(Handled::Move(read::<OfNet>(params)?.net, Move::Tell)),
            "simulation/undo" => Ok(Handled::Move(read::<OfNet>(params)?.net, Move::Undo)),
            "simulation/reset" => Ok(Handled::Move(read::<OfNet>(params)?.net, Move::Reset)),
            "simulation/fire" => {
                let fire: Fire = read(params)?;
                Ok(Handled::Move(fire.net.clone(), Move::Fire(fire)))
            }
            "trace/replay" => {
                let Replay { net, trace } = read(params)?;
                let trace = serde_json::from_value(trace).map_err(|error| invalid(&error))?;
                Ok(replay(self.nets.get(&net)?, trace))
            }
            "shutdown" => {
                self.is_shutting_down = true;
                Ok(Handled::Then(Json::of(&())?, Box::new(Self::stop)))
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

    fn start(&mut self, work: Work, memory_bytes: Option<u64>) -> Result<Handled, Refusal> {
        let (started, task) = self.analyses.prepare(work, memory_bytes, &self.budget, &self.outbox)?;
        let begin = |server: &Self| server.analyses.begin(task, &server.outbox);
        Ok(Handled::Then(Json::of(&started)?, Box::new(begin)))
    }

    /// Cancels all that is under way, and waits until the analyses have told their results.
    fn stop(&self) {
        self.pending.cancel_all();
        self.analyses.end();
    }

    /// The token game of a net, which is begun where it has not been.
    fn game(&mut self, net: String) -> Result<&Game, Refusal> {
        let entry = self.nets.get(&net)?;
        match self.games.entry(net) {
            hash_map::Entry::Occupied(game) => Ok(game.into_mut()),
            hash_map::Entry::Vacant(vacant) => {
                let game = Game::open(Arc::clone(&entry.net)).map_err(|error| no_thread(&error))?;
                Ok(vacant.insert(game))
            }
        }
    }
}

fn replay(entry: Arc<Entry>, trace: report::Trace) -> Handled {
    Handled::Later(Box::new(move |_| {
        let mut replayed = sanderling::replay(&entry.net, &trace);
        replayed.file.clone_from(&entry.file);
        replayed.format.clone_from(&entry.format);
        Json::of(&replayed)
    }))
}

fn now(result: &impl Serialize) -> Result<Handled, Refusal> {
    Json::of(result).map(Handled::Now)
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| invalid(&error))
}

/// Reads the parameters of a request all of which may be left out.
fn optional<T: DeserializeOwned + Default>(params: Value) -> Result<T, Refusal> {
    if params.is_null() { Ok(T::default()) } else { read(params) }
}

fn invalid(error: &serde_json::Error) -> Refusal {
    Refusal::new(Code::InvalidParams, error)
}
