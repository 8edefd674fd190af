//! Merging of runs, and removal of known keys.

use sanderling_system::word_count;

use super::cursor::Cursor;
use super::key::shard_of_key;
use super::space::RunError;

/// A sorted source of keys.
#[derive(Debug)]
pub(super) enum Source<'k> {
    /// Keys in memory, word by word.
    Memory(&'k [u64]),
    /// Keys of a run.
    Run(Cursor),
}

impl Source<'_> {
    #[inline(always)]
    fn some<const W: usize>(&mut self) -> Result<&[u64], RunError> {
        match self {
            Self::Memory(keys) => Ok(keys),
            Self::Run(cursor) => cursor.some::<W>(),
        }
    }

    #[inline(always)]
    fn pass<const W: usize>(&mut self, keys: usize, words: usize) {
        match self {
            Self::Memory(rest) => *rest = &rest[keys * words..],
            Self::Run(cursor) => cursor.pass::<W>(keys),
        }
    }
}

/// Replaces `keys` by the next distinct keys of all sources, in order. Stops after `most` keys, or before the first key
/// of shard `end`.
pub(super) fn take_in_order<const W: usize>(
    sources: &mut [Source<'_>],
    end: usize,
    (words, most): (usize, usize),
    keys: &mut Vec<u64>,
) -> Result<(), RunError> {
    let words = word_count::<W>(words);
    keys.clear();
    if let [source] = sources {
        while keys.len() < most * words {
            let some = source.some::<W>()?;
            let some = &some[..some.len().min(most * words - keys.len())];
            let count = some.chunks_exact(words).take_while(|key| shard_of_key(key) < end).count();
            keys.extend_from_slice(&some[..count * words]);
            source.pass::<W>(count, words);
            if count == 0 {
                break;
            }
        }
        return Ok(());
    }
    while keys.len() < most * words {
        let Some(least) = least::<W>(sources, words)? else { break };
        let start = keys.len();
        keys.extend_from_slice(&sources[least].some::<W>()?[..words]);
        if shard_of_key(&keys[start..]) >= end {
            keys.truncate(start);
            break;
        }
        for source in &mut *sources {
            let is_there = source.some::<W>()?.get(..words) == Some(&keys[start..]);
            source.pass::<W>(usize::from(is_there), words);
        }
    }
    Ok(())
}

/// Returns the index of the source with the least key, if any source has keys left.
fn least<const W: usize>(sources: &mut [Source<'_>], words: usize) -> Result<Option<usize>, RunError> {
    let mut least: Option<usize> = None;
    for at in 0..sources.len() {
        let (before, rest) = sources.split_at_mut(at);
        let Some(key) = rest[0].some::<W>()?.get(..words) else { continue };
        let is_less = match least {
            Some(least) => key < &before[least].some::<W>()?[..words],
            None => true,
        };
        least = if is_less { Some(at) } else { least };
    }
    Ok(least)
}

/// Removes keys that are in a run, starting at a cursor that is not past the first of them.
pub(super) fn take_out<const W: usize>(
    keys: &mut Vec<u64>,
    words: usize,
    known: &mut Cursor,
) -> Result<(), RunError> {
    let words = word_count::<W>(words);
    let (mut kept, mut at) = (0, 0);
    while at < keys.len() {
        known.pass_until::<W>(&keys[at..at + words])?;
        let some = known.some::<W>()?;
        if some.is_empty() {
            break;
        }
        // Compares the keys with this block of the run.
        let mut passed = 0;
        while at < keys.len() && passed < some.len() {
            let (key, other) = (&keys[at..at + words], &some[passed..passed + words]);
            if other < key {
                passed += words;
                continue;
            }
            let is_new = other != key;
            keys.copy_within(at..at + words, kept);
            kept += if is_new { words } else { 0 };
            at += words;
        }
        known.pass::<W>(passed / words);
    }
    keys.copy_within(at.., kept);
    keys.truncate(kept + keys.len() - at);
    Ok(())
}
