//! Tiny nets. The documentation of each gives its numbers of states and firings.

use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};

use ArcKind::{Inhibitor, Input, Output, Read, Reset};

/// Returns a net with these places and transitions; an arc is a place, a transition, its kind and a weight.
///
/// # Panics
/// If that is not a valid net.
#[must_use]
pub fn net(name: &str, tokens: &[u64], transitions: usize, arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
    let mut net = Net::new(name);
    for (i, &count) in tokens.iter().enumerate() {
        net.add_place(Place::with_tokens(format!("p{i}"), count));
    }
    for i in 0..transitions {
        net.add_transition(Transition::plain(format!("t{i}")));
    }
    for &(place, transition, kind, weight) in arcs {
        net.add_arc(Arc::weighted(PlaceId::new(place), TransitionId::new(transition), kind, weight));
    }
    let found = net.validate();
    assert!(!found.has_errors(), "{found}");
    net
}

/// Returns a ring of `n` places with one token: n states, n firings, no deadlock.
#[must_use]
pub fn clock(n: usize) -> Net {
    ring(n, 1)
}

/// Returns a ring of `n` places in which `tokens` tokens move one at a time: (n + tokens − 1 over tokens) states.
#[must_use]
pub fn ring(n: usize, tokens: u64) -> Net {
    let arcs: Vec<_> = (0..n).flat_map(|i| [(i, i, Input, 1), ((i + 1) % n, i, Output, 1)]).collect();
    let mut start = vec![0; n];
    start[0] = tokens;
    net("ring", &start, n, &arcs)
}

/// Returns a net of `n` transitions, each fired once in any order: 2^n states, n·2^(n−1) firings, one deadlock after n.
#[must_use]
pub fn diamond(n: usize) -> Net {
    let arcs: Vec<_> = (0..n).map(|i| (i, i, Input, 1)).collect();
    net("diamond", &vec![1; n], n, &arcs)
}

/// Returns a net in which one token passes `n` steps in one direction: n + 1 states, n firings, one deadlock after n.
#[must_use]
pub fn one_way_chain(n: usize) -> Net {
    let arcs: Vec<_> = (0..n).flat_map(|i| [(i, i, Input, 1), (i + 1, i, Output, 1)]).collect();
    let mut start = vec![0; n + 1];
    start[0] = 1;
    net("chain", &start, n, &arcs)
}

/// Returns a net with a transition that is never enabled: one state, no firing, an immediate deadlock.
#[must_use]
pub fn deadlock() -> Net {
    net("deadlock", &[1], 1, &[(0, 0, Input, 2)])
}

/// Returns a net in which a token is consumed and added again: one state, one firing, no deadlock.
#[must_use]
pub fn self_loop() -> Net {
    net("self-loop", &[1], 1, &[(0, 0, Input, 1), (0, 0, Output, 1)])
}

/// Returns a net with a transition without inputs: unbounded.
#[must_use]
pub fn source() -> Net {
    net("source", &[0], 1, &[(0, 0, Output, 1)])
}

/// Returns a net without places and transitions: one state, no firing, an immediate deadlock.
#[must_use]
pub fn empty() -> Net {
    net("empty", &[], 0, &[])
}

/// Returns a counter from 0 up to a capacity of `n`: n + 1 states, n firings, one deadlock.
#[must_use]
pub fn filling(n: u64) -> Net {
    let mut net = net("filling", &[0], 1, &[(0, 0, Output, 1)]);
    net.places[0].capacity = Some(n);
    net
}

/// Returns two processes that acquire the same two locks in opposite order: a deadlock after two firings. 6 states (no
/// lock taken, one of two with one or both locks, both with one) and 8 firings.
#[must_use]
pub fn lock_order() -> Net {
    let mut arcs = Vec::new();
    for (who, [first, second]) in [[0, 1], [1, 0]].into_iter().enumerate() {
        let [idle, one, both] = [0, 1, 2].map(|progress| 2 + 3 * who + progress);
        let [take, take_too, release] = [0, 1, 2].map(|step| 3 * who + step);
        arcs.extend([(idle, take, Input, 1), (first, take, Input, 1), (one, take, Output, 1)]);
        arcs.extend([(one, take_too, Input, 1), (second, take_too, Input, 1), (both, take_too, Output, 1)]);
        arcs.extend([(both, release, Input, 1), (idle, release, Output, 1)]);
        arcs.extend([(first, release, Output, 1), (second, release, Output, 1)]);
    }
    net("lock-order", &[1, 1, 1, 0, 0, 1, 0, 0], 6, &arcs)
}

/// Returns dining philosophers, each of whom takes either fork first and puts both down together: 3^n states for n ≥ 2,
/// two deadlocks.
#[must_use]
pub fn philosophers(n: usize) -> Net {
    let (think, fork, left, right, eat) =
        (|i| 5 * i, |i| 5 * (i % n) + 1, |i| 5 * i + 2, |i| 5 * i + 3, |i| 5 * i + 4);
    let mut arcs = Vec::new();
    for i in 0..n {
        let t = 5 * i;
        arcs.extend([(think(i), t, Input, 1), (fork(i), t, Input, 1), (left(i), t, Output, 1)]);
        arcs.extend([
            (think(i), t + 1, Input, 1),
            (fork(i + 1), t + 1, Input, 1),
            (right(i), t + 1, Output, 1),
        ]);
        arcs.extend([(left(i), t + 2, Input, 1), (fork(i + 1), t + 2, Input, 1), (eat(i), t + 2, Output, 1)]);
        arcs.extend([(right(i), t + 3, Input, 1), (fork(i), t + 3, Input, 1), (eat(i), t + 3, Output, 1)]);
        arcs.extend([(eat(i), t + 4, Input, 1), (think(i), t + 4, Output, 1)]);
        arcs.extend([(fork(i), t + 4, Output, 1), (fork(i + 1), t + 4, Output, 1)]);
    }
    net("philosophers", &[1, 1, 0, 0, 0].repeat(n), 5 * n, &arcs)
}

/// Returns a net with all kinds of arcs: p0 is emptied as long as p1 holds a token and p2 fewer than two, and p2 gains
/// one each time. 3 states, 2 firings, one deadlock.
#[must_use]
pub fn every_arc() -> Net {
    net(
        "every-arc",
        &[3, 1, 0],
        1,
        &[(0, 0, Reset, 1), (1, 0, Read, 1), (2, 0, Inhibitor, 2), (2, 0, Output, 1)],
    )
}
