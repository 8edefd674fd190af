//! From a file and a question to a report: the steps that every interface shares.
//!
//! ```text
//! Source ─Opened::read─▶ net, origin ─prepared─▶ prepared net ─Ask::request─▶ request ─search─▶ report ─Ask::complete─▶ report
//! ```
//!
//! The command line, the server and the Python package translate their own arguments into an [`Ask`] and [`Means`], and show the report and
//! the errors in their own form. INVARIANT: the same file, question, options and limits give the same report through every interface.

mod ask;
mod means;
mod origin;
mod search;

pub use ask::{Ask, Kind};
pub use means::{Means, Prepared, Refused, explicit, limits_of_unfolding, prepared, unfolded};
pub use origin::{Opened, Origin};
pub use search::{Problem, search};
