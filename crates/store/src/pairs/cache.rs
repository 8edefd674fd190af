//! A cache of recently reconstructed states, which shortens the next reconstruction.
//!
//! Sources: Westergaard, Kristensen, Brodal and Arge, *The ComBack Method*, ICATPN 2007, propose the cache;
//! Evangelista, Westergaard and Kristensen, *The ComBack Method Revisited*, ToPNoC III, 2009, compare strategies. They
//! use lists and tables of the whole cache. Here a state has eight possible seats, or one. A lookup reads one or two
//! cache lines, and nothing has to be kept in order. A new state replaces the first of the eight by rank.
//!
//! INVARIANT: a cached state is stored; a state that is removed is [dropped](StateCache::drop_state) from the cache.

use super::strategy::CacheStrategy;
use sanderling_cutoff::{SEATS_OF_BLOCK, SEATS_OF_SET};

use crate::StateId;
use crate::prefetch::prefetch;

/// The id of an empty seat. The state with this id is never cached.
const FREE: u32 = u32::MAX;

/// The cache of reconstructed states.
#[derive(Debug)]
pub(super) struct StateCache {
    words: usize,
    strategy: CacheStrategy,
    seats: usize,
    ids: Vec<u32>,
    /// The value by which the state of each seat is ranked. Empty if each state has one seat.
    ranks: Vec<u32>,
    /// The words of the states, in blocks that never move.
    blocks: Vec<Box<[u64]>>,
    /// A counter of events, also used as the source of random numbers.
    clock: u32,
}

impl StateCache {
    pub(super) fn new(words: usize, strategy: CacheStrategy, capacity: usize) -> Self {
        let seats =
            if strategy == CacheStrategy::Fixed { 1 } else { SEATS_OF_SET.size().min(capacity.max(1)) };
        let (ids, ranks, blocks) = Default::default();
        let mut cache = Self { words, strategy, seats, ids, ranks, blocks, clock: 1 };
        cache.grow(capacity);
        cache
    }

    /// Makes room for `capacity` states, and discards the states in the cache.
    pub(super) fn grow(&mut self, capacity: usize) {
        let capacity = capacity / self.seats * self.seats;
        self.ids = Vec::new();
        self.ids = vec![FREE; capacity];
        self.ranks = Vec::new();
        self.ranks = vec![0; if self.seats == 1 { 0 } else { capacity }];
        let words_of_block = SEATS_OF_BLOCK.size() * self.words;
        self.blocks.retain(|block| block.len() == words_of_block);
        self.blocks.reserve_exact(capacity.div_ceil(SEATS_OF_BLOCK.size()).saturating_sub(self.blocks.len()));
        while self.blocks.len() * SEATS_OF_BLOCK.size() < capacity {
            let rest = capacity - self.blocks.len() * SEATS_OF_BLOCK.size();
            self.blocks.push(vec![0; rest.min(SEATS_OF_BLOCK.size()) * self.words].into_boxed_slice());
        }
    }

    /// Returns the approximate memory of a state in a cache, in bytes.
    pub(super) fn bytes_of_state(words: usize) -> usize {
        words * size_of::<u64>() + 2 * size_of::<u32>()
    }

