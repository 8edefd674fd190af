//! Reductions of events combined with forgetting of states, on random nets and programs. In every order, the
//! same states are visited as without them, or the search reports why not.

use std::collections::BTreeSet;
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, Driver, Limits, Order};
use sanderling_analysis::reduce::{Chains, Events, Independence};
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{Goal, Guidance, Observation, Options, Outcome, Scope, StopReason, explore};
use sanderling_dve::{Dve, Semantics};
use sanderling_model::{CountModel, FieldModel, Knowledge, ModelErrors, ValueModel};
use sanderling_net::ArcKind::{Inhibitor, Input, Output, Read, Reset};
use sanderling_net::{Format, Net, Source};
use sanderling_system::{Adaptive, Dependencies, EventId, Extremes, Fired, SlotId};
use sanderling_testkit::dve::{self, print};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::tiny::nets;

/// Larger state spaces are skipped.
const LIMIT: u64 = 400;

/// The values of the slots of a state. Empty in the end.
type Values = Vec<i128>;

fn values<S: Dependencies>(system: &S, state: &[u64], scratch: &S::Scratch) -> Values {
    let slots = if system.is_end(state) { 0 } else { system.slots() };
    (0..slots).map(|slot| system.value(state, scratch, SlotId::new(slot))).collect()
}

/// The states that a search has visited, and those without events.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    visited: BTreeSet<Values>,
    dead: BTreeSet<Values>,
}

/// Explores, and searches for a state with the values `wanted`.
fn search<S: Dependencies + Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    wanted: &Values,
) -> (Seen, Outcome<S>) {
    let seen = Mutex::new(Seen::default());
    let see: Goal<'_, S> = Box::new(|system, state, scratch, events: &[EventId]| {
        let values = values(system, state, scratch);
        let mut seen = seen.lock().unwrap();
        if events.is_empty() {
            seen.dead.insert(values.clone());
        }
        seen.visited.insert(values);
        false
    });
    let find: Goal<'_, S> = Box::new(|system, state, scratch, _| values(system, state, scratch) == *wanted);
    let observation =
        Observation { goals: vec![see, find], extremes: true, fired_events: true, ..Observation::default() };
    let sum = |system: &S, state: &[u64], scratch: &S::Scratch| {
        values(system, state, scratch).iter().map(|&value| (value % 1000) as i64).sum::<i64>()
    };
    let guidance = Guidance {
        independence: Some(Independence::of(&system).expect("few events")),
        heuristic: Some(Box::new(sum)),
        progress: Some(Box::new(move |system, state, scratch, progress| {
            progress.push(sum(system, state, scratch) / 3);
        })),
        stubborn: None,
        event_types: (0..system.events()).map(|event| (event % 3) as u8).collect(),
        self_covering: None,
        scope: Scope::default(),
    };
    let outcome = explore(system, options, &observation, &guidance, &Control::default());
    drop(observation);
    (seen.into_inner().unwrap(), outcome)
}

/// Returns the values of the slots after these events. `relaxed` is the system after a search, which has few
/// enough assumptions to fire them.
fn after<S: Dependencies>(relaxed: &S, events: &[EventId]) -> Values {
    let (mut state, mut scratch) = (vec![0; relaxed.words()], relaxed.scratch());
    relaxed.initial(&mut state);
    for &event in events {
        let (mut enabled, mut successor) = (Vec::new(), state.clone());
        relaxed.unpack::<0>(&state, &mut scratch);
        relaxed.enabled::<0>(&state, &scratch, &mut enabled);
        assert!(enabled.contains(&event));
        assert_eq!(relaxed.fire::<0>(&state, &scratch, event, &mut successor), Fired::Successor);
        state = successor;
    }
    relaxed.unpack::<0>(&state, &mut scratch);
    values(relaxed, &state, &scratch)
}

const ORDERS: [Order; 8] = [
    Order::BreadthFirst,
    Order::DepthFirst,
    Order::BoundedWidth(1),
    Order::BoundedWidth(3),
    Order::Alternating { breadth: 1, depth: 2 },
    Order::Alternating { breadth: 2, depth: 1 },
    Order::BestFirst,
    Order::Random(3),
];

/// Returns all combinations. `seed` determines the size of the cache and the strategy.
fn combinations(states: u64, seed: u64) -> Vec<Options> {
    let replacement = ["random", "lru", "distance", "-distance", "stratified:2"][seed as usize % 5];
    let replacement = replacement.parse().expect("a strategy");
    let max_states = (states * [2, 4, 7, 10][seed as usize % 4]).div_ceil(10);
    let mut all = Vec::new();
    for order in ORDERS {
        for events in [Events::ALL, Events::EDGE_LEAN, Events::SLEEP] {
            for chains in [Chains::Kept, Chains::OffTree, Chains::Unstored { every: 4 }] {
                for retention in
                    [Retention::KeepAll, Retention::Cache, Retention::Sweep, Retention::CacheAndSweep]
                {
                    let max_states = retention.caches().then_some(max_states);
                    let caching = Caching { max_states, replacement, ..Caching::default() };
                    let driver = Driver::Sequential;
                    let last_event_first = all.len() % 3 == 0;
                    all.push(Options {
                        last_event_first,
                        order,
                        events,
                        chains,
                        retention,
                        caching,
                        driver,
                        ..Options::default()
                    });
                }
            }
        }
    }
    all
}

