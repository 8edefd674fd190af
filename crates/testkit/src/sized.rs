//! Nets of any size whose state spaces are known by construction.
//!
//! Random nets of a few places do not test tables of hundreds of rows. These have from two to thousands of places and
//! transitions; their counts follow from their construction, so that no exploration is needed to know them. The naive
//! explorer confirms the small ones.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::ArcKind::{Input, Output, Read};
use sanderling_net::{ArcKind, Net};

use crate::tiny::nets::net;

/// Net with its counts.
#[derive(Debug, Clone)]
pub struct Sized {
    /// Net; its id describes it.
    pub net: Net,
    /// Number of reachable markings.
    pub states: u128,
    /// Firings in all of them.
    pub firings: u128,
    /// Reachable markings in which nothing is enabled.
    pub deadlocks: u128,
    /// Maximum number of tokens in a marking.
    pub tokens: u128,
    /// Place that is marked in a reachable marking at maximum distance from the initial one.
    pub reached: usize,
}

type Arc = (usize, usize, ArcKind, u64);

/// Family of nets.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// Name of the family.
    pub name: &'static str,
    /// Returns the net of a size.
    pub of: fn(usize) -> Sized,
    /// Maximum size for which the state space has only some thousands of markings.
    pub largest: usize,
}

/// Every family of sized nets.
pub const FAMILIES: &[Family] = &[
    family("ring", ring, 5000),
    family("star", star, 5000),
    family("way", one_way, 5000),
    family("heavy ring", heavy_ring, 5000),
    family("tree", tree, 5000),
    family("state machine", state_machine, 1100),
    family("lockstep", lockstep, 600),
    family("two rings", two_rings, 50),
    family("three rings", three_rings, 12),
    family("two tokens", two_tokens, 60),
    family("buffers", buffers, 6),
    family("counter", counter, 5000),
    family("guarded ring", guarded_ring, 5000),
];

const fn family(name: &'static str, of: fn(usize) -> Sized, largest: usize) -> Family {
    Family { name, of, largest }
}

fn moves(edges: impl IntoIterator<Item = (usize, usize)>, weight: u64) -> (usize, Vec<Arc>) {
    let mut transitions = 0;
    let mut arcs = Vec::new();
    for (from, to) in edges {
        arcs.extend([(from, transitions, Input, weight), (to, transitions, Output, weight)]);
        transitions += 1;
    }
    (transitions, arcs)
}

fn start(places: usize, tokens: u64) -> Vec<u64> {
    let mut start = vec![0; places];
    start[0] = tokens;
    start
}

/// Returns a net in which a token moves along edges, all of whose ends it reaches from place 0.
fn walk(
    name: &str,
    places: usize,
    edges: &[(usize, usize)],
    weight: u64,
    deadlocks: usize,
    reached: usize,
) -> Sized {
    let (transitions, arcs) = moves(edges.iter().copied(), weight);
    Sized {
        net: net(&format!("{name} of {places}"), &start(places, weight), transitions, &arcs),
        states: places as u128,
        firings: edges.len() as u128,
        deadlocks: deadlocks as u128,
        tokens: u128::from(weight),
        reached,
    }
}

fn round(n: usize) -> Vec<(usize, usize)> {
    (0..n).map(|i| (i, (i + 1) % n)).collect()
}

/// Returns a ring of `n` places with one token.
#[must_use]
pub fn ring(n: usize) -> Sized {
    walk("ring", n, &round(n), 1, 0, n - 1)
}

/// Returns a ring in which 2^40 tokens move at a time.
#[must_use]
pub fn heavy_ring(n: usize) -> Sized {
    walk("heavy ring", n, &round(n), 1 << 40, 0, n - 1)
}

/// Returns a net in which a token moves from the middle to one of the other places and back.
#[must_use]
pub fn star(n: usize) -> Sized {
    let edges: Vec<_> = (1..n).flat_map(|i| [(0, i), (i, 0)]).collect();
    walk("star", n, &edges, 1, 0, n - 1)
}

/// Returns a net in which a token passes `n` places once.
#[must_use]
pub fn one_way(n: usize) -> Sized {
    let edges: Vec<_> = (1..n).map(|i| (i - 1, i)).collect();
    walk("way", n, &edges, 1, 1, n - 1)
}

/// Returns a net in which a token moves down a binary tree, to one of its leaves.
#[must_use]
pub fn tree(n: usize) -> Sized {
    let edges: Vec<_> = (1..n).map(|i| ((i - 1) / 2, i)).collect();
    walk("tree", n, &edges, 1, n.div_ceil(2), n - 1)
}

/// Returns a ring with some fourteen times as many random edges.
#[must_use]
pub fn state_machine(n: usize) -> Sized {
    let mut random = StdRng::seed_from_u64(n as u64);
    let mut edges = round(n);
    if n > 2 {
        let more = std::iter::repeat_with(|| (random.random_range(0..n), random.random_range(0..n)));
        edges.extend(more.filter(|(from, to)| from != to).take(14 * n));
    }
    walk("state machine", n, &edges, 1, 0, n - 1)
}

