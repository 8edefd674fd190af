//! The drivers on systems with known state spaces.

use sanderling_analysis::open::Order;
use sanderling_analysis::retention::Retention;
use sanderling_analysis::{
    Control, Driver, Goal, Guidance, Limits, Observation, Options, Outcome, StopReason, StoreChoice, explore,
};
use sanderling_store::pairs::{CacheSize, CacheStrategy, PairOptions, WholeLevels};
use sanderling_system::{Adaptive, Extremes, System};
use sanderling_testkit::tiny::Counter;
use sanderling_testkit::tiny::systems::{
    GraphSystem, after, clock, deadlock, diamond, one_way_chain, ring, self_loop,
};

/// Chooses a size. It is smaller with weak hashes, since states are then compared with many others.
fn sized(strong: usize, weak: usize) -> usize {
    if sanderling_cutoff::has_weak_hashes() { weak } else { strong }
}

const ORDERS: [Order; 6] = [
    Order::BreadthFirst,
    Order::DepthFirst,
    Order::BoundedWidth(3),
    Order::Alternating { breadth: 2, depth: 1 },
    Order::BestFirst,
    Order::Random(0),
];

/// Stores of pairs with much support for reconstruction, and with none.
const PAIRS: [PairOptions; 2] = [
    PairOptions { cache: CacheSize::Share, strategy: CacheStrategy::Fixed, whole: WholeLevels(16) },
    PairOptions { cache: CacheSize::States(0), strategy: CacheStrategy::Lru, whole: WholeLevels(0) },
];

/// Returns every combination of choices that is not refused.
fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for driver in [Driver::Sequential, Driver::Batched] {
        for order in ORDERS {
            let others = StoreChoice::all().filter(|&store| {
                let is_another = !matches!(store, StoreChoice::Auto | StoreChoice::ComBack(_));
                is_another && store.abilities().is_exact
            });
            for store in others.chain(PAIRS.map(StoreChoice::ComBack)) {
                all.extend([1, 2, 5].map(|threads| Options {
                    driver,
                    order,
                    store,
                    threads,
                    ..Options::default()
                }));
            }
        }
    }
    all.retain(|options| options.refusal().is_none());
    all
}

fn run<S: Extremes + Adaptive + Send>(system: S, options: &Options, goals: Vec<Goal<'_, S>>) -> Outcome<S> {
    let observation = Observation { goals, extremes: true, fired_events: true, ..Observation::default() };
    let guidance =
        Guidance { heuristic: Some(Box::new(|_, state, _| state[0] as i64)), ..Guidance::default() };
    explore(system, options, &observation, &guidance, &Control::default())
}

fn is_dead<S: System>() -> Goal<'static, S> {
    Box::new(|_, _, _, events| events.is_empty())
}

#[test]
fn every_driver_counts_the_states_of_tiny_systems() {
    type Known = (GraphSystem, u64, u64, u64);
    let (hours, bits) = (sized(1000, 50), sized(12, 6));
    // System, states, firings, dead states.
    let known: [Known; 6] = [
        (clock(hours), hours as u64, hours as u64, 0),
        (ring(37), 37, 74, 0),
        (diamond(bits), 1 << bits, (bits as u64) << (bits - 1), 1),
        (one_way_chain(70), 71, 70, 1),
        (deadlock(), 1, 0, 1),
        (self_loop(), 1, 1, 0),
    ];
    for (system, states, firings, dead) in known {
        for words in 1..=6 {
            for options in all_options() {
                let outcome = run(system.clone().with_words(words), &options, Vec::new());
                let found = (outcome.visits, outcome.expanded, outcome.firings, outcome.dead, outcome.stop);
                assert_eq!(found, (states, states, firings, dead, None), "{words} words, {options:?}");
                assert_eq!(outcome.maxima.unwrap().each, [states - 1], "{options:?}");
                assert_eq!(outcome.never_fired.unwrap(), [], "{options:?}");
            }
        }
    }
}

#[test]
fn witnesses_lead_to_the_state_and_are_shortest_breadth_first() {
    for options in all_options() {
        let outcome = run(diamond(sized(9, 6)), &options, vec![is_dead()]);
        let witness = outcome.hits[0].as_ref().expect("there is a dead state");
        let state = after(&outcome.system, &witness.events);
        assert_eq!(outcome.system.node(&state), Some((1 << sized(9, 6)) - 1), "{options:?}");
        assert_eq!(witness.events.len(), sized(9, 6), "every path through a diamond is as long: {options:?}");
    }
    for options in all_options().into_iter().filter(|options| options.order == Order::BreadthFirst) {
        let goal: Goal<'_, GraphSystem> = Box::new(|system, state, _, _| system.node(state) == Some(40));
        let outcome = run(ring(100), &options, vec![goal]);
        let witness = outcome.hits[0].as_ref().unwrap();
        assert_eq!(witness.events.len(), 40, "{options:?}");
    }
}

#[test]
fn levels_are_those_of_the_diamond() {
    let outcome = run(diamond(4), &Options::default(), Vec::new());
    assert_eq!(outcome.levels, [1, 4, 6, 4, 1]);
}

#[test]
fn a_search_continues_after_an_assumption_broke() {
    let top = sized(1000, 100) as u64;
    let some = top * 7 / 10;
    for options in all_options() {
        let goals: Vec<Goal<'_, Counter>> = vec![
            Box::new(|counter, state, _, _| counter.count(state) == 1),
            Box::new(|counter, state, _, _| counter.count(state) == some),
            Box::new(|counter, state, _, _| counter.count(state) == top + 1),
        ];
        let outcome = run(Counter::up_and_down(top), &options, goals);
        assert_eq!((outcome.visits, outcome.firings, outcome.stop), (top + 1, 2 * top, None), "{options:?}");
        assert!(outcome.relaxations > 0 && outcome.relaxations < 1000, "{}", outcome.relaxations);
        // Findings from before the states were packed again are still valid.
        let count = |hit: usize| {
            let witness = outcome.hits[hit].as_ref()?;
            Some(outcome.system.count(&after(&outcome.system, &witness.events)))
        };
        assert_eq!((count(0), count(1), count(2)), (Some(1), Some(some), None), "{options:?}");
        let witness = outcome.hits[1].as_ref().unwrap();
        assert_eq!(witness.events.len() as u64, some, "{options:?}");
        assert_eq!(outcome.maxima.unwrap().each, [top]);
    }
}

#[test]
fn an_infinite_system_is_recognized_by_a_self_covering_sequence() {
    for options in all_options() {
        let outcome = run(Counter::unbounded(), &options, Vec::new());
        assert_eq!(outcome.stop, Some(StopReason::Unbounded), "{options:?}");
        assert!(!outcome.self_covering.expect("there is a proof").cycle.is_empty());
    }
}

#[test]
fn limits_end_the_search_with_their_reason() {
    let bits = sized(12, 8);
    for options in all_options() {
        let keep_all = Options { retention: Retention::KeepAll, ..options.clone() };
        let limited = |limits| run(diamond(bits), &Options { limits, ..keep_all.clone() }, Vec::new());
        let by_states = limited(Limits { states: Some(100), ..Limits::default() });
        assert_eq!(by_states.stop, Some(StopReason::States), "{options:?}");
        let by_memory = limited(Limits { memory_bytes: Some(1000), ..Limits::default() });
        assert_eq!(by_memory.stop, Some(StopReason::Memory), "{options:?}");
        let whole = limited(Limits { states: Some((1 << bits) + 1), ..Limits::default() });
        assert_eq!((whole.stop, whole.visits), (None, 1 << bits), "{options:?}");
    }
}