    /// Returns the maximum number of states.
    pub(super) fn capacity(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn bytes(&self) -> usize {
        (self.ids.capacity() + self.ranks.capacity()) * size_of::<u32>()
            + self.blocks.iter().map(|block| size_of_val(&block[..])).sum::<usize>()
    }

    /// Returns the first seat of a state.
    #[inline(always)]
    fn first(&self, id: StateId) -> usize {
        let mixed = id.raw().wrapping_mul(0x9e37_79b9);
        let sets = (self.ids.len() / self.seats) as u64;
        ((u64::from(mixed) * sets) >> 32) as usize * self.seats
    }

    #[inline(always)]
    fn find(&self, id: StateId) -> Option<usize> {
        let first = self.first(id);
        let seats = self.ids.get(first..first + self.seats)?;
        seats.iter().position(|&other| other == id.raw()).map(|found| first + found)
    }

    #[inline(always)]
    fn words_at(&self, seat: usize) -> &[u64] {
        &self.blocks[seat / SEATS_OF_BLOCK.size()][seat % SEATS_OF_BLOCK.size() * self.words..][..self.words]
    }

    /// Returns a cached state.
    #[inline(always)]
    pub(super) fn peek(&self, id: StateId) -> Option<&[u64]> {
        self.find(id).map(|seat| self.words_at(seat))
    }

    /// Returns a cached state, and marks it as used.
    #[inline(always)]
    pub(super) fn get(&mut self, id: StateId) -> Option<&[u64]> {
        let seat = self.find(id)?;
        if self.strategy == CacheStrategy::Lru && self.seats > 1 {
            self.clock = self.clock.wrapping_add(1);
            self.ranks[seat] = self.clock;
        }
        Some(self.words_at(seat))
    }

    /// Prefetches the memory of a state, if it is cached.
    #[inline(always)]
    pub(super) fn prefetch(&self, id: StateId) {
        let first = self.first(id);
        prefetch(&self.ids, first);
        // With several seats, the seat is not yet known.
        if let Some(block) = self.blocks.get(first / SEATS_OF_BLOCK.size()).filter(|_| self.seats == 1) {
            prefetch(block, first % SEATS_OF_BLOCK.size() * self.words);
        }
    }

    /// Caches a state that was reconstructed by firing `events` events.
    #[inline(always)]
    pub(super) fn put(&mut self, id: StateId, state: &[u64], events: u32) {
        if self.ids.is_empty() || id.raw() == FREE {
            return;
        }
        let seat = if self.seats == 1 { self.first(id) } else { self.choose(id, events) };
        self.ids[seat] = id.raw();
        self.blocks[seat / SEATS_OF_BLOCK.size()][seat % SEATS_OF_BLOCK.size() * self.words..][..self.words]
            .copy_from_slice(state);
    }

    /// Returns the seat for a state: its current one, or one whose state can be replaced.
    fn choose(&mut self, id: StateId, events: u32) -> usize {
        self.clock = self.clock.wrapping_add(1);
        let first = self.first(id);
        let there = self.find(id);
        let seat = there.unwrap_or_else(|| {
            let seats = first..first + self.seats;
            let free = seats.clone().find(|&seat| self.ids[seat] == FREE);
            free.unwrap_or_else(|| match self.strategy {
                CacheStrategy::Random => first + self.draw(),
                // Compares differences to the clock, since the clock may have wrapped around.
                CacheStrategy::Fifo | CacheStrategy::Lru => seats
                    .max_by_key(|&seat| self.clock.wrapping_sub(self.ranks[seat]))
                    .expect("there are some"),
                CacheStrategy::Distance | CacheStrategy::Fixed => {
                    let start = self.draw();
                    let turned = (0..self.seats).map(|offset| first + (start + offset) % self.seats);
                    turned.min_by_key(|&seat| self.ranks[seat]).expect("there are some")
                }
            })
        });
        match self.strategy {
            CacheStrategy::Fifo if there.is_some() => {}
            CacheStrategy::Distance => self.ranks[seat] = events,
            _ => self.ranks[seat] = self.clock,
        }
        seat
    }

    /// Returns a pseudo-random number below the number of seats.
    fn draw(&self) -> usize {
        (self.clock.wrapping_mul(0x85eb_ca6b) >> 16) as usize % self.seats
    }

    /// Removes a state from the cache.
    pub(super) fn drop_state(&mut self, id: StateId) {
        if let Some(seat) = self.find(id) {
            self.ids[seat] = FREE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [CacheStrategy; 5] = [
        CacheStrategy::Fixed,
        CacheStrategy::Fifo,
        CacheStrategy::Lru,
        CacheStrategy::Random,
        CacheStrategy::Distance,
    ];

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn what_is_found_is_what_was_put_in() {
        for strategy in ALL {
            for capacity in [0, 1, 5, 8, 64, 1000] {
                let mut cache = StateCache::new(2, strategy, capacity);
                assert!(cache.capacity() <= capacity);
                for number in 0..10_000 {
                    let id = StateId::new(number % 7, number % 311);
                    if number % 5 == 0 {
                        cache.drop_state(id);
                        assert_eq!(cache.get(id), None);
                    } else {
                        cache.put(id, &[number as u64 % 311, number as u64 % 7], number as u32 % 9);
                    }
                    let other = StateId::new(number % 7, number * 13 % 311);
                    let expected = [other.position() as u64, other.shard() as u64];
                    assert!(cache.get(other).is_none_or(|state| state == expected), "{strategy}");
                }
            }
        }
    }

    /// Eight states fill a cache of eight. The strategy decides which of them the ninth replaces.
    #[test]
    fn each_strategy_replaces_what_it_says() {
        let left = |strategy| {
            let mut cache = StateCache::new(1, strategy, 8);
            let id = |number: usize| StateId::new(0, number);
            (0..8).for_each(|number| cache.put(id(number), &[0], [5, 4, 1, 7, 9, 8, 6, 5][number]));
            assert!(cache.get(id(0)).is_some());
            cache.put(id(8), &[0], 3);
            (0..8).filter(|&number| cache.peek(id(number)).is_none()).collect::<Vec<_>>()
        };
        assert_eq!(left(CacheStrategy::Fifo), [0]);
        assert_eq!(left(CacheStrategy::Lru), [1]);
        assert_eq!(left(CacheStrategy::Distance), [2]);
        assert_eq!(left(CacheStrategy::Random).len(), 1);
    }

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn a_cache_that_has_grown_holds_more_states() {
        for strategy in ALL {
            let mut cache = StateCache::new(1, strategy, 64);
            let mut held = |capacity| {
                cache.grow(capacity);
                (0..5000).for_each(|number| cache.put(StateId::new(3, number), &[number as u64], 1));
                (0..5000).filter(|&number| cache.peek(StateId::new(3, number)).is_some()).count()
            };
            let (few, many) = (held(64), held(4000));
            assert!(few <= 64 && (2000..=4000).contains(&many), "{strategy}: {few} and {many}");
        }
    }
}
