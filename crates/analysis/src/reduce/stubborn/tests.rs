//! Tests of sets in nets that are small enough to know the result.

use sanderling_model::{CountModel, FieldModel, Knowledge};
use sanderling_net::ArcKind::{self, Inhibitor, Input, Output, Read};
use sanderling_net::Net;
use sanderling_system::{Condition, EventId, SlotId, System};
use sanderling_testkit::laws::StateSpace;
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_testkit::tiny::nets;

use super::{KeyEvent, SelectEvents, Stubborn, StubbornMethod, StubbornOptions, Target};

fn fields(net: &Net) -> FieldModel {
    FieldModel::compile(Knowledge::of(net).unwrap())
}

/// Returns the events that are selected in the initial state.
fn chosen(net: &Net, target: &Target, options: StubbornOptions) -> Vec<usize> {
    let system = fields(net);
    let sets = Stubborn::of(&system, std::slice::from_ref(target), options);
    let (mut state, mut scratch, mut events) = (vec![0; system.words()], system.scratch(), Vec::new());
    system.initial(&mut state);
    system.unpack::<0>(&state, &mut scratch);
    system.enabled::<0>(&state, &scratch, &mut events);
    let mut workspace = SelectEvents::<FieldModel>::workspace(&sets);
    sets.select(&mut workspace, (&system, &state, &scratch), &mut events);
    events.into_iter().map(EventId::index).collect()
}

fn by_every_method(net: &Net, target: &Target) -> Vec<usize> {
    let of = |method| chosen(net, target, StubbornOptions { method, ..StubbornOptions::default() });
    let [one, other, third] = StubbornMethod::ALL.map(of);
    assert_eq!((one.len(), one.len()), (other.len(), third.len()), "{one:?} {other:?} {third:?}");
    one
}

fn net(values: &[u64], events: usize, arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
    nets::net("net", values, events, arcs)
}

fn at_least(slot: usize, value: i128) -> Target {
    Target::Sum { terms: vec![(1, SlotId::new(slot))], condition: Condition::at_least(value) }
}

#[test]
fn of_independent_events_one_is_enough_for_a_deadlock() {
    assert_eq!(by_every_method(&nets::diamond(6), &Target::Deadlock).len(), 1);
}

#[test]
fn events_that_add_to_a_slot_do_not_draw_in_each_other() {
    let arcs = [(0, 0, Input, 1), (1, 1, Input, 1), (2, 0, Output, 1), (2, 1, Output, 1), (2, 2, Input, 2)];
    assert_eq!(by_every_method(&net(&[1, 1, 0], 3, &arcs), &Target::Deadlock).len(), 1);
}

#[test]
fn rivals_are_chosen_together_but_not_those_who_put_back_what_they_take() {
    let rivals = [(0, 0, Input, 1), (0, 1, Input, 1), (1, 2, Input, 1)];
    let first = StubbornOptions { key: KeyEvent::First, ..StubbornOptions::default() };
    assert_eq!(chosen(&net(&[1, 1], 3, &rivals), &Target::Deadlock, first), [0, 1]);
    let readers = [(0, 0, Read, 1), (1, 0, Input, 1), (0, 1, Read, 1), (2, 1, Input, 1)];
    assert_eq!(chosen(&net(&[1, 1, 1], 2, &readers), &Target::Deadlock, first), [0]);
    let with_itself =
        [(0, 0, Input, 1), (0, 0, Output, 1), (1, 0, Input, 1), (0, 1, Read, 1), (2, 1, Input, 1)];
    assert_eq!(chosen(&net(&[1, 1, 1], 2, &with_itself), &Target::Deadlock, first), [0]);
}

#[test]
fn who_inhibits_an_event_does_not_wait_for_it() {
    let arcs = [(0, 0, Input, 1), (2, 0, Inhibitor, 1), (1, 1, Input, 1), (2, 1, Output, 1)];
    assert_eq!(by_every_method(&net(&[1, 1, 0], 2, &arcs), &Target::Deadlock), [0, 1]);
}

#[test]
fn an_event_that_lacks_something_draws_in_who_makes_it() {
    // The first event competes with another one, whose missing input the second event produces.
    let arcs = [(0, 0, Input, 1), (1, 1, Input, 1), (2, 1, Output, 1), (0, 2, Input, 1), (2, 2, Input, 1)];
    let net = net(&[1, 1, 0], 3, &arcs);
    assert_eq!(by_every_method(&net, &Target::Disabled(EventId::new(0))), [0, 1]);
    assert_eq!(by_every_method(&net, &Target::Disabled(EventId::new(1))), [1]);
    assert_eq!(by_every_method(&net, &Target::Enabled(EventId::new(2))), [1]);
}

#[test]
fn only_what_leads_to_a_condition_is_chosen_for_it() {
    // Two independent chains. The target is at the end of one.
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (2, 1, Input, 1), (3, 1, Output, 1)];
    let net = net(&[1, 0, 1, 0], 2, &arcs);
    assert_eq!(by_every_method(&net, &at_least(3, 1)), [1]);
    let both = |a, b| Target::All(vec![a, b]);
    assert_eq!(by_every_method(&net, &both(at_least(1, 1), at_least(3, 1))).len(), 1);
    assert_eq!(by_every_method(&net, &Target::Any(vec![at_least(1, 1), at_least(3, 1)])), [0, 1]);
    assert_eq!(by_every_method(&net, &both(Target::Alive, at_least(3, 1))), [1]);
    assert_eq!(by_every_method(&net, &Target::Disabled(EventId::new(0))), [0]);
    assert_eq!(by_every_method(&net, &Target::Opaque(vec![SlotId::new(2)])), [1]);
    let sum = vec![(1, SlotId::new(0)), (1, SlotId::new(1))];
    let fewer = Target::Sum { terms: sum, condition: Condition::at_most(0) };
    assert!(by_every_method(&net, &fewer).is_empty(), "their sum never changes");
    assert!(by_every_method(&net, &at_least(0, 2)).is_empty(), "no event adds to that slot");
}