/// The numbers of searches that were exhaustive, gave up, and ended at an undefined event.
type Ends = [u64; 3];

/// Compares all combinations with the plain search.
fn compare<S: Dependencies + Extremes + Adaptive + Send>(
    about: &str,
    model: impl Fn() -> S,
    seed: u64,
) -> Ends {
    let limits = Limits { states: Some(LIMIT), ..Limits::default() };
    let plain = Options { retention: Retention::KeepAll, limits, ..Options::default() };
    let (expected, outcome) = search(model(), &plain, &Values::new());
    if !matches!(outcome.stop, None | Some(StopReason::Undefined)) {
        return Ends::default();
    }
    let wanted = expected.visited.iter().nth(seed as usize % expected.visited.len()).expect("there is one");
    let mut ends = Ends::default();
    for options in combinations(outcome.visits, seed) {
        let about = format!("{about}\n{options:?}");
        let (seen, found) = search(model(), &options, wanted);
        if let Some(path) = &found.hits[1] {
            assert_eq!(after(&found.system, &path.events), *wanted, "{about}");
        }
        assert!(found.hits[1].is_some() || found.stop.is_some(), "{about}");
        match found.stop {
            None => {
                assert_eq!(outcome.stop, None, "{about}");
                assert_eq!(seen, expected, "{about}");
                assert_eq!(
                    (found.maxima, found.never_fired),
                    (outcome.maxima.clone(), outcome.never_fired.clone()),
                    "{about}"
                );
                assert!(found.states.is_none_or(|states| states == outcome.visits), "{about}");
                ends[0] += 1;
            }
            Some(StopReason::Undefined) => {
                assert_eq!(outcome.stop, Some(StopReason::Undefined), "{about}");
                ends[2] += 1;
            }
            Some(stop) => {
                let may_give_up = options.retention.caches();
                assert!(
                    may_give_up && matches!(stop, StopReason::TreeTooLarge | StopReason::Revisits),
                    "{stop:?} {about}"
                );
                ends[1] += 1;
            }
        }
    }
    ends
}

fn compare_all(seeds: u64, compare: impl Fn(u64) -> Ends) -> Ends {
    let all = Mutex::new(Ends::default());
    for_seeds(seeds, |seed| {
        let mut all = all.lock().unwrap();
        all.iter_mut().zip(compare(seed)).for_each(|(all, one)| *all += one);
    });
    let all = all.into_inner().unwrap();
    println!(
        "{} searches came to an end, {} gave up, {} ended at an undefined event",
        all[0], all[1], all[2]
    );
    all
}

fn compare_nets(seeds: u64, net: impl Fn(u64) -> Net) -> Ends {
    compare_all(seeds, |seed| {
        let net = net(seed);
        let Ok(knowledge) = Knowledge::of(&net) else { return Ends::default() };
        compare(&net.id, || FieldModel::compile(knowledge.clone()), seed)
    })
}

#[test]
fn nets_of_every_kind() {
    let ends = compare_nets(60, |seed| random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative() }));
    assert!(is_met(ends[0], 100));
    compare_nets(60, |seed| random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative_special() }));
    compare_nets(60, |seed| random::net(seed, &Shape::plain()));
    compare_nets(60, random::unit_safe_net);
}

/// Returns counters that are bounded only by inhibitor arcs, so that no bound is proved for them.
fn inhibited_counters(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let counters = random.random_range(2..=3);
    let highest = if counters == 2 { 14 } else { 5 };
    let mut arcs = Vec::new();
    for counter in 0..counters {
        let [grow, shrink, pass, empty] = [0, 1, 2, 3].map(|event| 4 * counter + event);
        let next = (counter + 1) % counters;
        let mut small = || random.random_range(1..=3);
        arcs.extend([(counter, grow, Output, small()), (counter, shrink, Input, small())]);
        arcs.extend([(counter, pass, Input, small()), (next, pass, Output, small())]);
        arcs.extend([(counter, empty, Reset, 1), (next, empty, Read, small())]);
        let limit = random.random_range(2..=highest);
        arcs.extend([(counter, grow, Inhibitor, limit), (next, pass, Inhibitor, limit)]);
    }
    let mut net = nets::net("counters", &vec![0; counters], 4 * counters, &arcs);
    net.id = format!("counters-{seed}");
    net
}

/// States are packed again after others have been forgotten, while chains are passed, and while persistent
/// ones wait.
#[test]
fn nets_whose_counts_outgrow_their_slots() {
    let ends = compare_nets(12, inhibited_counters);
    assert!(is_met(ends[0], 100));
}

#[test]
fn programs_of_every_kind() {
    let ends = compare_all(150, |seed| {
        let text = print(&dve::random(
            seed,
            &if seed % 3 == 0 { dve::Shape::talkative() } else { dve::Shape::tame() },
        ));
        let semantics = if seed % 2 == 0 { Semantics::Ltsmin } else { Semantics::Divine2 };
        let Ok(parsed) = (Dve { semantics }).parse(&Source::new("model.dve", text.as_str())) else {
            return Ends::default();
        };
        let errors = if seed % 3 == 0 { ModelErrors::Report } else { ModelErrors::State };
        compare(&text, || ValueModel::build(&parsed.nets[0], errors).expect("it compiles"), seed)
    });
    assert!(is_met(ends[0], 100));
}
