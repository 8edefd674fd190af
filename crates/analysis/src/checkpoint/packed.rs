//! Logs of a packed store. They contain the states of each shard in order, with their predecessors.
//! Reinserted in that order, the states have the same ids.

use sanderling_checkpoint::Problem;
use sanderling_store::hash::{SHARDS, hash, shard_of, within_shard};
use sanderling_store::shard::{Insertion, SavedShard};
use sanderling_store::{PackedStore, StateId};
use sanderling_system::with_words;

use super::Resumed;
use super::append_only::{AppendOnly, LoggedStates};
use super::log::{Log, entries, words};
use super::snapshot::{Sink, Snapshot, Source};
use crate::limits::StopReason;

/// Name of the log.
const STATES: &str = "states";

impl AppendOnly for PackedStore {
    fn unlogged(&self, logged: &LoggedStates) -> usize {
        (self.len() - logged.by_shard.iter().sum::<usize>()) * bytes_of_state(self.words())
    }

    fn log(&self, logged: &mut LoggedStates, log: &mut Log<'_>) -> Result<(), StopReason> {
        let bytes_of_state = bytes_of_state(self.words());
        for (index, (shard, logged)) in self.shards().iter().zip(&mut logged.by_shard).enumerate() {
            let states = (*logged, shard.positions());
            *logged = log.entries((STATES, index as u32), states, bytes_of_state, |positions, block| {
                for position in positions {
                    let pred = shard.pred(position);
                    block.extend(((pred.shard() << 24 | pred.position()) as u32).to_le_bytes());
                    block.extend(shard.state::<0>(position).iter().flat_map(|word| word.to_le_bytes()));
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn restore(&mut self, resumed: &Resumed) -> Result<LoggedStates, Problem> {
        if resumed.content.search.states == 0 {
            // The share of a process without states has no log.
            return Ok(LoggedStates::default());
        }
        let wrong = || resumed.contradiction("its states are not those of a packed store");
        let mut blocks = resumed.blocks(STATES)?;
        let bytes_of_state = bytes_of_state(self.words());
        let mut state = vec![0; self.words()];
        while let Some(block) = blocks.next_block()? {
            let (shard, _, bytes) = entries(block, bytes_of_state).ok_or_else(wrong)?;
            for bytes in bytes.chunks_exact(bytes_of_state) {
                let (pred, bytes) = bytes.split_first_chunk().expect("a predecessor stands first");
                let pred = u32::from_le_bytes(*pred) as usize;
                let pred = StateId::new(pred >> 24, pred & 0x00ff_ffff);
                state.iter_mut().zip(words(bytes)).for_each(|(word, new)| *word = new);
                if !put_in(self, shard, &state, pred) {
                    return Err(wrong());
                }
            }
        }
        let positions = |shard: usize| self.shards()[shard].positions();
        let are_known =
            || self.ids().map(|id| self.pred(id)).all(|pred| pred.position() < positions(pred.shard()));
        // Several processes store no predecessors.
        if resumed.content.share.is_some() || are_known() {
            Ok(LoggedStates { by_shard: (0..SHARDS).map(positions).collect(), whole: 0 })
        } else {
            Err(wrong())
        }
    }

    fn save(&self, is_logged: bool, to: &mut Sink<'_>) {
        for shard in self.shards().iter().filter(|_| !is_logged) {
            shard.free_positions().collect::<Vec<_>>().save(to);
            shard.positions().save(to);
            for position in 0..shard.positions() {
                shard.pred(position).save(to);
                shard.state::<0>(position).iter().for_each(|word| word.save(to));
            }
        }
    }

    fn load_saved(&mut self, is_logged: bool, from: &mut Source) -> Option<()> {
        if is_logged {
            return Some(());
        }
        let words = self.words();
        let mut shards = Vec::with_capacity(SHARDS);
        for _ in 0..SHARDS {
            let mut shard = SavedShard { free: Vec::load(from)?, ..SavedShard::default() };
            for _ in 0..usize::load(from)? {
                shard.preds.push(Snapshot::load(from)?);
                for _ in 0..words {
                    shard.states.push(Snapshot::load(from)?);
                }
            }
            shards.push(shard);
        }
        *self = Self::restored(words, shards)?;
        Some(())
    }
}

/// Inserts the next state of a shard. Returns whether it is new, and belongs there.
fn put_in(store: &mut PackedStore, shard: usize, state: &[u64], pred: StateId) -> bool {
    let hash = hash(state);
    if shard_of(hash) != shard {
        return false;
    }
    let states = &mut store.shards_mut()[shard];
    let inserted = with_words!(state.len(), W => states.insert::<W>(within_shard(hash), state, pred));
    matches!(inserted, Insertion::New(_))
}

/// Returns the size of a predecessor and the words of a state, in bytes.
fn bytes_of_state(words: usize) -> usize {
    size_of::<StateId>() + words * size_of::<u64>()
}
