//! The parameters and results of every request, and the notifications.
//!
//! `docs/server.md` describes them request by request, and `docs/server.schema.json` is generated from these types. What is a report, a marking or
//! a trace here is the same object as on the command line: `docs/json.md` describes its keys. Numbers beyond 2^53 are strings there.

mod edits;
mod options;
mod other_nets;
mod reports;
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
pub use sanderling_report::Question;
pub use standard::Standard;
pub use states::{DrawnStates, States};

/// The version of the protocol. It increases when a request, a key or a code is removed or changes its meaning.
pub const PROTOCOL: u32 = 2;

/// `initialize`: requests the capabilities of the server. It is optional, and possible at any time.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Initialize {
    /// The name of the client, for logs.
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
    /// The names of the supported requests.
    pub methods: Vec<&'static str>,
    /// The supported input formats.
    pub formats: Vec<FormatName>,
    /// The names of the output formats of `net/convert`.
    pub writable: Vec<&'static str>,
    /// The memory that all analyses share, in bytes.
    pub memory_bytes: u64,
}

/// An input format.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FormatName {
    /// The name of the format.
    pub name: &'static str,
    /// A description of the format in one line.
    pub description: &'static str,
    /// The extensions of its files.
    pub extensions: Vec<&'static str>,
}

/// `net/load`: loads a net from a file or a text.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The file, as a path or a `file:` URI.
    #[serde(default)]
    pub uri: Option<String>,
    /// The text of the file, instead of a path.
    #[serde(default)]
    pub text: Option<String>,
    /// With `text`: the name of the file. Its extension may determine the format.
    #[serde(default)]
    pub name: Option<String>,
    /// The name of the format. By default, it is detected.
    #[serde(default)]
    pub format: Option<String>,
    /// If the file has several nets: the id of one, or its position from 1.
    #[serde(default)]
    pub net: Option<String>,
    /// Whether a timed net is read without its times.
    #[serde(default)]
    pub untimed: bool,
    /// Macros that are defined before the text of a Promela model: `NAME`, which stands for 1, or `NAME=VALUE`.
    #[serde(default)]
    pub define: Vec<String>,
    /// The meaning of a difference of multisets in a coloured net that would be negative. The default is `truncated`
    /// for TAPAAL's `.tapn`, and `defined` for other formats.
    #[serde(default)]
    pub difference: Option<Difference>,
    /// The semantics of a DVE model. The default is `ltsmin`.
    #[serde(default)]
    pub dve_semantics: Option<DveSemantics>,
}

/// The meaning of a negative difference of multisets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// It disables the binding, as in ISO/IEC 15909.
    Defined,
    /// It is truncated at zero, as in TAPAAL.
    Truncated,
}

impl From<Difference> for Differences {
    fn from(difference: Difference) -> Self {
        match difference {
            Difference::Defined => Self::Defined,
            Difference::Truncated => Self::Truncated,
        }
    }
}

/// The semantics of a DVE model where implementations differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DveSemantics {
    /// The semantics of models compiled for LTSmin.
    Ltsmin,
    /// The semantics of the interpreter of DiVinE 2.
    Divine2,
}

impl From<DveSemantics> for Semantics {
    fn from(semantics: DveSemantics) -> Self {
        match semantics {
            DveSemantics::Ltsmin => Self::Ltsmin,
            DveSemantics::Divine2 => Self::Divine2,
        }
    }
}

/// The answer to `net/load` and `net/edit`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Loaded {
    /// The name of the net in other requests.
    pub net: String,
    /// The version of the net: 1 when it is loaded, increased by each `net/edit`.
    pub net_version: u64,
    /// The id of the net in the file. May be empty.
    pub id: String,
    /// The name of the net in the file.
    pub name: Option<String>,
    /// The format of the file.
    pub format: String,
    /// The kind of the net.
    pub kind: Kind,
    /// The number of places.
    pub places: usize,
    /// The number of transitions.
    pub transitions: usize,
    /// The number of arcs.
    pub arcs: usize,
    /// Warnings about the file: diagnostics, with the part of the file that they refer to.
    #[schemars(schema_with = "reports::diagnostics")]
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

/// `net/info`: describes a net without exploring it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Describe {
    /// The net.
    pub net: String,
    /// Whether to describe the unfolding of a coloured net.
    #[serde(default)]
    pub unfold: bool,
}

/// `net/drawing`: returns the positions of the nodes of a net. `net/groups`: the same for groups of nodes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The net.
    pub net: String,
    /// The ids of the nodes to draw, with the arcs between them. The default is all nodes, and a program is always drawn
    /// whole.
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

