//! Properties of every drawing.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

fn drawn(nodes: usize, edges: &[(usize, usize)]) -> Layout {
    let sizes: Vec<Size> =
        (0..nodes).map(|node| Size { width: 30.0 + (node % 7) as f64 * 10.0, height: 40.0 }).collect();
    let given: Vec<usize> = (0..nodes).map(|node| node * node % 5).collect();
    let layers = [Layers::Longest, Layers::Distance, Layers::Given(&given)][nodes % 3];
    let graph = Graph { sizes: &sizes, edges, starts: &[], layers, gap: 30.0, layer_gap: 30.0 };
    let layout = layout(&graph);
    check(&graph, &layout);
    layout
}

fn check(graph: &Graph<'_>, layout: &Layout) {
    assert_eq!((layout.positions.len(), layout.bends.len()), (graph.sizes.len(), graph.edges.len()));
    let all = || layout.positions.iter().zip(graph.sizes);
    for (point, size) in all() {
        assert!(
            point.x - size.width / 2.0 > -0.01 && point.x + size.width / 2.0 < layout.width + 0.01,
            "{point:?}"
        );
        assert!(
            point.y - size.height / 2.0 > -0.01 && point.y + size.height / 2.0 < layout.height + 0.01,
            "{point:?}"
        );
    }
    let mut sorted: Vec<_> = all().collect();
    sorted.sort_by(|a, b| (a.0.x - a.1.width / 2.0).total_cmp(&(b.0.x - b.1.width / 2.0)));
    for (index, (one, size)) in sorted.iter().enumerate() {
        let right = one.x + size.width / 2.0;
        for (other, other_size) in
            sorted[index + 1..].iter().take_while(|(it, s)| it.x - s.width / 2.0 < right - 0.01)
        {
            let apart = (one.y - other.y).abs() - (size.height + other_size.height) / 2.0;
            assert!(apart > -0.01, "{one:?} and {other:?} overlap");
        }
    }
}

#[test]
fn nothing_is_drawn_where_there_is_nothing() {
    assert_eq!(drawn(0, &[]), Layout::default());
}

#[test]
fn nodes_of_random_graphs_never_overlap() {
    for seed in 0..300 {
        let random = &mut StdRng::seed_from_u64(seed);
        let nodes = random.random_range(1..60);
        let edges: Vec<_> = (0..random.random_range(0..120))
            .map(|_| (random.random_range(0..nodes), random.random_range(0..nodes)))
            .collect();
        drawn(nodes, &edges);
    }
}

#[test]
fn a_tree_is_drawn_without_crossings_and_in_its_layers() {
    let layout = drawn(7, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]);
    let y: Vec<f64> = layout.positions.iter().map(|point| point.y).collect();
    assert!(y[0] < y[1] && y[1] == y[2] && y[1] < y[3] && y[3..].iter().all(|&it| it == y[3]));
    let x: Vec<f64> = layout.positions.iter().map(|point| point.x).collect();
    assert!(x[3].max(x[4]) < x[5].min(x[6]) || x[5].max(x[6]) < x[3].min(x[4]));
}

#[test]
fn a_long_chain_goes_sideways_in_a_straight_line() {
    let edges: Vec<_> = (0..9).map(|node| (node, node + 1)).collect();
    let layout = drawn(10, &edges);
    assert!(layout.positions.iter().all(|point| (point.y - layout.positions[0].y).abs() < 0.01));
    assert!(layout.positions.windows(2).all(|pair| pair[0].x < pair[1].x));
}

#[test]
fn a_cycle_begins_at_the_node_that_should_come_first() {
    let sizes = [Size { width: 40.0, height: 40.0 }; 4];
    let graph = Graph {
        sizes: &sizes,
        edges: &[(0, 1), (1, 2), (2, 3), (3, 0)],
        starts: &[2],
        layers: Layers::Longest,
        gap: 30.0,
        layer_gap: 30.0,
    };
    let layout = layout(&graph);
    check(&graph, &layout);
    assert!((0..4).all(|node| layout.positions[2].x <= layout.positions[node].x));
    // The reversed edge passes the layers between its ends, starting at its own source.
    let turned = &layout.bends[1];
    assert!(turned.len() == 2 && turned[0].x > turned[1].x, "{layout:?}");
}

#[test]
fn layers_may_be_distances() {
    let sizes = [Size { width: 40.0, height: 40.0 }; 5];
    let edges = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 0), (4, 3)];
    let graph = Graph {
        sizes: &sizes,
        edges: &edges,
        starts: &[0],
        layers: Layers::Distance,
        gap: 30.0,
        layer_gap: 30.0,
    };
    let layout = layout(&graph);
    check(&graph, &layout);
    let level = |node: usize| layout.positions[node].x;
    assert!(level(0) < level(1) && level(1) == level(2) && level(2) < level(3) && level(3) < level(4));
    assert!(layout.bends[2].is_empty() && layout.bends[4].len() == 1, "{layout:?}");
}

#[test]
fn layers_may_be_given_and_those_without_nodes_take_no_room() {
    let sizes = vec![Size { width: 30.0, height: 30.0 }; 3];
    let layers = Layers::Given(&[7, 2, 7]);
    let layout = layout(&Graph {
        sizes: &sizes,
        edges: &[(0, 1), (0, 2)],
        starts: &[],
        layers,
        gap: 30.0,
        layer_gap: 30.0,
    });
    let [first, second, third] = layout.positions[..] else { panic!("{layout:?}") };
    assert!(
        first.x == third.x && first.x - second.x == 60.0 || first.y == third.y && first.y - second.y == 60.0
    );
}

#[test]
fn parts_are_put_beside_each_other_in_about_the_shape_of_a_screen() {
    let layout = drawn(400, &[]);
    let ratio = layout.width / layout.height;
    assert!((1.0..2.5).contains(&ratio), "{ratio}");
}

#[test]
fn large_graphs_take_a_moment_and_no_stack() {
    let random = &mut StdRng::seed_from_u64(1);
    let tangled: Vec<_> =
        (0..10_000).map(|_| (random.random_range(0..5000), random.random_range(0..5000))).collect();
    drawn(5000, &tangled);
    let chain: Vec<_> = (0..100_000).map(|node| (node, (node + 1) % 100_001)).collect();
    drawn(100_001, &chain);
    let star: Vec<_> = (1..5000).map(|node| (0, node)).collect();
    drawn(5000, &star);
}
