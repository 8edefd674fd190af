//! Orders of a slot's values in which few steps go back.
//!
//! The values are the nodes of a graph. Its arcs are the steps between values, weighted by frequency. If the
//! graph has no cycle, no arc goes back in a topological order. Otherwise some arcs must go back, or some
//! values must share a rank. Minimizing the weight of backward arcs is the feedback arc set problem. We use
//! the heuristic of Eades, Lin and Smyth, *A Fast and Effective Heuristic for the Feedback Arc Set Problem*,
//! Information Processing Letters 47, 1993, with weights, and then move single values as long as that helps.
//! If too many steps go back, the heaviest backward arcs are forbidden, and the values on a cycle with them
//! share a rank: the strongly connected components.
//!
//! INVARIANT: ranks are numbers from 0 on, one for each value.

use sanderling_cutoff::RANKING_ROUNDS;

/// The frequency of steps between values.
#[derive(Debug, Clone)]
pub(super) struct Steps {
    values: usize,
    /// The weights, one row for each value.
    weights: Vec<u64>,
}

/// The rank of each value.
pub(super) type Ranks = Vec<u32>;

/// Maximum number of values to order. The graph is a matrix.
pub(super) const MAX_VALUES: usize = 128;

impl Steps {
    /// Creates a graph without steps for this number of values.
    pub(super) fn new(values: usize) -> Self {
        Self { values, weights: vec![0; values * values] }
    }

    pub(super) fn add(&mut self, from: usize, to: usize) {
        self.weights[from * self.values + to] += 1;
    }

    fn weight(&self, from: usize, to: usize) -> u64 {
        self.weights[from * self.values + to]
    }

    /// Returns the weight of the steps to lower ranks.
    pub(super) fn back(&self, ranks: &[u32]) -> u64 {
        self.arcs().filter(|&(from, to, _)| ranks[from] > ranks[to]).map(|(_, _, weight)| weight).sum()
    }

    fn arcs(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        let arc =
            |(position, &weight): (usize, &u64)| (position / self.values, position % self.values, weight);
        self.weights.iter().enumerate().map(arc).filter(|&(from, to, weight)| weight > 0 && from != to)
    }

    /// Returns distinct ranks for all values, with little weight going back.
    pub(super) fn total(&self) -> Ranks {
        let natural: Vec<usize> = (0..self.values).collect();
        let reversed: Vec<usize> = natural.iter().rev().copied().collect();
        let orders = [natural, reversed, self.eades_lin_smyth()];
        let best = orders.into_iter().map(|order| ranks_of(&self.sift(order)));
        best.min_by_key(|ranks| self.back(ranks)).expect("three orders")
    }

    /// Returns ranks with at most `budget` weight going back, as distinct as this allows.
    pub(super) fn within(&self, total: &[u32], budget: u64) -> Ranks {
        let mut back: Vec<_> = self.arcs().filter(|&(from, to, _)| total[from] > total[to]).collect();
        back.sort_unstable_by_key(|&(from, to, weight)| (weight, from, to));
        let (mut graph, mut left) = (self.clone(), budget);
        for (from, to, weight) in back {
            if weight > left {
                break;
            }
            left -= weight;
            graph.weights[from * self.values + to] = 0;
        }
        graph.components(total)
    }

    /// Orders sinks last and sources first. Among the other values, prefers those whose outgoing weight
    /// exceeds the incoming weight.
    fn eades_lin_smyth(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.values).collect();
        let (mut out, mut into) = (vec![0_u64; self.values], vec![0_u64; self.values]);
        for (from, to, weight) in self.arcs() {
            out[from] += weight;
            into[to] += weight;
        }
        let (mut first, mut last) = (Vec::new(), Vec::new());
        while !left.is_empty() {
            let sink = left.iter().position(|&value| out[value] == 0);
            let source = || left.iter().position(|&value| into[value] == 0);
            let excess = |value: usize| out[value] as i128 - into[value] as i128;
            let richest = || (0..left.len()).max_by_key(|&at| (excess(left[at]), std::cmp::Reverse(at)));
            let position = sink.or_else(source).or_else(richest).expect("some are left");
            let value = left.remove(position);
            if sink.is_some() {
                last.push(value);
            } else {
                first.push(value);
            }
            for &other in &left {
                out[other] -= self.weight(other, value);
                into[other] -= self.weight(value, other);
            }
        }
        first.extend(last.into_iter().rev());
        first
    }

    /// Moves single values to the position with the least weight going back.
    fn sift(&self, mut order: Vec<usize>) -> Vec<usize> {
        for _ in 0..RANKING_ROUNDS.size() {
            let mut has_moved = false;
            for value in 0..self.values {
                let at = order.iter().position(|&it| it == value).expect("every value is in the order");
                let to = self.best_position(&order, at);
                if to != at {
                    has_moved = true;
                    order.remove(at);
                    order.insert(to, value);
                }
            }
            if !has_moved {
                break;
            }
        }
        order
    }

    fn best_position(&self, order: &[usize], at: usize) -> usize {
        let value = order[at];
        let gain = |other: usize| self.weight(value, other) as i128 - self.weight(other, value) as i128;
        let (mut best, mut target, mut cost) = (0, at, 0);
        for (position, &other) in order.iter().enumerate().skip(at + 1) {
            cost += gain(other);
            if cost < best {
                (best, target) = (cost, position);
            }
        }
        cost = 0;
        for (position, &other) in order.iter().enumerate().take(at).rev() {
            cost -= gain(other);
            if cost < best {
                (best, target) = (cost, position);
            }
        }
        target
    }

    /// Returns the strongly connected components in a topological order. Ties follow the given order.
    fn components(&self, total: &[u32]) -> Ranks {
        let reaches = self.closure();
        let is_with = |one: usize, other: usize| one == other || reaches[one][other] && reaches[other][one];
        let mut ranks = vec![u32::MAX; self.values];
        let mut left: Vec<usize> = (0..self.values).collect();
        left.sort_unstable_by_key(|&value| total[value]);
        for rank in 0.. {
            let is_first =
                |&&value: &&usize| left.iter().all(|&other| is_with(value, other) || !reaches[other][value]);
            let Some(&value) = left.iter().find(is_first) else { break };
            left.iter().filter(|&&other| is_with(value, other)).for_each(|&other| ranks[other] = rank);
            left.retain(|&other| !is_with(value, other));
        }
        ranks
    }

    /// Returns the reachability between values.
    fn closure(&self) -> Vec<Vec<bool>> {
        let row = |from| (0..self.values).map(|to| self.weight(from, to) > 0).collect::<Vec<_>>();
        let mut reaches: Vec<_> = (0..self.values).map(row).collect();
        for through in 0..self.values {
            let onward = reaches[through].clone();
            for row in reaches.iter_mut().filter(|row| row[through]) {
                row.iter_mut().zip(&onward).for_each(|(reached, &next)| *reached |= next);
            }
        }
        reaches
    }
}

fn ranks_of(order: &[usize]) -> Ranks {
    let mut ranks = vec![0; order.len()];
    order.iter().enumerate().for_each(|(rank, &value)| ranks[value] = rank as u32);
    ranks
}

#[cfg(test)]
mod tests;
