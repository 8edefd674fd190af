//! Tiny systems: graphs that are given state by state.

use sanderling_system::{
    Adaptive, Change, Condition, Dependencies, Dependency, EventId, Extremes, Fired, Maxima, Relaxed, Room,
    SlotId, System, Test, Write,
};

/// Returns the state after some events from the initial one.
///
/// # Panics
/// If one of them has no successor.
#[must_use]
pub fn after<S: System>(system: &S, events: &[EventId]) -> Vec<u64> {
    let (mut state, mut successor) = (vec![0; system.words()], vec![0; system.words()]);
    let mut scratch = system.scratch();
    system.initial(&mut state);
    for &event in events {
        system.unpack::<0>(&state, &mut scratch);
        assert_eq!(system.fire::<0>(&state, &scratch, event, &mut successor), Fired::Successor);
        std::mem::swap(&mut state, &mut successor);
    }
    state
}

/// System that is a graph: nodes are states, edges events.
///
/// Nodes are scattered over words, so that all bits of a state matter and none of them is a small number by chance.
#[derive(Debug, Clone)]
pub struct GraphSystem {
    words: usize,
    events: usize,
    edges: Vec<Vec<(EventId, usize)>>,
}

impl GraphSystem {
    /// Returns the graph with these edges, given by node as pairs of event and target; node 0 is initial. A state takes
    /// `words` words.
    ///
    /// # Panics
    /// If there is no node, an edge leads nowhere, or `words` is 0.
    #[must_use]
    pub fn new(words: usize, edges: Vec<Vec<(usize, usize)>>) -> Self {
        let nodes = edges.len();
        assert!(words > 0 && nodes > 0);
        assert!(edges.iter().flatten().all(|&(_, target)| target < nodes));
        let events = edges.iter().flatten().map(|&(event, _)| event + 1).max().unwrap_or(0);
        let typed =
            |edges: Vec<(usize, usize)>| edges.into_iter().map(|(e, target)| (EventId::new(e), target));
        Self { words, events, edges: edges.into_iter().map(|edges| typed(edges).collect()).collect() }
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.edges.len()
    }

    /// Returns the node of a state, if it has one.
    #[must_use]
    pub fn node(&self, state: &[u64]) -> Option<usize> {
        let node = usize::try_from(unscatter(*state.first()?)).ok().filter(|&node| node < self.nodes())?;
        let mut expected = vec![0; self.words];
        self.write(node, &mut expected);
        (expected == state).then_some(node)
    }

    fn write(&self, node: usize, state: &mut [u64]) {
        for (position, word) in state.iter_mut().enumerate() {
            *word = scatter(node as u64).rotate_left(7 * position as u32);
        }
    }
}

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
const ODD_INVERSE: u64 = 0xF1DE_83E1_9937_733D;

fn scatter(node: u64) -> u64 {
    node.wrapping_mul(ODD) ^ ODD
}

fn unscatter(word: u64) -> u64 {
    (word ^ ODD).wrapping_mul(ODD_INVERSE)
}

impl System for GraphSystem {
    /// The node.
    type Scratch = usize;

    fn words(&self) -> usize {
        self.words
    }

    fn events(&self) -> usize {
        self.events
    }

    fn scratch(&self) -> usize {
        0
    }

    fn initial(&self, state: &mut [u64]) {
        self.write(0, state);
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut usize) {
        *scratch = self.node(state).expect("law 5: what is written is a state");
    }

    fn enabled<const W: usize>(&self, _state: &[u64], scratch: &usize, events: &mut Vec<EventId>) {
        events.extend(self.edges[*scratch].iter().map(|&(event, _)| event));
    }

    fn fire<const W: usize>(
        &self,
        _state: &[u64],
        scratch: &usize,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        let edge = self.edges[*scratch].iter().find(|&&(e, _)| e == event);
        let &(_, target) = edge.expect("only enabled events are fired");
        self.write(target, successor);
        Fired::Successor
    }
}

impl Adaptive for GraphSystem {
    fn relax(&self, _: &[u64], _: EventId, _: Room) -> Relaxed<Self> {
        unreachable!("a graph assumes nothing")
    }

