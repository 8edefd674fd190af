//! Checkpoints of a request: where they are stored, and whether a search may resume from one.
//!
//! Only the last and longest search of a request has checkpoints. A checkpoint stores the goals of that
//! search, because the earlier techniques depend on the clock and may decide different goals in the next run.
//! If several processes search together, each stores its share in a folder of its own.
//!
//! INVARIANT: a search resumes only if the net, the request and the program's version are the same as before.

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

use crate::request::Request;
use crate::request::company::Company;

/// Where checkpoints are written, and whether the search resumes from one.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpointing {
    /// The folder.
    pub directory: PathBuf,
    /// Minimum time between two checkpoints.
    pub every: Duration,
    /// The checkpoint to resume from, if there is one; `None` starts the search anew.
    pub resume: Option<Which>,
    /// The command that repeats the request, in the caller's own format.
    pub command: Value,
}

/// Default time between two checkpoints.
pub(crate) const USUALLY_EVERY: Duration = Duration::from_secs(600);

impl Checkpointing {
    /// Checkpoints in a folder, with the default time between them.
    #[must_use]
    pub fn in_directory(directory: PathBuf) -> Self {
        Self { directory, every: USUALLY_EVERY, resume: None, command: Value::Null }
    }

    /// Opens the checkpoints of a request for a search that starts or resumes.
    ///
    /// # Errors
    /// The folder cannot be used, or it has checkpoints of another search.
    fn open(&self, identity: &SearchIdentity) -> Result<Opened, Diagnostics> {
        if !HAS_FILES {
            return Err(Diagnostic::error("checkpoints, which require a file system").into());
        }
        if let Some((process, _)) = self.shares().first() {
            let message = format!(
                "{}: the folder has checkpoints of several processes, such as that of process {process}",
                self.directory.display()
            );
            let help = "resume with the same number of processes, or choose another folder";
            return Err(Diagnostic::error(message).help(help).into());
        }
        let begun = |folder: Folder| {
            let caller =
                Caller { command: self.command.clone(), identity: identity.clone(), ..Caller::default() };
            let checkpoints = Checkpoints::begin(folder, self.every, json!(caller));
            let checkpoints = checkpoints.map_err(|problem| diagnostics(&problem))?;
            Ok(Opened { checkpoints, caller, resumed: false, goals: OnceCell::new() })
        };
        let Some(which) = self.resume else {
            return Folder::create(&self.directory).map_err(|problem| diagnostics(&problem)).and_then(begun);
        };
        let folder = match Folder::open(&self.directory) {
            Err(Problem::NoFolder(_) | Problem::Io { .. }) => Folder::create(&self.directory),
            opened => opened,
        };
        let folder = folder.map_err(|problem| diagnostics(&problem))?;
        match folder.manifest(which) {
            Err(Problem::Nothing(_)) if which == Which::Newest => begun(folder),
            Err(problem) => Err(diagnostics(&problem)),
            Ok(manifest) => {
                let opened = Checkpoints::resume(folder, manifest, self.every);
                self.resumed(opened.map_err(|problem| diagnostics(&problem))?, identity)
            }
        }
    }

    /// Returns the checkpoints of a resumed search if they belong to the same net and request.
    fn resumed(&self, checkpoints: Checkpoints, identity: &SearchIdentity) -> Result<Opened, Diagnostics> {
        let caller = Caller::read(&checkpoints.caller());
        let caller = caller.ok_or_else(|| self.refused("does not contain its query"))?;
        match identity.difference(&caller.identity) {
            None => {
                let goals = OnceCell::from(caller.goals.clone());
                Ok(Opened { checkpoints, caller, resumed: true, goals })
            }
            Some(difference) => Err(self.refused(&difference)),
        }
    }

    /// Opens this process's share of the checkpoints of several processes. Returns `None` if a process was
    /// lost in the meantime; the search then reports the loss.
    ///
    /// # Errors
    /// As for [`open`](Self::open); every process receives the error.
    fn open_together(
        &self,
        identity: &SearchIdentity,
        company: &Company,
    ) -> Result<Option<Opened>, Diagnostics> {
        let caller =
            Caller { command: self.command.clone(), identity: identity.clone(), ..Caller::default() };
        let written = (self.every, json!(caller));
        let opened =
            company.with(|peers| Checkpoints::together(&self.directory, self.resume, written, peers));
        let Some(Ok(opened)) = opened else { return Ok(None) };
        let checkpoints = opened.map_err(|problem| diagnostics(&problem))?;
        if checkpoints.is_resuming() {
            return self.resumed(checkpoints, identity).map(Some);
        }
        Ok(Some(Opened { checkpoints, caller, resumed: false, goals: OnceCell::new() }))
    }

    /// Returns the folders with shares of a checkpoint, each with the number of its process.
    fn shares(&self) -> Vec<(usize, PathBuf)> {
        let shares = shares_in(&self.directory).into_iter();
        shares.filter(|(_, path)| Folder::look(path).has_checkpoint()).collect()
    }

    fn refused(&self, difference: &str) -> Diagnostics {
        let message = format!("{}: the checkpoint {difference}", self.directory.display());
        let help = "repeat the query with `sanderling resume` and the folder, or choose another folder";
        Diagnostic::error(message).help(help).into()
    }
}

