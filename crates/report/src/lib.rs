//! The results of analyses, as plain data, and their display.
//!
//! [`Report`] answers a question about a state space, [`StructureReport`] describes a net, [`ReplayReport`] checks a
//! stored trace, [`ComparisonReport`] lists the differences between two nets, [`StateGraph`] is a small state space,
//! and [`Failure`] says why there is no answer. Each is one JSON object with the key `schema`. `docs/json.md` documents
//! every key, and tests in this crate check it. [`text`] renders results for people. This crate opens no files, prints
//! nothing and is independent of the analyses.

mod analysis;
mod answer;
mod behaviour;
mod branch;
mod checkpoint;
mod coloured;
mod comparison;
mod count;
mod decision;
mod depth;
mod diagram;
mod failure;
pub mod graph;
mod greatest;
mod hint;
pub mod levels;
mod model_error;
mod names;
mod natural;
mod ordered;
mod process;
mod program;
mod progress;
mod reduction;
mod replay;
mod report;
mod retention;
mod row;
#[cfg(test)]
mod schema;
mod stage;
mod steps;
mod store;
mod structure;
mod symmetry;
pub mod text;
mod tokens;
mod trace;
pub mod traces;
mod verdict;

pub use sanderling_xml as xml;

pub use analysis::{
    AnalysisReport, Group, Listed, LivenessLevel, PlaceSet, PropertyAnswer, StandardProperty,
};
pub use answer::{Answer, Coverable, Explored, NupnClaim, UnboundedProof};
pub use behaviour::{ChannelFill, ProgramBehaviour, Statement, ValueRange};
pub use branch::{ShownBy, TraceBranch};
pub use checkpoint::{Checkpoint, CheckpointReport};
pub use coloured::{ColouredPlace, ColouredStructure, ColouredTransition, SortStructure};
pub use comparison::{ArcDifference, AspectDifference, ChangeKind, ComparisonReport, Difference};
pub use count::Count;
pub use decision::{Argument, Decision, Means, Technique};
pub use depth::Depth;
pub use diagram::{Diagram, DiagramOutline, OrderOfPlaces};
pub use failure::{Diagnostic, ErrorKind, Extent, Failure, Location, Severity};
pub use graph::{GraphEdge, GraphState, StateGraph};
pub use greatest::{Greatest, GreatestValue};
pub use hint::{Hint, HintKind};
pub use levels::{EdgeLength, GraphLevel, LevelGraph};
pub use model_error::ModelError;
pub use names::Labels;
pub use natural::Natural;
pub use ordered::Ordered;
pub use process::Process;
pub use program::{ChannelStructure, ProcessStructure, ProgramStructure, VariableStructure};
pub use progress::{DiagramProgress, Progress, UnfoldingFound, UnfoldingProgress};
pub use reduction::{ReducedNet, RuleStatistics, StructuralReduction, Unfolding};
pub use replay::ReplayReport;
pub use report::{Question, Report, SelfCheck, Timings};
pub use retention::{Retention, Sweep};
pub use row::{Outcome, Row};
pub use stage::Stage;
pub use steps::{Steps, StepsIter};
pub use store::{Inexact, OnDisk, Store};
pub use structure::{
    Encoding, Invariant, Layout, Slot, StoreEstimate, StoredQuery, StructureReport, UnitTree,
};
pub use symmetry::Symmetry;
pub use tokens::{Marking, TokenValue, Tokens};
pub use trace::{Binding, Change, Move, Step, Trace, Watching};
pub use traces::{Consumption, TraceFault, TraceFormat, Unwritable};
pub use verdict::{Reason, Verdict};

/// The version of the JSON schema. It is raised when a key changes its meaning or is removed, not when one is added.
pub const SCHEMA: u32 = 3;

/// The version of the program, which every object has in addition to the schema's.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Renders a result as JSON on several lines, without a final line feed.
///
/// # Panics
/// Never for the types of this crate: their keys are strings and their numbers finite.
#[must_use]
pub fn to_json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("a result has string keys only")
}

/// Renders a result as JSON on one line, without a final line feed.
///
/// # Panics
/// Never for the types of this crate: their keys are strings and their numbers finite.
#[must_use]
pub fn to_json_line<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a result has string keys only")
}
