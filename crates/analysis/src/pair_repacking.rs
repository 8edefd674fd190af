//! All states of a store of pairs put into another one for a relaxed system.
//!
//! Events keep their ids and their meaning (law 2 of [`Adaptive`]), so that the pairs stay what they are.
//! But hashes change, and with them the shards: so all states are found once, in blocks of neighbours, to
//! be hashed as the relaxed system has them.

use sanderling_store::StateId;
use sanderling_store::hash::{SHARDS, hash};
use sanderling_store::pairs::{Origin, PairStore};
use sanderling_system::Adaptive;

use crate::repacking::NewIds;
use crate::stored::Replayer;

/// How many states are found together.
const BLOCK: usize = 1 << 15;

/// The states of `store`, which are those of `system`, as `relaxed` has them; `None` where a shard is
/// full. In each shard they are ordered by `group`, which is below `groups`, and then by old id.
pub(crate) fn repack_pairs<S: Adaptive>(
    (system, store): (&S, &mut PairStore),
    relaxed: &S,
    groups: usize,
    group: impl Fn(StateId) -> usize,
) -> Option<(PairStore, NewIds)> {
    let mut repacked = PairStore::new(relaxed.words(), relaxed.events(), store.options());
    let lengths: Vec<usize> = (0..SHARDS).map(|shard| store.positions_in(shard)).collect();
    let mut new_ids: NewIds = lengths.iter().map(|&length| vec![StateId::new(0, 0); length]).collect();
    let all = || {
        let ids = |(shard, &length)| (0..length).map(move |position| StateId::new(shard, position));
        lengths.iter().enumerate().flat_map(ids)
    };
    let mut scratch = system.scratch();
    let (mut block, mut states) = (Vec::new(), Vec::new());
    let mut translated = vec![0; relaxed.words()];
    for wanted in 0..groups {
        let mut ids = all().filter(|&id| group(id) == wanted).peekable();
        while ids.peek().is_some() {
            block.clear();
            block.extend(ids.by_ref().take(BLOCK));
            states.clear();
            store.load_all(&mut Replayer { system, scratch: &mut scratch }, &block, &mut states);
            for (&id, state) in block.iter().zip(states.chunks_exact(store.words())) {
                relaxed.translate(system, state, &mut translated);
                let (event, is_whole) = store.event_and_wholeness(id);
                // For the time being, the old id.
                let origin = Origin { pred: store.pred(id), event, depth: 0 };
                let new = repacked.insert_surely(hash(&translated), &translated, origin, is_whole)?;
                new_ids[id.shard()][id.position()] = new;
            }
        }
    }
    let ids: Vec<StateId> = new_ids.iter().flatten().copied().collect();
    for new in ids {
        let old = repacked.pred(new);
        repacked.set_pred(new, new_ids[old.shard()][old.position()]);
    }
    Some((repacked, new_ids))
}
