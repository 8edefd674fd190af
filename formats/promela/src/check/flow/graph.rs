//! The finished graph: aliases and inclusions are resolved.

use super::{Flow, RawEdge};
use crate::program::{Action, Edge, Node};

impl Flow<'_, '_> {
    /// Returns the location that a name means, and whether an `atomic` ends on the path of aliases to it.
    pub(super) fn resolved(&self, mut point: usize) -> (usize, bool) {
        let (mut ends, mut steps) = (false, 0);
        while let Some(next) = self.points[point].alias {
            ends |= self.points[point].ends_atomic;
            point = next;
            steps += 1;
            if steps > self.points.len() {
                break;
            }
        }
        (point, ends)
    }

    /// Returns the edges of a location and of those that it includes.
    pub(super) fn all_edges(
        &self,
        point: usize,
        edges: &mut Vec<(RawEdge, Vec<usize>)>,
        seen: &mut Vec<usize>,
    ) {
        let (point, _) = self.resolved(point);
        if seen.contains(&point) {
            return;
        }
        seen.push(point);
        let unless = &self.points[point].unless;
        for escape in unless {
            self.all_edges(*escape, edges, seen);
        }
        edges.extend(self.points[point].edges.iter().map(|edge| (edge.clone(), unless.clone())));
        for included in &self.points[point].includes {
            self.all_edges(*included, edges, seen);
        }
    }

    /// Returns the locations that can be reached, the entry and the end.
    pub(super) fn finish(&mut self, entry: usize, end: usize) -> (Vec<Node>, usize, usize) {
        let mut nodes: Vec<Node> = (0..self.points.len()).map(|point| self.node(point)).collect();
        for (point, labelled) in self.points.iter().enumerate() {
            let labels = &mut nodes[self.resolved(point).0].labels;
            for label in
                labelled.labels.iter().filter(|label| !labels.contains(label)).cloned().collect::<Vec<_>>()
            {
                labels.push(label);
            }
        }
        (nodes, self.resolved(entry).0, self.resolved(end).0)
    }

    pub(super) fn node(&self, point: usize) -> Node {
        if self.points[point].alias.is_some() {
            return Node::default();
        }
        let mut raw = Vec::new();
        self.all_edges(point, &mut raw, &mut Vec::new());
        let is_alone = |edge: &RawEdge, unless: &[usize]| Edge {
            action: edge.action.clone(),
            target: self.resolved(edge.target).0,
            keeps: self.keeps(edge),
            span: edge.span,
            unless: unless.iter().map(|escape| self.resolved(*escape).0).collect(),
        };
        let here = &self.points[point];
        Node {
            edges: raw.iter().map(|(edge, unless)| is_alone(edge, unless)).collect(),
            labels: Vec::new(),
            line: here.line,
            is_ordered: here.is_ordered,
        }
    }

    pub(super) fn keeps(&self, edge: &RawEdge) -> bool {
        let (target, ends) = self.resolved(edge.target);
        edge.is_atomic && !ends && self.points[target].is_atomic == Some(true)
    }
}

/// Returns a location where it depends on itself whether a statement is executable: an escape of `unless` that begins
/// there jumps back to what it guards.
pub(super) fn circular(nodes: &[Node]) -> Option<usize> {
    fn is_circular(nodes: &[Node], node: usize, open: &mut Vec<usize>, done: &mut [bool]) -> bool {
        if open.contains(&node) {
            return true;
        }
        if std::mem::replace(&mut done[node], true) {
            return false;
        }
        open.push(node);
        let needed = nodes[node].edges.iter().flat_map(|edge| {
            let entered = Some(edge.target).filter(|_| matches!(edge.action, Action::Enter));
            edge.unless.iter().copied().chain(entered)
        });
        let found = needed.into_iter().any(|next| is_circular(nodes, next, open, done));
        open.pop();
        found
    }
    let mut done = vec![false; nodes.len()];
    (0..nodes.len()).find(|node| is_circular(nodes, *node, &mut Vec::new(), &mut done))
}
