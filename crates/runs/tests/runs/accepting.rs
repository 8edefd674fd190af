//! Accepted runs on any number of threads, over whole states and over the tree.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{Control, Goal, Limits, StopReason};
use sanderling_cutoff::{Cutoffs, VISITS_BEFORE_THREADS};
use sanderling_model::{CountModel, FieldModel, Knowledge};
use sanderling_runs::{Acceptance, AcceptedRun, Product, accepted_run, shorten_run};
use sanderling_system::{Fired, System};
use sanderling_temporal::{Automaton, Cube, Edge, Guard, Lasso};
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::tiny::nets::diamond;

use sanderling_testkit::tiny::{Growing, random_edges};

/// Returns a guard that requires some atoms, and forbids others.
fn guard(positive: u64, negative: u64) -> Guard {
    Guard::any_of([Cube { positive, negative }])
}

fn product<'a, S: System>(automaton: &'a Automaton, atoms: Vec<Goal<'a, S>>) -> Product<'a, S> {
    Product::new(automaton, atoms)
}

fn random_automaton(random: &mut StdRng) -> Automaton {
    let (states, acceptance_sets) = (random.random_range(1..=4), random.random_range(0..=2));
    let edge = |random: &mut StdRng| {
        let [mentioned, holds] = [0; 2].map(|_: u64| random.random_range(0..4_u64));
        let target = random.random_range(0..states);
        Edge {
            guard: guard(mentioned & holds, mentioned & !holds),
            target,
            marks: random.random_range(0..1 << acceptance_sets),
        }
    };
    let edges = (0..states).map(|_| (0..random.random_range(1..=3)).map(|_| edge(random)).collect());
    Automaton::new(0, acceptance_sets, edges.collect())
}

fn atoms<'a>() -> Vec<Goal<'a, Growing>> {
    vec![Box::new(|_, _, &node, _| node % 3 == 0), Box::new(|_, _, &node, _| node % 5 < 2)]
}

/// Whether the automaton accepts a run, event by event of the final system.
fn is_accepted(system: &Growing, automaton: &Automaton, acceptance: &Acceptance) -> bool {
    let Ok(Some(run)) = &acceptance.run else { return true };
    let wide = system.with_capacity(1 << 10);
    let (mut state, mut successor) = (vec![0; wide.words()], vec![0; wide.words()]);
    let mut scratch = wide.scratch();
    wide.initial(&mut state);
    let mut states = vec![state.clone()];
    let (mut letters, atoms) = (Vec::new(), atoms());
    let events = run.prefix.iter().chain(run.cycle.iter().flatten());
    for event in events.map(Some).chain([None]) {
        wide.unpack::<0>(&state, &mut scratch);
        let holds = |atom: &Goal<'_, Growing>| atom(&wide, &state, &scratch, &[]);
        letters.push(atoms.iter().rev().fold(0, |letter, atom| letter << 1 | u64::from(holds(atom))));
        let Some(&event) = event else { break };
        assert_eq!(wide.fire::<0>(&state, &scratch, event, &mut successor), Fired::Successor);
        std::mem::swap(&mut state, &mut successor);
        states.push(state.clone());
    }
    let from = run.prefix.len();
    if run.cycle.as_ref().is_some_and(|cycle| !cycle.is_empty()) {
        assert_eq!(states[from], states[states.len() - 1], "a cycle ends where it begins");
        letters.pop();
    }
    automaton.accepts(&Lasso { prefix: letters[..from].to_vec(), cycle: letters[from..].to_vec() })
}