/// The opened checkpoints of a request, before any technique is tried.
#[derive(Debug)]
pub(crate) struct Opened {
    checkpoints: Checkpoints,
    caller: Caller,
    resumed: bool,
    /// The goals of the search that writes the checkpoints, once it is chosen.
    goals: OnceCell<Vec<usize>>,
}

impl Opened {
    /// Opens the checkpoints of a request about this net, if the request has checkpoints.
    ///
    /// # Errors
    /// The folder cannot be used, or it has checkpoints of another search.
    pub(crate) fn of(net: &Net, request: &Request) -> Result<Option<Self>, Diagnostics> {
        Self::of_examination(net, request, "")
    }

    /// Opens the checkpoints of a request that is part of a query, as [`of`](Self::of) does.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub(crate) fn of_examination(
        net: &Net,
        request: &Request,
        examination: &str,
    ) -> Result<Option<Self>, Diagnostics> {
        let Some(checkpoint) = &request.checkpoint else { return Ok(None) };
        let identity = SearchIdentity::of(net, request, examination);
        match &request.company {
            Some(company) => checkpoint.open_together(&identity, company),
            None => checkpoint.open(&identity).map(Some),
        }
    }

    /// Returns the goals of the search that resumes, if there is one.
    pub(crate) fn resumed_goals(&self) -> Option<&[usize]> {
        self.goals.get().filter(|_| self.resumed).map(Vec::as_slice)
    }

    /// Returns the checkpoints for a search of this net for these goals. Only one search has checkpoints; any
    /// other gets `None`.
    ///
    /// # Errors
    /// The structural rules produced another net than before.
    pub(crate) fn for_goals(&self, net: &Net, goals: &[usize]) -> Result<Option<&Checkpoints>, Diagnostics> {
        let searched = hash(net);
        if self.goals.set(goals.to_vec()).is_ok() {
            let caller = Caller { searched, goals: goals.to_vec(), ..self.caller.clone() };
            self.checkpoints.set_caller(json!(caller));
        } else if self.resumed_goals() != Some(goals) {
            return Ok(None);
        } else if self.caller.searched != searched {
            let message = "structural rules have reduced the net differently than before";
            let help = "start in another folder without these rules: `reduce stubborn`";
            return Err(Diagnostic::error(message).help(help).into());
        }
        Ok(Some(&self.checkpoints))
    }

    /// Writes the last checkpoint and describes it for the report. Returns `None` if no search was needed.
    pub(crate) fn written(self, request: &Request) -> Option<Checkpoint> {
        self.goals.get()?;
        let directory = request.checkpoint.as_ref()?.directory.display().to_string();
        let problem = self.checkpoints.finish().err().map(|problem| problem.to_string());
        Some(Checkpoint { directory, problem })
    }
}

/// Converts a problem into a diagnostic for the user.
pub(crate) fn diagnostics(problem: &Problem) -> Diagnostics {
    Diagnostic::error(problem.to_string()).help(problem.help()).into()
}

/// The data that a checkpoint stores for the caller that resumes it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Caller {
    /// The command that repeats the request.
    pub command: Value,
    /// The net and the request.
    #[serde(rename = "asked")]
    identity: SearchIdentity,
    /// The goals of the search, as numbers among the goals of the request.
    goals: Vec<usize>,
    /// The hash of the net that is searched. Structural rules may have derived it from the original net.
    searched: String,
}

impl Caller {
    /// Reads the caller's data from a checkpoint; `None` if another program wrote it.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }
}

/// The net and the request of a search. A search resumes only if both are unchanged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct SearchIdentity {
    /// The version of the program, since another version may find states in another order.
    version: String,
    /// The hash of the net.
    net: String,
    /// The part of the request on which the result depends.
    request: Map<String, Value>,
}

/// Returns the net and the request as one text. Searches with the same text do the same work.
pub(crate) fn identity_text(net: &Net, request: &Request) -> String {
    json!(SearchIdentity::of(net, request, "")).to_string()
}

/// Options that may change when a search resumes: the result does not depend on them, or they are limits that
/// may be raised.
const FREE: [&str; 10] = [
    "checkpoint",
    "checkpoint-every",
    "resume",
    "threads",
    "time",
    "memory",
    "max-states",
    "disk",
    "disk-size",
    "explain-plan",
];

fn hash(net: &Net) -> String {
    let mut bytes = Vec::new();
    json::write(net, &mut bytes).expect("there is room for the net once more");
    Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl SearchIdentity {
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

    /// Describes the first difference from the earlier request, if there is one.
    fn difference(&self, before: &Self) -> Option<String> {
        if self.version != before.version {
            return Some(format!(
                "was written by version {}, and this is version {}, which may find states in another order",
                before.version, self.version
            ));
        }
        if self.net != before.net {
            return Some("belongs to another net".to_owned());
        }
        let question = "question".to_owned();
        let names = std::iter::once(&question).chain(self.request.keys()).chain(before.request.keys());
        let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        let mut names = names.filter(|&name| self.request.get(name) != before.request.get(name));
        names.next().map(|name| {
            let (old, new) = (text(before.request.get(name)), text(self.request.get(name)));
            format!("was written with {old} as `{name}`, and the value is now {new}")
        })
    }
}
