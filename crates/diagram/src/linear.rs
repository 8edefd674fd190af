//! Weighted sums of the variables: the members of a set that satisfy an inequality, and the greatest sum.

use crate::nodes::{EMPTY, Id, UNIT};
use crate::{Diagrams, Set, Stop};

/// The members of a node's set for which the levels above have contributed a sum.
type Pair = (Id, i128);

/// What is known of a pair without looking at its children.
enum Outcome {
    /// All members satisfy the inequality, or none does.
    Known(Id),
    Open,
}

/// The rest of the inequality at a level: what this level and those below can contribute.
#[derive(Clone, Copy)]
struct Rest {
    least: i128,
    most: i128,
}

impl Rest {
    fn outcome(self, (node, sum): Pair, bound: i128) -> Outcome {
        if node == EMPTY || sum + self.least > bound {
            Outcome::Known(EMPTY)
        } else if sum + self.most <= bound {
            Outcome::Known(node)
        } else {
            Outcome::Open
        }
    }
}

impl Diagrams<'_> {
    /// Returns the members for which the weighted sum of the variables is at most `bound`. `weights` are those of the
    /// levels from the bottom.
    ///
    /// Goes down the levels with the pairs of a node and the sum so far that are not decided by the extremes of the
    /// rest, and up again with their results. The number of pairs is at most the number of nodes times the number of
    /// sums.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn at_most(&mut self, set: &Set, weights: &[i64], bound: i128) -> Result<Set, Stop> {
        self.collect_if_full()?;
        let root = self.node(set);
        let rests = self.rests(root, weights)?;
        let top = self.levels as usize;
        if let Outcome::Known(node) = rests[top].outcome((root, 0), bound) {
            return Ok(self.hold(node));
        }
        let mut open: Vec<Vec<Pair>> = vec![vec![(root, 0)]];
        let mut pairs = 0;
        for level in (1..top).rev() {
            let (weight, mut below) = (i128::from(weights[level]), Vec::new());
            for &(node, sum) in open.last().into_iter().flatten() {
                self.count_children(self.nodes.most(node) as usize);
                self.check()?;
                if (pairs + below.len()) as u64 * size_of::<Pair>() as u64 > self.limits.bytes / 8 {
                    return Err(Stop::Memory);
                }
                self.nodes.for_each_child(node, |value, child| {
                    let pair = (child, sum + weight * i128::from(value));
                    if matches!(rests[level].outcome(pair, bound), Outcome::Open) {
                        below.push(pair);
                    }
                });
            }
            below.sort_unstable();
            below.dedup();
            pairs += below.len();
            open.push(below);
        }
        let mut results: Vec<Id> = Vec::new();
        let mut below: &[Pair] = &[];
        let mut children = Vec::new();
        for (level, pairs) in open.iter().rev().enumerate() {
            let weight = i128::from(weights[level]);
            let mut made = Vec::with_capacity(pairs.len());
            for &(node, sum) in pairs {
                self.check()?;
                children.clear();
                self.nodes.append_children(node, &mut children);
                self.count_children(children.len());
                for (value, child) in children.iter_mut().enumerate() {
                    let pair = (*child, sum + weight * value as i128);
                    *child = match rests[level].outcome(pair, bound) {
                        Outcome::Known(node) => node,
                        Outcome::Open => {
                            below.binary_search(&pair).map_or(EMPTY, |position| results[position])
                        }
                    };
                }
                made.push(self.nodes.make(&children)?);
            }
            (results, below) = (made, pairs);
        }
        Ok(self.hold(results[0]))
    }

    /// Returns the greatest weighted sum of the variables of a member, or `None` if the set is empty. `weights` are those of
    /// the levels from the bottom. The cost is linear in the number of nodes and children.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn greatest(&mut self, set: &Set, weights: &[i64]) -> Result<Option<i128>, Stop> {
        let root = self.node(set);
        if root == EMPTY {
            return Ok(None);
        }
        let levels = self.nodes_by_level(root)?;
        let mut below = vec![(UNIT, 0)];
        for (&weight, nodes) in weights.iter().zip(&levels) {
            let mut here = Vec::with_capacity(nodes.len());
            for &node in nodes {
                self.count_children(self.nodes.most(node) as usize);
                self.check()?;
                let mut greatest = i128::MIN;
                self.nodes.for_each_child(node, |value, child| {
                    let position = below.binary_search_by_key(&child, |&(node, _)| node);
                    let sum = position.map_or(i128::MIN, |position| below[position].1);
                    greatest = greatest.max(sum + i128::from(weight) * i128::from(value));
                });
                here.push((node, greatest));
            }
            below = here;
        }
        Ok(below.first().map(|&(_, greatest)| greatest))
    }

    /// Returns the extremes of the rest for each number of levels.
    fn rests(&mut self, root: Id, weights: &[i64]) -> Result<Vec<Rest>, Stop> {
        let mut rests = vec![Rest { least: 0, most: 0 }];
        for (&weight, most) in weights.iter().zip(self.max_by_level(root)?) {
            let last = rests[rests.len() - 1];
            let product = i128::from(weight) * i128::from(most);
            rests.push(Rest { least: last.least + product.min(0), most: last.most + product.max(0) });
        }
        Ok(rests)
    }

    /// Returns the greatest value of each level, from the bottom.
    fn max_by_level(&mut self, root: Id) -> Result<Vec<u32>, Stop> {
        let levels = self.nodes_by_level(root)?;
        let most = |nodes: &Vec<Id>| nodes.iter().map(|&node| self.nodes.most(node)).max().unwrap_or(0);
        Ok(levels.iter().map(most).collect())
    }
}