/// `analysis/start`: starts the analysis of a question about a net. The answer is the notification `analysis/result`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The net.
    pub net: String,
    /// The question.
    #[schemars(schema_with = "reports::question")]
    pub question: Question,
    /// With `deadlock`: a condition, such as `tokens(end) == 1`. Dead markings that satisfy it are intended ends, not
    /// deadlocks.
    #[serde(default)]
    pub except: Option<String>,
    /// The marking in which the search begins, instead of the initial one, in the form of reports: the contents of
    /// places by their ids. Other places are empty.
    #[serde(default)]
    pub marking: Option<Map<String, Value>>,
    /// With `check`: the properties, such as `always tokens(p) <= 1`.
    #[serde(default)]
    pub properties: Vec<String>,
    /// With `check`: whether to check, after all properties, that the property process of a program accepts no run.
    #[serde(default)]
    pub property_process: bool,
    /// Options of the command line, by their names without leading dashes: `{"order": "dfs", "bounds": true}`.
    #[serde(default)]
    #[schemars(schema_with = "options::schema")]
    pub options: Map<String, Value>,
    /// The memory limit of the analysis, in bytes. The default is a quarter of the server's memory.
    #[serde(default)]
    pub memory_bytes: Option<u64>,
}

/// The answer to `analysis/start` and `analysis/standard`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Started {
    /// The name of the analysis in other messages.
    pub analysis: String,
    /// The version of the analysed net.
    pub net_version: u64,
    /// The memory limit, in bytes.
    pub memory_bytes: u64,
    /// Whether the analysis waits until others return memory.
    pub waits: bool,
}

/// `analysis/cancel`: ends an analysis early. Its partial result follows.
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
    /// The number of states discovered.
    pub states: u64,
    /// The number of stored states.
    pub stored: u64,
    /// The number of stored states that are not expanded.
    pub open: u64,
    /// The number of firings.
    pub firings: u64,
    /// The breadth-first level; 0 in other orders.
    pub level: u64,
    /// The memory in use, in bytes.
    pub memory_bytes: u64,
    /// The time since the start of the search, in seconds.
    pub elapsed_s: f64,
    /// The number of nodes in memory of the decision diagram under construction, if there is one. The counts of states are
    /// then 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// A lower bound of the number of reachable markings, in decimal digits, if a decision diagram is under construction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states_at_least: Option<String>,
}

/// The notification `analysis/result`, once for each analysis: a report, or an error.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Finished {
    /// The analysis.
    pub analysis: String,
    /// The version of the analysed net.
    pub net_version: u64,
    /// The report, as `sanderling --format json` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "reports::report")]
    pub report: Option<Reported>,
    /// Why there is no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failed>,
}

/// The result of an analysis.
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
    /// The code, as for an error of a request.
    pub code: i32,
    /// A description of the problem in one line.
    pub message: String,
    /// Details of the problem: diagnostics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// The notification `$/cancelRequest`: cancels a running request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CancelRequest {
    /// The id of the request.
    pub id: Value,
}

/// `simulation/fire`: fires a transition.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    /// The net.
    pub net: String,
    /// The id of the transition.
    pub transition: String,
    /// The values of its variables, if it can fire in several ways.
    #[serde(default)]
    pub binding: Option<Map<String, Value>>,
}

/// `simulation/reset`: restarts the token game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    /// The net.
    pub net: String,
    /// The marking in which the game begins, instead of the initial one, in the form of reports: the contents of places
    /// by their ids. Other places are empty.
    #[serde(default)]
    pub marking: Option<Map<String, Value>>,
}

/// The answer to every request `simulation/…`: the state of the token game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing<'s> {
    /// The number of firings since the game began.
    pub steps: usize,
    /// The contents of the marked places, by id.
    #[schemars(schema_with = "reports::marking")]
    pub marking: Places<'s>,
    /// The enabled steps, with `event`, the id of the transition, and `binding`. A step with `error` is undefined.
    #[schemars(schema_with = "reports::steps")]
    pub enabled: Vec<&'s RawValue>,
    /// After a firing: the step, with its changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "reports::step")]
    pub fired: Option<Step>,
}

/// The contents of places by their ids, in the order of the net.
#[derive(Debug)]
pub struct Places<'s>(pub Vec<(&'s str, &'s RawValue)>);

impl Serialize for Places<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// `trace/replay`: checks whether a trace is a run of a net.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The net.
    pub net: String,
    /// The trace, in the form of reports. Without `initial`, it begins in the initial marking.
    #[schemars(with = "Value")]
    pub trace: Trace,
    /// The marking in which the net begins, instead of its initial one, in the form of reports: the contents of places
    /// by their ids. Other places are empty.
    #[serde(default)]
    pub marking: Option<Map<String, Value>>,
}

impl Load {
    /// Returns the path, if a file is given.
    ///
    /// # Errors
    /// The URI does not name a file.
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

/// Decodes the percent signs of a URI (RFC 3986).
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
