//! Tests of every kind of open set on random graphs, driven as in a search, against naive recursive
//! definitions of each order.

use std::collections::BTreeSet;

use super::random::SplitMix;
use super::*;
use sanderling_testkit::random::for_seeds;

const ORDERS: [Order; 10] = [
    Order::BreadthFirst,
    Order::DepthFirst,
    Order::BoundedWidth(1),
    Order::BoundedWidth(3),
    Order::Alternating { breadth: 0, depth: 1 },
    Order::Alternating { breadth: 1, depth: 1 },
    Order::Alternating { breadth: 2, depth: 3 },
    Order::Alternating { breadth: 3, depth: 0 },
    Order::BestFirst,
    Order::Random(1),
];

/// The successors of each state, its priority and its progress. Every state is reachable from the first.
struct RandomGraph {
    successors: Vec<Vec<usize>>,
    priorities: Vec<i64>,
    progress: Vec<[i64; 2]>,
}

impl RandomGraph {
    fn new(seed: u64) -> Self {
        let mut random = SplitMix(seed);
        let states = 1 + random.below(120);
        let mut successors = vec![Vec::new(); states];
        for state in 1..states {
            // Some graphs use only recent states, which makes them deep.
            let window = if seed.is_multiple_of(2) { state } else { state.min(4) };
            successors[state - 1 - random.below(window)].push(state);
        }
        for _ in 0..random.below(2 * states) {
            successors[random.below(states)].push(random.below(states));
        }
        let mut small = || random.below(5) as i64 - 2;
        let priorities = (0..states).map(|_| small()).collect();
        let progress = (0..states).map(|_| [small(), small()]).collect();
        Self { successors, priorities, progress }
    }

    /// Expands every state as the driver does, and returns the states in the order of discovery. Calls
    /// `look` with the set before each event.
    fn discover_with(&self, mut open: OpenSet, mut look: impl FnMut(&mut OpenSet)) -> Vec<usize> {
        let (mut discovered, mut known, mut closed) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        let mut push = |open: &mut OpenSet, state: usize, depth: u32| {
            if known.insert(state) {
                let pushed = OpenState::new(StateId::new(0, state), depth, None);
                open.push_in(&self.progress[state], pushed, self.priorities[state]);
                discovered.push(state);
            }
        };
        push(&mut open, 0, 5);
        loop {
            look(&mut open);
            let Some(current) = open.current() else { break };
            let (state, depth) = (current.id.position(), current.depth);
            if let Some(&successor) = self.successors[state].get(current.fired as usize) {
                current.fired += 1;
                push(&mut open, successor, depth + 1);
            } else {
                open.close();
                assert!(closed.insert(state), "state {state} is closed once");
            }
        }
        assert_eq!((open.len(), closed.len()), (0, self.successors.len()));
        discovered
    }

    fn discover(&self, order: Order) -> Vec<usize> {
        self.discover_with(OpenSet::new(order), |_| ())
    }
}

/// A naive recursive search. The first state has depth 5, as in the open sets that it is compared with.
struct Naive<'a> {
    graph: &'a RandomGraph,
    discovered: Vec<usize>,
    depths: Vec<Option<u32>>,
}

impl<'a> Naive<'a> {
    fn new(graph: &'a RandomGraph) -> Self {
        let mut depths = vec![None; graph.successors.len()];
        depths[0] = Some(5);
        Self { graph, discovered: vec![0], depths }
    }

    /// Fires one event, and returns its successor if that is new.
    fn fire(&mut self, state: usize, event: usize) -> Option<usize> {
        let successor = self.graph.successors[state][event];
        if self.depths[successor].is_some() {
            return None;
        }
        self.depths[successor] = self.depths[state].map(|depth| depth + 1);
        self.discovered.push(successor);
        Some(successor)
    }

    fn events(&self, state: usize) -> std::ops::Range<usize> {
        0..self.graph.successors[state].len()
    }

