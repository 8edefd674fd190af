//! The library interface of Sanderling: a [`Net`](sanderling_net::Net) and a [`Request`] go in, a report comes out.
//!
//! ```text
//! Net ──prepare──▶ portfolio ──search──▶ findings ──explain──▶ Report
//! ```
//!
//! [`analyse`] answers questions about the reachable markings, several in one pass. [`describe`] reports what is known
//! without exploring the net. [`state_graph`] returns a small state space as a graph, [`level_graph`] counts a large
//! one by level, and [`state_space`] returns one as columns of numbers. [`replay`] checks a stored trace,
//! [`consumption`] lists the tokens that its steps consume, and [`compare`] lists the differences between two nets. A
//! [`MarkingDisplay`] renders markings and firings as reports show them, and [`read_marking`] parses such a marking.
//!
//! There is no global state: any number of analyses may run concurrently, each with its own [`Control`]. The command
//! line is one caller of these functions; the folder `examples` has smaller ones.

mod analyse;
mod explain;
mod portfolio;
mod prepare;
mod prepared;
mod property_process;
mod replay;
mod request;
mod search;
mod shortest;
mod standard;
mod statements;
mod written;

pub use analyse::analyse;
pub use explain::compare::compare;
pub use explain::consumption::consumption;
pub use explain::describe::{describe, outline};
pub use explain::diagnostic::describe_diagnostic;
pub use explain::not_unfolded::{explicit_colours, not_unfolded};
pub use explain::read_marking::read_marking;
pub use explain::replay::{is_trace_of, replay};
pub use explain::why_not::why_not;
pub use portfolio::query;
pub use prepare::rules::rule_statistics;
pub use prepare::{PreparedNet, labels};
pub use replay::marking_display::MarkingDisplay;
pub use request::checkpoint::{Caller, Checkpointing};
pub use request::choices::{Heuristic, ProgressMeasure, Reductions};
pub use request::company::Company;
pub use request::fair_to::FairTo;
pub use request::memory::default_memory_limit;
pub use request::options;
pub use request::{DiagramOrder, Effort, Encoding, Engine, Question, Request, SelfCheckMode, Statistics};
pub use sanderling_analysis::Summary as CheckpointSummary;
pub use sanderling_analysis::reduce::{Chains, Events, KeyEvent, Selection, StubbornMethod, StubbornOptions};
pub use sanderling_analysis::retention::{Caching, Replacement, Retention};
pub use sanderling_analysis::{
    Control, DepthBound, DiagramProgress, Disk, Driver, Limits, Lost, MIN_BYTES_OF_PROCESS, Peers, Progress,
    ShareSummary, StopReason, StoreChoice, Traffic, open::Order, share_of, shares_in,
};
pub use sanderling_checkpoint::Which as WhichCheckpoint;
pub use sanderling_model::ModelErrors;
pub use sanderling_runs::Fairness;
pub use search::{
    Column, Content, Edges, Form, Part, StateSpace, ValueSort, Values, Width, coverability_graph,
    level_graph, state_graph, state_space,
};
pub use standard::StandardRequest;
pub use written::written;
