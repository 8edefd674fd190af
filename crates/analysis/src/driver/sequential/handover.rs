//! From the batched driver to the sequential one: when memory is used up, the same search goes on by
//! forgetting.
//!
//! All states and their predecessors are there, and from the predecessors alone follows which states
//! are on the termination-detection tree. The open states become a queue: those of this level come
//! first, then those of the next one. The predecessor of none of them is forgotten, so that nothing
//! that was found so far is lost.

use sanderling_store::PackedStore;
use sanderling_system::{Adaptive, Extremes};

use crate::driver::batched::Frontier;
use crate::driver::search::Search;
use crate::open::{OpenSet, OpenState, Order};
use crate::outcome::Outcome;
use crate::retention::Retention;
use crate::retention::cache::Cache;
use crate::store::{ById, OneByOne};

/// The memory that going on as a cache will take with so many open states.
pub(in crate::driver) fn bytes<S: Extremes>(search: &Search<'_, S, PackedStore>, open: u64) -> usize {
    if search.options.retention != Retention::Auto {
        return 0;
    }
    // A queue that grows may have room for twice as many.
    let queue = 2 * size_of::<OpenState>() * open as usize;
    queue + Cache::bytes_for(&search.options.caching, search.store.len())
}

/// Goes on with one event at a time.
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
    // Otherwise there is only no memory to pack all states anew.
    let is_full = search.clock.forbids(search.bytes() + bytes(&search, states.len() as u64));
    let mut search = search.with_store(|store| OneByOne::ById(ById::Packed(store)));
    search.begin_to_forget(states.into_iter(), is_full);
    super::go_on(search, open)
}
