//! The choice of the units or pages of a tree that become the groups of a drawing.

/// Maximum number of groups.
const MAX_GROUPS: usize = 150;
/// Maximum number of groups that are legible at one glance: a node is replaced by its children only up to this number.
const LEGIBLE: usize = 32;

/// Some nodes of a tree, none below another.
pub(super) struct Level {
    /// Nodes, as positions in the tree.
    pub(super) tops: Vec<usize>,
    /// For each node of the tree, the position in `tops` of the node that is it or an ancestor; the number of `tops`
    /// for nodes above these.
    pub(super) of: Vec<usize>,
}

/// Tree without the nodes that cannot be reached from its first nodes.
struct Tree {
    below: Vec<Vec<usize>>,
    /// Total content of each node and all nodes below it.
    sizes: Vec<usize>,
}

impl Tree {
    /// Builds a tree. `below` has the children of each node, `own` the content of each node itself. A node that a file
    /// lists twice counts at its first position.
    fn new(below: &[Vec<usize>], own: &[usize], tops: &[usize]) -> Self {
        let mut tree = Self { below: vec![Vec::new(); below.len()], sizes: own.to_vec() };
        let mut is_seen = vec![false; below.len()];
        tops.iter().for_each(|&top| is_seen[top] = true);
        let mut order: Vec<(usize, Option<usize>)> = tops.iter().map(|&top| (top, None)).collect();
        let mut next = 0;
        while let Some(&(node, _)) = order.get(next) {
            for &child in &below[node] {
                if child < is_seen.len() && !std::mem::replace(&mut is_seen[child], true) {
                    tree.below[node].push(child);
                    order.push((child, Some(node)));
                }
            }
            next += 1;
        }
        for (node, parent) in order.into_iter().rev() {
            if let Some(parent) = parent {
                tree.sizes[parent] += tree.sizes[node];
            }
        }
        tree
    }

    /// Returns the nodes among these that are not empty.
    fn filled(&self, nodes: &[usize]) -> Vec<usize> {
        nodes.iter().copied().filter(|&node| self.sizes[node] > 0).collect()
    }

    /// Returns, for each node of the tree, which of these nodes is it or an ancestor.
    fn of(&self, tops: &[usize]) -> Vec<usize> {
        let mut of = vec![tops.len(); self.below.len()];
        for (group, &top) in tops.iter().enumerate() {
            let mut open = vec![top];
            while let Some(node) = open.pop() {
                of[node] = group;
                open.extend(&self.below[node]);
            }
        }
        of
    }
}

/// Chooses the nodes of a tree that become groups, from the top. The children of a node replace it if it is the only
/// one, or if it holds more than `drawn` and more than half of all. Empty nodes are omitted. `None` if fewer than two
/// nodes are left, or too many.
pub(super) fn level(below: &[Vec<usize>], own: &[usize], tops: &[usize], drawn: usize) -> Option<Level> {
    let tree = Tree::new(below, own, tops);
    let mut tops = tree.filled(tops);
    let all: usize = tops.iter().map(|&top| tree.sizes[top]).sum();
    let is_too_large = |&top: &usize| tree.sizes[top] > drawn && 2 * tree.sizes[top] > all;
    while let Some(at) = if tops.len() == 1 { Some(0) } else { tops.iter().position(is_too_large) } {
        let under = tree.filled(&tree.below[tops[at]]);
        let most = if tops.len() == 1 { MAX_GROUPS } else { LEGIBLE };
        if under.is_empty() || tops.len() - 1 + under.len() > most {
            break;
        }
        tops.splice(at..=at, under);
    }
    (2..=MAX_GROUPS).contains(&tops.len()).then(|| Level { of: tree.of(&tops), tops })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_level_with_several_nodes_is_taken_with_all_below_it() {
        let below = vec![vec![1], vec![2, 3], vec![4], vec![], vec![]];
        let found = level(&below, &[0, 1, 1, 2, 1], &[0], 0).unwrap();
        assert_eq!((found.tops, found.of), (vec![2, 3], vec![2, 2, 0, 1, 0]));
        assert!(level(&below, &[1; 5], &[3], 0).is_none());
        let wide: Vec<Vec<usize>> = std::iter::once((1..=200).collect()).chain(vec![vec![]; 200]).collect();
        assert!(level(&wide, &[1; 201], &[0], 0).is_none(), "too many to be looked at");
    }

    #[test]
    fn children_of_the_heaviest_node_replace_it() {
        let below = vec![vec![1, 2, 3], vec![], vec![4, 5], vec![], vec![], vec![]];
        let level = |drawn| level(&below, &[0, 5, 0, 0, 60, 40], &[0], drawn).unwrap();
        assert_eq!((level(99).tops, level(99).of), (vec![1, 4, 5], vec![3, 0, 3, 3, 1, 2]));
        assert_eq!(level(100).tops, vec![1, 2], "it can be drawn");
    }

    #[test]
    fn a_node_that_is_below_two_others_or_itself_is_counted_once() {
        let found = level(&[vec![1, 2], vec![2, 0], vec![1]], &[1, 2, 2], &[0], 0).unwrap();
        assert_eq!((found.tops, found.of), (vec![1, 2], vec![2, 0, 1]));
    }
}
