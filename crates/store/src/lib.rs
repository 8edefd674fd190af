//! Stores and visited sets.
//!
//! A store contains each state once and gives it a [`StateId`]. [`PackedStore`] is the exact store of packed states. It
//! is divided by hash into independent [shards](shard::Shard). One worker at a time can own a shard. A
//! [`VisitedSet`] is inexact: it stores hashes instead of states, as [`HashCompaction`] or as [`Bitstate`].
//! [Runs](runs) keep states on disk. [`SharedStore`] and [`SharedSet`] have a lock for each shard, for threads that
//! insert states one by one.
//!
//! Nearly all `unsafe` code of the project is here. It prefetches memory ([`prefetch`]), searches a line of the index
//! at once, uses wide vectors if the processor has them, appends to [`Records`] word by word, and reinterprets the
//! pages of a mapping as words.

mod bitstate;
mod compact;
mod fingerprint;
pub mod hash;
mod hash_compaction;
mod index;
mod line;
mod lines;
mod omissions;
mod packed;
pub mod pairs;
mod parcel;
mod positions;
pub mod prefetch;
mod records;
pub mod runs;
pub mod shard;
mod shared;
mod slab;
mod tree;
mod visited;
#[cfg(target_arch = "x86_64")]
mod wide;

/// Returns a smaller number under Miri, which takes a thousand times as long, and `count` in other tests.
#[cfg(test)]
const fn fewer(count: usize) -> usize {
    if cfg!(miri) { count.div_ceil(100) } else { count }
}

pub use bitstate::Bitstate;
pub use compact::{CompactSet, CompactShard, MAX_BITS as MAX_BITS_OF_SET, NoRoom, SharedSet};
pub use fingerprint::Fingerprint;
pub use hash_compaction::{HashCompaction, SavedTable};
pub use index::MAX_STATES as MAX_STATES_OF_SHARD;
pub use omissions::Omissions;
pub use packed::{PackedStore, StateId};
pub use parcel::{Parcel, read_states};
pub use records::Records;
pub use shard::Insertion;
pub use shared::SharedStore;
pub use slab::Slab;
pub use tree::{Folded, Key, KeyOutbox, Newcomers, TreeStore, Unfolded};
pub use visited::{SavedSet, SetParts, Visit, VisitedSet};
