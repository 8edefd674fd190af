//! Folders of checkpoints, whatever is in them.
//!
//! ```text
//! folder/
//!   in-use               whoever writes here has it locked
//!   checkpoint-7.json    a manifest: content, and how many bytes of each log count
//!   checkpoint-6.json    the one before, as long as there are two
//!   states-3.log         a log: blocks, each with its checksum
//!   runs-2.sorted        a file that the caller writes itself
//! ```
//!
//! A *log* is only added to, so that an older manifest stays true while a newer one is made. A *manifest* is written beside the others and
//! renamed once it and all bytes that it counts are on the disk: whenever a process or a machine ends, the newest manifest is whole, and what
//! stands in the logs behind what it counts is of no matter. That is how a [`Writer`] works, on a thread of its own, so that nobody waits for
//! the disk; [`Folder`] is how one comes back.
//!
//! Everything is in little-endian order, on every machine. What was damaged is found by CRC-32 (of each block with its number in the log, and
//! of a manifest), and refused.

mod folder;
pub mod kept;
mod log;
mod manifest;
mod problem;
mod writer;

pub use self::folder::{Folder, Which};
pub use self::kept::{Kept, KeptFiles};
pub use self::log::Blocks;
pub use self::manifest::Manifest;
pub use self::problem::Problem;
pub use self::writer::Writer;
