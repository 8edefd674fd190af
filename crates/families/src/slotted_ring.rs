//! A slotted ring: a local network with circulating slots that are free or used.
//!
//! Source: Pastor, Roig, Cortadella and Badia, *Petri net analysis using Boolean manipulation*, Application and Theory
//! of Petri Nets, 1994. A node takes a slot from its predecessor, which may then offer its next slot. The node passes a
//! used slot of another node on unchanged. It may write or release a free slot, or a used slot that has returned to it.
//! Initially, every node offers a free slot.
//!
//! There is no deadlock, and the number of states grows about tenfold with every node.

use sanderling_net::PlaceId;

use crate::Family;
use crate::draft::{Draft, ring};

pub(crate) const FAMILY: Family = Family {
    name: "slotted-ring",
    about: "a slotted ring network of N nodes",
    size_of: "nodes",
    sizes: 1..=100_000,
    draw,
};

/// The places between a node and its successor.
struct Handover {
    /// The node is ready for the next slot.
    ready: PlaceId,
    /// The node offers a free slot.
    free: PlaceId,
    /// The node offers a used slot.
    used: PlaceId,
    /// The last slot of the node has been taken.
    taken: PlaceId,
}

fn draw(draft: &mut Draft, size: u64) {
    let nodes = size as usize;
    let handovers: Vec<_> = (0..nodes).map(|node| handover(draft, nodes, node)).collect();
    for node in 0..nodes {
        let from = &handovers[(node + nodes - 1) % nodes];
        station(draft, nodes, node, from, &handovers[node]);
    }
}

fn handover(draft: &mut Draft, nodes: usize, node: usize) -> Handover {
    let id = |word: &str| format!("{word}_{}", node + 1);
    let at = |sector: f64, row: f64| ring(nodes, node as f64 + sector, row);
    Handover {
        ready: draft.place(id("ready"), 1, at(0.0, 0.0)),
        free: draft.place(id("offers_free"), 1, at(0.5, 1.0)),
        used: draft.place(id("offers_used"), 0, at(0.5, 5.0)),
        taken: draft.place(id("taken"), 0, at(0.5, 3.0)),
    }
}

fn station(draft: &mut Draft, nodes: usize, node: usize, from: &Handover, to: &Handover) {
    let id = |word: &str| format!("{word}_{}", node + 1);
    let at = |sector: f64, row: f64| ring(nodes, node as f64 + sector, row);
    let arrived = draft.place(id("arrived"), 0, at(-0.25, 4.0));
    let own = draft.place(id("own"), 0, at(0.0, 3.0));
    let full = draft.place(id("full"), 0, at(0.25, 5.0));
    let empty = draft.place(id("empty"), 0, at(0.25, 1.0));
    draft.transition(id("take_free"), at(-0.25, 1.0)).takes([from.free, to.ready]).puts([own, from.taken]);
    draft
        .transition(id("take_used"), at(-0.25, 5.0))
        .takes([from.used, to.ready])
        .puts([arrived, from.taken]);
    draft.transition(id("pass_on"), at(0.0, 5.0)).takes([arrived]).puts([full]);
    draft.transition(id("come_back"), at(-0.25, 3.0)).takes([arrived]).puts([own]);
    draft.transition(id("write"), at(0.0, 4.0)).takes([own]).puts([full]);
    draft.transition(id("let_go"), at(0.0, 2.0)).takes([own]).puts([empty]);
    draft.transition(id("offer_free"), at(0.25, 2.0)).takes([empty, to.taken]).puts([to.ready, to.free]);
    draft.transition(id("offer_used"), at(0.25, 4.0)).takes([full, to.taken]).puts([to.ready, to.used]);
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    /// The published count is 53 856 states for five nodes.
    #[test]
    fn the_published_counts_come_out() {
        for (size, states, firings) in [(2, 52, 112), (3, 504, 1536), (4, 5136, 20_352), (5, 53_856, 263_040)]
        {
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
