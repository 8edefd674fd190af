//! Clusters of a graph, of similar size and with few edges between them.
//!
//! Neighbours are merged in rounds, as in the coarsening of multilevel graph partitioning (Karypis and Kumar, *A Fast
//! and High Quality Multilevel Scheme for Partitioning Irregular Graphs*, SIAM Journal on Scientific Computing, 1998):
//! in each round every cluster, the smallest first, is merged with the neighbour to which it has the most edges
//! relative to its size. There is no refinement, since this is only an overview.

use std::collections::BTreeMap;

/// Returns the cluster of each node: about `wanted` ones, fewer if the graph is small. The result depends only on the
/// graph.
pub(super) fn clusters(nodes: usize, edges: &[(usize, usize)], wanted: usize) -> Vec<usize> {
    let largest = (3 * nodes).div_ceil(2 * wanted.max(1)).max(1);
    let mut of_nodes: Vec<usize> = (0..nodes).collect();
    let mut count = nodes;
    while count > wanted {
        let merged = round(&of_nodes, count, edges, largest, count - wanted);
        let next = merged.iter().max().map_or(0, |&last| last + 1);
        if next == count {
            break;
        }
        of_nodes.iter_mut().for_each(|cluster| *cluster = merged[*cluster]);
        count = next;
    }
    if count > wanted { gathered(&of_nodes, count, largest) } else { of_nodes }
}

/// Returns the new cluster of each cluster after a round of merging, with at most this number of pairs.
fn round(
    of_nodes: &[usize],
    count: usize,
    edges: &[(usize, usize)],
    largest: usize,
    pairs: usize,
) -> Vec<usize> {
    let mut sizes = vec![0_usize; count];
    of_nodes.iter().for_each(|&cluster| sizes[cluster] += 1);
    let mut neighbours: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); count];
    for &(one, other) in edges {
        let (one, other) = (of_nodes[one], of_nodes[other]);
        if one != other {
            *neighbours[one].entry(other).or_default() += 1;
            *neighbours[other].entry(one).or_default() += 1;
        }
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&cluster| (sizes[cluster], cluster));
    let mut partner: Vec<Option<usize>> = vec![None; count];
    let mut left = pairs;
    for cluster in order {
        if left == 0 {
            break;
        }
        if partner[cluster].is_some() {
            continue;
        }
        let fits = |other: usize| partner[other].is_none() && sizes[cluster] + sizes[other] <= largest;
        let best = neighbours[cluster].iter().filter(|&(&other, _)| fits(other)).max_by(|a, b| {
            // The number of edges relative to the size, compared without division.
            (a.1 * sizes[*b.0], b.0).cmp(&(b.1 * sizes[*a.0], a.0))
        });
        if let Some((&other, _)) = best {
            (partner[cluster], partner[other]) = (Some(other), Some(cluster));
            left -= 1;
        }
    }
    let mut merged = vec![0; count];
    let mut next = 0;
    for cluster in 0..count {
        match partner[cluster] {
            Some(other) if other < cluster => merged[cluster] = merged[other],
            _ => {
                merged[cluster] = next;
                next += 1;
            }
        }
    }
    merged
}

/// Combines clusters that have no neighbours left to merge with, in their order, until they are large enough.
fn gathered(of_nodes: &[usize], count: usize, largest: usize) -> Vec<usize> {
    let mut sizes = vec![0_usize; count];
    of_nodes.iter().for_each(|&cluster| sizes[cluster] += 1);
    let (mut gathered, mut group, mut size) = (vec![0; count], 0, 0);
    for cluster in 0..count {
        if size > 0 && size + sizes[cluster] > largest {
            group += 1;
            size = 0;
        }
        size += sizes[cluster];
        gathered[cluster] = group;
    }
    of_nodes.iter().map(|&cluster| gathered[cluster]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cliques_joined_by_single_edges_are_the_clusters() {
        let clique = |at: usize| (0..8).flat_map(move |a| (0..a).map(move |b| (8 * at + a, 8 * at + b)));
        let mut edges: Vec<_> = (0..4).flat_map(clique).collect();
        edges.extend([(0, 8), (8, 16), (16, 24)]);
        let found = clusters(32, &edges, 4);
        for at in 0..4 {
            assert!(found[8 * at..8 * at + 8].iter().all(|&one| one == found[8 * at]), "{found:?}");
        }
        assert_eq!(found.iter().max(), Some(&3));
    }

    #[test]
    fn any_graph_has_few_clusters_none_of_them_too_large() {
        let chain: Vec<_> = (1..1000).map(|node| (node - 1, node)).collect();
        let star: Vec<_> = (1..1000).map(|node| (0, node)).collect();
        for (nodes, edges) in [(1000, chain), (1000, star), (1000, vec![]), (1, vec![]), (0, vec![])] {
            let found = clusters(nodes, &edges, 10);
            let count = found.iter().max().map_or(0, |&last| last + 1);
            assert!(found.len() == nodes && count <= 20, "{count}");
            let largest = (0..count).map(|one| found.iter().filter(|&&it| it == one).count()).max();
            assert!(largest.unwrap_or(0) <= 150, "{largest:?}");
        }
    }
}
