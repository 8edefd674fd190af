//! What every measurement is made with: processes with limits, tasks at the same time, and a journal of what came of them.
//!
//! ```text
//! tasks ──schedule──▶ process, or a search in this one ──▶ results ──journal──▶ a file that can be gone on with
//! ```

pub(crate) mod exploration;
pub(crate) mod journal;
pub(crate) mod memory;
pub(crate) mod process;
pub(crate) mod schedule;
