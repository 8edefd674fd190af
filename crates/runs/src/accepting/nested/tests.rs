//! Tests on random graphs and automata with any number of threads, against Couvreur's search and against the
//! definition of acceptance.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_machine::clock::Instant;
use sanderling_system::EventId;
use sanderling_temporal::{Automaton, Cube, Edge, Guard, Lasso};
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::tiny::systems::GraphSystem;

use super::*;
use crate::accepting::{AcceptedRun, search};
use sanderling_analysis::Goal;
use sanderling_analysis::Limits;

/// A graph whose nodes have letters over two atoms, and an automaton.
struct Case {
    edges: Vec<Vec<(usize, usize)>>,
    letters: Vec<u64>,
    automaton: Automaton,
}

impl Case {
    fn random(random: &mut StdRng) -> Self {
        let nodes = random.random_range(1..=40);
        let degree = random.random_range(1..=4);
        let goes_back = random.random_range(0..=100);
        let edges = (0..nodes).map(|node| {
            let count = random.random_range(0..=degree);
            let target = |random: &mut StdRng| {
                // Graphs with few backward edges have large parts without a cycle.
                let least =
                    if random.random_range(0..100) < goes_back { 0 } else { (node + 1).min(nodes - 1) };
                random.random_range(least..nodes)
            };
            (0..count).map(|event| (event, target(random))).collect()
        });
        let edges = edges.collect();
        let letters = (0..nodes).map(|_| random.random_range(0..4)).collect();
        Self { edges, letters, automaton: automaton(random) }
    }

    /// Returns a slow product, so that threads meet. At first they wait a moment for each other.
    fn product(&self, threads: usize, words: usize) -> (GraphSystem, Product<'_, GraphSystem>, Meeting) {
        let system = GraphSystem::new(words, self.edges.clone());
        let product = Product::new(&self.automaton, Vec::new());
        (system, product, Meeting::of(threads))
    }

    fn atoms<'a>(&'a self, meeting: &'a Meeting, seed: u64) -> Vec<Goal<'a, GraphSystem>> {
        let has = move |bit: u32, node: usize| self.letters[node] >> bit & 1 == 1;
        vec![
            Box::new(move |_, _, &node, _| {
                meeting.come(seed);
                has(0, node)
            }),
            Box::new(move |_, _, &node, _| has(1, node)),
        ]
    }

    /// Returns the successors of a node and a state of the automaton, with marks.
    fn steps(&self, (node, location): (usize, usize)) -> Vec<((usize, usize), u32)> {
        let allowed =
            self.automaton.edges(location).iter().filter(|edge| edge.guard.allows(self.letters[node]));
        let next: Vec<usize> = match &self.edges[node][..] {
            [] => vec![node],
            edges => edges.iter().map(|&(_, target)| target).collect(),
        };
        allowed.flat_map(|edge| next.iter().map(|&node| ((node, edge.target), edge.marks))).collect()
    }

