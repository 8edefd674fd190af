//! Components of random graphs, against what reachability says of them.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{Control, Guidance, Observation, Options, components, explore};
use sanderling_testkit::tiny::systems::GraphSystem;

/// For each pair of nodes, whether the first leads to the second.
fn leads_to(edges: &[Vec<(usize, usize)>]) -> Vec<Vec<bool>> {
    let nodes = edges.len();
    let mut leads: Vec<Vec<bool>> =
        (0..nodes).map(|from| (0..nodes).map(|to| from == to).collect()).collect();
    for (from, edges) in edges.iter().enumerate() {
        edges.iter().for_each(|&(_, to)| leads[from][to] = true);
    }
    for via in 0..nodes {
        for from in 0..nodes {
            for to in 0..nodes {
                leads[from][to] |= leads[from][via] && leads[via][to];
            }
        }
    }
    leads
}

fn random_graph(random: &mut StdRng) -> Vec<Vec<(usize, usize)>> {
    let nodes = random.random_range(1..=12);
    let density = random.random_range(0.5..2.5);
    (0..nodes)
        .map(|_| {
            let degree = (0..4).filter(|_| random.random_bool(density / 4.0)).count();
            let mut events: Vec<usize> = (0..degree).map(|_| random.random_range(0..6)).collect();
            events.sort_unstable();
            events.dedup();
            events.into_iter().map(|event| (event, random.random_range(0..nodes))).collect()
        })
        .collect()
}

#[test]
fn components_of_random_graphs_are_those_of_reachability() {
    let mut seen = [0; 3];
    for seed in 0..3000 {
        let mut random = StdRng::seed_from_u64(seed);
        let edges = random_graph(&mut random);
        let leads = leads_to(&edges);
        let reachable: Vec<usize> = (0..edges.len()).filter(|&node| leads[0][node]).collect();
        let component = |node: usize| -> Vec<usize> {
            reachable.iter().copied().filter(|&other| leads[node][other] && leads[other][node]).collect()
        };
        let mut all: Vec<Vec<usize>> = reachable.iter().map(|&node| component(node)).collect();
        all.sort();
        all.dedup();
        let is_terminal = |component: &[usize]| {
            reachable.iter().all(|&node| !leads[component[0]][node] || component.contains(&node))
        };
        let groups = 3;
        // From every state, some event of the group can be enabled again.
        let recurs = |group: usize| {
            reachable.iter().all(|&from| {
                reachable.iter().any(|&node| {
                    leads[from][node] && edges[node].iter().any(|&(event, _)| event % groups == group)
                })
            })
        };

        let system = GraphSystem::new(1 + seed as usize % 3, edges.clone());
        let group_of_event: Vec<u32> = (0..6).map(|event| (event % groups) as u32).collect();
        let control = Control::default();
        let outcome =
            explore(system, &Options::default(), &Observation::default(), &Guidance::default(), &control);
        let packed = (outcome.store.packed(), outcome.root);
        let found = components(&outcome.system, packed, (&group_of_event, groups), None, &control)
            .expect("nobody cancels");
        assert_eq!(found.count, all.len() as u64, "{seed}");
        assert_eq!(found.largest, all.iter().map(Vec::len).max().unwrap_or(0) as u64, "{seed}");
        assert_eq!(found.terminal, all.iter().filter(|one| is_terminal(one)).count() as u64, "{seed}");
        assert_eq!(found.recurrent, (0..groups).map(recurs).collect::<Vec<_>>(), "{seed}");
        seen[0] += usize::from(found.terminal > 1);
        seen[1] += usize::from(found.largest > 1 && found.count > 1);
        seen[2] += usize::from(found.recurrent.iter().any(|recurs| *recurs));
    }
    assert!(seen.iter().all(|&cases| cases > 100), "{seen:?}");
}

#[test]
fn a_cancelled_pass_finds_nothing() {
    let chain = (0..40_000).map(|node| vec![(0, (node + 1) % 40_000)]).collect();
    let control = Control::default();
    let outcome = explore(
        GraphSystem::new(1, chain),
        &Options::default(),
        &Observation::default(),
        &Guidance::default(),
        &control,
    );
    let packed = (outcome.store.packed(), outcome.root);
    let whole = components(&outcome.system, packed, (&[0], 1), None, &control).expect("nobody cancels");
    assert_eq!((whole.count, whole.largest), (1, 40_000));
    control.cancel();
    assert_eq!(components(&outcome.system, packed, (&[0], 1), None, &control), None);
}
