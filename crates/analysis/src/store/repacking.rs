//! Packing all states of a store again for a relaxed system.
//!
//! States are translated in blocks, sorted by their new shards, and inserted shard by shard as in a search.
//! Distinct states stay distinct, so each gets the next position of its shard, and its new id is known in
//! advance.

use sanderling_cutoff::REPACKED_STATES_OF_BLOCK;
use sanderling_store::hash::SHARDS;
use sanderling_store::{Insertion, MAX_STATES_OF_SHARD, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId};

use super::{Discovery, StoreWithIds};
use crate::driver::Options;
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

/// Repacks the states of any store as [`repack`] does, one by one.
pub(crate) fn repack_one_by_one<S: Adaptive, T: StoreWithIds>(
    (system, store): (&S, &mut T),
    (relaxed, options): (&S, &Options),
    groups: usize,
    group: impl Fn(StateId) -> usize,
) -> Option<(T, NewIds)> {
    let mut repacked = T::empty(options, relaxed);
    let mut new_ids: NewIds =
        (0..SHARDS).map(|shard| vec![StateId::new(0, 0); store.positions_in(shard)]).collect();
    let (mut scratch, mut scratch_of_relaxed) = (system.scratch(), relaxed.scratch());
    let (mut state, mut translated) = (vec![0; system.words()], vec![0; relaxed.words()]);
    let ids: Vec<StateId> = store.ids().collect();
    for wanted in 0..groups {
        for &id in ids.iter().filter(|&&id| group(id) == wanted) {
            store.load::<S, 0>((system, &mut scratch), id, &mut state);
            relaxed.translate(system, &state, &mut translated);
            // The predecessor has its old id for now.
            let pred = store.pred(id);
            let discovery = Discovery { state: &translated, pred, event: EventId::new(0), depth: 0 };
            let inserted = repacked.insert::<S, 0>((relaxed, &mut scratch_of_relaxed), discovery);
            let Insertion::New(new) = inserted else { return None };
            new_ids[id.shard()][id.position()] = new;
        }
    }
    let new_id = |id: StateId| new_ids[id.shard()][id.position()];
    ids.iter().for_each(|&id| repacked.set_pred(new_id(id), new_id(store.pred(id))));
    Some((repacked, new_ids))
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

#[cfg(test)]
mod tests {
    use sanderling_system::System;
    use sanderling_testkit::tiny::Growing;

    use super::*;

    #[test]
    fn states_that_are_repacked_one_by_one_get_the_same_ids() {
        let nodes = 300;
        let edges = (0..nodes).map(|node| vec![(node % 4, (node + 1) % nodes)]).collect();
        let system = Growing::new(edges).with_capacity(512);
        let (mut store, mut scratch) = (PackedStore::new(system.words()), system.scratch());
        let (mut state, mut successor) = (vec![0; system.words()], vec![0; system.words()]);
        system.initial(&mut state);
        let mut pred = store.insert_root(&state);
        for event in 0..nodes - 1 {
            system.unpack::<0>(&state, &mut scratch);
            system.fire::<0>(&state, &scratch, EventId::new(event % 4), &mut successor);
            let Insertion::New(id) = store.insert::<0>(&successor, pred) else { panic!("it is new") };
            (pred, state) = (id, successor.clone());
        }
        let relaxed = system.with_capacity(8192);
        assert_ne!(system.words(), relaxed.words());
        let group = |id: StateId| id.position() % 3;
        let options = Options::default();
        let (one, ids) = repack((&system, &store), &relaxed, 3, group).expect("there is room");
        let (other, others) =
            repack_one_by_one((&system, &mut store), (&relaxed, &options), 3, group).expect("there is room");
        assert_eq!((ids, one.len()), (others, other.len()));
        for id in one.ids() {
            assert_eq!((one.state(id), one.pred(id)), (other.state(id), other.pred(id)));
        }
    }
}
