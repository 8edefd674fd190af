//! A sorted run of keys: blocks of differences on disk, and the first key of each block in memory.

use std::sync::{Arc, OnceLock};

use sanderling_cutoff::RUN_WORDS_OF_BLOCK;
use sanderling_system::word_count;

use super::coding::{checksum, decode, encode};
use super::saved::SavedRun;
use super::space::RunError;
use super::vault::Vault;

/// Maximum number of bytes of a block, apart from its last key.
pub(super) const BYTES_OF_BLOCK: usize = 1 << 14;

/// Number of bytes of a block's entry in an index, without its first key.
const BYTES_OF_ENTRY: usize = 20;

/// The location of the keys of a block.
#[derive(Debug, Clone, Copy)]
struct Block {
    offset: u64,
    bytes: u32,
    keys: u32,
    checksum: u32,
}

/// A sorted sequence of distinct keys.
#[derive(Debug)]
pub(super) struct Run {
    words: usize,
    vault: Arc<Vault>,
    blocks: Vec<Block>,
    /// The first key of each block, word by word.
    firsts: Vec<u64>,
    keys: u64,
    /// The location of the saved index: offset, number of bytes, and checksum.
    index: OnceLock<(u64, u64, u32)>,
}

impl Run {
    /// Joins runs of one vault, whose keys must be in this order.
    pub(super) fn joined(words: usize, vault: &Arc<Vault>, runs: Vec<Self>) -> Self {
        let (blocks, firsts, index) = (Vec::new(), Vec::new(), OnceLock::new());
        let mut joined = Self { words, vault: Arc::clone(vault), blocks, firsts, keys: 0, index };
        joined.blocks.reserve_exact(runs.iter().map(|run| run.blocks.len()).sum());
        joined.firsts.reserve_exact(runs.iter().map(|run| run.firsts.len()).sum());
        for run in runs {
            joined.blocks.extend(run.blocks);
            joined.firsts.extend(run.firsts);
            joined.keys += run.keys;
        }
        joined
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn len(&self) -> u64 {
        self.keys
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    pub(super) fn keys_of(&self, block: usize) -> usize {
        self.blocks[block].keys as usize
    }

    pub(super) fn first_of(&self, block: usize) -> &[u64] {
        &self.firsts[block * self.words..][..self.words]
    }

    /// Returns the first block from `from` on that begins after a key.
    pub(super) fn first_behind(&self, mut from: usize, key: &[u64]) -> usize {
        // It is usually among the next blocks, so the step doubles.
        let (mut step, mut to) = (1, from);
        while to < self.blocks() && self.first_of(to) <= key {
            from = to + 1;
            to += step;
            step *= 2;
        }
        let mut to = to.min(self.blocks());
        while from < to {
            let middle = from + (to - from) / 2;
            if self.first_of(middle) <= key { from = middle + 1 } else { to = middle }
        }
        from
    }

    /// Reads a block, word by word.
    ///
    /// # Errors
    /// If the block cannot be read, or differs from what was written.
    pub(super) fn read<const W: usize>(
        &self,
        block: usize,
        bytes: &mut Vec<u8>,
        keys: &mut Vec<u64>,
    ) -> Result<(), RunError> {
        let first = self.first_of(block);
        let Block { offset, bytes: length, keys: count, checksum: sum } = self.blocks[block];
        self.vault.read(offset, length as usize, bytes)?;
        let is_sound = checksum(bytes) == sum;
        let decoded = is_sound.then(|| decode::<W>(first, count as usize, bytes, keys)).flatten();
        decoded.ok_or(RunError::Unreadable)
    }

    /// Splits the run into its `first` first keys and the others.
    ///
    /// # Errors
    /// If the block at the split cannot be read or rewritten.
    pub(super) fn split<const W: usize>(self, first: u64) -> Result<(Self, Self), RunError> {
        let (mut left, mut at) = (first, 0);
        while at < self.blocks() && left >= self.keys_of(at) as u64 {
            left -= self.keys_of(at) as u64;
            at += 1;
        }
        let part = |blocks: std::ops::Range<usize>| {
            let mut part = Self::joined(self.words, &self.vault, Vec::new());
            part.firsts = self.firsts[blocks.start * self.words..blocks.end * self.words].to_vec();
            part.blocks = self.blocks[blocks].to_vec();
            part.keys = part.blocks.iter().map(|block| u64::from(block.keys)).sum();
            part
        };
        if left == 0 {
            return Ok((part(0..at), part(at..self.blocks())));
        }
        let (mut bytes, mut keys) = (Vec::new(), Vec::new());
        self.read::<W>(at, &mut bytes, &mut keys)?;
        let (before, behind) = keys.split_at(left as usize * self.words);
        let written = |keys: &[u64]| {
            let mut writer = RunWriter::new(self.words, &self.vault);
            writer.extend::<W>(keys)?;
            writer.finish()
        };
        let first = vec![part(0..at), written(before)?];
        let others = vec![written(behind)?, part(at + 1..self.blocks())];
        Ok((Self::joined(self.words, &self.vault, first), Self::joined(self.words, &self.vault, others)))
    }

    /// Returns the memory of the run, in bytes, without the contents of the vault.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.blocks.capacity() * size_of::<Block>()
            + self.firsts.capacity() * size_of::<u64>()
    }

    pub(super) fn vault(&self) -> &Arc<Vault> {
        &self.vault
    }

    /// Writes the index behind the blocks, unless it has been written, and returns its location.
    ///
    /// # Errors
    /// If the index cannot be written, or the file is not a kept one.
    pub(super) fn save(&self) -> Result<SavedRun, RunError> {
        if self.index.get().is_none() {
            let mut bytes = Vec::with_capacity(self.blocks.len() * (BYTES_OF_ENTRY + self.words * 8));
            for (block, first) in self.blocks.iter().zip(self.firsts.chunks_exact(self.words)) {
                bytes.extend(block.offset.to_le_bytes());
                let numbers = [block.bytes, block.keys, block.checksum];
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
                first.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
            }
            let offset = self.vault.append(&bytes)?;
            let _ = self.index.set((offset, bytes.len() as u64, checksum(&bytes)));
        }
        let &(offset, bytes, sum) = self.index.get().expect("it has just been set");
        Ok((self.vault.flushed()?.number, offset, bytes, sum, self.keys))
    }

    /// Restores a saved run.
    ///
    /// # Errors
    /// If the index cannot be read, or is not valid.
    pub(super) fn restore(
        words: usize,
        vault: &Arc<Vault>,
        &(_, offset, length, sum, keys): &SavedRun,
    ) -> Result<Self, RunError> {
        let mut run = Self::joined(words, vault, Vec::new());
        let mut bytes = Vec::new();
        let end = offset.checked_add(length).filter(|&end| end <= vault.len());
        vault.read(offset, end.map_or(0, |_| length as usize), &mut bytes)?;
        if end.is_none() || checksum(&bytes) != sum {
            return Err(RunError::Unreadable);
        }
        for entry in bytes.chunks(BYTES_OF_ENTRY + words * size_of::<u64>()) {
            let number = |at: usize| {
                let bytes = entry.get(at..at + 4)?;
                bytes.try_into().ok().map(u32::from_le_bytes)
            };
            let word = |at: usize| Some(u64::from(number(at)?) | u64::from(number(at + 4)?) << 32);
            let block = || {
                let (offset, bytes, keys, checksum) = (word(0)?, number(8)?, number(12)?, number(16)?);
                Some(Block { offset, bytes, keys, checksum })
            };
            let block = block().filter(|block| block.offset + u64::from(block.bytes) <= offset);
            run.blocks.push(block.ok_or(RunError::Unreadable)?);
            for at in 0..words {
                run.firsts.push(word(BYTES_OF_ENTRY + at * 8).ok_or(RunError::Unreadable)?);
            }
        }
        run.keys = run.blocks.iter().map(|block| u64::from(block.keys)).sum();
        let _ = run.index.set((offset, length, sum));
        if run.keys == keys { Ok(run) } else { Err(RunError::Unreadable) }
    }

    /// Reads the whole run to verify it.
    ///
    /// # Errors
    /// If the run cannot be read, or its keys are not sorted and distinct.
    pub(super) fn verify<const W: usize>(&self) -> Result<(), RunError> {
        let (mut bytes, mut keys, mut last) = (Vec::new(), Vec::new(), Vec::new());
        for block in 0..self.blocks() {
            self.read::<W>(block, &mut bytes, &mut keys)?;
            let mut all = keys.chunks_exact(self.words);
            let follows = last.is_empty() || all.next().is_some_and(|first| last.as_slice() < first);
            if !follows || !keys.chunks_exact(self.words).is_sorted() {
                return Err(RunError::Unreadable);
            }
            last = keys[keys.len() - self.words..].to_vec();
        }
        Ok(())
    }
}

#[derive(Debug)]
pub(super) struct RunWriter {
    run: Run,
    previous: Vec<u64>,
    /// The bytes of the current block.
    bytes: Vec<u8>,
    keys: u32,
}

impl RunWriter {
    pub(super) fn new(words: usize, vault: &Arc<Vault>) -> Self {
        let run = Run::joined(words, vault, Vec::new());
        Self { run, previous: vec![0; words], bytes: Vec::new(), keys: 0 }
    }