    fn bounded_width(&mut self, level: &[usize], width: usize) {
        let mut next = Vec::new();
        for &state in level {
            for event in self.events(state) {
                next.extend(self.fire(state, event));
                if next.len() == width {
                    self.bounded_width(&std::mem::take(&mut next), width);
                }
            }
        }
        if !next.is_empty() {
            self.bounded_width(&next, width);
        }
    }

    /// Expands a state of phase 0, or the first state, and its breadth-first levels, and then goes
    /// depth-first.
    fn breadth(&mut self, first: usize, (b, d): (u32, u32)) {
        let mut queue = vec![first];
        let mut taken = 0;
        while let Some(&state) = queue.get(taken) {
            taken += 1;
            if d > 0 && self.depths[state].expect("it is known") % (b + d) >= b {
                self.depth(state, (b, d));
            } else {
                for event in self.events(state) {
                    queue.extend(self.fire(state, event));
                }
            }
        }
    }

    fn depth(&mut self, state: usize, (b, d): (u32, u32)) {
        for event in self.events(state) {
            let Some(successor) = self.fire(state, event) else { continue };
            if b > 0 && self.depths[successor].expect("it is known").is_multiple_of(b + d) {
                self.breadth(successor, (b, d));
            } else {
                self.depth(successor, (b, d));
            }
        }
    }

    /// Searches best-first by `rank`, and examines all open states before every event.
    fn least_first<K: Ord>(&mut self, rank: impl Fn(usize) -> K) {
        // Open states are in the order of discovery, and the first of the least ones is expanded.
        let least = |open: &[(usize, usize)]| (0..open.len()).min_by_key(|&at| rank(open[at].0));
        let mut open = vec![(0, 0)];
        while let Some(at) = least(&open) {
            let (state, fired) = open[at];
            if fired == self.events(state).end {
                open.remove(at);
            } else {
                open[at].1 += 1;
                open.extend(self.fire(state, fired).map(|successor| (successor, 0)));
            }
        }
    }
}