/// The cutoffs of a seed determine whether the tree is used.
#[test]
fn any_number_of_threads_answers_the_same_while_assumptions_break_and_events_are_undefined() {
    let [found, none, undefined] = [const { Cell::new(0) }; 3];
    for_seeds(400, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let edges = random_edges(seed);
        let fault = random.random_bool(0.3).then(|| random.random_range(1..edges.len().max(2)));
        let system = Growing::new(edges).with_undefined(fault);
        let automaton = random_automaton(&mut random);
        let mut answers = Vec::new();
        for threads in 1..=4 {
            let product = product(&automaton, atoms());
            let acceptance =
                accepted_run(system.clone(), &product, Limits::default(), threads, &Control::default());
            assert!(is_accepted(&system, &automaton, &acceptance), "seed {seed} {acceptance:?}");
            answers.push(acceptance.run.map(|run| run.is_some()));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "seed {seed}: {answers:?}");
        let count = match answers[0] {
            Ok(true) => &found,
            Ok(false) => &none,
            Err(StopReason::Undefined) => &undefined,
            Err(reason) => panic!("seed {seed}: {reason:?}"),
        };
        count.set(count.get() + 1);
    });
    let counts = [found, none, undefined].map(Cell::into_inner);
    assert!(counts.iter().all(|&count| is_met(count, 4)), "{counts:?}");
}

/// Returns an automaton that guesses when to begin, and then accepts a word that has the first atom again
/// and again before the second one ever holds.
fn again_before_the_end() -> Automaton {
    let edge = |guard, target, marks| Edge { guard, target, marks };
    Automaton::new(
        0,
        1,
        vec![
            vec![edge(guard(0, 0), 0, 0), edge(guard(0, 2), 1, 0)],
            vec![edge(guard(1, 2), 1, 1), edge(guard(0, 3), 1, 0), edge(guard(2, 0), 1, 0)],
        ],
    )
}

/// Searches a system with steps that are taken once, in any order. Each state has fewer events than the one
/// before, and the last one has none.
fn steps(count: usize, automaton: &Automaton, limits: Limits, threads: usize) -> Acceptance {
    let model = FieldModel::compile(Knowledge::of(&diamond(count)).expect("it is a net"));
    let atoms: Vec<Goal<'_, FieldModel>> = vec![
        Box::new(|_, _, _, events| events.len().is_multiple_of(2)),
        Box::new(|_, _, _, events| events.is_empty()),
    ];
    accepted_run(model, &product(automaton, atoms), limits, threads, &Control::default())
}

/// Half a million states, and more than twice that number of product states.
#[test]
fn a_large_product_is_searched_whole_in_less_than_half_of_the_memory_over_the_tree() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let automaton = again_before_the_end();
    let whole = steps(19, &automaton, Limits::default(), 1);
    assert_eq!((whole.run.clone(), whole.states), (Ok(None), 1 << 19));
    assert!(whole.visits > 1_000_000, "{whole:?}");
    let several = steps(19, &automaton, Limits::default(), 2);
    assert_eq!((several.run.clone(), several.states), (Ok(None), 1 << 19));
    let mut nodes = Vec::new();
    for threads in [1, 2] {
        let memory_bytes = Some(whole.bytes / 3);
        let short = steps(19, &automaton, Limits { memory_bytes, ..Limits::default() }, threads);
        assert_eq!(short.run, Ok(None), "{short:?}");
        nodes.push(short.states);
        // Limits are checked at intervals.
        assert!(short.bytes < whole.bytes / 2, "{short:?} {whole:?}");
    }
    // Only the nodes are stored, and each is visited once more than those on one thread at first.
    assert!(nodes[0] >= whole.visits && nodes == [nodes[0], several.visits - (1 << 16)], "{nodes:?}");
}

/// Runs a test with all threads from the first visit on, and with one of them first.
fn sooner_and_later(test: impl Fn()) {
    test();
    let _entered = Cutoffs::usual().with(VISITS_BEFORE_THREADS, 0).enter();
    test();
}

#[test]
fn the_only_accepted_run_is_found_behind_all_steps() {
    // In the end every run has no event.
    let edge = |guard, target, marks| Edge { guard, target, marks };
    let automaton = Automaton::new(
        0,
        1,
        vec![vec![edge(guard(0, 2), 0, 0), edge(guard(2, 0), 1, 0)], vec![edge(guard(2, 0), 1, 1)]],
    );
    sooner_and_later(|| {
        for threads in 1..=4 {
            for memory_bytes in [None, Some(1 << 20)] {
                let found = steps(14, &automaton, Limits { memory_bytes, ..Limits::default() }, threads);
                let run = found.run.expect("there is memory enough").expect("it is accepted");
                assert_eq!((run.prefix.len(), run.cycle), (14, Some(Vec::new())));
            }
        }
    });
}

