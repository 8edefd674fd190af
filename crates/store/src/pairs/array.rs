//! The pairs of a shard, as consecutive bytes.
//!
//! ```text
//! source 4 │ hash 3 │ event 1 to 4    of one state, in one line of the cache or two
//! ```
//!
//! Pairs are in blocks that never move. An array in one piece would leave a hole in memory each time it grows.
//!
//! The source is the predecessor or, if the state is [stored whole](super::whole), its row there. The hash consists of
//! the high bits only. The lowest of them distinguishes the two kinds of sources.

use sanderling_cutoff::PAIRS_OF_BLOCK;
use sanderling_system::EventId;

use crate::StateId;
use crate::positions::Positions;
use crate::prefetch::prefetch;

/// Number of bytes of source and hash.
const HEAD: usize = 7;
/// The bit of a pair's hash that marks a state as stored whole.
const IS_WHOLE: u32 = 1;
/// Number of low bits of a hash that are stored in the index instead of with the pair.
pub(super) const LOW_BITS: u32 = 8;

/// The source from which a state can be reconstructed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The predecessor of the state.
    Pred(StateId),
    /// The row in which the state is stored whole.
    Row(u32),
}

/// The pairs of a shard.
#[derive(Debug)]
pub(super) struct PairArray {
    blocks: Vec<Box<[u8]>>,
    stride: usize,
    length: usize,
    /// The free positions. They take no memory before the first removal.
    removed: Positions,
    /// The number of free positions, and the one freed last. The free positions form a list through the sources, whose
    /// last element refers to itself.
    free: (usize, Option<usize>),
}

/// Returns the hash within a shard as this module uses it. The bit for another purpose is cleared, and the low bits are
/// never 0, which is the tag of free entries of the index.
#[inline(always)]
pub(super) fn pair_hash(within_shard: u32) -> u32 {
    let hash = within_shard & !(IS_WHOLE << LOW_BITS);
    hash | u32::from(hash & ((1 << LOW_BITS) - 1) == 0)
}

impl PairArray {
    /// Creates an array for events with numbers below `events`.
    pub(super) fn new(events: usize) -> Self {
        let bits = usize::BITS - events.saturating_sub(1).leading_zeros();
        let stride = HEAD + (bits as usize).div_ceil(8).max(1);
        Self { blocks: Vec::new(), stride, length: 0, removed: Positions::default(), free: (0, None) }
    }

    /// Returns the number of bytes of a pair.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the number of positions, taken or free.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Whether a position contains a pair.
    pub(super) fn is_taken(&self, position: usize) -> bool {
        position < self.len() && !self.removed.contains(position)
    }

