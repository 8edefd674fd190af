//! The handover from the batched driver to the sequential one: when memory runs out, the same search
//! continues with forgetting.
//!
//! All states and their predecessors are stored, and the predecessors determine the termination-detection
//! tree. The open states become a queue, this level before the next one. Their predecessors are not
//! forgotten, so that all results so far are kept.

use sanderling_store::PackedStore;
use sanderling_system::{Adaptive, Extremes};

use crate::driver::batched::Frontier;
use crate::driver::search::Search;
use crate::open::{OpenSet, OpenState, Order};
use crate::outcome::Outcome;
use crate::retention::Retention;
use crate::retention::cache::Cache;
use crate::store::{ById, OneByOne};

/// Returns the memory in bytes that the cache needs with this number of open states.
pub(in crate::driver) fn bytes<S: Extremes>(search: &Search<'_, S, PackedStore>, open: u64) -> usize {
    if search.options.retention != Retention::Auto {
        return 0;
    }
    // A growing queue may have room for twice the number.
    let queue = 2 * size_of::<OpenState>() * open as usize;
    queue + Cache::bytes_for(&search.options.caching, search.store.len())
}

/// Continues with one event at a time.
pub(in crate::driver) fn go_on<S: Extremes + Adaptive>(
    mut search: Search<'_, S, PackedStore>,
    frontier: &Frontier,
) -> Outcome<S> {
    search.stop = None;
    let level = search.levels.len().saturating_sub(1) as u32;
    let mut open = OpenSet::new(Order::BreadthFirst);
    let mut states = frontier.open_states(&search.store);
    states.sort_by_key(|&id| frontier.group(id));
    for &id in &states {
        let depth = level + frontier.group(id) as u32 - 1;
        open.push(OpenState::new(id, depth, None));
    }
    search.stopwatch.settle();
    // Otherwise only packing all states again lacks memory.
    let is_full = search.clock.forbids(search.bytes() + bytes(&search, states.len() as u64));
    let mut search = search.with_store(|store| OneByOne::ById(ById::Packed(store)));
    search.begin_to_forget(states.into_iter(), is_full);
    super::go_on(search, open)
}
