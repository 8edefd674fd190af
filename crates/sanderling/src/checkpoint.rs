//! Checkpoints of the one search of a request: in which folder, of what, and whether it is the same net and the same request that goes on.

use std::path::PathBuf;
use std::time::Duration;

use sanderling_analysis::Checkpoints;
use sanderling_checkpoint::{Folder, Problem, Which};
use sanderling_net::{Diagnostic, Diagnostics, Net, json};
use sanderling_report::Checkpoint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

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

    /// The checkpoints of a search, which begins or goes on.
    ///
    /// # Errors
    /// Where the folder cannot be used, or has checkpoints of something else.
    pub(crate) fn open(&self, net: &Net, request: &Request) -> Result<Checkpoints, Diagnostics> {
        let asked = Asked::of(net, request);
        let begun = |folder: Folder| {
            let caller = Caller { command: self.command.clone(), asked: asked.clone() };
            Checkpoints::begin(folder, self.every, json!(caller)).map_err(|problem| told(&problem))
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
                let checkpoints = opened.map_err(|problem| told(&problem))?;
                let caller = Caller::read(&checkpoints.caller());
                let difference = caller.map_or_else(
                    || Some("says nothing of what was asked".to_owned()),
                    |caller| asked.difference(&caller.asked),
                );
                match difference {
                    None => Ok(checkpoints),
                    Some(difference) => Err(self.refused(&difference)),
                }
            }
        }
    }

    fn refused(&self, difference: &str) -> Diagnostics {
        let message = format!("{}: the checkpoint {difference}", self.directory.display());
        let help = "ask the same as before, by `sanderling resume` and the folder, or choose another folder";
        Diagnostic::error(message).help(help).into()
    }
}

/// What a report says of checkpoints, once everything is written.
pub(crate) fn written(request: &Request, checkpoints: Checkpoints) -> Checkpoint {
    let directory = request.checkpoint.as_ref().map(|checkpoint| checkpoint.directory.display().to_string());
    let problem = checkpoints.finish().err().map(|problem| problem.to_string());
    Checkpoint { directory: directory.unwrap_or_default(), problem }
}

/// A problem as the reader of a report hears of it.
pub(crate) fn told(problem: &Problem) -> Diagnostics {
    Diagnostic::error(problem.to_string()).help(problem.help()).into()
}

/// What stands in a checkpoint for whoever goes on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Caller {
    /// How the caller asks for the same once more.
    pub command: Value,
    /// What was asked.
    asked: Asked,
}

impl Caller {
    /// What a checkpoint says to its caller; `None` where another program has written it.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }
}

/// What was asked of which net: a search goes on only where both are the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Asked {
    /// The version of the program: another one may find states in another order.
    version: String,
    /// The hash of the net that is searched.
    net: String,
    /// The request, as far as the result depends on it.
    request: Map<String, Value>,
}

/// What was asked of which net, as one text: searches with the same text do the same.
pub(crate) fn asked(net: &Net, request: &Request) -> String {
    json!(Asked::of(net, request)).to_string()
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

impl Asked {
    fn of(net: &Net, request: &Request) -> Self {
        let mut bytes = Vec::new();
        json::write(net, &mut bytes).expect("there is room for the net once more");
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let Value::Object(mut written) = json!(request.written(net)) else { unreachable!("it is an object") };
        if let Some(Value::Object(options)) = written.remove("options") {
            let matters = |name: &str| !FREE.contains(&name);
            written.extend(options.into_iter().filter(|(name, _)| matters(name)));
        }
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), net: hash, request: written }
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
