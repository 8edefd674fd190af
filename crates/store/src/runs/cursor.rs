//! Sequential reading of a run that skips unneeded keys.

use std::sync::Arc;

use sanderling_system::word_count;

use super::key::first_word_of;
use super::run::Run;
use super::space::RunError;

/// A position in a run, between two keys.
#[derive(Debug)]
pub(super) struct Cursor {
    run: Arc<Run>,
    /// The block after the current one.
    next: usize,
    /// The keys of the current block, word by word, and the word at which the next key starts.
    keys: Vec<u64>,
    at: usize,
    bytes: Vec<u8>,
}

impl Cursor {
    /// Creates a cursor before the first key.
    pub(super) fn new(run: &Arc<Run>) -> Self {
        Self { run: Arc::clone(run), next: 0, keys: Vec::new(), at: 0, bytes: Vec::new() }
    }

    /// Creates a cursor before the first key of a shard.
    pub(super) fn at_shard<const W: usize>(run: &Arc<Run>, shard: usize) -> Result<Self, RunError> {
        let mut first = vec![0; run.words()];
        first[0] = first_word_of(shard);
        let mut cursor = Self::new(run);
        cursor.pass_until::<W>(&first)?;
        Ok(cursor)
    }

    /// Creates a cursor before the key with this number.
    pub(super) fn at_number<const W: usize>(run: &Arc<Run>, mut number: u64) -> Result<Self, RunError> {
        let mut cursor = Self::new(run);
        while cursor.next < run.blocks() && number >= run.keys_of(cursor.next) as u64 {
            number -= run.keys_of(cursor.next) as u64;
            cursor.next += 1;
        }
        if number > 0 {
            cursor.load::<W>()?;
            cursor.at = number as usize * run.words();
        }
        Ok(cursor)
    }

    /// Returns the next keys, word by word: at least one, unless the run has ended.
    #[inline(always)]
    pub(super) fn some<const W: usize>(&mut self) -> Result<&[u64], RunError> {
        if self.at == self.keys.len() {
            self.load::<W>()?;
        }
        Ok(&self.keys[self.at..])
    }

    /// Moves past `keys` of these keys.
    #[inline(always)]
    pub(super) fn pass<const W: usize>(&mut self, keys: usize) {
        self.at += keys * word_count::<W>(self.run.words());
    }

    /// Moves past all keys before `key`.
    pub(super) fn pass_until<const W: usize>(&mut self, key: &[u64]) -> Result<(), RunError> {
        let words = word_count::<W>(self.run.words());
        loop {
            if self.at == self.keys.len() {
                // If the run contains the key, it is in the last block that does not begin after it.
                let behind = self.run.first_behind(self.next, key);
                self.next = self.next.max(behind.saturating_sub(1));
            }
            let keys = self.some::<W>()?;
            if keys.is_empty() {
                return Ok(());
            }
            let passed = keys.chunks_exact(words).take_while(|other| *other < key).count();
            let is_there = passed * words < keys.len();
            self.pass::<W>(passed);
            if is_there {
                return Ok(());
            }
        }
    }

    /// Returns the memory of the cursor, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<u64>() + self.bytes.capacity()
    }

    fn load<const W: usize>(&mut self) -> Result<(), RunError> {
        self.at = 0;
        self.keys.clear();
        if self.next < self.run.blocks() {
            self.run.read::<W>(self.next, &mut self.bytes, &mut self.keys)?;
            self.next += 1;
        }
        Ok(())
    }
}
