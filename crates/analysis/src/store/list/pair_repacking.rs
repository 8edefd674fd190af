//! Packing all states of a store of pairs again for a relaxed system.
//!
//! Events keep their ids and their meaning (law 2 of [`Adaptive`]), so the pairs do not change. But the
//! hashes change, and therefore the shards. So all states are reconstructed once, in blocks of neighbours,
//! and hashed in the layout of the relaxed system.

use sanderling_cutoff::REPACKED_PAIRS_OF_BLOCK;
use sanderling_store::StateId;
use sanderling_store::hash::{SHARDS, hash};
use sanderling_store::pairs::{Origin, PairStore};
use sanderling_system::Adaptive;

use crate::store::{NewIds, Replayer};

/// Returns the states of `store`, which belong to `system`, in the layout of `relaxed`, or `None` if a shard
/// is full. In each shard they are ordered by `group`, which is below `groups`, and then by old id.
pub(crate) fn repack_pairs<S: Adaptive>(
    (system, store): (&S, &mut PairStore),
    relaxed: &S,
    groups: usize,
    group: impl Fn(StateId) -> usize,
) -> Option<(PairStore, NewIds)> {
    let mut repacking = Repacking::new(system, relaxed, store);
    for wanted in 0..groups {
        for shard in 0..SHARDS {
            for position in 0..store.positions_in(shard) {
                let id = StateId::new(shard, position);
                if store.is_taken(id) && group(id) == wanted {
                    repacking.block.push(id);
                }
                if repacking.block.len() == REPACKED_PAIRS_OF_BLOCK.size() {
                    repacking.move_block(store)?;
                }
            }
        }
        repacking.move_block(store)?;
    }
    Some(repacking.finish(store))
}

struct Repacking<'a, S: Adaptive> {
    system: &'a S,
    relaxed: &'a S,
    scratch: S::Scratch,
    repacked: PairStore,
    new_ids: NewIds,
    /// States that are about to be moved, in order, and their words.
    block: Vec<StateId>,
    states: Vec<u64>,
    translated: Vec<u64>,
}

impl<'a, S: Adaptive> Repacking<'a, S> {
    fn new(system: &'a S, relaxed: &'a S, store: &PairStore) -> Self {
        let nowhere = |shard| vec![StateId::new(0, 0); store.positions_in(shard)];
        Self {
            system,
            relaxed,
            scratch: system.scratch(),
            repacked: PairStore::new(relaxed.words(), relaxed.events(), store.options()),
            new_ids: (0..SHARDS).map(nowhere).collect(),
            block: Vec::new(),
            states: Vec::new(),
            translated: vec![0; relaxed.words()],
        }
    }

    /// Puts the states of the block into the new store. Returns `None` if a shard is full.
    fn move_block(&mut self, store: &mut PairStore) -> Option<()> {
        self.states.clear();
        let mut replayer = Replayer { system: self.system, scratch: &mut self.scratch };
        store.load_all(&mut replayer, &self.block, &mut self.states);
        for (&id, state) in self.block.iter().zip(self.states.chunks_exact(store.words())) {
            self.relaxed.translate(self.system, state, &mut self.translated);
            let (event, is_whole) = store.event_and_wholeness(id);
            // The predecessor has its old id for now.
            let origin = Origin { pred: store.pred(id), event, depth: 0 };
            let hash = hash(&self.translated);
            let new = self.repacked.insert_surely(hash, &self.translated, origin, is_whole)?;
            self.new_ids[id.shard()][id.position()] = new;
        }
        self.block.clear();
        Some(())
    }

    /// Returns the new store, after replacing the ids of predecessors.
    fn finish(mut self, store: &PairStore) -> (PairStore, NewIds) {
        let all = (0..SHARDS).flat_map(|shard| {
            (0..store.positions_in(shard)).map(move |position| StateId::new(shard, position))
        });
        for old in all.filter(|&id| store.is_taken(id)) {
            let (new, pred) = (self.new_ids[old.shard()][old.position()], store.pred(old));
            self.repacked.set_pred(new, self.new_ids[pred.shard()][pred.position()]);
        }
        (self.repacked, self.new_ids)
    }
}
