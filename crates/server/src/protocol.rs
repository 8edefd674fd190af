//! The parameters and results of every request, and the notifications.
//!
//! `docs/server.md` tells them request by request, and `docs/server.schema.json` is generated from these types. What is a report, a marking or
//! a trace here is the same object as on the command line: `docs/json.md` tells its keys. Numbers beyond 2^53 are strings there.

mod edits;
mod options;
mod other_nets;
mod standard;
mod states;

use std::path::PathBuf;

use sanderling_formats::Semantics;
use sanderling_net::Differences;
use sanderling_report::{AnalysisReport, Report, Step, Trace, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

pub use edits::{
    Amount, ArcChange, ArcName, Between, Edit, Edits, NewArc, NewPlace, NewTransition, PlaceChange, Removed,
    RemovedArc, TransitionChange,
};
pub use other_nets::{Convert, Converted, Origins, PlaceOrigin, TransitionOrigin, Unfolded};
pub use sanderling_drawing::{
    Automaton, Drawing, Group, GroupKind, Groups, Kinds, Line, Link, Location, Node, ProcessStep,
};
pub use standard::Standard;
pub use states::{DrawnStates, States};

/// The version of the protocol. It grows when a request, a key or a code changes its meaning or goes away.
pub const PROTOCOL: u32 = 2;

/// `initialize`: what the server can do. It may be asked at any time, and need not be.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Initialize {
    /// Who asks, for nobody but a reader of logs.
    #[serde(default)]
    pub client: Option<String>,
}

/// The answer to `initialize`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Capabilities {
    /// The name of the program.
    pub name: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The version of this protocol.
    pub protocol: u32,
    /// The version of the schema of reports.
    pub schema: u32,
    /// The requests that are understood.
    pub methods: Vec<&'static str>,
    /// The formats that can be read.
    pub formats: Vec<FormatName>,
    /// The names of the formats that `net/convert` writes.
    pub writable: Vec<&'static str>,
    /// The memory that all analyses share.
    pub memory_bytes: u64,
}

/// A format that can be read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FormatName {
    /// The name of the format.
    pub name: &'static str,
    /// What the format is, in a line.
    pub description: &'static str,
    /// How names of its files end.
    pub extensions: Vec<&'static str>,
}

/// `net/load`: a net, from a file or as text.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The file, as a path or a `file:` URI.
    #[serde(default)]
    pub uri: Option<String>,
    /// The text of the file, instead.
    #[serde(default)]
    pub text: Option<String>,
    /// What the file is called, where there is a text; its end may tell the format.
    #[serde(default)]
    pub name: Option<String>,
    /// The format, where it is not to be told by what the file looks like.
    #[serde(default)]
    pub format: Option<String>,
    /// Which net of a file with several: its id, or its position from 1.
    #[serde(default)]
    pub net: Option<String>,
    /// Whether a timed net is read without its times.
    #[serde(default)]
    pub untimed: bool,
    /// What a difference of multisets in a coloured net means that takes away what is not there; `truncated` for TAPAAL's `.tapn` and `defined` for
    /// others, if nothing is said.
    #[serde(default)]
    pub difference: Option<Difference>,
    /// Whose meaning a DVE model has: `ltsmin`, if nothing is said, or `divine2`.
    #[serde(default)]
    pub dve_semantics: Option<DveSemantics>,
}

/// A reading of differences of multisets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// It disables the binding, as in ISO/IEC 15909.
    Defined,
    /// It is cut off at zero, as in TAPAAL.
    Truncated,
}

impl From<Difference> for Differences {
    fn from(asked: Difference) -> Self {
        match asked {
            Difference::Defined => Self::Defined,
            Difference::Truncated => Self::Truncated,
        }
    }
}

/// Whose meaning a DVE model has where implementations differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DveSemantics {
    /// That of models compiled for LTSmin.
    Ltsmin,
    /// That of the interpreter of DiVinE 2.
    Divine2,
}

impl From<DveSemantics> for Semantics {
    fn from(asked: DveSemantics) -> Self {
        match asked {
            DveSemantics::Ltsmin => Self::Ltsmin,
            DveSemantics::Divine2 => Self::Divine2,
        }
    }
}

