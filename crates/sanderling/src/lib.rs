//! Sanderling as a library: from a [`Net`](sanderling_net::Net) and a [`Request`] to an answer.
//!
//! ```text
//! Net ──Knowledge──▶ model ──explore──▶ Outcome ──▶ Report
//! ```
//!
//! [`analyse`] answers questions about the reachable markings, several in one pass; [`describe`]
//! says what is known without exploring; [`state_graph`] draws a small state space out, and [`level_graph`] counts a large one by level; [`replay`]
//! checks a stored trace, [`consumption`] tells what its steps take, and a [`Teller`] tells markings and firings as reports do. There is no global state: any number of analyses may run side by side,
//! each with its own [`Control`](sanderling_analysis::Control). The command line is one caller of
//! these functions among others; `examples` has smaller ones.

mod analyse;
mod answer;
mod choices;
mod claim;
mod consumption;
mod decide;
mod describe;
mod diagnostic;
mod distance;
mod draw;
mod event_types;
pub mod examine;
mod finding;
mod forgotten_colours;
mod guidance;
mod interned;
mod levels;
mod meaning;
mod memory;
mod packed_marking;
mod program;
mod replay;
mod request;
mod rules;
mod self_check;
mod store;
mod subject;
mod target;
mod tell;
mod trace;
mod value_layout;
mod verdict;
mod why_not;

pub use analyse::analyse;
pub use choices::{Heuristic, ProgressMeasure, Reductions};
pub use consumption::consumption;
pub use decide::Effort;
pub use describe::describe;
pub use diagnostic::tell_diagnostic;
pub use draw::state_graph;
pub use levels::level_graph;
pub use memory::default_memory_limit;
pub use replay::replay;
pub use request::{Encoding, Figures, Question, Request};
pub use rules::rule_figures;
pub use sanderling_analysis::reduce::{Chains, Events, KeyEvent, StubbornMethod, StubbornOptions};
pub use sanderling_analysis::retention::{Caching, Replacement, Retention};
pub use sanderling_analysis::{
    Control, DepthBound, Disk, Driver, Limits, Progress, StoreChoice, open::Order,
};
pub use sanderling_model::ModelErrors;
pub use self_check::SelfCheckMode;
pub use subject::{Subject, Unfolded, not_unfolded};
pub use tell::Teller;
pub use why_not::why_not;