#[test]
fn limits_end_a_search_on_any_number_of_threads() {
    let automaton = again_before_the_end();
    sooner_and_later(|| {
        for threads in 1..=4 {
            for states in [0, 1, 7, 1000, 5000] {
                let stopped =
                    steps(14, &automaton, Limits { states: Some(states), ..Limits::default() }, threads);
                assert_eq!(stopped.run, Err(StopReason::States), "{threads} threads, {states} states");
                assert!(stopped.visits <= states, "{stopped:?}");
            }
            for memory_bytes in [0, 1 << 16] {
                let stopped = steps(
                    14,
                    &automaton,
                    Limits { memory_bytes: Some(memory_bytes), ..Limits::default() },
                    threads,
                );
                assert_eq!(stopped.run, Err(StopReason::Memory), "{threads} threads, {memory_bytes} bytes");
            }
            let stopped =
                steps(14, &automaton, Limits { time: Some(Duration::ZERO), ..Limits::default() }, threads);
            assert_eq!(stopped.run, Err(StopReason::Time), "{threads} threads");
        }
    });
}

#[test]
fn a_cancelled_search_ends_and_reports_its_progress() {
    let automaton = again_before_the_end();
    sooner_and_later(|| {
        for threads in 1..=3 {
            let model = FieldModel::compile(Knowledge::of(&diamond(14)).expect("it is a net"));
            let atoms: Vec<Goal<'_, FieldModel>> = vec![
                Box::new(|_, _, _, events| events.len().is_multiple_of(2)),
                Box::new(|_, _, _, events| events.is_empty()),
            ];
            let defined = std::sync::atomic::AtomicU64::new(0);
            let control = Control::with_listener(|_| {
                defined.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            });
            control.cancel();
            let stopped =
                accepted_run(model, &product(&automaton, atoms), Limits::default(), threads, &control);
            assert_eq!(stopped.run, Err(StopReason::Cancelled));
            drop(control);
            assert!(defined.into_inner() > 0);
        }
    });
}

/// A state has thousands of events here, and its expansion takes longer than that of thousands of others.
#[test]
fn limits_are_looked_at_after_some_firings_however_few_states_these_are_of() {
    const EVENTS: usize = 3000;
    let automaton = again_before_the_end();
    sooner_and_later(|| {
        for threads in 1..=2 {
            let model = FieldModel::compile(Knowledge::of(&diamond(EVENTS)).expect("it is a net"));
            let atoms: Vec<Goal<'_, FieldModel>> =
                vec![Box::new(|_, _, _, _| true), Box::new(|_, _, _, events| events.is_empty())];
            let looks = std::sync::atomic::AtomicU64::new(0);
            let control = Control::with_listener(|_| {
                looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            });
            let limits = Limits { states: Some(100), ..Limits::default() };
            let stopped = accepted_run(model, &product(&automaton, atoms), limits, threads, &control);
            drop(control);
            assert_eq!(stopped.run, Err(StopReason::States));
            let looks = looks.into_inner();
            let at_a_time = (1 << 13) + EVENTS as u64;
            assert!(stopped.firings > 90 * EVENTS as u64, "{stopped:?}");
            assert!(
                looks * at_a_time * threads as u64 >= stopped.firings - at_a_time,
                "{looks} looks: {stopped:?}"
            );
        }
    });
}

/// Returns the number of events of a run.
fn length(run: &AcceptedRun) -> usize {
    run.prefix.len() + run.cycle.as_ref().map_or(0, Vec::len)
}

/// A step of a run of system and automaton: the state and the location before it, and the marks of the edge.
type Step = (Vec<u64>, usize, u32);

