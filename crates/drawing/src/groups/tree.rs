//! Which level of a tree of units or pages is looked at: the first one that has several.

use std::collections::HashSet;

/// More groups than this are too many to be looked at: the next level is not taken then.
const MAX_GROUPS: usize = 150;

/// A level of a tree.
pub(super) struct Level {
    /// The nodes of the tree on this level.
    pub(super) tops: Vec<usize>,
    /// For each node of the tree, the position in `tops` of the one that it is or is below; the number of `tops` for those above.
    pub(super) of: Vec<usize>,
}

/// The first level with several nodes, below some nodes; `None` where there is none, or it has too many. What is below each node is given.
#[expect(clippy::needless_pass_by_value, reason = "the tree is made for this")]
pub(super) fn level(below: Vec<Vec<usize>>, tops: &[usize]) -> Option<Level> {
    let under = |node: usize| below.get(node).map(Vec::as_slice).unwrap_or_default();
    let mut tops = tops.to_vec();
    while tops.len() == 1 {
        let next = under(tops[0]).to_vec();
        if next.is_empty() {
            break;
        }
        tops = next;
    }
    if !(2..=MAX_GROUPS).contains(&tops.len()) {
        return None;
    }
    let mut of = vec![tops.len(); below.len()];
    let mut seen = HashSet::new();
    for (group, &top) in tops.iter().enumerate() {
        let mut open = vec![top];
        while let Some(node) = open.pop() {
            if node < of.len() && seen.insert(node) {
                of[node] = group;
                open.extend(under(node));
            }
        }
    }
    Some(Level { tops, of })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_level_with_several_nodes_is_taken_with_all_below_it() {
        let below = vec![vec![1], vec![2, 3], vec![4], vec![], vec![]];
        let found = level(below.clone(), &[0]).unwrap();
        assert_eq!((found.tops, found.of), (vec![2, 3], vec![2, 2, 0, 1, 0]));
        assert!(level(below, &[3]).is_none());
        assert!(level(vec![(1..=200).collect()], &[0]).is_none(), "too many to be looked at");
    }
}
