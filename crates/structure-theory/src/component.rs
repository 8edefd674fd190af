//! The strongly connected components of a net's graph.
//!
//! Tarjan, *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1(2), 1972, with an explicit
//! stack instead of recursion. Cost: linear in the arcs.

use crate::flow::{Flow, Node};

/// Returns the number of the component of each node, by its [index](Flow::index).
pub(crate) fn components(flow: &Flow<'_>) -> Vec<usize> {
    let nodes: Vec<Node> = flow.nodes().collect();
    let mut search = Search {
        flow,
        nodes: &nodes,
        numbers: vec![None; nodes.len()],
        lowest: vec![0; nodes.len()],
        component: vec![None; nodes.len()],
        path: Vec::new(),
        open: Vec::new(),
        numbered: 0,
        components: 0,
    };
    (0..nodes.len()).for_each(|node| search.explore(node));
    search.component.into_iter().map(Option::unwrap_or_default).collect()
}

struct Search<'a> {
    flow: &'a Flow<'a>,
    nodes: &'a [Node],
    /// The numbers of the nodes, in the order of discovery.
    numbers: Vec<Option<usize>>,
    /// The least number known to be reachable from a node within its component.
    lowest: Vec<usize>,
    component: Vec<Option<usize>>,
    /// The nodes from the root of the search to the current one, each with its remaining successors.
    path: Vec<(usize, Vec<usize>)>,
    /// The nodes whose component is not complete.
    open: Vec<usize>,
    numbered: usize,
    components: usize,
}

impl Search<'_> {
    fn explore(&mut self, root: usize) {
        self.discover(root);
        while let Some((node, successors)) = self.path.last_mut() {
            let node = *node;
            match successors.pop() {
                Some(next) => {
                    self.discover(next);
                    self.meet(node, next);
                }
                None => self.leave(node),
            }
        }
    }

    fn discover(&mut self, node: usize) {
        if self.numbers[node].is_some() {
            return;
        }
        self.numbers[node] = Some(self.numbered);
        self.lowest[node] = self.numbered;
        self.numbered += 1;
        self.open.push(node);
        let successors = self.flow.successors(self.nodes[node]).map(|next| self.flow.index(next));
        self.path.push((node, successors.collect()));
    }

    /// Processes an arc to a node that has been discovered.
    fn meet(&mut self, from: usize, to: usize) {
        if let (Some(number), None) = (self.numbers[to], self.component[to]) {
            self.lowest[from] = self.lowest[from].min(number);
        }
    }

    /// Leaves a node, after all its successors.
    fn leave(&mut self, node: usize) {
        self.path.pop();
        if let Some(&(before, _)) = self.path.last() {
            self.lowest[before] = self.lowest[before].min(self.lowest[node]);
        }
        if self.numbers[node] == Some(self.lowest[node]) {
            while let Some(member) = self.open.pop() {
                self.component[member] = Some(self.components);
                if member == node {
                    break;
                }
            }
            self.components += 1;
        }
    }
}
