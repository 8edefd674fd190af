//! The server: the dispatch of requests.

use std::collections::{HashMap, hash_map};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use sanderling_drawing::{drawing, groups, part};
use sanderling_report as report;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::analyses::{Analyses, Work};
use crate::beginning::beginning_at;
use crate::budget::Budget;
use crate::game::{Game, Move};
use crate::hands::Hands;
use crate::message::{Code, Json, Refusal, Request, notification, reply};
use crate::nets::{Nets, is_long};
use crate::pending::{Pending, Task, no_thread};
use crate::protocol::{
    Cancel, CancelRequest, Capabilities, Convert, Describe, Draw, Edits, Fire, FormatName, Initialize, Load,
    OfNet, PROTOCOL, Replay, Reset, Standard, Start, States,
};
use crate::{graph, info, other_nets, replay, search, standard};

/// The supported methods.
const METHODS: &[&str] = &[
    "initialize",
    "net/load",
    "net/unload",
    "net/info",
    "net/drawing",
    "net/groups",
    "net/edit",
    "net/convert",
    "net/unfold",
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

/// A function that sends a message to the client: a notification, or the reply to a request.
pub type Sink = dyn FnMut(&str) -> io::Result<()> + Send;

/// A function that receives the reply to one message; a notification has none.
pub type TakeReply = Box<dyn FnOnce(Option<String>) + Send>;

/// The output for messages, usable from any thread.
#[derive(Clone)]
pub(crate) struct Outbox(Arc<Mutex<Out>>);

struct Out {
    send: Box<Sink>,
    /// The first error. Afterwards nothing is written.
    error: Option<io::Error>,
}

/// A server.
pub struct Server {
    nets: Nets,
    analyses: Analyses,
    budget: Budget,
    memory_bytes: u64,
    outbox: Outbox,
    /// The long requests.
    pending: Pending,
    /// The token games in progress, by the names of their nets.
    games: HashMap<String, Game>,
    hands: Hands,
    is_shutting_down: bool,
}

/// The outcome of dispatching a request.
enum Handled {
    Now(Json),
    /// A reply, and work to do after it has been sent.
    Then(Json, Box<dyn FnOnce(&Server)>),
    /// Long work that produces the reply.
    Later(Task),
    /// A move in the token game of a net, which replies when it is made.
    Move(String, Move),
}

impl Outbox {
    /// Creates an output that sends messages with this function.
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
    /// Creates a server that sends its messages with `send`. Its analyses share `memory_bytes` of memory.
    #[must_use]
    pub fn new(send: Box<Sink>, memory_bytes: u64) -> Self {
        Self::with_hands(send, memory_bytes, Hands::Many)
    }

    /// Creates a server without threads. [`answer`](Self::answer) returns only when all work is done, and nothing else
    /// is processed in the meantime. When `is_cancelled` returns `true`, running work ends with its partial result. The
    /// function is called many times a second.
    #[must_use]
    pub fn without_threads(
        send: Box<Sink>,
        memory_bytes: u64,
        is_cancelled: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::with_hands(send, memory_bytes, Hands::One(Arc::new(is_cancelled)))
    }

    fn with_hands(send: Box<Sink>, memory_bytes: u64, hands: Hands) -> Self {
        Self {
            nets: Nets::default(),
            analyses: Analyses::new(hands.clone()),
            budget: Budget::new(memory_bytes),
            memory_bytes,
            outbox: Outbox::new(send),
            pending: Pending::new(hands.clone()),
            games: HashMap::new(),
            hands,
            is_shutting_down: false,
        }
    }

    /// Answers a message. Returns `false` if it is the last one.
    pub fn answer(&mut self, message: &[u8]) -> bool {
        let outbox = self.outbox.clone();
        let send = move |reply: Option<String>| {
            if let Some(reply) = reply {
                outbox.send(&reply);
            }
        };
        self.answer_to(message, Box::new(send))
    }

    /// Answers a message, and passes the reply to `take`: for HTTP, for example. Long work replies from another thread.
    /// Returns `false` if the message is the last one, or if notifications can no longer be sent.
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
        // A notification gets no reply, not even an error.
        let send_reply = move |result| take(request.id.map(|id| reply(&id, result)));
        match handled {
            Ok(Handled::Now(result)) => send_reply(Ok(result)),
            Err(refusal) => send_reply(Err(refusal)),
            Ok(Handled::Then(result, next)) => {
                send_reply(Ok(result));
                next(self);
            }
            Ok(Handled::Later(task)) => self.pending.begin(id.as_ref(), task, Box::new(send_reply)),
            Ok(Handled::Move(net, wanted)) => match self.game(net) {
                Ok(game) => game.ask(wanted, Box::new(send_reply)),
                Err(refusal) => send_reply(Err(refusal)),
            },
        }
        !self.outbox.is_closed()
    }

    /// Answers something that is not a message. Returns `false` if the client is gone.
    pub fn refuse(&mut self, problem: &str) -> bool {
        self.outbox.send(&reply(&Value::Null, Err(Refusal::new(Code::InvalidRequest, problem))));
        !self.outbox.is_closed()
    }

    /// Cancels running work and waits for it.
    ///
    /// # Errors
    /// If the output could not be written, unless the client has disconnected.
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
            return Err(Refusal::new(Code::ShuttingDown, "the server is shutting down: expected `exit`"));
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
                self.close_game(&net);
                now(&())
            }
            "net/info" => {
                let request: Describe = read(params)?;
                let entry = self.nets.get(&request.net)?;
                Ok(Handled::Later(info::task(entry, request.unfold, &self.budget)?))
            }
            "net/drawing" | "net/groups" => {
                let (Draw { net, only }, is_grouped) = (read(params)?, method == "net/groups");
                let entry = self.nets.get(&net)?;
                Ok(Handled::Later(Box::new(move |_| {
                    let only = only.filter(|_| entry.net.program.is_none());
                    let part = only.map(|ids| part(&entry.net, &ids));
                    let drawn = part.as_ref().unwrap_or(&entry.net);
                    if is_grouped { Json::of(&groups(drawn)) } else { Json::of(&drawing(drawn)) }
                })))
            }
            "net/edit" => {
                let edits: Edits = read(params)?;
                let edited = self.nets.edit(&edits)?;
                self.close_game(&edits.net);
                now(&edited)
            }
            "net/convert" => {
                let request: Convert = read(params)?;
                Ok(Handled::Later(other_nets::convert(self.nets.get(&request.net)?, &request)?))
            }
            "net/unfold" => {
                let entry = self.nets.get(&read::<OfNet>(params)?.net)?;
                Ok(Handled::Later(other_nets::unfolding(entry, self.nets.clone(), &self.budget)?))
            }
            "graph/states" => {
                let request: States = read(params)?;
                let entry = self.nets.get(&request.net)?;
                let task = graph::task(Arc::clone(&entry.net), &request, &self.budget)?;
                Ok(Handled::Later(Box::new(move |control| {
                    let mut drawn = task(control)?;
                    drawn.graph.file.clone_from(&entry.origin.file);
                    drawn.graph.format.clone_from(&entry.origin.format);
                    Json::of(&drawn)
                })))
            }
            "$/cancelRequest" => {
                self.pending.cancel(&read::<CancelRequest>(params)?.id);
                now(&())
            }
            "analysis/start" => {
                let request: Start = read(params)?;
                let entry = self.nets.get(&request.net)?;
                let version = entry.version;
                self.start(search::work(&request, entry)?, version, request.memory_bytes)
            }
            "analysis/standard" => {
                let request: Standard = read(params)?;
                let (entry, memory_bytes) = (self.nets.get(&request.net)?, request.memory_bytes);
                let version = entry.version;
                self.start(standard::work(request, entry)?, version, memory_bytes)
            }
            "analysis/cancel" => {
                self.analyses.cancel(&read::<Cancel>(params)?.analysis)?;
                now(&())
            }
            "simulation/enabled" => Ok(Handled::Move(read::<OfNet>(params)?.net, Move::Report)),
            "simulation/undo" => Ok(Handled::Move(read::<OfNet>(params)?.net, Move::Undo)),
            "simulation/reset" => {
                let Reset { net, marking } = read(params)?;
                Ok(Handled::Move(net, Move::Reset(marking)))
            }
            "simulation/fire" => {
                let fire: Fire = read(params)?;
                Ok(Handled::Move(fire.net.clone(), Move::Fire(fire)))
            }
            "trace/replay" => {
                let Replay { net, trace, marking } = read(params)?;
                let entry = self.nets.get(&net)?;
                let entry = beginning_at(entry, marking.as_ref())?;
                Ok(Handled::Later(replay::task(entry, trace, &self.budget)?))
            }
            "shutdown" => {
                self.is_shutting_down = true;
                Ok(Handled::Then(Json::of(&())?, Box::new(Self::stop)))
            }
            other => {
                let message = format!("unknown method `{other}`: expected one of {}", METHODS.join(", "));
                Err(Refusal::new(Code::MethodNotFound, message))
            }
        }
    }

    fn capabilities(&self) -> Capabilities {
        let formats = sanderling_formats::FORMATS.iter().map(|format| FormatName {
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
            writable: other_nets::writable(),
            memory_bytes: self.memory_bytes,
        }
    }

    fn start(&mut self, work: Work, version: u64, memory_bytes: Option<u64>) -> Result<Handled, Refusal> {
        let (started, task) =
            self.analyses.prepare((work, version), memory_bytes, &self.budget, &self.outbox)?;
        let begin = |server: &Self| server.analyses.begin(task, &server.outbox);
        Ok(Handled::Then(Json::of(&started)?, Box::new(begin)))
    }

    /// Cancels all running work, and waits until the analyses have sent their results.
    fn stop(&self) {
        self.pending.cancel_all();
        self.analyses.end();
    }

    /// Ends the token game of a net. The next move starts a new one.
    fn close_game(&mut self, net: &str) {
        if let Some(game) = self.games.remove(net) {
            self.pending.wait_for(game.close());
        }
    }

    /// Returns the token game of a net, which is started if necessary.
    fn game(&mut self, net: String) -> Result<&mut Game, Refusal> {
        let entry = self.nets.get(&net)?;
        match self.games.entry(net) {
            hash_map::Entry::Occupied(game) => Ok(game.into_mut()),
            hash_map::Entry::Vacant(vacant) => {
                let game =
                    Game::open(Arc::clone(&entry.net), &self.hands).map_err(|error| no_thread(&error))?;
                Ok(vacant.insert(game))
            }
        }
    }
}

fn now(result: &impl Serialize) -> Result<Handled, Refusal> {
    Json::of(result).map(Handled::Now)
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_path_to_error::deserialize(params).map_err(|error| invalid(&error))
}

/// Reads the parameters of a request if they are all optional.
fn optional<T: DeserializeOwned + Default>(params: Value) -> Result<T, Refusal> {
    if params.is_null() { Ok(T::default()) } else { read(params) }
}

/// Returns the refusal of invalid parameters, with the path of the invalid member if it is not the whole.
fn invalid(error: &serde_path_to_error::Error<serde_json::Error>) -> Refusal {
    let is_whole = error.path().iter().next().is_none();
    let problem = error.inner();
    let message = if is_whole { problem.to_string() } else { format!("`{}`: {problem}", error.path()) };
    Refusal::new(Code::InvalidParams, message)
}
