//! The pairs of a shard, as bytes one behind the other.
//!
//! ```text
//! source 4 │ hash 3 │ event 1 to 4    of one state, in one line of the cache or two
//! ```
//!
//! Pairs are in blocks that never move: an array in one piece leaves a hole in memory where it has been, each
//! time that it grows.
//!
//! The source is the predecessor, or, where the state is [kept whole](super::whole), its row there. Of
//! the hash these are the high bits; the lowest of them says which of both the source is.

use sanderling_cutoff::PAIRS_OF_BLOCK;
use sanderling_system::EventId;

use crate::StateId;
use crate::positions::Positions;
use crate::prefetch::prefetch;

/// The bytes of source and hash.
const HEAD: usize = 7;
/// The bit of a pair's hash that says that its state is kept whole.
const IS_WHOLE: u32 = 1;
/// The low bits of a hash that are not with the pair but in the index.
pub(super) const LOW_BITS: u32 = 8;

/// Where a state comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Led to from this state.
    Pred(StateId),
    /// The row in which the state is kept whole.
    Row(u32),
}

/// The pairs of a shard.
#[derive(Debug)]
pub(super) struct PairArray {
    blocks: Vec<Box<[u8]>>,
    stride: usize,
    length: usize,
    /// The positions that are free. Takes no memory as long as none has been.
    removed: Positions,
    /// How many positions are free, and the one that was freed last: a list through the sources, whose last
    /// one refers to itself.
    free: (usize, Option<usize>),
}

/// A hash within a shard as far as it is used here: without the bit that says something else, and with
/// low bits that are never 0, which is the tag of free entries of the index.
#[inline(always)]
pub(super) fn pair_hash(within_shard: u32) -> u32 {
    let hash = within_shard & !(IS_WHOLE << LOW_BITS);
    hash | u32::from(hash & ((1 << LOW_BITS) - 1) == 0)
}

impl PairArray {
    /// An array for events with numbers below this.
    pub(super) fn new(events: usize) -> Self {
        let bits = usize::BITS - events.saturating_sub(1).leading_zeros();
        let stride = HEAD + (bits as usize).div_ceil(8).max(1);
        Self { blocks: Vec::new(), stride, length: 0, removed: Positions::default(), free: (0, None) }
    }

    /// The bytes of a pair.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The number of positions: of the pairs, and of those that are free.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Whether there is a pair at a position.
    pub(super) fn is_taken(&self, position: usize) -> bool {
        position < self.len() && !self.removed.contains(position)
    }

    /// Where the pairs are.
    pub(super) fn taken(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&position| self.is_taken(position))
    }

    /// The position of the next pair.
    pub(super) fn next(&self) -> usize {
        self.free.1.unwrap_or(self.len())
    }

    pub(super) fn bytes(&self) -> usize {
        let block = PAIRS_OF_BLOCK.size() * self.stride + size_of::<Box<[u8]>>();
        self.blocks.len() * block + self.removed.bytes()
    }

    /// The bytes of a pair.
    #[inline(always)]
    fn pair(&self, position: usize) -> &[u8] {
        &self.blocks[position / PAIRS_OF_BLOCK.size()][position % PAIRS_OF_BLOCK.size() * self.stride..]
            [..self.stride]
    }

    fn pair_mut(&mut self, position: usize) -> &mut [u8] {
        &mut self.blocks[position / PAIRS_OF_BLOCK.size()][position % PAIRS_OF_BLOCK.size() * self.stride..]
            [..self.stride]
    }

    /// Asks for the memory of a pair.
    #[inline(always)]
    pub(super) fn prefetch(&self, position: usize) {
        if let Some(block) = self.blocks.get(position / PAIRS_OF_BLOCK.size()) {
            prefetch(block, position % PAIRS_OF_BLOCK.size() * self.stride);
        }
    }

    /// Source and hash.
    #[inline(always)]
    fn head(&self, position: usize) -> u64 {
        u64::from_le_bytes(self.pair(position)[..8].try_into().expect("eight bytes"))
    }

    /// The high bits of the hash, with the one that says something else.
    #[inline(always)]
    fn high(&self, position: usize) -> u32 {
        (self.head(position) >> 32) as u32 & 0x00ff_ffff
    }

    /// Whether the hash of a pair agrees with this [`pair_hash`], as far as it is here.
    #[inline(always)]
    pub(super) fn matches(&self, position: usize, hash: u32) -> bool {
        self.high(position) & !IS_WHOLE == hash >> LOW_BITS
    }

    /// The [`pair_hash`] of a pair with 0 where its low bits are.
    pub(super) fn high_hash(&self, position: usize) -> u32 {
        (self.high(position) & !IS_WHOLE) << LOW_BITS
    }

    /// The source and the event of a pair.
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

    /// Adds a pair, at the position that is [next](Self::next).
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

    /// Takes a pair out. Its position may be another's.
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

    /// Replaces a source by another of the same kind.
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
