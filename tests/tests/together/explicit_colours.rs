//! Coloured nets explored with explicit colours, against the naive explorer and against their unfoldings.

use std::sync::atomic::{AtomicBool, Ordering};

use sanderling_analysis::open::Order;
use sanderling_analysis::{Control, Driver, Guidance, Limits, Observation, Options, Outcome, StopReason};
use sanderling_cutoff::{COLOUR_BITS, Cutoffs};
use sanderling_model::explicit::{ColouredModel, TableLimits, Tables};
use sanderling_model::{CountModel, FieldModel, Knowledge, NetModel};
use sanderling_net::semantics::{Firing, Interpreter, Marking};
use sanderling_net::{Net, Operator, PlaceId, SortId, Term, Value, VariableId};
use sanderling_runs::{Product, accepted_run};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, System};
use sanderling_temporal::{Ltl, translate};
use sanderling_testkit::laws::{
    check_adaptive_laws, check_dependency_laws, check_extremes_laws, check_system_laws,
};
use sanderling_testkit::naive::{Explored, Stopped, explore};
use sanderling_testkit::random::{coloured, for_seeds, is_met, symmetric};
use sanderling_tests::{apply, counter, number, x};
use sanderling_unfolding::{Budget, unfold};

/// The limits are low enough to compute dependencies of all events.
const FEW: TableLimits = TableLimits { events: 1_000, bytes: 1 << 24 };

/// More states than the naive explorer visits.
const MANY: u64 = 2_000;

fn searched<S: Extremes + Adaptive + Send>(
    system: S,
    order: Order,
    driver: Driver,
    threads: usize,
) -> Outcome<S> {
    let limits = Limits { states: Some(MANY), ..Limits::default() };
    searched_within(limits, system, (order, driver, threads))
}

fn searched_within<S: Extremes + Adaptive + Send>(
    limits: Limits,
    system: S,
    (order, driver, threads): (Order, Driver, usize),
) -> Outcome<S> {
    let options = Options { order, driver, threads, limits, ..Options::default() };
    let observation = Observation { extremes: true, ..Observation::default() };
    sanderling_analysis::explore(system, &options, &observation, &Guidance::default(), &Control::default())
}

/// Returns the configurations: the order, the driver and the threads.
fn configurations() -> impl Iterator<Item = (Order, Driver, usize)> {
    let orders = [Order::BreadthFirst, Order::DepthFirst, Order::Random(3), Order::BoundedWidth(2)];
    let sequential = orders.into_iter().map(|order| (order, Driver::Sequential, 1));
    sequential.chain([(Order::BreadthFirst, Driver::Batched, 1), (Order::BreadthFirst, Driver::Batched, 3)])
}

fn check(net: &Net, explored: &Explored, (order, driver, threads): (Order, Driver, usize)) {
    let model = ColouredModel::build(net, TableLimits::default()).unwrap();
    let outcome = searched(model, order, driver, threads);
    let about = format!("{} {order} {driver:?} {threads}", net.id);
    assert_eq!(outcome.stop, None, "{about}");
    assert_eq!(outcome.states, Some(explored.states() as u64), "{about}");
    assert_eq!(outcome.firings, explored.firings, "{about}");
    assert_eq!(outcome.dead, explored.deadlocks.len() as u64, "{about}");
    let maxima = outcome.maxima.as_ref().unwrap();
    assert_eq!(maxima.each[..net.places.len()], explored.bounds, "{about}");
    let most = maxima.each[net.places.len()..].iter().max();
    assert_eq!(most.copied().unwrap_or(0), explored.max_tokens_in_place, "{about}");
    assert_eq!(maxima.sum, explored.max_tokens_in_marking, "{about}");
    assert!(outcome.system.table_bytes() > 0 || net.places.iter().all(|place| place.sort == SortId::DOT));
}