/// The answer to `net/load` and `net/edit`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Loaded {
    /// What the net is called in other requests.
    pub net: String,
    /// 1 for a net that was loaded, and one more for each `net/edit`.
    pub net_version: u64,
    /// The net's own id in the file; may be empty.
    pub id: String,
    /// The net's own name.
    pub name: Option<String>,
    /// The file's format.
    pub format: String,
    /// What kind of net it is.
    pub kind: Kind,
    /// The number of places.
    pub places: usize,
    /// The number of transitions.
    pub transitions: usize,
    /// The number of arcs.
    pub arcs: usize,
    /// What the user should know of the net although it can be used: diagnostics, with their part of the file.
    #[schemars(with = "Vec<Value>")]
    pub warnings: Vec<sanderling_report::Diagnostic>,
}

/// A kind of net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Tokens have no colours.
    PlaceTransition,
    /// Tokens have colours.
    Coloured,
    /// The net was written as a program of processes.
    Program,
}

/// `net/info`: what can be said of a net without exploring it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Describe {
    /// The net.
    pub net: String,
    /// Whether a coloured net is unfolded, and what comes of it described.
    #[serde(default)]
    pub unfold: bool,
}

/// `net/drawing`: where the nodes of a net are; `net/groups`: the same for groups of them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The net.
    pub net: String,
    /// The nodes that are drawn, by id, with the arcs between them; all if it is left out. Of a program, all are.
    #[serde(default)]
    pub only: Option<Vec<String>>,
}

/// The parameters of requests about a net: `net/unfold`, `net/unload`, `simulation/enabled` and `simulation/undo`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfNet {
    /// The net.
    pub net: String,
}

/// `analysis/start`: a question about a net. The answer comes as `analysis/result`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The net.
    pub net: String,
    /// What is asked.
    pub question: Question,
    /// With `deadlock`: dead markings that satisfy this condition are meant, and are no deadlocks, such as
    /// `tokens(end) == 1`.
    #[serde(default)]
    pub except: Option<String>,
    /// The marking where the search begins instead of the initial one, as reports tell markings: what places hold, by their ids; the other
    /// places hold nothing.
    #[serde(default)]
    pub marking: Option<Map<String, Value>>,
    /// With `check`: the properties, such as `always tokens(p) <= 1`.
    #[serde(default)]
    pub properties: Vec<String>,
    /// With `check`: whether it is asked, behind all properties, if the property process of a program accepts no run.
    #[serde(default)]
    pub property_process: bool,
    /// Options of the command line under their own names without dashes: `{"order": "dfs", "bounds": true}`.
    #[serde(default)]
    #[schemars(schema_with = "options::schema")]
    pub options: Map<String, Value>,
    /// The memory that it may take; a quarter of what the server has if nothing is said.
    #[serde(default)]
    pub memory_bytes: Option<u64>,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// The statistics of the state space.
    Explore,
    /// Whether there is a deadlock.
    Deadlock,
    /// Whether properties hold.
    Check,
}

/// The answer to `analysis/start` and `analysis/standard`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Started {
    /// What the analysis is called from now on.
    pub analysis: String,
    /// The version of the net that it is of.
    pub net_version: u64,
    /// The memory that it may take.
    pub memory_bytes: u64,
    /// Whether it waits for others to give memory back before it begins.
    pub waits: bool,
}

/// `analysis/cancel`: an analysis is to end with what it has. Its result comes all the same.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cancel {
    /// The analysis.
    pub analysis: String,
}

/// The notification `analysis/progress`, a few times a second.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Progress {
    /// The analysis.
    pub analysis: String,
    /// States that have been discovered.
    pub states: u64,
    /// States that are stored.
    pub stored: u64,
    /// Stored states that are not expanded.
    pub open: u64,
    /// Firings.
    pub firings: u64,
    /// The breadth-first level; 0 in other orders.
    pub level: u64,
    /// The memory that is counted.
    pub memory_bytes: u64,
    /// Seconds since the search began.
    pub elapsed_s: f64,
}

/// The notification `analysis/result`, once for each analysis: a report, or an error.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Finished {
    /// The analysis.
    pub analysis: String,
    /// The version of the net that it was of.
    pub net_version: u64,
    /// The report, as `sanderling --format json` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub report: Option<Reported>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failed>,
}

