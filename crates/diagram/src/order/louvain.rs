//! Communities of variables that share events, next to each other.
//!
//! Source: Blondel, Guillaume, Lambiotte and Lefebvre, *Fast Unfolding of Communities in Large Networks*, Journal of
//! Statistical Mechanics 2008. Each vertex moves to the neighbouring community with the largest gain of modularity,
//! until few move. The communities are then the vertices of a smaller graph, and so on. The vertices are visited in the
//! given order, and a community's number is the rank of its first member.
//!
//! The paper gives communities without an order. We arrange the vertices of each graph, from the smallest graph to that
//! of the variables: community by community, always the member with the largest share of its links to vertices already
//! arranged. Members linked to later communities so come last. Ties go to the smaller weight, then the given order.
//!
//! An event of `n` variables has a link of weight `1 / (n - 1)` for each pair. A large event has a vertex of its own
//! instead, a *hub*, linked to each of its variables.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Incidence;
use super::clock::Clock;
use super::rows::Rows;

/// Maximum number of variables of an event that has a link for each pair.
const MAX_PAIRED: usize = 20;
/// Weight of a link of a hub. The links of an event weigh the same with and without a hub.
const HUB_WEIGHT: f32 = 0.5;
/// Maximum number of passes over the vertices of a graph.
const MAX_PASSES: usize = 16;
/// A pass is the last one if at most one vertex in this number of vertices moves.
const FEW: usize = 100;
/// Maximum number of graphs. Each usually has less than half of the vertices of the one before.
const MAX_GRAPHS: usize = 40;
/// Minimum gain of a move, relative to the weight of the vertex, so that rounding does not move vertices in a circle.
const MIN_GAIN: f64 = 1e-6;

pub(super) fn arrange(incidence: &Incidence<'_>, clock: &mut Clock<'_>) -> Vec<u32> {
    let mut graph = Graph::of(incidence, clock);
    let mut graphs = Vec::new();
    while graphs.len() < MAX_GRAPHS && !clock.was_over() {
        let communities = communities(&graph, clock);
        if communities.len() == graph.len() {
            break;
        }
        let smaller = graph.quotient(&communities, clock);
        graphs.push((std::mem::replace(&mut graph, smaller), communities));
    }
    let everything = Rows::grouped(&vec![0; graph.len()], 1);
    graphs.push((graph, everything));
    let mut arranged = vec![0];
    for (graph, communities) in graphs.iter().rev() {
        arranged = graph.arrange(communities, &arranged, clock);
    }
    arranged.retain(|&vertex| (vertex as usize) < incidence.variables);
    arranged
}

/// A graph whose links have weights. Links between two vertices may be repeated.
struct Graph {
    /// Where the links of each vertex start, and the end of the last.
    starts: Vec<usize>,
    /// The other end and the weight of each link, once for each of its ends.
    links: Vec<(u32, f32)>,
    /// The weight of each vertex: of its links, and twice the weight of those inside a community that became it.
    weights: Vec<f64>,
    /// The weight of the links of each vertex.
    outside: Vec<f64>,
}

impl Graph {
    /// Returns the graph of an incidence. Variables come first, then hubs. After an interruption, links are missing.
    fn of(incidence: &Incidence<'_>, clock: &mut Clock<'_>) -> Self {
        let hubs = incidence.events.iter().filter(|event| event.len() > MAX_PAIRED).count();
        let mut starts = vec![0; incidence.variables + hubs + 1];
        for_each_link(incidence, clock, |from, to, _| {
            starts[from as usize + 1] += 1;
            starts[to as usize + 1] += 1;
        });
        for vertex in 1..starts.len() {
            starts[vertex] += starts[vertex - 1];
        }
        let mut next = starts.clone();
        let mut links = vec![(0, 0.0); starts[starts.len() - 1]];
        let mut weights = vec![0.0; starts.len() - 1];
        for_each_link(incidence, clock, |from, to, weight| {
            for (from, to) in [(from as usize, to), (to as usize, from)] {
                links[next[from]] = (to, weight);
                next[from] += 1;
                weights[from] += f64::from(weight);
            }
        });
        Self { starts, links, outside: weights.clone(), weights }
    }

    /// Returns the graph of communities. After an interruption, links are missing.
    fn quotient(&self, communities: &Rows, clock: &mut Clock<'_>) -> Self {
        let community = communities.groups();
        let mut shared = Shared::new(communities.len());
        let mut quotient =
            Self { starts: vec![0], links: Vec::new(), weights: Vec::new(), outside: Vec::new() };
        for (index, members) in communities.iter().enumerate() {
            for &member in members {
                let links = self.links(member);
                if !clock.is_over_after(2 * links.len()) {
                    links.iter().for_each(|&(other, weight)| shared.add(community[other as usize], weight));
                }
            }
            let others = shared.touched.iter().filter(|&&other| other as usize != index);
            let mut outside = 0.0;
            for &other in others {
                outside += shared.weights[other as usize];
                quotient.links.push((other, shared.weights[other as usize] as f32));
            }
            quotient.outside.push(outside);
            quotient.starts.push(quotient.links.len());
            quotient.weights.push(members.iter().map(|&member| self.weights[member as usize]).sum());
            shared.clear();
        }
        quotient
    }

    fn len(&self) -> usize {
        self.weights.len()
    }

