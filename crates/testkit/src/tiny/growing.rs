//! A graph that outgrows its packing during the search.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, Maxima, Relaxed, Room, System};

/// A graph whose nodes have to be below the capacity. When the capacity grows, states change and get longer,
/// and their events are in another order.
#[derive(Debug, Clone)]
pub struct Growing {
    edges: Arc<Vec<Vec<(usize, usize)>>>,
    capacity: usize,
    undefined: Option<usize>,
}

impl Growing {
    /// Returns the graph with these edges, given by node as pairs of event (0 to 3) and target. Node 0 is initial.
    #[must_use]
    pub fn new(edges: Vec<Vec<(usize, usize)>>) -> Self {
        Self { edges: Arc::new(edges), capacity: 2, undefined: None }
    }

    /// Returns the graph with undefined events to one node.
    #[must_use]
    pub fn with_undefined(self, undefined: Option<usize>) -> Self {
        Self { undefined, ..self }
    }

    /// Returns the graph packed for nodes below another number.
    #[must_use]
    pub fn with_capacity(&self, capacity: usize) -> Self {
        Self { capacity, ..self.clone() }
    }

    fn node(&self, state: &[u64]) -> usize {
        (state[0].wrapping_mul(0xF1DE_83E1_9937_733D) >> 1) as usize - self.capacity
    }

    fn write(&self, node: usize, state: &mut [u64]) {
        let word = (((node + self.capacity) as u64) << 1 | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for (position, each) in state.iter_mut().enumerate() {
            *each = word.rotate_left(7 * position as u32);
        }
    }

    fn level(&self) -> usize {
        self.capacity.ilog2() as usize
    }
}

impl System for Growing {
    type Scratch = usize;

    fn words(&self) -> usize {
        1 + self.level() / 3
    }

    fn events(&self) -> usize {
        4
    }

    fn scratch(&self) -> usize {
        0
    }

    fn initial(&self, state: &mut [u64]) {
        self.write(0, state);
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut usize) {
        *scratch = self.node(state);
    }

    fn enabled<const W: usize>(&self, _: &[u64], &node: &usize, events: &mut Vec<EventId>) {
        let mut here: Vec<_> = self.edges[node].iter().map(|&(event, _)| EventId::new(event)).collect();
        if self.level().is_multiple_of(2) {
            here.reverse();
        }
        events.extend(here);
    }

    fn fire<const W: usize>(&self, _: &[u64], &node: &usize, event: EventId, successor: &mut [u64]) -> Fired {
        let edge = self.edges[node].iter().find(|&&(e, _)| e == event.index());
        let &(_, target) = edge.expect("only enabled events are fired");
        if self.undefined == Some(target) {
            Fired::Undefined
        } else if target >= self.capacity {
            Fired::AssumptionBroken
        } else {
            self.write(target, successor);
            Fired::Successor
        }
    }
}

impl Adaptive for Growing {
    fn relax(&self, _: &[u64], _: EventId, room: Room) -> Relaxed<Self> {
        Relaxed::System(Self {
            capacity: self.capacity * if room.others_too { 4 } else { 2 },
            ..self.clone()
        })
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        self.write(earlier.node(state), translated);
    }

    fn pumps(&self, _: &[u64], _: &[EventId], _: &[u64]) -> bool {
        false
    }
}

impl Extremes for Growing {
    type Extremes = u64;

    fn no_extremes(&self) -> u64 {
        0
    }

    fn absorb<const W: usize>(&self, _: &[u64], &node: &usize, greatest: &mut u64) {
        *greatest = (*greatest).max(node as u64);
    }

    fn join(&self, greatest: &mut u64, &other: &u64) {
        *greatest = (*greatest).max(other);
    }

    fn raise(&self, greatest: &u64, maxima: &mut Maxima) {
        maxima.each.resize(1, 0);
        maxima.each[0] = maxima.each[0].max(*greatest);
        maxima.sum = maxima.sum.max(u128::from(*greatest));
    }
}

/// Returns the edges of a random graph of up to 119 nodes, for [`Growing::new`].
#[must_use]
pub fn random_edges(seed: u64) -> Vec<Vec<(usize, usize)>> {
    let mut random = StdRng::seed_from_u64(seed);
    let nodes = random.random_range(2..120);
    let max_edges = random.random_range(1..4);
    let reach = random.random_range(1..=nodes);
    let edge = |node: usize, random: &mut StdRng| match random.random_bool(0.8) {
        true => (node + random.random_range(1..=reach)) % nodes,
        false => random.random_range(0..nodes),
    };
    let edges = (0..nodes).map(|node| {
        let count = if random.random_bool(0.4) { 1 } else { random.random_range(0..=max_edges) };
        (0..count).map(|event| (event, edge(node, &mut random))).collect()
    });
    edges.collect()
}
