//! An exploration in a process of its own.
//!
//! Whatever happens to it, a crash or the system's killing it for its memory, happens to it alone;
//! and the most memory that the process ever had is that of the exploration. The process is this
//! program again, under a task that is not shown: it gets an [`Exploration`] and tells an
//! [`Outcome`], both as JSON.

mod exploration;
mod process;
mod resident;

pub(crate) use exploration::{Exploration, Outcome, PreparedNet, explore_and_report, read};
pub(crate) use process::run_apart;
