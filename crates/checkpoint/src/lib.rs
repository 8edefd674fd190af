//! Folders of checkpoints, independent of their content.
//!
//! ```text
//! folder/
//!   in-use               locked by the process that writes here
//!   checkpoint-7.json    a manifest: content, and the valid length of each log
//!   checkpoint-6.json    the previous manifest, if there is one
//!   states-3.log         a log: blocks, each with its checksum
//!   runs-2.sorted        a file that the caller writes itself
//! ```
//!
//! A *log* only grows, so an older manifest stays valid while a newer one is made. A *manifest* is written under
//! another name, and renamed once it and all bytes that it includes are on the disk. Whenever a process or a machine
//! stops, the newest manifest is therefore complete, and later bytes of the logs are ignored. A [`Writer`] works in
//! this order on a thread of its own, so that the search does not wait for the disk. [`Folder`] reads checkpoints back.
//!
//! All numbers are little-endian on every machine. CRC-32 detects damage, which is an error. It covers each block with
//! its number in the log, and each manifest.

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
