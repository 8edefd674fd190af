//! Logs of a store of pairs. One contains the whole states, in the order of their rows, and the other the
//! pairs of each shard in order, with the known parts of their hashes.

use sanderling_checkpoint::Problem;
use sanderling_store::hash::SHARDS;
use sanderling_store::pairs::{Effort, PairStore, SavedPair};

use super::Resumed;
use super::append_only::{AppendOnly, LoggedStates};
use super::log::{BYTES_AT_LEAST, Log, entries, words};
use super::snapshot::{Sink, Snapshot, Source};
use crate::limits::StopReason;

/// Names of the logs.
const PAIRS: &str = "pairs";
const WHOLE: &str = "whole";

const BYTES_OF_PAIR: usize = 12;

impl AppendOnly for PairStore {
    fn unlogged(&self, logged: &LoggedStates) -> usize {
        let pairs = self.len() - logged.by_shard.iter().sum::<usize>();
        let whole = self.rows() - logged.whole;
        pairs * BYTES_OF_PAIR + whole * self.words_of_row() * size_of::<u64>()
    }

    /// Some bits of the hashes are only in the index, which has to be read completely for them.
    fn worth_logging(&self) -> usize {
        BYTES_AT_LEAST.max(self.len() * BYTES_OF_PAIR / 8)
    }

    fn log(&self, logged: &mut LoggedStates, log: &mut Log<'_>) -> Result<(), StopReason> {
        let bytes_of_row = self.words_of_row() * size_of::<u64>();
        logged.whole =
            log.entries((WHOLE, 0), (logged.whole, self.rows()), bytes_of_row, |rows, block| {
                block.extend(rows.flat_map(|row| self.row(row)).flat_map(|word| word.to_le_bytes()));
                Ok(())
            })?;
        for (shard, logged) in logged.by_shard.iter_mut().enumerate() {
            let pairs = (*logged, self.positions_in(shard));
            if pairs.0 == pairs.1 {
                continue;
            }
            let low = self.low_bits(shard);
            *logged = log.entries((PAIRS, shard as u32), pairs, BYTES_OF_PAIR, |positions, block| {
                for position in positions {
                    let SavedPair { source, hash, event } = self.saved_pair(shard, position, low[position]);
                    block.extend([source, hash, event].iter().flat_map(|number| number.to_le_bytes()));
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn restore(&mut self, resumed: &Resumed) -> Result<LoggedStates, Problem> {
        let wrong = || resumed.contradiction("its states are not those of a store of pairs");
        let words_of_row = self.words_of_row();
        let mut blocks = resumed.blocks(WHOLE)?;
        while let Some(block) = blocks.next_block()? {
            let (_, _, bytes) = entries(block, words_of_row * size_of::<u64>()).ok_or_else(wrong)?;
            let rows: Vec<u64> = words(bytes).collect();
            if !rows.chunks_exact(words_of_row).all(|row| self.restore_row(row)) {
                return Err(wrong());
            }
        }
        let mut blocks = resumed.blocks(PAIRS)?;
        while let Some(block) = blocks.next_block()? {
            let (shard, _, bytes) = entries(block, BYTES_OF_PAIR).ok_or_else(wrong)?;
            let numbers: Vec<u32> =
                bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
            let mut pairs = numbers.as_chunks().0.iter();
            let is_restored = |&[source, hash, event]: &[u32; 3]| {
                self.restore_pair(shard, SavedPair { source, hash, event })
            };
            if shard >= SHARDS || !pairs.all(is_restored) {
                return Err(wrong());
            }
        }
        if !self.are_sources_known() {
            return Err(wrong());
        }
        let by_shard = (0..SHARDS).map(|shard| self.positions_in(shard)).collect();
        Ok(LoggedStates { by_shard, whole: self.rows() })
    }
    fn save(&self, _: bool, to: &mut Sink<'_>) {
        let Effort { reconstructions, events, comparisons } = self.effort();
        [reconstructions, events, comparisons].iter().for_each(|number| number.save(to));
    }

    fn load_saved(&mut self, _: bool, from: &mut Source) -> Option<()> {
        let mut number = || u64::load(from);
        let (reconstructions, events, comparisons) = (number()?, number()?, number()?);
        self.restore_effort(Effort { reconstructions, events, comparisons });
        Some(())
    }
}