    /// Adds sorted keys, given word by word, that are greater than all previous ones.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn extend<const W: usize>(&mut self, keys: &[u64]) -> Result<(), RunError> {
        for key in keys.chunks_exact(word_count::<W>(self.run.words)) {
            let words = self.keys as usize * self.run.words;
            if self.bytes.len() > BYTES_OF_BLOCK || !RUN_WORDS_OF_BLOCK.admits(words) {
                self.end_block()?;
            }
            if self.keys == 0 {
                self.run.firsts.extend_from_slice(key);
            } else {
                encode::<W>(&self.previous, key, &mut self.bytes);
            }
            self.previous.copy_from_slice(key);
            self.keys += 1;
        }
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), RunError> {
        let offset = self.run.vault.append(&self.bytes)?;
        let (bytes, checksum) = (self.bytes.len() as u32, checksum(&self.bytes));
        self.run.blocks.push(Block { offset, bytes, keys: self.keys, checksum });
        self.run.keys += u64::from(self.keys);
        self.bytes.clear();
        self.keys = 0;
        Ok(())
    }

    /// Returns the run of all keys added.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub(super) fn finish(mut self) -> Result<Run, RunError> {
        if self.keys > 0 {
            self.end_block()?;
        }
        Ok(self.run)
    }
}