fn naive(graph: &RandomGraph, search: impl FnOnce(&mut Naive<'_>)) -> Vec<usize> {
    let mut naive = Naive::new(graph);
    search(&mut naive);
    naive.discovered
}

#[test]
fn every_order_takes_every_state_once_with_and_without_classes() {
    for_seeds(200, |seed| {
        let graph = RandomGraph::new(seed);
        let all: BTreeSet<usize> = (0..graph.successors.len()).collect();
        for order in ORDERS {
            for open in [OpenSet::new(order), OpenSet::with_classes(order)] {
                let discovered = graph.discover_with(open, |open| {
                    let ids: BTreeSet<StateId> = open.iter_mut().map(|state| state.id).collect();
                    let current = open.current().map(|state| state.id);
                    assert_eq!(ids.len(), open.len(), "{order}");
                    assert_eq!(open.iter_mut().count(), open.len(), "{order}");
                    assert!(current.is_none_or(|current| ids.contains(&current)), "{order}");
                    assert!(open.bytes() >= open.len() * size_of::<OpenState>(), "{order}");
                });
                assert_eq!(BTreeSet::from_iter(discovered), all, "{order}");
            }
        }
    });
}

#[test]
fn width_one_is_depth_first_and_width_without_bound_is_breadth_first() {
    for_seeds(200, |seed| {
        let graph = RandomGraph::new(seed);
        assert_eq!(graph.discover(Order::BoundedWidth(1)), graph.discover(Order::DepthFirst));
        for width in [0, 1, 2, 3, 7, u32::MAX] {
            let expected = naive(&graph, |naive| naive.bounded_width(&[0], width.max(1) as usize));
            assert_eq!(graph.discover(Order::BoundedWidth(width)), expected, "width {width}");
        }
        assert_eq!(graph.discover(Order::BoundedWidth(u32::MAX)), graph.discover(Order::BreadthFirst));
    });
}

#[test]
fn in_a_bounded_width_no_level_has_more_open_states() {
    for_seeds(100, |seed| {
        for width in [1, 2, 5] {
            RandomGraph::new(seed).discover_with(OpenSet::new(Order::BoundedWidth(width)), |open| {
                let mut at_depth = [0; 256];
                open.iter_mut().for_each(|state| at_depth[state.depth as usize] += 1);
                assert!(at_depth.iter().all(|&open| open <= width), "width {width}: {at_depth:?}");
            });
        }
    });
}

#[test]
fn alternating_is_depth_first_without_breadth_and_breadth_first_without_depth() {
    for_seeds(200, |seed| {
        let graph = RandomGraph::new(seed);
        for levels in [1, 2, 3, u32::MAX] {
            let depth_first = Order::Alternating { breadth: 0, depth: levels };
            assert_eq!(graph.discover(depth_first), graph.discover(Order::DepthFirst), "{levels} levels");
            let breadth_first = Order::Alternating { breadth: levels, depth: 0 };
            assert_eq!(graph.discover(breadth_first), graph.discover(Order::BreadthFirst), "{levels} levels");
        }
        let neither = Order::Alternating { breadth: 0, depth: 0 };
        assert_eq!(graph.discover(neither), graph.discover(Order::DepthFirst));
    });
}

#[test]
fn alternating_searches_locally_breadth_first_and_then_depth_first() {
    for_seeds(200, |seed| {
        let graph = RandomGraph::new(seed);
        for (breadth, depth) in [(1, 1), (1, 2), (2, 1), (2, 2), (4, 1), (1, 4), (3, 5)] {
            let expected = naive(&graph, |naive| match 5 % (breadth + depth) <= breadth {
                true => naive.breadth(0, (breadth, depth)),
                false => naive.depth(0, (breadth, depth)),
            });
            let found = graph.discover(Order::Alternating { breadth, depth });
            assert_eq!(found, expected, "{breadth} levels breadth-first, {depth} depth-first");
        }
    });
}

#[test]
fn best_first_takes_the_least_priority_and_of_equals_the_oldest() {
    for_seeds(200, |seed| {
        let graph = RandomGraph::new(seed);
        let expected = naive(&graph, |naive| naive.least_first(|state| graph.priorities[state]));
        assert_eq!(graph.discover(Order::BestFirst), expected);
    });
}

#[test]
fn best_first_without_priorities_is_breadth_first() {
    let mut graph = RandomGraph::new(7);
    graph.priorities.fill(3);
    assert_eq!(graph.discover(Order::BestFirst), graph.discover(Order::BreadthFirst));
}

#[test]
fn random_order_is_the_same_for_a_seed_and_another_for_others() {
    let graph = RandomGraph::new(8);
    let of_seeds = |seeds: std::ops::Range<u32>| seeds.map(|seed| graph.discover(Order::Random(seed)));
    let orders: Vec<Vec<usize>> = of_seeds(0..20).collect();
    assert!(of_seeds(0..20).eq(orders.iter().cloned()));
    assert!(BTreeSet::from_iter(orders).len() > 15, "seeds hardly matter");
}

#[test]
fn the_least_class_comes_first_and_within_it_the_order() {
    for_seeds(200, |seed| {
        let graph = RandomGraph::new(seed);
        let discover = |order| graph.discover_with(OpenSet::with_classes(order), |_| ());
        let expected = naive(&graph, |naive| naive.least_first(|state| graph.progress[state]));
        assert_eq!(discover(Order::BreadthFirst), expected);
        let both = |state: usize| (graph.progress[state], graph.priorities[state]);
        let expected = naive(&graph, |naive| naive.least_first(both));
        assert_eq!(discover(Order::BestFirst), expected);
    });
}

#[test]
fn classes_report_the_progress_of_the_current_state_and_drop_empty_classes() {
    for_seeds(50, |seed| {
        let graph = RandomGraph::new(seed);
        graph.discover_with(OpenSet::with_classes(Order::DepthFirst), |open| {
            let mut states: Vec<_> = open.iter_mut().map(|state| state.id.position()).collect();
            states.sort_by_key(|&state| graph.progress[state]);
            let least = states.first().map(|&state| graph.progress[state]);
            assert_eq!(open.progress(), least.as_ref().map(|progress| &progress[..]));
            states.dedup_by_key(|state| graph.progress[*state]);
            let OpenSet::Classes(classes) = open else { panic!("a set of classes") };
            assert_eq!(classes.classes(), states.len());
        });
    });
}

#[test]
fn a_state_without_progress_comes_into_the_current_class() {
    let state = |position| OpenState::new(StateId::new(0, position), 0, None);
    let mut open = OpenSet::with_classes(Order::DepthFirst);
    open.push_in(&[1], state(1), 0);
    open.push_in(&[2], state(2), 0);
    open.push(state(3));
    let mut taken = Vec::new();
    while let Some(current) = open.current() {
        let position = current.id.position();
        taken.push((position, open.progress().map(<[i64]>::to_vec)));
        open.close();
    }
    assert_eq!(taken, [(3, Some(vec![1])), (1, Some(vec![1])), (2, Some(vec![2]))]);
    open.push(state(4));
    assert_eq!(open.progress(), Some(&[][..]));
}

#[test]
fn alternating_begins_a_queue_above_depth_first_states() {
    let mut open = OpenSet::new(Order::Alternating { breadth: 2, depth: 2 });
    for (position, depth) in [(0, 3), (1, 1), (2, 2), (3, 1)] {
        open.push(OpenState::new(StateId::new(0, position), depth, None));
    }
    for expected in [1, 2, 3, 0] {
        assert_eq!(open.current().map(|state| state.id.position()), Some(expected));
        open.close();
    }
}

#[test]
fn alternating_accepts_states_of_any_depth() {
    for order in [(1, 1), (2, 3), (0, 2), (3, 0)] {
        let mut open = OpenSet::new(Order::Alternating { breadth: order.0, depth: order.1 });
        for state in 0..1000 {
            let depth = (state as u32).wrapping_mul(2_654_435_769);
            open.push(OpenState::new(StateId::new(0, state), depth, None));
        }
        let mut taken = BTreeSet::new();
        while let Some(state) = open.current() {
            taken.insert(state.id);
            open.close();
        }
        assert_eq!(taken.len(), 1000, "{order:?}");
    }
}

#[test]
fn sets_that_become_small_give_memory_back() {
    let state = |i: usize| OpenState::new(StateId::new(0, i % 1000), (i % 9) as u32, None);
    for order in ORDERS {
        for mut open in [OpenSet::new(order), OpenSet::with_classes(order)] {
            (0..100_000).for_each(|i| open.push_in(&[i as i64 / 1000], state(i), i as i64));
            assert!(open.bytes() >= 100_000 * size_of::<OpenState>(), "{order}");
            while open.len() > 10 {
                open.close();
            }
            assert!(open.bytes() < 1 << 19, "{order}: {}", open.bytes());
            // A moving window must take no more memory than its width.
            for i in 0..100_000 {
                open.push_in(&[100], state(i), i as i64);
                open.close();
            }
            assert!(open.bytes() < 1 << 19, "{order}: {}", open.bytes());
        }
    }
}

#[test]
fn the_bytes_of_classes_are_those_of_their_sets() {
    let mut open = Classes::new(Order::BreadthFirst);
    let empty = open.bytes();
    let mut random = SplitMix(5);
    for i in 0..5000 {
        let progress = [random.below(100) as i64; 3];
        open.push(&progress, OpenState::new(StateId::new(0, i), 0, None), 0);
    }
    let full = open.bytes();
    assert_eq!(open.classes(), 100);
    assert!((5000 * size_of::<OpenState>()..3 * 5000 * size_of::<OpenState>()).contains(&(full - empty)));
    while open.current().is_some() {
        open.close();
    }
    assert_eq!(open.bytes(), empty);
}
