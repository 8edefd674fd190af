//! Of a packed store the log has the states of each shard in their order, with their predecessors: put in again in that order, they have the
//! ids that they had.

use sanderling_checkpoint::Problem;
use sanderling_store::hash::{SHARDS, hash, shard_of, within_shard};
use sanderling_store::shard::Insertion;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, Extremes, with_words};

use super::super::frontier::Frontier;
use super::super::packed::PackedLevels;
use super::{Log, Resumable, entries, id_at, words};
use crate::checkpoint::Resumed;
use crate::checkpoint::content::Standing;
use crate::driver::search::Search;
use crate::limits::StopReason;

/// The log.
const STATES: &str = "states";

/// How many states of each shard are logged, and of which of the stores that the search has had.
pub(in crate::driver::batched) struct LoggedStates {
    by_shard: Vec<usize>,
    relaxations: Option<u32>,
}

impl Default for LoggedStates {
    fn default() -> Self {
        Self { by_shard: vec![0; SHARDS], relaxations: None }
    }
}

impl<S: Extremes + Adaptive + Send> Resumable<S> for PackedLevels {
    type Logged = LoggedStates;

    fn unlogged(search: &Search<'_, S, PackedStore>, logged: &LoggedStates) -> usize {
        let is_same = logged.relaxations == Some(search.relaxations.count);
        let before = if is_same { logged.by_shard.iter().sum() } else { 0 };
        (search.store.len() - before) * bytes_of_state(search.store.words())
    }

    fn log(
        search: &mut Search<'_, S, PackedStore>,
        logged: &mut LoggedStates,
        mut log: Log<'_>,
    ) -> Result<(), StopReason> {
        let relaxations = Some(search.relaxations.count);
        if logged.relaxations != relaxations {
            log.renew();
            *logged = LoggedStates { relaxations, ..LoggedStates::default() };
        }
        let bytes_of_state = bytes_of_state(search.store.words());
        for (index, (shard, logged)) in search.store.shards().iter().zip(&mut logged.by_shard).enumerate() {
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

    fn standing(&self, _: &Search<'_, S, PackedStore>) -> Standing {
        let (closed, end) = self.frontier.borders();
        Standing::Packed { closed: closed.to_vec(), end: end.to_vec() }
    }

    fn restore(
        search: &mut Search<'_, S, PackedStore>,
        resumed: &Resumed,
    ) -> Result<(Self, LoggedStates), Problem> {
        let Standing::Packed { closed, end } = &resumed.content.standing else {
            return Err(resumed.contradiction("it is of another store"));
        };
        let mut store = PackedStore::new(search.system.words());
        let mut blocks = resumed.blocks(STATES)?;
        let bytes_of_state = bytes_of_state(store.words());
        let mut state = vec![0; store.words()];
        while let Some(block) = blocks.next_block()? {
            let wrong = || resumed.contradiction("its states are not those of a packed store");
            let (shard, _, bytes) = entries(block, bytes_of_state).ok_or_else(wrong)?;
            for bytes in bytes.chunks_exact(bytes_of_state) {
                let (pred, bytes) = bytes.split_first_chunk().expect("a predecessor stands first");
                let pred = u32::from_le_bytes(*pred) as usize;
                let pred = StateId::new(pred >> 24, pred & 0x00ff_ffff);
                state.iter_mut().zip(words(bytes)).for_each(|(word, new)| *word = new);
                if !put_in(&mut store, shard, &state, pred) {
                    return Err(wrong());
                }
            }
        }
        let positions = |shard: usize| store.shards()[shard].positions();
        let frontier = Frontier::of_borders(closed, end, positions);
        let root = id_at(resumed.content.search.root, positions);
        let is_whole = store.len() as u64 == resumed.content.search.states;
        let (Some(frontier), Some(root), true) = (frontier, root, is_whole) else {
            return Err(resumed.contradiction("its states are not as many as it says"));
        };
        let by_shard = (0..SHARDS).map(positions).collect();
        (search.store, search.root) = (store, root);
        let relaxations = Some(resumed.content.search.relaxations.count);
        Ok((Self { frontier }, LoggedStates { by_shard, relaxations }))
    }
}

/// Puts in the next state of a shard; whether it is a new one, and belongs there.
fn put_in(store: &mut PackedStore, shard: usize, state: &[u64], pred: StateId) -> bool {
    let hash = hash(state);
    if shard_of(hash) != shard {
        return false;
    }
    let states = &mut store.shards_mut()[shard];
    let inserted = with_words!(state.len(), W => states.insert::<W>(within_shard(hash), state, pred));
    matches!(inserted, Insertion::New(_))
}

/// A predecessor and the words.
fn bytes_of_state(words: usize) -> usize {
    size_of::<StateId>() + words * size_of::<u64>()
}
