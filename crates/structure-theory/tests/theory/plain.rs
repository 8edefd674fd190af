//! Nets as the definitions have them: tables of weights, read off the arcs of the file.

use sanderling_net::{ArcKind, Inscription, Net};
use sanderling_testkit::random::{self, Shape, classes, workflow};

/// The weights between each place and each transition, by place and then transition.
pub(crate) struct Plain {
    pub(crate) places: usize,
    pub(crate) transitions: usize,
    /// What a transition needs; a read arc takes what it needs and puts it back.
    pub(crate) into: Vec<Vec<u64>>,
    /// What a transition puts.
    pub(crate) out: Vec<Vec<u64>>,
    /// Whether there are inhibitor arcs, reset arcs or capacities.
    pub(crate) is_special: bool,
}

impl Plain {
    pub(crate) fn of(net: &Net) -> Self {
        let table = || vec![vec![0; net.transitions.len()]; net.places.len()];
        let (mut into, mut out, mut read) = (table(), table(), table());
        let mut is_special = net.places.iter().any(|place| place.capacity.is_some());
        for arc in &net.arcs {
            let (p, t, weight) = (arc.place.index(), arc.transition.index(), arc.inscription.tokens());
            match arc.kind {
                ArcKind::Input => into[p][t] += weight,
                ArcKind::Output => out[p][t] += weight,
                ArcKind::Read => read[p][t] = weight.max(read[p][t]),
                ArcKind::Inhibitor | ArcKind::Reset => is_special = true,
            }
        }
        for p in 0..net.places.len() {
            for t in 0..net.transitions.len() {
                let more = read[p][t].saturating_sub(into[p][t]);
                into[p][t] += more;
                out[p][t] += more;
            }
        }
        Self { places: net.places.len(), transitions: net.transitions.len(), into, out, is_special }
    }

    pub(crate) fn outputs_of_place(&self, place: usize) -> Vec<usize> {
        (0..self.transitions).filter(|&t| self.into[place][t] > 0).collect()
    }

    pub(crate) fn inputs_of_place(&self, place: usize) -> Vec<usize> {
        (0..self.transitions).filter(|&t| self.out[place][t] > 0).collect()
    }

    pub(crate) fn inputs_of_transition(&self, transition: usize) -> Vec<usize> {
        (0..self.places).filter(|&p| self.into[p][transition] > 0).collect()
    }

    pub(crate) fn outputs_of_transition(&self, transition: usize) -> Vec<usize> {
        (0..self.places).filter(|&p| self.out[p][transition] > 0).collect()
    }

    /// Whether there is a path between nodes, by the closure of Warshall; places come first.
    pub(crate) fn paths(&self) -> Vec<Vec<bool>> {
        let nodes = self.places + self.transitions;
        let has_arc = |from: usize, to: usize| match (from < self.places, to < self.places) {
            (true, false) => self.into[from][to - self.places] > 0,
            (false, true) => self.out[to][from - self.places] > 0,
            _ => false,
        };
        let mut path: Vec<Vec<bool>> =
            (0..nodes).map(|from| (0..nodes).map(|to| has_arc(from, to)).collect()).collect();
        (0..nodes).for_each(|node| path[node][node] = true);
        for via in 0..nodes {
            for from in 0..nodes {
                for to in 0..nodes {
                    path[from][to] |= path[from][via] && path[via][to];
                }
            }
        }
        path
    }
}

/// A random net of one of many kinds, so that every class occurs.
pub(crate) fn any_net(seed: u64) -> Net {
    let sparse = Shape { max_weight: 1, arcs: 0..=2, places: 1..=4, transitions: 1..=4, ..Shape::plain() };
    match seed % 8 {
        0 => random::net(seed, &Shape::plain()),
        1 => random::net(seed, &Shape { max_weight: 1, inhibitor: 0.05, reset: 0.05, read: 0.2, ..sparse }),
        2 => random::net(seed, &sparse),
        3 => random::net(seed, &Shape { read: 0.3, ..Shape::conservative() }),
        4 => classes::marked_graph(seed),
        5 => classes::state_machine(seed),
        6 => classes::free_choice(seed),
        _ => workflow::net(seed, 0..=6, 0..=2),
    }
}

/// The net with other tokens at the start.
pub(crate) fn with_tokens(net: &Net, mut tokens: impl FnMut() -> u64) -> Net {
    let mut marked = net.clone();
    marked.places.iter_mut().for_each(|place| place.initial = Inscription::Tokens(tokens()));
    marked
}

/// The net with one token in each place without inputs.
pub(crate) fn one_case(net: &Net) -> Net {
    let (plain, mut place) = (Plain::of(net), 0..net.places.len());
    with_tokens(net, || place.next().map_or(0, |p| u64::from(plain.inputs_of_place(p).is_empty())))
}
