//! Reversal of edges until no cycle is left.
//!
//! The reversed edges are those that lead back to a node of the current path of a depth-first search. Their number need
//! not be minimal; but the nodes that the search reaches first, from the nodes that should come first, stay in front.
//! The search has its own stack.

use super::pack::Part;

/// Edges of a part, without cycles.
#[derive(Debug)]
pub(crate) struct Forward {
    /// Edges, some of them reversed.
    pub(crate) edges: Vec<(usize, usize)>,
    /// Nodes in an order in which every edge leads onwards.
    pub(crate) sorted: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Unseen,
    OnTheWay,
    Done,
}

/// Reverses edges until there is no cycle.
pub(crate) fn forward(part: &Part) -> Forward {
    let nodes = part.nodes.len();
    let mut outgoing = vec![Vec::new(); nodes];
    let mut has_incoming = vec![false; nodes];
    for (number, &(from, to)) in part.edges.iter().enumerate() {
        outgoing[from].push((number, to));
        has_incoming[to] = true;
    }
    let mut search = Search { outgoing, mark: vec![Mark::Unseen; nodes], done: Vec::with_capacity(nodes) };
    let mut is_turned = vec![false; part.edges.len()];
    let sources = (0..nodes).filter(|&node| !has_incoming[node]);
    for first in sources.chain(0..nodes) {
        search.from(first, &mut is_turned);
    }
    let turn =
        |(&(from, to), &is_turned): (&(usize, usize), &bool)| if is_turned { (to, from) } else { (from, to) };
    search.done.reverse();
    Forward { edges: part.edges.iter().zip(&is_turned).map(turn).collect(), sorted: search.done }
}

struct Search {
    outgoing: Vec<Vec<(usize, usize)>>,
    mark: Vec<Mark>,
    /// Nodes whose edges have all been followed, in this order.
    done: Vec<usize>,
}

impl Search {
    fn from(&mut self, first: usize, is_turned: &mut [bool]) {
        if self.mark[first] != Mark::Unseen {
            return;
        }
        self.mark[first] = Mark::OnTheWay;
        let mut path = vec![(first, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&(edge, to)) = self.outgoing[*node].get(*next) else {
                self.mark[*node] = Mark::Done;
                self.done.push(*node);
                path.pop();
                continue;
            };
            *next += 1;
            match self.mark[to] {
                Mark::OnTheWay => is_turned[edge] = true,
                Mark::Done => {}
                Mark::Unseen => {
                    self.mark[to] = Mark::OnTheWay;
                    path.push((to, 0));
                }
            }
        }
    }
}