    /// Iterates over the positions of the pairs.
    pub(super) fn taken(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&position| self.is_taken(position))
    }

    /// Returns the position of the next pair to add.
    pub(super) fn next(&self) -> usize {
        self.free.1.unwrap_or(self.len())
    }

    pub(super) fn bytes(&self) -> usize {
        let block = PAIRS_OF_BLOCK.size() * self.stride + size_of::<Box<[u8]>>();
        self.blocks.len() * block + self.removed.bytes()
    }

    /// Returns the bytes of a pair.
    #[inline(always)]
    fn pair(&self, position: usize) -> &[u8] {
        &self.blocks[position / PAIRS_OF_BLOCK.size()][position % PAIRS_OF_BLOCK.size() * self.stride..]
            [..self.stride]
    }

    fn pair_mut(&mut self, position: usize) -> &mut [u8] {
        &mut self.blocks[position / PAIRS_OF_BLOCK.size()][position % PAIRS_OF_BLOCK.size() * self.stride..]
            [..self.stride]
    }

    /// Prefetches a pair.
    #[inline(always)]
    pub(super) fn prefetch(&self, position: usize) {
        if let Some(block) = self.blocks.get(position / PAIRS_OF_BLOCK.size()) {
            prefetch(block, position % PAIRS_OF_BLOCK.size() * self.stride);
        }
    }

    /// Returns source and hash, in one word with the first byte of the event.
    #[inline(always)]
    fn head(&self, position: usize) -> u64 {
        u64::from_le_bytes(self.pair(position)[..8].try_into().expect("eight bytes"))
    }

    /// Returns the high bits of the hash, including the bit for another purpose.
    #[inline(always)]
    fn high(&self, position: usize) -> u32 {
        (self.head(position) >> 32) as u32 & 0x00ff_ffff
    }

    /// Whether the stored part of the hash of a pair agrees with this [`pair_hash`].
    #[inline(always)]
    pub(super) fn matches(&self, position: usize, hash: u32) -> bool {
        self.high(position) & !IS_WHOLE == hash >> LOW_BITS
    }

    /// Returns the [`pair_hash`] of a pair, with its low bits set to 0.
    pub(super) fn high_hash(&self, position: usize) -> u32 {
        (self.high(position) & !IS_WHOLE) << LOW_BITS
    }

    /// Returns the source and the event of a pair.
    #[inline(always)]
    pub(super) fn get(&self, position: usize) -> (Source, EventId) {
        let pair = self.pair(position);
        let head = u64::from_le_bytes(pair[..8].try_into().expect("eight bytes"));
        let mut event = (head >> 56) as usize;
        for (index, &byte) in pair[8..].iter().enumerate() {
            event |= usize::from(byte) << (8 + 8 * index);
        }
        let is_whole = (head >> 32) as u32 & IS_WHOLE != 0;
        let source = match head as u32 {
            row if is_whole => Source::Row(row),
            pred => Source::Pred(StateId::from_raw(pred)),
        };
        (source, EventId::new(event))
    }

    /// Adds a pair, at the [next](Self::next) position.
    pub(super) fn push(&mut self, source: Source, hash: u32, event: EventId) {
        let position = self.next();
        match self.free.1 {
            None => self.lengthen(),
            Some(_) => {
                let behind = self.head(position) as u32 as usize;
                self.free = (self.free.0 - 1, (behind != position).then_some(behind));
                self.removed.remove(position);
            }
        }
        self.set(position, source, hash, event);
    }

    fn lengthen(&mut self) {
        if self.length == self.blocks.len() * PAIRS_OF_BLOCK.size() {
            self.blocks.push(vec![0; PAIRS_OF_BLOCK.size() * self.stride].into_boxed_slice());
        }
        self.length += 1;
    }

    /// Removes a pair. Its position may be reused.
    pub(super) fn remove(&mut self, position: usize) {
        debug_assert!(self.is_taken(position), "a state is removed once");
        self.removed.insert(position, self.len());
        self.set_source(position, Source::Row(self.free.1.unwrap_or(position) as u32));
        self.free = (self.free.0 + 1, Some(position));
    }

    /// Replaces a pair.
    pub(super) fn set(&mut self, position: usize, source: Source, hash: u32, event: EventId) {
        let high = (hash >> LOW_BITS) | u32::from(matches!(source, Source::Row(_)));
        let event_bytes = self.stride - HEAD;
        let pair = self.pair_mut(position);
        pair[4..HEAD].copy_from_slice(&high.to_le_bytes()[..3]);
        pair[HEAD..].copy_from_slice(&(event.index() as u32).to_le_bytes()[..event_bytes]);
        self.set_source(position, source);
    }

    /// Replaces a source by one of the same kind.
    pub(super) fn set_source(&mut self, position: usize, source: Source) {
        let raw = match source {
            Source::Pred(pred) => pred.raw(),
            Source::Row(row) => row,
        };
        self.pair_mut(position)[..4].copy_from_slice(&raw.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_as_they_were_written() {
        for events in [1, 2, 256, 257, 65_536, 65_537, 1 << 24, (1 << 24) + 1] {
            let mut array = PairArray::new(events);
            let pairs: Vec<_> = (0..100_usize)
                .map(|number| {
                    let hash = pair_hash((number as u32).wrapping_mul(0x9e37_79b9));
                    let event = EventId::new(number.wrapping_mul(7_654_321) % events);
                    let pred = StateId::new(number % 256, number * 99_991 % (1 << 24));
                    let source = if number % 3 == 0 { Source::Row(u32::MAX - 5) } else { Source::Pred(pred) };
                    (source, hash, event)
                })
                .collect();
            for &(source, hash, event) in &pairs {
                array.push(source, hash, event);
            }
            for (position, &(source, hash, event)) in pairs.iter().enumerate() {
                assert_eq!(array.get(position), (source, event), "{events} events");
                assert!(array.matches(position, hash));
                assert_eq!(array.high_hash(position) | hash & 0xff, hash);
            }
        }
    }

    #[test]
    fn positions_that_are_free_are_taken_again() {
        let mut array = PairArray::new(10);
        let pair = |number: usize| (Source::Pred(StateId::new(0, number)), EventId::new(number % 10));
        (0..100).for_each(|number| array.push(pair(number).0, pair_hash(7), pair(number).1));
        [5, 99, 0].into_iter().for_each(|position| array.remove(position));
        assert_eq!(array.taken().count(), 97);
        for number in 100..104 {
            let position = array.next();
            assert_eq!(position, [0, 99, 5, 100][number - 100]);
            array.push(pair(number).0, pair_hash(7), pair(number).1);
            assert!(array.is_taken(position));
            assert_eq!(array.get(position), pair(number));
        }
        assert_eq!(array.len(), 101);
    }

    #[test]
    fn a_pair_takes_eight_bytes_and_more_only_for_many_events() {
        let stride = |events| PairArray::new(events).stride();
        assert_eq!([1, 256, 257, 1 << 16, (1 << 16) + 1].map(stride), [8, 8, 9, 9, 10]);
    }
}
