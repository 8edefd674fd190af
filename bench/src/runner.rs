//! The foundation of all measurements: processes with limits, concurrent tasks, and a journal of the results.
//!
//! ```text
//! tasks ──schedule──▶ process, or a search in this one ──▶ results ──journal──▶ a file for resuming
//! ```

pub(crate) mod exploration;
pub(crate) mod journal;
pub(crate) mod memory;
pub(crate) mod process;
pub(crate) mod schedule;
