//! Checkpoints of what a request asks: in which folder, of what, and whether it is the same net and the same request that goes on.
//!
//! They are those of one search, the last and longest of what is tried. Which goals it is for stands in them, since what is tried before
//! depends on the clock: it may decide another goal the next time. Of several processes, each has its share in a folder of its own.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::Duration;

use sanderling_analysis::{Checkpoints, HAS_FILES, shares_in};
use sanderling_checkpoint::{Folder, Problem, Which};
use sanderling_net::{Diagnostic, Diagnostics, Net, json};
use sanderling_report::Checkpoint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::company::Company;
use crate::request::Request;

/// Where checkpoints are written, and whether the search goes on from one.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpointing {
    /// The folder.
    pub directory: PathBuf,
    /// At least so much time is between two of them.
    pub every: Duration,
    /// From which one the search goes on, if there is one; otherwise it begins.
    pub resume: Option<Which>,
    /// How the caller asks for the same once more, in the caller's own words.
    pub command: Value,
}

/// The time between two checkpoints unless another one is wanted.
pub(crate) const USUALLY_EVERY: Duration = Duration::from_secs(600);

impl Checkpointing {
    /// Checkpoints in a folder, as often as usual.
    #[must_use]
    pub fn in_directory(directory: PathBuf) -> Self {
        Self { directory, every: USUALLY_EVERY, resume: None, command: Value::Null }
    }

    /// The checkpoints of a search that begins or goes on, of what a request asks about a net.
    ///
    /// # Errors
    /// Where the folder cannot be used, or has checkpoints of something else.
    fn open(&self, asked: &Asked) -> Result<Opened, Diagnostics> {
        if !HAS_FILES {
            return Err(Diagnostic::error("checkpoints, where there are no files").into());
        }
        if let Some((process, _)) = self.shares().first() {
            let message = format!(
                "{}: the folder has checkpoints of several processes, as that of process {process}",
                self.directory.display()
            );
            let help = "go on with as many processes as before, or choose another folder";
            return Err(Diagnostic::error(message).help(help).into());
        }
        let begun = |folder: Folder| {
            let caller = Caller { command: self.command.clone(), asked: asked.clone(), ..Caller::default() };
            let checkpoints = Checkpoints::begin(folder, self.every, json!(caller));
            let checkpoints = checkpoints.map_err(|problem| told(&problem))?;
            Ok(Opened { checkpoints, caller, resumed: false, goals: OnceCell::new() })
        };
        let Some(which) = self.resume else {
            return Folder::create(&self.directory).map_err(|problem| told(&problem)).and_then(begun);
        };
        let folder = match Folder::open(&self.directory) {
            Err(Problem::Io { .. }) => Folder::create(&self.directory),
            opened => opened,
        };
        let folder = folder.map_err(|problem| told(&problem))?;
        match folder.manifest(which) {
            Err(Problem::Nothing(_)) if which == Which::Newest => begun(folder),
            Err(problem) => Err(told(&problem)),
            Ok(manifest) => {
                let opened = Checkpoints::resume(folder, manifest, self.every);
                self.resumed(opened.map_err(|problem| told(&problem))?, asked)
            }
        }
    }

    /// The checkpoints of a search that goes on, if it is of what is asked.
    fn resumed(&self, checkpoints: Checkpoints, asked: &Asked) -> Result<Opened, Diagnostics> {
        let caller = Caller::read(&checkpoints.caller());
        let caller = caller.ok_or_else(|| self.refused("says nothing of what was asked"))?;
        match asked.difference(&caller.asked) {
            None => {
                let goals = OnceCell::from(caller.goals.clone());
                Ok(Opened { checkpoints, caller, resumed: true, goals })
            }
            Some(difference) => Err(self.refused(&difference)),
        }
    }

    /// The share of this process in the checkpoints of several. Where one of them is lost meanwhile, there are none, and the search will say so.
    ///
    /// # Errors
    /// As [`open`](Self::open); all processes hear of it.
    fn open_together(&self, asked: &Asked, company: &Company) -> Result<Option<Opened>, Diagnostics> {
        let caller = Caller { command: self.command.clone(), asked: asked.clone(), ..Caller::default() };
        let written = (self.every, json!(caller));
        let opened =
            company.with(|peers| Checkpoints::together(&self.directory, self.resume, written, peers));
        let Some(Ok(opened)) = opened else { return Ok(None) };
        let checkpoints = opened.map_err(|problem| told(&problem))?;
        if checkpoints.goes_on() {
            return self.resumed(checkpoints, asked).map(Some);
        }
        Ok(Some(Opened { checkpoints, caller, resumed: false, goals: OnceCell::new() }))
    }

    /// The shares of processes in the folder, by process.
    fn shares(&self) -> Vec<(usize, PathBuf)> {
        let shares = shares_in(&self.directory).into_iter();
        shares.filter(|(_, path)| Folder::look(path).has_checkpoint()).collect()
    }

    fn refused(&self, difference: &str) -> Diagnostics {
        let message = format!("{}: the checkpoint {difference}", self.directory.display());
        let help = "ask the same as before, by `sanderling resume` and the folder, or choose another folder";
        Diagnostic::error(message).help(help).into()
    }
}