/// Whether some accepted run of system and automaton has at most `left` events more than a path. Tries all
/// of them.
fn has_run_within(
    (system, automaton): (&Growing, &Automaton),
    path: &mut Vec<Step>,
    (state, location): (&[u64], usize),
    left: usize,
) -> bool {
    let is_closed = |from: usize| {
        let marks = path[from..].iter().fold(0, |marks, step| marks | step.2);
        path[from].0 == state && path[from].1 == location && marks == automaton.all_marks()
    };
    if (0..path.len()).any(is_closed) {
        return true;
    }
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    system.unpack::<0>(state, &mut scratch);
    system.enabled::<0>(state, &scratch, &mut events);
    let atoms = atoms();
    let letter = (0..atoms.len())
        .fold(0, |letter, at| letter | u64::from(atoms[at](system, state, &scratch, &[])) << at);
    if events.is_empty() {
        // Only this letter follows, so the automaton can decide.
        let rest = Automaton::new(
            location,
            automaton.acceptance_sets(),
            (0..automaton.states()).map(|one| automaton.edges(one).to_vec()).collect(),
        );
        return rest.accepts(&Lasso { prefix: Vec::new(), cycle: vec![letter] });
    }
    if left == 0 {
        return false;
    }
    let allowed = automaton.edges(location).iter().filter(|edge| edge.guard.allows(letter));
    allowed.into_iter().any(|edge| {
        events.iter().any(|&event| {
            let mut successor = vec![0; system.words()];
            assert_eq!(system.fire::<0>(state, &scratch, event, &mut successor), Fired::Successor);
            path.push((state.to_vec(), location, edge.marks));
            let next = (successor.as_slice(), edge.target);
            let is_found = has_run_within((system, automaton), path, next, left - 1);
            path.pop();
            is_found
        })
    })
}

#[test]
fn shorter_runs_are_accepted_and_none_is_shorter_than_a_shortest_one() {
    let [shortened, compared] = [const { Cell::new(0) }; 2];
    for_seeds(600, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let system = Growing::new(random_edges(seed));
        let automaton = random_automaton(&mut random);
        let product = product(&automaton, atoms());
        let found = accepted_run(system.clone(), &product, Limits::default(), 1, &Control::default());
        let Ok(Some(run)) = found.run else { return };
        let before = length(&run);
        let shorter = shorten_run(system.clone(), &product, run, Limits::default(), &Control::default());
        assert_eq!(shorter.stopped, None, "seed {seed}");
        let after = length(&shorter.run);
        let acceptance = Acceptance { run: Ok(Some(shorter.run)), ..found };
        assert!(is_accepted(&system, &automaton, &acceptance), "seed {seed}: {acceptance:?}");
        assert!(after <= before, "seed {seed}: {before} events became {after}");
        shortened.set(shortened.get() + usize::from(after < before));
        if (1..7).contains(&after) {
            let wide = system.with_capacity(1 << 10);
            let mut initial = vec![0; wide.words()];
            wide.initial(&mut initial);
            let first = (initial.as_slice(), automaton.initial());
            let is_shorter = has_run_within((&wide, &automaton), &mut Vec::new(), first, after - 1);
            assert!(!is_shorter, "seed {seed}: a run is shorter than {after} events: {acceptance:?}");
            compared.set(compared.get() + 1);
        }
    });
    let counts = [shortened, compared].map(Cell::into_inner);
    println!("{counts:?} runs were made shorter, and compared with all runs");
    assert!(counts.iter().all(|&count| is_met(count, 20)), "{counts:?}");
}

#[test]
fn limits_keep_the_run_that_is_known() {
    let automaton = again_before_the_end();
    let model = FieldModel::compile(Knowledge::of(&diamond(10)).expect("it is a net"));
    let atoms = || -> Vec<Goal<'_, FieldModel>> {
        vec![Box::new(|_, _, _, events| events.len().is_multiple_of(2)), Box::new(|_, _, _, _| false)]
    };
    let control = Control::default();
    let found = accepted_run(model.clone(), &product(&automaton, atoms()), Limits::default(), 1, &control);
    let run = found.run.expect("there are no limits").expect("a run ends");
    for (limits, reason) in [
        (Limits { states: Some(3), ..Limits::default() }, StopReason::States),
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, StopReason::Time),
        (Limits { memory_bytes: Some(0), ..Limits::default() }, StopReason::Memory),
    ] {
        let shorter =
            shorten_run(model.clone(), &product(&automaton, atoms()), run.clone(), limits, &control);
        assert_eq!(shorter.stopped, Some(reason));
        assert!(length(&shorter.run) <= length(&run));
    }
}
