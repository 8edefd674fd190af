//! Tests of the relations against the dependencies pair by pair, and against firing.

use sanderling_dve::{Dve, Semantics};
use sanderling_model::{CountModel, FieldModel, Knowledge, ModelErrors, ValueModel};
use sanderling_net::{Format, Net, Source};
use sanderling_system::{Change, Condition, Dependencies, Dependency, EventId, Fired, SlotId, Test, Write};
use sanderling_testkit::dve::{self, print};
use sanderling_testkit::files::own;
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_testkit::tiny::{Counter, nets};

use sanderling_cutoff::INDEPENDENCE_EVENTS;

use super::{Independence, TooManyEvents};

fn fields(net: &Net) -> FieldModel {
    FieldModel::compile(Knowledge::of(net).unwrap())
}

fn program(text: &str) -> Option<Net> {
    let parsed = Dve { semantics: Semantics::Ltsmin }.parse(&Source::new("model.dve", text));
    parsed.ok().map(|mut parsed| parsed.nets.remove(0))
}

fn own_programs() -> impl Iterator<Item = Net> {
    let texts = own("dve").into_iter().map(|path| std::fs::read_to_string(path).unwrap());
    texts.map(|text| program(&text).expect("a model"))
}

/// Compares all pairs with the dependencies. Returns the number of pairs that may be swapped.
fn compare(dependencies: &[Dependency]) -> usize {
    let relations = Independence::between(dependencies).unwrap();
    let mut swappable = 0;
    for (a, one) in dependencies.iter().enumerate() {
        for (b, other) in dependencies.iter().enumerate() {
            let (arrival, event) = (EventId::new(a), EventId::new(b));
            let independent = one.is_independent_of(other);
            assert_eq!(relations.are_independent(arrival, event), independent, "{one:?}\n{other:?}");
            let may_swap = b != a && independent && !one.may_enable(other);
            assert_eq!(relations.may_swap(arrival, event), may_swap, "{one:?}\n{other:?}");
            swappable += usize::from(may_swap);
        }
    }
    swappable
}

/// Fires pairs that may be swapped in both orders, in small state spaces. Returns the number of pairs fired.
fn check_by_firing(system: &impl Dependencies, limit: usize) -> usize {
    let relations = Independence::of(system).unwrap();
    let mut initial = vec![0; system.words()];
    system.initial(&mut initial);
    let (mut states, mut known) = (vec![initial.clone()], std::collections::HashSet::from([initial]));
    let (mut next, mut diamonds) = (0, 0);
    while next < states.len() && states.len() < limit {
        let state = states[next].clone();
        next += 1;
        let before = enabled(system, &state);
        for &arrival in &before {
            let Some(successor) = fire(system, &state, arrival) else { continue };
            let after = enabled(system, &successor);
            for event in after.into_iter().filter(|&event| relations.may_swap(arrival, event)) {
                assert!(before.contains(&event), "{arrival:?} enabled {event:?} in {state:?}");
                let Some(end) = fire(system, &successor, event) else { continue };
                let Some(between) = fire(system, &state, event) else { continue };
                assert!(enabled(system, &between).contains(&arrival), "{event:?} disables {arrival:?}");
                let other_end = fire(system, &between, arrival);
                assert!(other_end.is_none_or(|other| other == end), "{arrival:?} and {event:?} commute");
                diamonds += 1;
            }
            if known.insert(successor.clone()) {
                states.push(successor);
            }
        }
    }
    diamonds
}

fn enabled<S: Dependencies>(system: &S, state: &[u64]) -> Vec<EventId> {
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    system.unpack::<0>(state, &mut scratch);
    system.enabled::<0>(state, &scratch, &mut events);
    events
}

fn fire<S: Dependencies>(system: &S, state: &[u64], event: EventId) -> Option<Vec<u64>> {
    let (mut scratch, mut successor) = (system.scratch(), vec![0; system.words()]);
    system.unpack::<0>(state, &mut scratch);
    let fired = system.fire::<0>(state, &scratch, event, &mut successor);
    (fired == Fired::Successor).then_some(successor)
}