    fn translate(&self, _: &Self, state: &[u64], translated: &mut [u64]) {
        translated.copy_from_slice(state);
    }

    fn pumps(&self, _: &[u64], _: &[EventId], _: &[u64]) -> bool {
        false
    }
}

impl Extremes for GraphSystem {
    /// The maximum node.
    type Extremes = u64;

    fn no_extremes(&self) -> u64 {
        0
    }

    fn absorb<const W: usize>(&self, _: &[u64], scratch: &usize, greatest: &mut u64) {
        *greatest = (*greatest).max(*scratch as u64);
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

/// The node is the only slot, so that every two events are dependent.
impl Dependencies for GraphSystem {
    fn slots(&self) -> usize {
        1
    }

    fn value(&self, _: &[u64], &node: &usize, _: SlotId) -> i128 {
        node as i128
    }

    fn dependencies(&self) -> Vec<Dependency> {
        let slot = SlotId::new(0);
        let test = Test { slot, condition: Condition::Depends };
        let dependency =
            Dependency::new(vec![test], vec![slot], vec![Write { slot, change: Change::Assign }]);
        vec![dependency; self.events]
    }
}

/// Returns a circle of `n` states: n events, no deadlock.
#[must_use]
pub fn clock(n: usize) -> GraphSystem {
    GraphSystem::new(1, (0..n).map(|i| vec![(0, (i + 1) % n)]).collect())
}

/// Returns a circle of `n` states with events in both directions: 2n edges.
#[must_use]
pub fn ring(n: usize) -> GraphSystem {
    GraphSystem::new(1, (0..n).map(|i| vec![(0, (i + 1) % n), (1, (i + n - 1) % n)]).collect())
}

/// Returns a system in which each of `n` events occurs once, in any order: 2^n states, n·2^(n−1) edges, one deadlock
/// after n.
#[must_use]
pub fn diamond(n: usize) -> GraphSystem {
    let edges = |node: usize| (0..n).filter(|e| node & (1 << e) == 0).map(|e| (e, node | (1 << e))).collect();
    GraphSystem::new(1, (0..1 << n).map(edges).collect())
}

/// Returns a chain of `n` steps in one direction: n + 1 states, one deadlock after n.
#[must_use]
pub fn one_way_chain(n: usize) -> GraphSystem {
    GraphSystem::new(1, (0..=n).map(|i| Vec::from_iter((i < n).then_some((0, i + 1)))).collect())
}

/// Returns a system with one state and no event.
#[must_use]
pub fn deadlock() -> GraphSystem {
    GraphSystem::new(1, vec![vec![]])
}

/// Returns a system with one state, and an event that leads back to it.
#[must_use]
pub fn self_loop() -> GraphSystem {
    GraphSystem::new(1, vec![vec![(0, 0)]])
}

impl GraphSystem {
    /// Returns the graph with states of this number of words.
    ///
    /// # Panics
    /// If `words` is 0.
    #[must_use]
    pub fn with_words(self, words: usize) -> Self {
        assert!(words > 0);
        Self { words, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::{ODD, ODD_INVERSE, diamond, ring};
    use crate::laws::check_system_laws;

    #[test]
    fn nodes_are_found_again_in_their_states() {
        assert_eq!(ODD.wrapping_mul(ODD_INVERSE), 1);
        let system = diamond(4).with_words(3);
        let mut state = vec![0; 3];
        for node in 0..system.nodes() {
            system.write(node, &mut state);
            assert_eq!(system.node(&state), Some(node));
        }
        state[2] ^= 1;
        assert_eq!(system.node(&state), None);
    }

    #[test]
    fn graphs_obey_the_laws_of_systems() {
        for words in 1..=6 {
            check_system_laws(&ring(5).with_words(words), 1);
            check_system_laws(&diamond(3).with_words(words), 2);
        }
        for system in [super::clock(3), super::one_way_chain(4), super::deadlock(), super::self_loop()] {
            check_system_laws(&system, 3);
        }
    }
}
