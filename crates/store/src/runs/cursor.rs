//! Going through a run in order, past what nobody asks for.

use std::sync::Arc;

use sanderling_system::word_count;

use super::key::first_word_of;
use super::run::Run;
use super::space::RunError;

/// A position in a run: between keys.
#[derive(Debug)]
pub(super) struct Cursor {
    run: Arc<Run>,
    /// The block behind the one that is there.
    next: usize,
    /// The keys of a block, word by word, and the word at which the next one starts.
    keys: Vec<u64>,
    at: usize,
    bytes: Vec<u8>,
}

impl Cursor {
    /// Before the first key.
    pub(super) fn new(run: &Arc<Run>) -> Self {
        Self { run: Arc::clone(run), next: 0, keys: Vec::new(), at: 0, bytes: Vec::new() }
    }

    /// Before the first key of a shard.
    pub(super) fn at_shard<const W: usize>(run: &Arc<Run>, shard: usize) -> Result<Self, RunError> {
        let mut first = vec![0; run.words()];
        first[0] = first_word_of(shard);
        let mut cursor = Self::new(run);
        cursor.pass_until::<W>(&first)?;
        Ok(cursor)
    }

    /// Before the key with a number.
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

    /// The keys that come next, some of them at least if there are any, word by word.
    #[inline(always)]
    pub(super) fn some<const W: usize>(&mut self) -> Result<&[u64], RunError> {
        if self.at == self.keys.len() {
            self.load::<W>()?;
        }
        Ok(&self.keys[self.at..])
    }

    /// Passes so many of these.
    #[inline(always)]
    pub(super) fn pass<const W: usize>(&mut self, keys: usize) {
        self.at += keys * word_count::<W>(self.run.words());
    }

    /// Passes all keys before this one.
    pub(super) fn pass_until<const W: usize>(&mut self, key: &[u64]) -> Result<(), RunError> {
        let words = word_count::<W>(self.run.words());
        loop {
            if self.at == self.keys.len() {
                // The key is in the last block that does not begin behind it, if it is anywhere.
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

    /// The memory that it takes.
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
