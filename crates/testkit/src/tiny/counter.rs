//! A counter: the tiny system whose states have a quantity and depend on an assumption.

use sanderling_system::{
    Adaptive, Change, Condition, Dependencies, Dependency, EventId, Extremes, Fired, Maxima, Relaxed, Room,
    SlotId, System, Test, Write,
};

/// System that counts up with event 0, as far as a limit if there is one, and down to 0 with event 1.
///
/// It assumes that the count stays below some capacity. The representation of a state depends on the capacity, so that
/// a state which has not been translated is not confused with another one.
#[derive(Debug, Clone)]
pub struct Counter {
    limit: Option<u64>,
    goes_down: bool,
    capacity: u64,
}

const UP: usize = 0;
const DOWN: usize = 1;

impl Counter {
    /// Returns a counter up and down between 0 and `limit`: limit + 1 states, 2 · limit firings, no deadlock.
    #[must_use]
    pub fn up_and_down(limit: u64) -> Self {
        Self { limit: Some(limit), goes_down: true, capacity: 2 }
    }

    /// Returns a counter up to `limit`, which stops there: limit + 1 states, limit firings, one deadlock.
    #[must_use]
    pub fn up_to(limit: u64) -> Self {
        Self { limit: Some(limit), goes_down: false, capacity: 2 }
    }

    /// Returns a counter that counts up for ever.
    #[must_use]
    pub fn unbounded() -> Self {
        Self { limit: None, goes_down: false, capacity: 2 }
    }

    /// Returns the count in a state.
    #[must_use]
    pub fn count(&self, state: &[u64]) -> u64 {
        state[0] - self.capacity
    }

    fn write(&self, count: u64, state: &mut [u64]) {
        state[0] = count + self.capacity;
    }
}

impl System for Counter {
    /// The count.
    type Scratch = u64;

    fn words(&self) -> usize {
        1
    }

    fn events(&self) -> usize {
        2
    }

    fn scratch(&self) -> u64 {
        0
    }

    fn initial(&self, state: &mut [u64]) {
        self.write(0, state);
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut u64) {
        *scratch = self.count(state);
    }

    fn enabled<const W: usize>(&self, _state: &[u64], &count: &u64, events: &mut Vec<EventId>) {
        if self.limit.is_none_or(|limit| count < limit) {
            events.push(EventId::new(UP));
        }
        if self.goes_down && count > 0 {
            events.push(EventId::new(DOWN));
        }
    }

    fn fire<const W: usize>(
        &self,
        _state: &[u64],
        &count: &u64,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        let count = if event.index() == UP { count + 1 } else { count - 1 };
        if count >= self.capacity {
            return Fired::AssumptionBroken;
        }
        self.write(count, successor);
        Fired::Successor
    }
}

impl Adaptive for Counter {
    fn relax(&self, _state: &[u64], _event: EventId, room: Room) -> Relaxed<Self> {
        let factor = if room.others_too { 16 } else { 2 };
        match self.capacity.checked_mul(factor).filter(|&capacity| capacity < 1 << 62) {
            Some(capacity) => Relaxed::System(Self { capacity, ..*self }),
            None => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        self.write(earlier.count(state), translated);
    }

    fn pumps(&self, ancestor: &[u64], _path: &[EventId], descendant: &[u64]) -> bool {
        self.limit.is_none() && self.count(descendant) > self.count(ancestor)
    }
}

impl Extremes for Counter {
    /// The maximum count.
    type Extremes = u64;

    fn no_extremes(&self) -> u64 {
        0
    }

    fn absorb<const W: usize>(&self, _state: &[u64], &count: &u64, extremes: &mut u64) {
        *extremes = (*extremes).max(count);
    }

    fn join(&self, greatest: &mut u64, &other: &u64) {
        *greatest = (*greatest).max(other);
    }

    fn raise(&self, &extremes: &u64, maxima: &mut Maxima) {
        maxima.each.resize(1, 0);
        maxima.each[0] = maxima.each[0].max(extremes);
        maxima.sum = maxima.sum.max(u128::from(extremes));
    }
}

/// The count is the only slot.
impl Dependencies for Counter {
    fn slots(&self) -> usize {
        1
    }

    fn value(&self, _state: &[u64], &count: &u64, _slot: SlotId) -> i128 {
        i128::from(count)
    }

    fn dependencies(&self) -> Vec<Dependency> {
        let slot = SlotId::new(0);
        let step = |condition, sum| {
            let write = Write { slot, change: Change::Add(sum) };
            Dependency::new(vec![Test { slot, condition }], Vec::new(), vec![write])
        };
        let most = self.limit.map_or(i128::MAX, |limit| i128::from(limit) - 1);
        // A counter that never goes down requires a count that never occurs.
        let least = if self.goes_down { 1 } else { i128::MAX };
        vec![step(Condition::at_most(most), 1), step(Condition::at_least(least), -1)]
    }
}