    fn links(&self, vertex: u32) -> &[(u32, f32)] {
        &self.links[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }

    /// Returns the vertices, community by community. After an interruption, members are in the given order.
    fn arrange(&self, communities: &Rows, order: &[u32], clock: &mut Clock<'_>) -> Vec<u32> {
        if clock.was_over() {
            return order.iter().flat_map(|&index| communities.row(index as usize)).copied().collect();
        }
        let community = communities.groups();
        let mut is_arranged = vec![false; self.len()];
        let mut to_arranged = vec![0.0; self.len()];
        let mut arranged = Vec::with_capacity(self.len());
        let mut heap = BinaryHeap::new();
        let candidate = |vertex: u32, to_arranged: f64| {
            let weight = self.outside[vertex as usize];
            // Numbers that are not negative are ordered as their bits.
            ((to_arranged / weight.max(f64::MIN_POSITIVE)).to_bits(), Reverse((weight.to_bits(), vertex)))
        };
        for &index in order {
            let members = communities.row(index as usize);
            heap.extend(members.iter().map(|&member| candidate(member, to_arranged[member as usize])));
            while let Some((_, Reverse((_, vertex)))) = heap.pop() {
                let links = self.links(vertex);
                if clock.is_over_after(4 * (1 + links.len())) {
                    break;
                }
                // Shares only grow, so the first entry of a vertex is current.
                if std::mem::replace(&mut is_arranged[vertex as usize], true) {
                    continue;
                }
                arranged.push(vertex);
                for &(other, weight) in links {
                    let to_arranged = &mut to_arranged[other as usize];
                    *to_arranged += f64::from(weight);
                    if community[other as usize] == index && !is_arranged[other as usize] {
                        heap.push(candidate(other, *to_arranged));
                    }
                }
            }
            if clock.was_over() {
                heap.clear();
                arranged.extend(members.iter().filter(|&&member| !is_arranged[member as usize]));
            }
        }
        arranged
    }
}

/// Calls `link` with the ends and the weight of each link, until an interruption.
fn for_each_link(incidence: &Incidence<'_>, clock: &mut Clock<'_>, mut link: impl FnMut(u32, u32, f32)) {
    let mut hub = incidence.variables as u32;
    for event in incidence.events.iter().filter(|event| event.len() > 1) {
        let is_paired = event.len() <= MAX_PAIRED;
        if clock.is_over_after(event.len() * if is_paired { event.len() } else { 2 }) {
            return;
        }
        if is_paired {
            let weight = 1.0 / (event.len() - 1) as f32;
            for (index, &from) in event.iter().enumerate() {
                event[..index].iter().for_each(|&to| link(from, to, weight));
            }
        } else {
            event.iter().for_each(|&variable| link(hub, variable, HUB_WEIGHT));
            hub += 1;
        }
    }
}

/// Returns the communities of a graph. After an interruption, they are smaller.
fn communities(graph: &Graph, clock: &mut Clock<'_>) -> Rows {
    let mut community: Vec<u32> = (0..graph.len() as u32).collect();
    let mut weights = graph.weights.clone();
    let total: f64 = weights.iter().sum();
    let mut shared = Shared::new(graph.len());
    for _ in 0..MAX_PASSES {
        let mut moves = 0;
        for vertex in 0..graph.len() {
            let links = graph.links(vertex as u32);
            if clock.is_over_after(2 * (1 + links.len())) {
                return renumbered(&community);
            }
            let (own, weight) = (community[vertex], graph.weights[vertex]);
            weights[own as usize] -= weight;
            links.iter().for_each(|&(other, weight)| shared.add(community[other as usize], weight));
            let gain = |to: u32| shared.weights[to as usize] - weights[to as usize] * weight / total;
            let (mut best, mut most) = (own, gain(own) + MIN_GAIN * weight);
            for &other in &shared.touched {
                if gain(other) > most {
                    (best, most) = (other, gain(other));
                }
            }
            weights[best as usize] += weight;
            community[vertex] = best;
            moves += usize::from(best != own);
            shared.clear();
        }
        if moves <= graph.len() / FEW {
            break;
        }
    }
    renumbered(&community)
}

/// Returns the members of each community, in the order of the first ones.
fn renumbered(community: &[u32]) -> Rows {
    let mut numbers = vec![u32::MAX; community.len()];
    let mut count = 0;
    let number = |&community: &u32| {
        let number = &mut numbers[community as usize];
        if *number == u32::MAX {
            *number = count;
            count += 1;
        }
        *number
    };
    let numbered: Vec<u32> = community.iter().map(number).collect();
    Rows::grouped(&numbered, count as usize)
}

/// The weight that a vertex shares with each community.
struct Shared {
    weights: Vec<f64>,
    /// The communities whose weight is not 0, in the order in which they were met.
    touched: Vec<u32>,
}

impl Shared {
    fn new(communities: usize) -> Self {
        Self { weights: vec![0.0; communities], touched: Vec::new() }
    }

    fn add(&mut self, community: u32, weight: f32) {
        let shared = &mut self.weights[community as usize];
        if *shared == 0.0 {
            self.touched.push(community);
        }
        *shared += f64::from(weight);
    }

    fn clear(&mut self) {
        self.touched.drain(..).for_each(|community| self.weights[community as usize] = 0.0);
    }
}
