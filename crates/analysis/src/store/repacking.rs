//! Packing all states of a store again for a relaxed system.
//!
//! States are translated in blocks, sorted by their new shards, and inserted shard by shard as in a search.
//! Distinct states stay distinct, so each gets the next position of its shard, and its new id is known in
//! advance.

use sanderling_cutoff::REPACKED_STATES_OF_BLOCK;
use sanderling_store::hash::SHARDS;
use sanderling_store::{MAX_STATES_OF_SHARD, PackedStore, StateId};
use sanderling_system::Adaptive;

use crate::outbox::Outbox;

/// The new ids, by shard and position of the old store.
pub(crate) type NewIds = Vec<Vec<StateId>>;

/// Returns the states of `store`, which belong to `system`, in the layout of `relaxed`, or `None` if a shard
/// is full. In each shard they are ordered by `group`, which is below `groups`, and then by old id.
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
    /// The number of states assigned to each shard.
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

    /// Translates a state of the old store. Returns `None` if its new shard has no room.
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

    /// Puts the translated states into the new store.
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

    /// Returns the new store, after replacing the ids of predecessors.
    fn finish(mut self) -> (PackedStore, NewIds) {
        let ids: Vec<StateId> = self.store.ids().collect();
        for new in ids {
            let old = self.store.pred(new);
            self.store.set_pred(new, self.new_ids[old.shard()][old.position()]);
        }
        (self.store, self.new_ids)
    }
}