#[test]
fn relations_of_random_nets_are_those_of_their_footprints() {
    let skipped = std::cell::Cell::new(0);
    for_seeds(60, |seed| {
        for shape in [Shape::plain(), Shape::special(), Shape::large_counts()] {
            skipped.set(skipped.get() + compare(&fields(&random::net(seed, &shape)).dependencies()));
        }
        let large = Shape::many_events();
        if seed < 4 {
            skipped.set(skipped.get() + compare(&fields(&random::net(seed, &large)).dependencies()));
        }
    });
    assert!(skipped.get() > 0);
}

#[test]
fn relations_of_programs_are_those_of_their_footprints() {
    for net in own_programs() {
        for errors in [ModelErrors::Report, ModelErrors::State] {
            compare(&ValueModel::build(&net, errors).unwrap().dependencies());
        }
    }
    for_seeds(20, |seed| {
        for shape in [dve::Shape::wild(), dve::Shape::talkative()] {
            if let Some(net) = program(&print(&dve::random(seed, &shape))) {
                compare(&ValueModel::build(&net, ModelErrors::State).unwrap().dependencies());
            }
        }
    });
}

#[test]
fn what_may_be_skipped_was_enabled_before_and_leads_to_the_same_state() {
    let mut diamonds = 0;
    for net in own_programs() {
        diamonds += check_by_firing(&ValueModel::build(&net, ModelErrors::State).unwrap(), 400);
    }
    for net in [nets::philosophers(4), nets::ring(6, 3), nets::every_arc(), nets::diamond(6)] {
        diamonds += check_by_firing(&fields(&net), 400);
    }
    assert!(diamonds > 1000, "{diamonds}");
    for_seeds(60, |seed| {
        check_by_firing(&fields(&random::net(seed, &Shape::special())), 200);
        check_by_firing(&fields(&random::net(seed, &Shape::conservative_special())), 200);
    });
}

#[test]
fn events_without_a_common_slot_are_independent_unless_they_may_end() {
    let add = |slot| {
        let write = Write { slot: SlotId::new(slot), change: Change::Add(1) };
        Dependency::new(Vec::new(), Vec::new(), vec![write])
    };
    let dependencies = [add(0), add(1), add(2).ending()];
    assert_eq!(compare(&dependencies), 2);
    let relations = Independence::between(&dependencies).unwrap();
    assert!(relations.may_swap(EventId::new(0), EventId::new(1)));
    assert!(!relations.are_independent(EventId::new(0), EventId::new(2)));
}

#[test]
fn a_counter_has_nothing_to_skip() {
    assert_eq!(compare(&Counter::up_and_down(5).dependencies()), 0);
}

#[test]
fn too_many_events_are_refused_by_their_number() {
    let dependencies = vec![Dependency::default(); INDEPENDENCE_EVENTS.size() + 1];
    let refused = Independence::between(&dependencies).unwrap_err();
    assert_eq!(refused, TooManyEvents { events: INDEPENDENCE_EVENTS.size() + 1 });
    assert_eq!(refused.to_string(), "independence is worked out for 16384 events at most, not 16385");
}

#[test]
fn ten_thousand_events_of_one_process_take_a_few_megabytes() {
    // The steps of a process with a hundred locations, each of which counts in one of a thousand slots.
    let event = |number: usize| {
        let (location, count) = (SlotId::new(0), SlotId::new(1 + number % 1000));
        let test = Test { slot: location, condition: Condition::exactly((number % 100) as i128) };
        let put = Write { slot: location, change: Change::Put((number % 97) as i128) };
        Dependency::new(vec![test], vec![count], vec![put, Write { slot: count, change: Change::Assign }])
    };
    let dependencies: Vec<_> = (0..10_000).map(event).collect();
    let relations = Independence::between(&dependencies).unwrap();
    assert_eq!(relations.bytes(), 2 * 10_000 * 157 * 8);
    assert!(relations.bytes() < 64 << 20);
    for (a, b) in [(0, 9_999), (4_900, 5_000), (4_000, 5_000), (77, 777), (63, 64)] {
        let (one, other) = (&dependencies[a], &dependencies[b]);
        let (arrival, event) = (EventId::new(a), EventId::new(b));
        assert_eq!(relations.are_independent(arrival, event), one.is_independent_of(other));
        let may_swap = one.is_independent_of(other) && !one.may_enable(other);
        assert_eq!(relations.may_swap(arrival, event), may_swap);
    }
}
