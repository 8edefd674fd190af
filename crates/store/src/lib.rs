//! How states are remembered.
//!
//! A store holds each state once and gives it a [`StateId`]. [`PackedStore`] is the exact store of
//! packed states. It is split by hash into [shards](shard::Shard) that know nothing of each other,
//! so that one worker at a time can own each of them.
//!
//! This is the only crate of the project with `unsafe` code: to ask for memory ahead ([`prefetch`]),
//! to search a line of the index at a stroke, to use wide vectors where there are any, and to append
//! to [`Records`] word by word.

mod compact;
pub mod hash;
mod index;
mod line;
mod lines;
mod packed;
pub mod pairs;
pub mod prefetch;
mod records;
pub mod shard;
mod tree;
mod wide;

pub use compact::{CompactSet, CompactShard, MOST_BITS as MOST_BITS_OF_SET, NoRoom};
pub use index::MOST_STATES as MOST_STATES_OF_SHARD;
pub use packed::{PackedStore, StateId};
pub use records::Records;
pub use shard::Insertion;
pub use tree::{Folded, Key, KeyOutbox, TreeStore, Unfolded};
