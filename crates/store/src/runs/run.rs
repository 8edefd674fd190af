//! A sorted run of keys: blocks of differences, and in memory the first key of each.

use std::sync::Arc;

use sanderling_cutoff::RUN_WORDS_OF_BLOCK;
use sanderling_system::word_count;

use super::coding::{checksum, decode, encode};
use super::space::RunError;
use super::vault::Vault;

/// At most so many bytes, and those of one more key, are a block.
pub(super) const BYTES_OF_BLOCK: usize = 1 << 14;

/// Where the keys of a block are.
#[derive(Debug, Clone, Copy)]
struct Block {
    offset: u64,
    bytes: u32,
    keys: u32,
    checksum: u32,
}

/// Keys in order, each once.
#[derive(Debug)]
pub(super) struct Run {
    words: usize,
    vault: Arc<Vault>,
    blocks: Vec<Block>,
    /// The first key of each block, word by word.
    firsts: Vec<u64>,
    keys: u64,
}

impl Run {
    /// The runs of one vault behind each other, which is the order of their keys.
    pub(super) fn joined(words: usize, vault: &Arc<Vault>, runs: Vec<Self>) -> Self {
        let mut joined =
            Self { words, vault: Arc::clone(vault), blocks: Vec::new(), firsts: Vec::new(), keys: 0 };
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

    /// How many keys there are.
    pub(super) fn len(&self) -> u64 {
        self.keys
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// How many keys a block has.
    pub(super) fn keys_of(&self, block: usize) -> usize {
        self.blocks[block].keys as usize
    }

    pub(super) fn first_of(&self, block: usize) -> &[u64] {
        &self.firsts[block * self.words..][..self.words]
    }

    /// The first block behind these that begins behind a key.
    pub(super) fn first_behind(&self, mut from: usize, key: &[u64]) -> usize {
        // Mostly it is one of the next: look further and further ahead.
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
    /// Where it cannot be read, or is not what was written.
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

    /// Its first keys, so many, and the others.
    ///
    /// # Errors
    /// Where the block in which they part cannot be read, or not be written anew.
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

    /// The memory that it takes, but for what is in the vault.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.blocks.capacity() * size_of::<Block>()
            + self.firsts.capacity() * size_of::<u64>()
    }

    pub(super) fn vault(&self) -> &Arc<Vault> {
        &self.vault
    }
}

/// Writes a run.
#[derive(Debug)]
pub(super) struct RunWriter {
    run: Run,
    previous: Vec<u64>,
    /// The block that is being written.
    bytes: Vec<u8>,
    keys: u32,
}

impl RunWriter {
    pub(super) fn new(words: usize, vault: &Arc<Vault>) -> Self {
        let run = Run::joined(words, vault, Vec::new());
        Self { run, previous: vec![0; words], bytes: Vec::new(), keys: 0 }
    }

    /// Adds keys, given word by word, that are in order and behind those before.
    ///
    /// # Errors
    /// Where they cannot be written.
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

    /// The run of what was added.
    ///
    /// # Errors
    /// Where the rest cannot be written.
    pub(super) fn finish(mut self) -> Result<Run, RunError> {
        if self.keys > 0 {
            self.end_block()?;
        }
        Ok(self.run)
    }
}
