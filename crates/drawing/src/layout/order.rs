//! The order in each layer, chosen so that few edges cross.
//!
//! Layer by layer, down and up again, the items of a layer are sorted by the mean position of their neighbours in the
//! layer before (the barycentre method, from Sugiyama, Tagawa and Toda). The best order found is kept. Crossings are
//! counted with a Fenwick tree, as by Barth, Mutzel and Jünger (*Simple and Efficient Bilayer Cross Counting*, Journal
//! of Graph Algorithms and Applications, 2004).

use super::layers::Layering;

/// Number of passes over all layers.
const PASSES: usize = 16;

/// Neighbours of each item in the layer before and in the layer after.
#[derive(Debug)]
pub(crate) struct Neighbours {
    pub(crate) before: Vec<Vec<usize>>,
    pub(crate) after: Vec<Vec<usize>>,
}

impl Neighbours {
    pub(crate) fn of(layering: &Layering) -> Self {
        let all = layering.layer.len();
        let mut neighbours = Self { before: vec![Vec::new(); all], after: vec![Vec::new(); all] };
        for &(from, to) in &layering.steps {
            neighbours.after[from].push(to);
            neighbours.before[to].push(from);
        }
        neighbours
    }
}

/// Returns the layers, each in its order.
pub(crate) fn ordered(layering: &Layering) -> Vec<Vec<usize>> {
    let neighbours = Neighbours::of(layering);
    let mut rows = first(layering, &neighbours);
    let mut position = vec![0; layering.layer.len()];
    rows.iter().for_each(|row| place(row, &mut position));
    let mut best = (crossings(&rows, &neighbours, &position), rows.clone());
    for pass in 0..PASSES {
        if best.0 == 0 {
            break;
        }
        let is_down = pass % 2 == 0;
        let beside = if is_down { &neighbours.before } else { &neighbours.after };
        for step in 0..rows.len() {
            let row = &mut rows[if is_down { step } else { layering.depth() - 1 - step }];
            sort(row, beside, &mut position);
        }
        let crossings = crossings(&rows, &neighbours, &position);
        if crossings < best.0 {
            best = (crossings, rows.clone());
        }
    }
    best.1
}

/// Returns the initial order, in which a search from the first nodes reaches the items.
fn first(layering: &Layering, neighbours: &Neighbours) -> Vec<Vec<usize>> {
    let mut rows = vec![Vec::new(); layering.depth()];
    let mut is_seen = vec![false; layering.layer.len()];
    for node in 0..layering.layer.len() {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut is_seen[node], true) {
                continue;
            }
            rows[layering.layer[node]].push(node);
            open.extend(neighbours.before[node].iter().rev().filter(|&&next| !is_seen[next]));
            open.extend(neighbours.after[node].iter().rev().filter(|&&next| !is_seen[next]));
        }
    }
    rows
}

fn place(row: &[usize], position: &mut [usize]) {
    for (index, &node) in row.iter().enumerate() {
        position[node] = index;
    }
}

/// Sorts a layer by the mean of the neighbours. An item without neighbours keeps its position if possible.
fn sort(row: &mut [usize], beside: &[Vec<usize>], position: &mut [usize]) {
    let mean = |node: usize| {
        let sum: usize = beside[node].iter().map(|&next| position[next]).sum();
        if beside[node].is_empty() { position[node] as f64 } else { sum as f64 / beside[node].len() as f64 }
    };
    let mut keyed: Vec<(f64, usize)> = row.iter().map(|&node| (mean(node), node)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (slot, (_, node)) in row.iter_mut().zip(keyed) {
        *slot = node;
    }
    place(row, position);
}

/// Returns the number of pairs of edges that cross.
fn crossings(rows: &[Vec<usize>], neighbours: &Neighbours, position: &[usize]) -> u64 {
    let below = |row: &Vec<usize>, next: &Vec<usize>| {
        let mut ends = Vec::new();
        for &node in row {
            let from = ends.len();
            ends.extend(neighbours.after[node].iter().map(|&to| position[to]));
            ends[from..].sort_unstable();
        }
        inversions(&ends, next.len())
    };
    rows.windows(2).map(|pair| below(&pair[0], &pair[1])).sum()
}

/// Returns the number of pairs in the wrong order, of numbers below `bound`.
fn inversions(numbers: &[usize], bound: usize) -> u64 {
    let mut tree = vec![0_u64; bound + 1];
    let mut inversions = 0;
    for (before, &number) in numbers.iter().enumerate() {
        let mut not_greater = 0;
        let mut index = number + 1;
        while index > 0 {
            not_greater += tree[index];
            index &= index - 1;
        }
        inversions += before as u64 - not_greater;
        let mut index = number + 1;
        while index <= bound {
            tree[index] += 1;
            index += index & index.wrapping_neg();
        }
    }
    inversions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inversions_are_counted() {
        assert_eq!(inversions(&[0, 1, 1, 2], 3), 0);
        assert_eq!(inversions(&[2, 1, 0, 2], 3), 3);
        assert_eq!(inversions(&[], 0), 0);
    }
}