/// Returns two rings of `n` places whose tokens move together: each ring is an invariant, and each place is derived
/// from others.
#[must_use]
pub fn lockstep(n: usize) -> Sized {
    const RINGS: usize = 2;
    let at = |ring: usize, i: usize| ring * n + i % n;
    let arcs: Vec<_> = (0..n)
        .flat_map(|i| {
            (0..RINGS).flat_map(move |ring| [(at(ring, i), i, Input, 1), (at(ring, i + 1), i, Output, 1)])
        })
        .collect();
    let mut tokens = vec![0; RINGS * n];
    (0..RINGS).for_each(|ring| tokens[at(ring, 0)] = 1);
    Sized {
        net: net(&format!("lockstep of {n}"), &tokens, n, &arcs),
        states: n as u128,
        firings: n as u128,
        deadlocks: 0,
        tokens: RINGS as u128,
        reached: at(RINGS - 1, n - 1),
    }
}

/// Returns independent rings of `n` places with a token each.
fn rings(count: usize, n: usize) -> Sized {
    let edges =
        (0..count).flat_map(|ring| round(n).into_iter().map(move |(a, b)| (ring * n + a, ring * n + b)));
    let (transitions, arcs) = moves(edges, 1);
    let mut tokens = vec![0; count * n];
    (0..count).for_each(|ring| tokens[ring * n] = 1);
    let states = (n as u128).pow(count as u32);
    Sized {
        net: net(&format!("{count} rings of {n}"), &tokens, transitions, &arcs),
        states,
        firings: count as u128 * states,
        deadlocks: 0,
        tokens: count as u128,
        reached: count * n - 1,
    }
}

/// Returns two `rings`.
#[must_use]
pub fn two_rings(n: usize) -> Sized {
    rings(2, n)
}

/// Returns three `rings`.
#[must_use]
pub fn three_rings(n: usize) -> Sized {
    rings(3, n)
}

/// Returns a ring of `n` places with two tokens: an invariant that is not a choice.
#[must_use]
pub fn two_tokens(n: usize) -> Sized {
    let (transitions, arcs) = moves(round(n), 1);
    let places = n as u128;
    Sized {
        net: net(&format!("two tokens in {n}"), &start(n, 2), transitions, &arcs),
        states: places * (places + 1) / 2,
        // The marked place of the firing, and the position of the other token.
        firings: places * places,
        deadlocks: 0,
        tokens: 2,
        reached: n - 1,
    }
}

/// Returns `n` buffers with capacity three, each with complement places for the free space.
#[must_use]
pub fn buffers(n: usize) -> Sized {
    let edges = (0..n).flat_map(|i| [(2 * i, 2 * i + 1), (2 * i + 1, 2 * i)]);
    let (transitions, arcs) = moves(edges, 1);
    let tokens: Vec<u64> = (0..2 * n).map(|place| if place % 2 == 0 { 3 } else { 0 }).collect();
    Sized {
        net: net(&format!("{n} buffers"), &tokens, transitions, &arcs),
        states: 4_u128.pow(n as u32),
        firings: 2 * n as u128 * 3 * 4_u128.pow(n as u32 - 1),
        deadlocks: 0,
        tokens: 3 * n as u128,
        reached: 2 * n - 1,
    }
}

/// Returns a net with a place of `n` tokens that is emptied token by token.
#[must_use]
pub fn counter(n: usize) -> Sized {
    let (transitions, arcs) = moves([(0, 1)], 1);
    let n = n as u64;
    Sized {
        net: net(&format!("counter of {n}"), &start(2, n), transitions, &arcs),
        states: u128::from(n) + 1,
        firings: n.into(),
        deadlocks: 1,
        tokens: n.into(),
        reached: 1,
    }
}

/// Returns a ring each of whose steps reads that a place far from it is empty, as shown by a second ring of
/// complements, and a place that is in no invariant.
#[must_use]
pub fn guarded_ring(n: usize) -> Sized {
    let (transitions, mut arcs) = moves(round(n), 1);
    for step in 0..n {
        arcs.extend([(n + step, step, Output, 1), (n + (step + 1) % n, step, Input, 1)]);
        // The place after the next one is empty.
        if n > 2 {
            arcs.push((n + (step + 2) % n, step, Read, 1));
        }
    }
    let tokens: Vec<u64> = (0..2 * n).map(|place| u64::from(place == 0 || place > n)).collect();
    Sized {
        net: net(&format!("guarded ring of {n}"), &tokens, transitions, &arcs),
        states: n as u128,
        firings: n as u128,
        deadlocks: 0,
        tokens: n as u128,
        reached: n - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;

    #[test]
    fn the_naive_explorer_confirms_the_counts() {
        for Family { name, of, .. } in FAMILIES {
            for n in [2, 3, 5, 6] {
                let sized = of(n);
                let explored = naive::explore(&sized.net, 100_000).expect("it ends");
                let found =
                    [explored.states() as u128, explored.firings.into(), explored.deadlocks.len() as u128];
                assert_eq!(found, [sized.states, sized.firings, sized.deadlocks], "{name} of {n}");
                assert_eq!(explored.max_tokens_in_marking, sized.tokens, "{name} of {n}");
                assert!(explored.bounds[sized.reached] > 0, "{name} of {n}");
            }
        }
    }
}
