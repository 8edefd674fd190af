//! All states of a store packed anew for a relaxed system.
//!
//! States are translated in blocks, sorted by the shards that they now belong to, and inserted shard by
//! shard as in a search. Since different states stay different, each gets the next position of its
//! shard, and its new id is known beforehand.

use sanderling_cutoff::REPACKED_STATES_OF_BLOCK;
use sanderling_store::hash::SHARDS;
use sanderling_store::{MAX_STATES_OF_SHARD, PackedStore, StateId};
use sanderling_system::Adaptive;

use crate::outbox::Outbox;

/// For each shard and position of the old store, the id in the new one.
pub(crate) type NewIds = Vec<Vec<StateId>>;

/// The states of `store`, which are those of `system`, as `relaxed` has them; `None` where a shard is
/// full. In each shard they are ordered by `group`, which is below `groups`, and then by old id.
pub(crate) fn repack<S: Adaptive>(
    (system, store): (&S, &PackedStore),
    relaxed: &S,
    groups: usize,
    group: impl Fn(StateId) -> usize,
) -> Option<(PackedStore, NewIds)> {
    let mut packing = Packing::new(relaxed, store);
    for wanted in 0..groups {
        let mut ids = store.ids().filter(|&id| group(id) == wanted).peekable();
        while ids.peek().is_some() {
            packing.outbox.clear();
            for id in ids.by_ref().take(REPACKED_STATES_OF_BLOCK.size()) {
                packing.translate(relaxed, (system, store), id)?;
            }
            packing.insert();
        }
    }
    Some(packing.finish())
}

struct Packing {
    store: PackedStore,
    new_ids: NewIds,
    outbox: Outbox,
    /// How many states each shard has been given.
    lengths: [usize; SHARDS],
    translated: Vec<u64>,
}

impl Packing {
    fn new<S: Adaptive>(relaxed: &S, store: &PackedStore) -> Self {
        let nowhere = |shard: &sanderling_store::shard::Shard| vec![StateId::new(0, 0); shard.positions()];
        Self {
            store: PackedStore::new(relaxed.words()),
            new_ids: store.shards().iter().map(nowhere).collect(),
            outbox: Outbox::default(),
            lengths: [0; SHARDS],
            translated: vec![0; relaxed.words()],
        }
    }

    /// Takes a state out of the old store; `None` where its new shard has no room.
    fn translate<S: Adaptive>(
        &mut self,
        relaxed: &S,
        (system, store): (&S, &PackedStore),
        id: StateId,
    ) -> Option<()> {
        relaxed.translate(system, store.state(id), &mut self.translated);
        let shard = self.outbox.push(store.pred(id), &self.translated);
        let position = &mut self.lengths[shard];
        if *position == MAX_STATES_OF_SHARD {
            return None;
        }
        self.new_ids[id.shard()][id.position()] = StateId::new(shard, *position);
        *position += 1;
        Some(())
    }

    /// Puts what has been translated into the new store.
    fn insert(&mut self) {
        let outbox = &self.outbox;
        for (index, shard) in self.store.shards_mut().iter_mut().enumerate() {
            let records = outbox.records(index);
            shard.insert_all(records);
            assert_eq!(
                shard.len(),
                self.lengths[index],
                "different states stay different (law 2 of Adaptive)"
            );
        }
    }

    /// The new store, in which predecessors have their new ids, too.
    fn finish(mut self) -> (PackedStore, NewIds) {
        let ids: Vec<StateId> = self.store.ids().collect();
        for new in ids {
            let old = self.store.pred(new);
            self.store.set_pred(new, self.new_ids[old.shard()][old.position()]);
        }
        (self.store, self.new_ids)
    }
}