/// What an analysis has come to.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Reported {
    /// The answer to a question.
    Search(Box<Report>),
    /// The standard properties of a net.
    Standard(Box<AnalysisReport>),
}

impl Reported {
    /// The verdict of the report.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Search(report) => report.verdict,
            Self::Standard(report) => report.verdict,
        }
    }
}

/// Why an analysis has no report.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Failed {
    /// The code, as that of an error of a request.
    pub code: i32,
    /// What went wrong, in a line.
    pub message: String,
    /// What else is known of the error: diagnostics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// The notification `$/cancelRequest`: a request that takes its time is not waited for any more.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CancelRequest {
    /// The id of the request.
    pub id: Value,
}

/// `simulation/fire`: a transition is to fire.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    /// The net.
    pub net: String,
    /// The id of the transition.
    pub transition: String,
    /// The values of its variables, where it can fire in several ways.
    #[serde(default)]
    pub binding: Option<Map<String, Value>>,
}

/// `simulation/reset`: the token game begins anew.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    /// The net.
    pub net: String,
    /// The marking where it begins instead of the initial one, as reports tell markings: what places hold, by their ids; the other places
    /// hold nothing.
    #[serde(default)]
    pub marking: Option<Map<String, Value>>,
}

/// The answer to every request `simulation/…`: where the token game stands.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing<'s> {
    /// How many firings have led here from where the game began.
    pub steps: usize,
    /// The places that hold something, by id.
    #[schemars(with = "Map<String, Value>")]
    pub marking: Places<'s>,
    /// What can fire: steps with `event`, the id of the transition, and `binding`; one with `error` has no meaning there.
    #[schemars(with = "Vec<Value>")]
    pub enabled: Vec<&'s RawValue>,
    /// The step that led here with what it changed, after a firing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub fired: Option<Step>,
}

/// What places hold, by their ids in the order of the net, as it is sent.
#[derive(Debug)]
pub struct Places<'s>(pub Vec<(&'s str, &'s RawValue)>);

impl Serialize for Places<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// `trace/replay`: whether a trace is a run of a net.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The net.
    pub net: String,
    /// The trace, as reports have it. Without `initial`, it begins where the net does.
    #[schemars(with = "Value")]
    pub trace: Trace,
    /// The marking where the net begins instead of at its initial one, as reports tell markings: what places hold, by their ids; the other
    /// places hold nothing.
    #[serde(default)]
    pub marking: Option<Map<String, Value>>,
}

impl Load {
    /// The path that is meant, if a file is.
    ///
    /// # Errors
    /// That the URI is not that of a file.
    pub fn path(&self) -> Result<Option<PathBuf>, String> {
        let Some(uri) = &self.uri else { return Ok(None) };
        match uri.split_once("://") {
            None => Ok(Some(PathBuf::from(uri))),
            Some(("file", rest)) => {
                let path = rest.strip_prefix("localhost").unwrap_or(rest);
                percent_decoded(path).map(|path| Some(PathBuf::from(path)))
            }
            Some((scheme, _)) => Err(format!("a URI of `{scheme}`: only files can be read")),
        }
    }
}

/// The text behind percent signs (RFC 3986).
fn percent_decoded(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        rest = more;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = more.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.ok_or_else(|| format!("`{text}` has a % without two digits behind it"))?);
        rest = &more[2..];
    }
    String::from_utf8(bytes).map_err(|_| format!("`{text}` is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_paths_and_uris() {
        let path = |uri: &str| Load { uri: Some(uri.into()), ..Load::default() }.path();
        assert_eq!(path("a b.pnml"), Ok(Some("a b.pnml".into())));
        assert_eq!(path("file:///n/a%20b%C3%A4.pnml"), Ok(Some("/n/a bä.pnml".into())));
        assert_eq!(path("file://localhost/n"), Ok(Some("/n".into())));
        for bad in ["http://x/y", "file:///%4", "file:///%zz", "file:///%ff"] {
            assert!(path(bad).is_err(), "{bad}");
        }
        assert_eq!(Load::default().path(), Ok(None));
    }
}