/// Searches in all configurations if the net is small, and otherwise in two.
fn compare(net: &Net) -> bool {
    match explore(net, 60) {
        Ok(explored) => {
            configurations().for_each(|one| check(net, &explored, one));
            explored.states() > 3
        }
        Err(Stopped::LimitReached) => {
            let model = ColouredModel::build(net, TableLimits::default()).unwrap();
            let limits = Limits { states: Some(100), ..Limits::default() };
            let limited = searched_within(limits, model, (Order::BreadthFirst, Driver::Sequential, 1));
            let is_large = limited.visits > 60;
            assert!(limited.stop == Some(StopReason::Unbounded) || is_large, "{:?}", limited.stop);
            false
        }
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn nets_with_numbers_and_code_have_the_states_that_they_have() {
    let moving = std::cell::Cell::new(0);
    for_seeds(80, |seed| moving.set(moving.get() + usize::from(compare(&coloured::net(seed)))));
    assert!(is_met(moving.get(), 10), "{moving:?}");
}

#[test]
fn symmetric_nets_have_the_states_that_they_have() {
    let moving = std::cell::Cell::new(0);
    for_seeds(150, |seed| moving.set(moving.get() + usize::from(compare(&symmetric::net(seed)))));
    assert!(is_met(moving.get(), 15), "{moving:?}");
}

/// Compares the events and successors of some states with the attempts of the reference semantics, in their order.
/// Returns the number of undefined attempts.
fn compare_attempts(net: &Net, seed: u64) -> usize {
    let _entered = Cutoffs::drawn(seed).with(COLOUR_BITS, 16).enter();
    let noted = AtomicBool::new(false);
    let model =
        ColouredModel::build(net, TableLimits::default()).unwrap().noting_negative_differences(&noted);
    let (interpreter, mut scratch) = (Interpreter::new(net), model.scratch());
    let mut initial = vec![0; model.words()];
    model.initial(&mut initial);
    let (mut states, mut next, mut undefined) = (vec![initial], 0, 0);
    while next < states.len().min(60) {
        let state = states[next].clone();
        model.unpack::<0>(&state, &mut scratch);
        let marking = model.marking(&state, &scratch).unwrap();
        assert_eq!(model.packed(&marking).as_ref(), Some(&state));
        // The second time, the results are stored.
        for _ in 0..2 {
            let mut events = Vec::new();
            model.enabled::<0>(&state, &scratch, &mut events);
            let Ok(attempts) = interpreter.attempts(&marking) else { break };
            let firings = events.iter().map(|&event| Firing::clone(&model.firing(event).unwrap()));
            let expected = attempts.iter().map(|attempt| attempt.firing.clone());
            assert_eq!(firings.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{} {seed}", net.id);
            for (attempt, event) in attempts.iter().zip(events) {
                let (mut after, mut successor) = (marking.clone(), state.clone());
                let fired = interpreter.fire(&mut after, &attempt.firing);
                match model.fire::<0>(&state, &scratch, event, &mut successor) {
                    Fired::Successor => {
                        assert_eq!((fired, model.packed(&after)), (Ok(()), Some(successor.clone())));
                        if !states.contains(&successor) {
                            states.push(successor);
                        }
                    }
                    Fired::Undefined => assert!(attempt.error.is_some() && fired.is_err()),
                    // The marking does not fit.
                    Fired::AssumptionBroken => {
                        assert_eq!(model.packed(&after).filter(|_| fired.is_ok()), None);
                    }
                }
                undefined += usize::from(attempt.error.is_some());
            }
        }
        next += 1;
    }
    assert_eq!(noted.load(Ordering::Relaxed), interpreter.has_met_negative_difference(), "{} {seed}", net.id);
    undefined
}

#[test]
fn each_marking_has_the_firings_of_the_reference_semantics() {
    let undefined = std::cell::Cell::new(0);
    for_seeds(400, |seed| {
        for net in [coloured::net(seed), symmetric::net(seed), coloured::loose_net(seed)] {
            undefined.set(undefined.get() + compare_attempts(&net, seed));
        }
    });
    assert!(is_met(undefined.get(), 100), "{undefined:?}");
}

#[test]
fn explicit_and_unfolded_nets_have_the_same_statistics() {
    let compared = std::cell::Cell::new(0);
    for_seeds(120, |seed| {
        let net = symmetric::net(seed);
        let Ok(unfolding) = unfold(&net, &Budget::default()) else { return };
        let model = FieldModel::compile(Knowledge::of(unfolding.net()).unwrap());
        let plain = searched(model, Order::BreadthFirst, Driver::Sequential, 1);
        if plain.stop.is_some() {
            return;
        }
        let model = ColouredModel::build(&net, TableLimits::default()).unwrap();
        let explicit = searched(model, Order::BreadthFirst, Driver::Sequential, 1);
        let statistics = |states, firings, dead, levels: &[u64]| (states, firings, dead, levels.to_vec());
        assert_eq!(
            statistics(explicit.states, explicit.firings, explicit.dead, &explicit.levels),
            statistics(plain.states, plain.firings, plain.dead, &plain.levels),
        );
        compared.set(compared.get() + 1);
    });
    assert!(is_met(compared.get(), 50), "{compared:?}");
}

#[test]
fn the_laws_hold() {
    let broken = std::cell::Cell::new(0);
    for_seeds(6, |seed| {
        for net in [coloured::net(seed), symmetric::net(seed)] {
            let model = ColouredModel::build(&net, FEW).unwrap();
            check_system_laws(&model, seed);
            check_extremes_laws(&model, seed);
            check_dependency_laws(&model, seed);
            broken.set(broken.get() + check_adaptive_laws(&model, seed));
        }
    });
    assert!(is_met(broken.get(), 0), "some outgrow their slots");
}

#[test]
fn unbounded_colours_are_explored_as_far_as_they_go() {
    let guard = apply(Operator::Less, x(), number(1_000));
    let net = counter(Some(guard), apply(Operator::Add, x(), number(1)));
    let model = ColouredModel::build(&net, TableLimits::default()).unwrap();
    let outcome = searched(model, Order::BreadthFirst, Driver::Batched, 1);
    assert_eq!((outcome.stop, outcome.states, outcome.dead), (None, Some(1_001), 1));
    assert!(outcome.relaxations > 0, "more than four bits hold");
    let mut scratch = outcome.system.scratch();
    let mut state = vec![0; outcome.system.words()];
    outcome.system.initial(&mut state);
    outcome.system.unpack::<0>(&state, &mut scratch);
    let marking = outcome.system.marking(&state, &scratch);
    assert_eq!(marking.map(|marking: Marking| marking.tokens(PlaceId::new(0))), Some(1));
    let firing = outcome.system.firing(EventId::new(1)).unwrap();
    assert_eq!(firing.binding.get(VariableId::new(0)), Some(&Value::Integer(0)), "the first that was met");
}

#[test]
fn an_undefined_firing_ends_the_search_there() {
    let quotient = apply(Operator::Divide, number(6), apply(Operator::Subtract, number(2), x()));
    let guard = apply(Operator::Less, number(0), quotient);
    let net = counter(Some(guard), apply(Operator::Add, x(), number(1)));
    let model = ColouredModel::build(&net, TableLimits::default()).unwrap();
    let outcome = searched(model, Order::BreadthFirst, Driver::Sequential, 1);
    assert_eq!(outcome.stop, Some(StopReason::Undefined));
    let path = outcome.undefined.expect("a path there").events;
    let values = path.iter().map(|&event| {
        let firing = outcome.system.firing(event).unwrap();
        firing.binding.get(VariableId::new(0)).cloned().unwrap()
    });
    assert_eq!(values.collect::<Vec<_>>(), [0, 1, 2].map(Value::Integer));
}

#[test]
fn tokens_that_grow_for_ever_are_recognised() {
    let twice = Term::Apply(Operator::NumberOf, vec![number(2), x()]);
    let net = counter(None, twice);
    let model = ColouredModel::build(&net, TableLimits::default()).unwrap();
    let outcome = searched(model, Order::BreadthFirst, Driver::Sequential, 1);
    assert_eq!(outcome.stop, Some(StopReason::Unbounded));
}

#[test]
fn a_full_table_ends_the_search_and_says_so() {
    let net = counter(None, apply(Operator::Add, x(), number(1)));
    for limits in [
        TableLimits { events: 50, ..TableLimits::default() },
        TableLimits { bytes: 10_000, ..TableLimits::default() },
    ] {
        let model = ColouredModel::build(&net, limits).unwrap();
        let outcome = searched(model, Order::BreadthFirst, Driver::Sequential, 1);
        assert_eq!(outcome.stop, Some(StopReason::Unrepresentable));
        assert!(outcome.system.table_bytes() <= limits.bytes);
    }
    let nothing = TableLimits { bytes: 0, ..TableLimits::default() };
    assert!(ColouredModel::build(&net, nothing).is_err());
}

#[test]
fn a_marking_whose_firings_have_no_room_does_not_end_a_run() {
    let net = counter(None, apply(Operator::Add, x(), number(1)));
    let model = ColouredModel::build(&net, TableLimits { events: 5, ..TableLimits::default() }).unwrap();
    // All markings except those without room have known firings. So the condition always holds, as far as is known.
    let globally = Ltl::Globally(Box::new(Ltl::Atom(0)));
    let automaton = translate(&Ltl::Next(Box::new(globally))).unwrap();
    let known = |_: &ColouredModel<'_>, _: &[u64], _: &_, events: &[EventId]| Tables::are_all_known(events);
    let product = Product::new(&automaton, vec![Box::new(known)]);
    for threads in [1, 3] {
        let acceptance =
            accepted_run(model.clone(), &product, Limits::default(), threads, &Control::default());
        assert_eq!(acceptance.run, Err(StopReason::Unrepresentable));
    }
}
