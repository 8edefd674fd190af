//! Components of random graphs, against the reachability relation.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{Control, Guidance, Observation, Options, Witness, explore};
use sanderling_runs::{ComponentQuery, components};
use sanderling_system::{EventId, Fired, System};
use sanderling_testkit::tiny::systems::GraphSystem;

/// For each pair of nodes, returns whether the first leads to the second.
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

/// Returns a query about groups of events alone.
fn about<'a>(
    groups_of_event: &'a dyn Fn(EventId) -> &'a [u32],
    groups: usize,
) -> ComponentQuery<'a, GraphSystem> {
    ComponentQuery { groups_of_event, groups, goal: None, may_disable: None }
}

/// Returns the state of each reachable node, and an empty state for the others.
fn words_of_nodes(system: &GraphSystem, edges: &[Vec<(usize, usize)>]) -> Vec<Vec<u64>> {
    let mut nodes = vec![Vec::new(); edges.len()];
    let mut scratch = system.scratch();
    nodes[0] = vec![0; system.words()];
    system.initial(&mut nodes[0]);
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        for &(event, to) in &edges[node] {
            let mut successor = vec![0; system.words()];
            system.unpack::<0>(&nodes[node], &mut scratch);
            let fired = system.fire::<0>(&nodes[node], &scratch, EventId::new(event), &mut successor);
            assert_eq!(fired, Fired::Successor);
            if nodes[to].is_empty() {
                nodes[to] = successor;
                open.push(to);
            }
        }
    }
    nodes
}

/// Returns the node that a run ends in.
fn node_after(edges: &[Vec<(usize, usize)>], run: &[EventId]) -> usize {
    run.iter().fold(0, |node, event| {
        edges[node].iter().find(|&&(label, _)| label == event.index()).expect("it is enabled").1
    })
}

#[test]
fn components_of_random_graphs_are_those_of_reachability() {
    let mut seen = [0; 7];
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
        // Event 0 is in two groups, and the others are in one.
        let groups = 3;
        let is_in = |event: usize, group: usize| event % groups == group || (event, group) == (0, 1);
        // From every state, some event of the group can be enabled again.
        let recurs = |group: usize| {
            reachable.iter().all(|&from| {
                reachable.iter().any(|&node| {
                    leads[from][node] && edges[node].iter().any(|&(event, _)| is_in(event, group))
                })
            })
        };

        let system = GraphSystem::new(1 + seed as usize % 3, edges.clone());
        let nodes = words_of_nodes(&system, &edges);
        let groups_of =
            |event| (0..groups as u32).filter(move |&group| is_in(event, group as usize)).collect();
        let groups_of_event: Vec<Vec<u32>> = (0..6).map(groups_of).collect();
        let control = Control::default();
        let outcome =
            explore(system, &Options::default(), &Observation::default(), &Guidance::default(), &control);
        let packed = (outcome.store.packed(), outcome.root);
        let goals: Vec<bool> = (0..edges.len()).map(|_| random.random_bool(0.2)).collect();
        let node_of = |state: &[u64]| nodes.iter().position(|words| words == state).expect("it is a node");
        let of_event = |event: EventId| &*groups_of_event[event.index()];
        let query = ComponentQuery {
            goal: Some(Box::new(|_, state, _, _| goals[node_of(state)])),
            may_disable: Some(&|_| true),
            ..about(&of_event, groups)
        };
        let found = components(&outcome.system, packed, &query, None, &control).expect("it is not cancelled");
        let path_to = |state| {
            Witness::to(&outcome.system, packed.0, state, &control).expect("it is not cancelled").events
        };
        let run_to = |state| node_after(&edges, &path_to(state));
        assert_eq!(found.count, all.len() as u64, "{seed}");
        assert_eq!(found.largest, all.iter().map(Vec::len).max().unwrap_or(0) as u64, "{seed}");
        assert_eq!(found.terminal, all.iter().filter(|one| is_terminal(one)).count() as u64, "{seed}");
        assert_eq!(found.recurrent, (0..groups).map(recurs).collect::<Vec<_>>(), "{seed}");
        assert_eq!(found.ends.len() as u64, found.terminal.min(2), "{seed}");
        for &(state, states) in &found.ends {
            let end = component(run_to(state));
            assert!(is_terminal(&end) && end.len() as u64 == states, "{seed}");
        }
        for (group, lacking) in found.lacking.iter().enumerate() {
            assert_eq!(lacking.is_none(), found.recurrent[group], "{seed}");
            let end = lacking.map_or_else(Vec::new, |state| component(run_to(state)));
            let is_there = |node: &usize| edges[*node].iter().any(|&(event, _)| is_in(event, group));
            assert!(!end.iter().any(is_there) && (end.is_empty() || is_terminal(&end)), "{seed}");
        }
        let edges_of = |group: usize| {
            let all = reachable.iter().flat_map(|&from| edges[from].iter().map(move |&edge| (from, edge)));
            all.filter(move |&(_, (event, _))| is_in(event, group))
        };
        let repeats = |group| edges_of(group).any(|(from, (_, to))| leads[to][from]);
        assert_eq!(found.repeatable, (0..groups).map(repeats).collect::<Vec<_>>(), "{seed}");
        let reaches = |node: usize| (0..edges.len()).any(|to| leads[node][to] && goals[to]);
        assert_eq!(found.stuck.is_none(), reachable.iter().all(|&node| reaches(node)), "{seed}");
        assert!(found.stuck.is_none_or(|state| !reaches(run_to(state))), "{seed}");
        let is_useful = |group| edges_of(group).any(|(_, (_, to))| reaches(to));
        assert_eq!(found.useful, (0..groups).map(is_useful).collect::<Vec<_>>(), "{seed}");
        let has = |node: usize, event: usize| edges[node].iter().any(|&(label, _)| label == event);
        let disables = |from: usize, fired: usize, to: usize, other: usize| {
            other != fired && has(from, other) && !has(to, other)
        };
        let is_persistent = !reachable.iter().any(|&from| {
            edges[from].iter().any(|&(fired, to)| (0..6).any(|other| disables(from, fired, to, other)))
        });
        assert_eq!(found.disabling.is_none(), is_persistent, "{seed}");
        if let Some((state, fired, other)) = found.disabling {
            let from = run_to(state);
            let to = node_after(&edges, &[path_to(state), vec![fired]].concat());
            assert!(disables(from, fired.index(), to, other.index()), "{seed}");
        }
        seen[3] += usize::from(found.stuck.is_some());
        seen[4] += usize::from(found.stuck.is_none() && found.count > 1);
        seen[5] += usize::from(is_persistent && found.count > 1);
        seen[6] +=
            usize::from(found.repeatable.iter().zip(&found.recurrent).any(|(one, other)| one != other));
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
    let whole = components(&outcome.system, packed, &about(&|_| &[0], 1), None, &control)
        .expect("it is not cancelled");
    assert_eq!((whole.count, whole.largest), (1, 40_000));
    control.cancel();
    assert_eq!(components(&outcome.system, packed, &about(&|_| &[0], 1), None, &control), None);
}