    fn reached(&self, from: (usize, usize)) -> Vec<(usize, usize)> {
        let mut reached: Vec<(usize, usize)> = Vec::new();
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for (next, _) in self.steps(node) {
                if !reached.contains(&next) {
                    reached.push(next);
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Whether some reachable node lies on cycles that together have all marks.
    fn has_accepted_run(&self) -> bool {
        let first = (0, self.automaton.initial());
        let all = self.reached(first).into_iter().chain([first]);
        all.into_iter().any(|node| {
            let behind = self.reached(node);
            let component: Vec<_> =
                behind.iter().copied().filter(|&other| self.reached(other).contains(&node)).collect();
            let inner = component.iter().flat_map(|&one| self.steps(one));
            let marks =
                inner.filter(|(next, _)| component.contains(next)).fold(0, |all, (_, marks)| all | marks);
            component.contains(&node) && marks == self.automaton.all_marks()
        })
    }

    /// Whether this is a run of the system, and is accepted.
    fn accepts(&self, run: &AcceptedRun) -> bool {
        let mut path = vec![0];
        for event in run.prefix.iter().chain(run.cycle.iter().flatten()) {
            let edges = &self.edges[path[path.len() - 1]];
            path.push(edges.iter().find(|(own, _)| EventId::new(*own) == *event).expect("it is enabled").1);
        }
        let letters = |nodes: &[usize]| nodes.iter().map(|&node| self.letters[node]).collect();
        let from = run.prefix.len();
        match &run.cycle {
            // Every continuation must be accepted, including the last letter repeated forever.
            None => self
                .automaton
                .accepts(&Lasso { prefix: letters(&path[..from]), cycle: letters(&path[from..]) }),
            Some(cycle) if cycle.is_empty() => {
                assert!(self.edges[path[from]].is_empty());
                self.automaton
                    .accepts(&Lasso { prefix: letters(&path[..from]), cycle: letters(&path[from..]) })
            }
            Some(_) => {
                assert_eq!(path.pop(), Some(path[from]));
                self.automaton
                    .accepts(&Lasso { prefix: letters(&path[..from]), cycle: letters(&path[from..]) })
            }
        }
    }
}

fn automaton(random: &mut StdRng) -> Automaton {
    let states = random.random_range(1..=4);
    let acceptance_sets = random.random_range(0..=3);
    let edge = |random: &mut StdRng| {
        let [mentioned, holds] = [0; 2].map(|_: u64| random.random_range(0..4_u64));
        Edge {
            guard: Guard::any_of([Cube { positive: mentioned & holds, negative: mentioned & !holds }]),
            target: random.random_range(0..states),
            marks: random.random_range(0..1 << acceptance_sets),
        }
    };
    let edges = (0..states).map(|_| (0..random.random_range(1..=3)).map(|_| edge(random)).collect());
    let edges = edges.collect();
    Automaton::new(0, acceptance_sets, edges)
}

/// Lets threads wait a moment for the others at their first node, and yield to them at random later.
struct Meeting {
    number: usize,
    awaited: AtomicUsize,
}

impl Meeting {
    fn of(threads: usize) -> Self {
        static MEETINGS: AtomicUsize = AtomicUsize::new(1);
        Self { number: MEETINGS.fetch_add(1, Ordering::Relaxed), awaited: AtomicUsize::new(threads) }
    }

    fn come(&self, seed: u64) {
        thread_local! {
            /// The meeting that the thread took part in, and its number of arrivals.
            static MET: Cell<(usize, u64)> = const { Cell::new((0, 0)) };
        }
        let (before, count) = MET.get();
        MET.set((self.number, count + 1));
        if before != self.number {
            self.awaited.fetch_sub(1, Ordering::SeqCst);
            let end = Instant::now() + Duration::from_millis(2);
            while self.awaited.load(Ordering::SeqCst) > 0 && Instant::now() < end {
                std::thread::yield_now();
            }
        } else if sanderling_store::hash::hash(&[count, seed]).is_multiple_of(3) {
            std::thread::yield_now();
        }
    }
}

#[test]
fn threads_find_a_run_where_there_is_one_over_either_memory() {
    let (found, none) = (Cell::new(0), Cell::new(0));
    for_seeds(if cfg!(debug_assertions) { 300 } else { 6000 }, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let case = Case::random(&mut random);
        let expected = case.has_accepted_run();
        (if expected { &found } else { &none }).update(|count| count + 1);
        let control = Control::default();
        let check = |acceptance: &Acceptance, about: &str| match &acceptance.run {
            Ok(run) => {
                assert_eq!(run.is_some(), expected, "{about}");
                assert!(run.as_ref().is_none_or(|run| case.accepts(run)), "{about} {run:?}");
            }
            Err(reason) => panic!("{about}: {reason:?}"),
        };
        let clock = Clock::start(Limits::default(), &control);
        let mut visits = Vec::new();
        for threads in 0..=4 {
            let words = random.random_range(1..=3);
            let means = Means { clock, threads: threads.max(1), control: &control };
            for is_tree in [false, true] {
                let (system, product, meeting) = case.product(threads.max(1), words);
                let product = Product { atoms: case.atoms(&meeting, seed), ..product };
                let acceptance = match (threads, is_tree) {
                    (0, _) => search::run(system, &product, None, clock, &control).0,
                    (_, false) => over_whole_states(system, &product, means).0,
                    (_, true) => over_the_tree(Left { system, sample: Vec::new() }, &product, means),
                };
                check(&acceptance, &format!("seed {seed}, {threads} threads, tree: {is_tree}"));
                if threads > 0 {
                    visits.push(acceptance.visits);
                }
            }
        }
        // If the search had to see all nodes, all visits are equal.
        assert!(expected || visits.iter().all(|&one| one == visits[0]), "seed {seed}: {visits:?}");
    });
    assert!(is_met(found.get().min(none.get()), 20), "{} {}", found.get(), none.get());
}