/// The checkpoints of what a request asks, from before anything is tried.
#[derive(Debug)]
pub(crate) struct Opened {
    checkpoints: Checkpoints,
    caller: Caller,
    resumed: bool,
    /// The goals of the search that has them, once there is one.
    goals: OnceCell<Vec<usize>>,
}

impl Opened {
    /// The checkpoints of a request about this net, where it asks for some.
    ///
    /// # Errors
    /// Where the folder cannot be used, or has checkpoints of something else.
    pub(crate) fn of(net: &Net, request: &Request) -> Result<Option<Self>, Diagnostics> {
        Self::of_examination(net, request, "")
    }

    /// The same of a request that is part of an examination.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub(crate) fn of_examination(
        net: &Net,
        request: &Request,
        examination: &str,
    ) -> Result<Option<Self>, Diagnostics> {
        let Some(checkpoint) = &request.checkpoint else { return Ok(None) };
        let asked = Asked::of(net, request, examination);
        match &request.company {
            Some(company) => checkpoint.open_together(&asked, company),
            None => checkpoint.open(&asked).map(Some),
        }
    }

    /// The goals of the search that goes on, if one does.
    pub(crate) fn resumed_goals(&self) -> Option<&[usize]> {
        self.goals.get().filter(|_| self.resumed).map(Vec::as_slice)
    }

    /// Those of a search of this net for such goals. There is one such search: another one has none.
    ///
    /// # Errors
    /// Where rules have made another net this time.
    pub(crate) fn for_goals(&self, net: &Net, goals: &[usize]) -> Result<Option<&Checkpoints>, Diagnostics> {
        let searched = hash(net);
        if self.goals.set(goals.to_vec()).is_ok() {
            let caller = Caller { searched, goals: goals.to_vec(), ..self.caller.clone() };
            self.checkpoints.set_caller(json!(caller));
        } else if self.resumed_goals() != Some(goals) {
            return Ok(None);
        } else if self.caller.searched != searched {
            let message = "the rules that make the net smaller have made another one of it this time";
            let help = "begin in another folder, without these rules: `reduce stubborn`";
            return Err(Diagnostic::error(message).help(help).into());
        }
        Ok(Some(&self.checkpoints))
    }

    /// What a report says of them, once everything is written; nothing where no search was needed.
    pub(crate) fn written(self, request: &Request) -> Option<Checkpoint> {
        self.goals.get()?;
        let directory = request.checkpoint.as_ref()?.directory.display().to_string();
        let problem = self.checkpoints.finish().err().map(|problem| problem.to_string());
        Some(Checkpoint { directory, problem })
    }
}

/// A problem as the reader of a report hears of it.
pub(crate) fn told(problem: &Problem) -> Diagnostics {
    Diagnostic::error(problem.to_string()).help(problem.help()).into()
}

/// What stands in a checkpoint for whoever goes on.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Caller {
    /// How the caller asks for the same once more.
    pub command: Value,
    /// What was asked.
    asked: Asked,
    /// The goals of the search, by their numbers among those that were asked for.
    goals: Vec<usize>,
    /// The hash of the net that is searched, which rules may have made of the one that was asked about.
    searched: String,
}

impl Caller {
    /// What a checkpoint says to its caller; `None` where another program has written it.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }
}

/// What was asked of which net: a search goes on only where both are the same.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Asked {
    /// The version of the program: another one may find states in another order.
    version: String,
    /// The hash of the net that is asked about.
    net: String,
    /// The request, as far as the result depends on it.
    request: Map<String, Value>,
}

/// What was asked of which net, as one text: searches with the same text do the same.
pub(crate) fn asked(net: &Net, request: &Request) -> String {
    json!(Asked::of(net, request, "")).to_string()
}

/// Options that may be others when a search goes on, since its result does not depend on them, or they are there to be raised.
const FREE: [&str; 9] = [
    "checkpoint",
    "checkpoint-every",
    "resume",
    "threads",
    "time",
    "memory",
    "max-states",
    "disk",
    "disk-size",
];

fn hash(net: &Net) -> String {
    let mut bytes = Vec::new();
    json::write(net, &mut bytes).expect("there is room for the net once more");
    Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Asked {
    fn of(net: &Net, request: &Request, examination: &str) -> Self {
        let Value::Object(mut written) = json!(request.written(net)) else { unreachable!("it is an object") };
        if let Some(Value::Object(options)) = written.remove("options") {
            let matters = |name: &str| !FREE.contains(&name);
            written.extend(options.into_iter().filter(|(name, _)| matters(name)));
        }
        if !examination.is_empty() {
            written.insert("examination".to_owned(), examination.into());
        }
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), net: hash(net), request: written }
    }

    /// What differs from what was asked before, if something does.
    fn difference(&self, before: &Self) -> Option<String> {
        if self.version != before.version {
            return Some(format!(
                "was written by version {}, and this is {}, which may find states in another order",
                before.version, self.version
            ));
        }
        if self.net != before.net {
            return Some("is one of another net".to_owned());
        }
        let question = "question".to_owned();
        let names = std::iter::once(&question).chain(self.request.keys()).chain(before.request.keys());
        let told = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        let mut names = names.filter(|&name| self.request.get(name) != before.request.get(name));
        names.next().map(|name| {
            let (old, new) = (told(before.request.get(name)), told(self.request.get(name)));
            format!("was made with {old} as `{name}`, and now that is {new}")
        })
    }
}