#[test]
fn goals_that_are_met_need_no_events() {
    let arcs = [(0, 0, Input, 1), (1, 1, Input, 1)];
    assert!(by_every_method(&net(&[1, 1], 2, &arcs), &at_least(0, 1)).is_empty());
}

#[test]
fn a_slot_with_very_many_roles_has_one() {
    let count = 1100;
    let arcs: Vec<_> = (0..count).map(|event| (0, event, Input, 1 + event as u64)).collect();
    let net = net(&[3], count, &arcs);
    assert_eq!(by_every_method(&net, &Target::Deadlock), [0, 1, 2]);
}

/// Returns the selected events of all states of a random net.
fn chosen_everywhere(space: &StateSpace<FieldModel>, sets: &Stubborn) -> Vec<Vec<EventId>> {
    let mut workspace = SelectEvents::<FieldModel>::workspace(sets);
    let each = space.states.iter().zip(&space.edges).map(|(state, edges)| {
        let mut events = edges.iter().map(|edge| edge.0).collect();
        sets.select(&mut workspace, (&space.system, state, &()), &mut events);
        events
    });
    each.collect()
}

fn spaces(seeds: u64, check: impl Fn(&StateSpace<FieldModel>)) {
    let shape = Shape::conservative_special();
    for_seeds(seeds, |seed| {
        let Ok(known) = Knowledge::of(&random::net(seed, &shape)) else { return };
        if let Some(space) = StateSpace::of(FieldModel::compile(known), 200) {
            check(&space);
        }
    });
}

fn deadlock(space: &StateSpace<FieldModel>, method: StubbornMethod) -> Stubborn {
    let options = StubbornOptions { method, ..StubbornOptions::default() };
    Stubborn::of(&space.system, &[Target::Deadlock], options).in_every_state()
}

#[test]
fn what_was_found_before_changes_nothing() {
    spaces(150, |space| {
        for method in StubbornMethod::ALL {
            let sets = deadlock(space, method);
            let first = chosen_everywhere(space, &sets);
            assert_eq!(chosen_everywhere(space, &sets), first, "second computation");
            for (position, chosen) in first.iter().enumerate() {
                let one = StateSpace {
                    system: space.system.clone(),
                    states: vec![space.states[position].clone()],
                    edges: vec![space.edges[position].clone()],
                };
                let sets = deadlock(space, method);
                sets.workspaces.lock().unwrap().clear();
                assert_eq!(chosen_everywhere(&one, &sets), std::slice::from_ref(chosen), "state on its own");
            }
        }
    });
}

#[test]
fn sets_are_stubborn_where_there_is_no_room_for_rows_of_bits() {
    spaces(300, |space| {
        for method in StubbornMethod::ALL {
            let mut sets = Stubborn { keys: None, ..deadlock(space, method) };
            std::sync::Arc::get_mut(&mut sets.relation).unwrap().direct = None;
            sets.workspaces.lock().unwrap().clear();
            let mut workspace = SelectEvents::<FieldModel>::workspace(&sets);
            let mut select = |system: &FieldModel, state: &[u64], events: &mut Vec<EventId>| {
                sets.select(&mut workspace, (system, state, &()), events);
            };
            let checked = space.check_waiting(&mut select, &|_| Vec::new(), true);
            assert!(checked.is_ok(), "{checked:?}");
        }
    });
}

#[test]
fn sets_are_computed_in_few_states_if_no_event_can_wait() {
    // Pairs of competing events, and their reverse events.
    let there = |event| [(0, event, Input, 1), (1, event, Output, 1)];
    let back = |event| [(1, event, Input, 1), (0, event, Output, 1)];
    let rivals = [there(0), there(1), back(2), back(3)].concat();
    let ring = fields(&net(&[1, 0], 4, &rivals));
    let sets = Stubborn::of(&ring, &[Target::Deadlock], StubbornOptions::default());
    assert!(sets.one_of > 1 && sets.in_every_state().one_of == 1);
    let diamond = fields(&nets::diamond(8));
    assert_eq!(Stubborn::of(&diamond, &[Target::Deadlock], StubbornOptions::default()).one_of, 1);
    let states = 0..32_000_u64;
    let sampled = states.filter(|&state| super::worth::is_sampled(&[state, state / 7], 32)).count();
    assert!((500..2000).contains(&sampled), "{sampled}");
}

#[test]
fn what_is_known_of_a_large_net_takes_memory_in_proportion_to_it() {
    let bytes = |events: usize| {
        let ring = fields(&nets::ring(events, 1));
        Stubborn::of(&ring, &[Target::Deadlock], StubbornOptions::default()).relation.bytes()
    };
    // Both sizes exceed the limit up to which the relation is also stored by event.
    let [small, large] = [8_000, 32_000].map(bytes);
    assert!(large < 5 * small, "{small} and {large} bytes");
}
