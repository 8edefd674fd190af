//! Every operation on random systems, against sets of states that are listed one by one, with small caches and with
//! collections all the time.

use std::cell::Cell;
use std::collections::BTreeSet;

use num_bigint::BigUint;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_diagram::{Change, Diagrams, Event, Limits, Local, Relation, Set, Stop};
use sanderling_testkit::random::{for_seeds, is_met};

type State = Vec<u32>;
type States = BTreeSet<State>;

/// Maximum value of a variable in a random system.
const MOST: u32 = 4;

/// A random system.
struct System {
    initial: State,
    events: Vec<Event>,
}

impl System {
    /// Draws a system. No event leads beyond [`MOST`].
    fn random(random: &mut StdRng) -> Self {
        let levels = random.random_range(1..6u32);
        let initial = (0..levels).map(|_| random.random_range(0..3)).collect();
        let events = (0..random.random_range(1..8)).map(|_| {
            let local = |level| random.random_bool(0.5).then(|| (level, local(random)));
            let mut locals: Vec<_> = (1..=levels).filter_map(local).collect();
            let turn = random.random_range(0..=locals.len());
            locals.rotate_left(turn);
            Event { locals }
        });
        let events = events.collect();
        Self { initial, events }
    }

    fn levels(&self) -> u32 {
        self.initial.len() as u32
    }

    fn all_states(&self) -> States {
        let mut states = States::from([Vec::new()]);
        for _ in 0..self.levels() {
            let longer =
                |state: &State| (0..=MOST).map(|value| [&state[..], &[value]].concat()).collect::<Vec<_>>();
            states = states.iter().flat_map(longer).collect();
        }
        states
    }
}

fn local(random: &mut StdRng) -> Local {
    let low = random.random_range(0..3u32);
    match random.random_range(0..6) {
        0 => Local::between(low, low + random.random_range(0..3)),
        1 => Local::between(low, u32::MAX),
        2 => {
            let value = random.random_range(0..=MOST);
            Local { low, high: u32::MAX, change: Change::Set(value, value) }
        }
        3 | 4 => {
            let number = random.random_range(1..3);
            Local { low: low.max(number), high: u32::MAX, change: Change::Add(-(number as i32)) }
        }
        _ => {
            let number = random.random_range(1..3);
            Local { low: low.min(1), high: MOST - number, change: Change::Add(number as i32) }
        }
    }
}

/// Returns the states that an event leads to from a state.
fn successors(event: &Event, state: &State) -> States {
    let mut next = States::from([state.clone()]);
    for &(level, local) in &event.locals {
        let (position, value) = (level as usize - 1, state[level as usize - 1]);
        if value < local.low || value > local.high {
            return States::new();
        }
        let targets = match local.change {
            Change::Add(number) => match value.checked_add_signed(number) {
                Some(value) => value..=value,
                None => return States::new(),
            },
            Change::Set(first, last) => first..=last,
        };
        let set = |state: &State, value| {
            let mut state = state.clone();
            state[position] = value;
            state
        };
        next = next.iter().flat_map(|state| targets.clone().map(move |value| set(state, value))).collect();
    }
    next
}

fn image(event: &Event, states: &States) -> States {
    states.iter().flat_map(|state| successors(event, state)).collect()
}

fn closure(events: &[Event], states: &States, within: Option<&States>) -> States {
    let is_within = |state: &State| within.is_none_or(|within| within.contains(state));
    let mut closed: States = states.iter().filter(|state| is_within(state)).cloned().collect();
    let mut open: Vec<_> = closed.iter().cloned().collect();
    while let Some(state) = open.pop() {
        for next in events.iter().flat_map(|event| successors(event, &state)) {
            if is_within(&next) && closed.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    closed
}

fn subset(random: &mut StdRng, states: &States) -> States {
    let share = random.random_range(0.0..1.0);
    states.iter().filter(|_| random.random_bool(share)).cloned().collect()
}

fn set_of(diagrams: &mut Diagrams<'_>, states: &States) -> Set {
    let mut set = diagrams.empty();
    for state in states {
        let single = diagrams.single(state).unwrap();
        let union = diagrams.union(&set, &single).unwrap();
        diagrams.release(single);
        diagrams.release(std::mem::replace(&mut set, union));
    }
    set
}

/// Asserts that a set has exactly these members.
fn assert_is(diagrams: &mut Diagrams<'_>, set: &Set, states: &States) {
    let expected = set_of(diagrams, states);
    let members = diagrams.measure(set, &[]).unwrap().members;
    assert!(diagrams.is_equal(set, &expected), "{members} members instead of {}", states.len());
    assert_eq!(members, BigUint::from(states.len()));
    diagrams.release(expected);
}

fn limits(random: &mut StdRng) -> Limits<'static> {
    let first_collection = if random.random_bool(0.5) { 3 } else { usize::MAX };
    Limits { first_cache: random.random_range(1..9), first_collection, ..Limits::new(1 << 26, || false) }
}

#[test]
fn closures_are_the_reachable_states() {
    for_seeds(1000, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let system = System::random(&mut random);
        let mut diagrams = Diagrams::new(system.levels(), limits(&mut random));
        let relation = diagrams.relation(&system.events);
        let initial = diagrams.single(&system.initial).unwrap();
        let reached = closure(&system.events, &States::from([system.initial.clone()]), None);
        let set = diagrams.closure(relation, &initial, None).unwrap();
        assert_is(&mut diagrams, &set, &reached);
        let again = diagrams.closure(relation, &set, None).unwrap();
        assert!(diagrams.is_equal(&set, &again));
        assert_eq!(diagrams.closed_levels(), system.levels());
        let empty = diagrams.empty();
        for is_chained in [false, true] {
            let rings = diagrams.rings(&system.events, (&initial, &empty), None, is_chained).unwrap();
            let union = rings.into_iter().reduce(|one, other| diagrams.union(&one, &other).unwrap()).unwrap();
            assert!(diagrams.is_equal(&set, &union));
        }
    });
}

#[test]
fn closures_backwards_and_within_a_set_are_exact() {
    let constrained = Cell::new(0);
    for_seeds(1000, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let system = System::random(&mut random);
        let mut diagrams = Diagrams::new(system.levels(), limits(&mut random));
        let all = system.all_states();
        let most = vec![MOST; system.initial.len()];
        let reversed: Vec<_> = system.events.iter().map(|event| event.reversed(&most)).collect();
        let (from, within) = (subset(&mut random, &all), subset(&mut random, &all));
        let from: States = from.into_iter().take(5).collect();
        let (start, room) = (set_of(&mut diagrams, &from), set_of(&mut diagrams, &within));
        for events in [&system.events, &reversed] {
            let relation: Relation = diagrams.relation(events);
            let expected = closure(events, &from, Some(&within));
            let set = diagrams.closure(relation, &start, Some(&room)).unwrap();
            assert_is(&mut diagrams, &set, &expected);
            constrained.set(constrained.get() + usize::from(expected.len() > from.len()));
            for event in events {
                let set = diagrams.image(event, &room).unwrap();
                let expected = image(event, &within);
                assert_is(&mut diagrams, &set, &expected);
            }
        }
        let everything = set_of(&mut diagrams, &all);
        for (event, reversed) in system.events.iter().zip(&reversed) {
            let before: States =
                all.iter().filter(|s| !successors(event, s).is_disjoint(&from)).cloned().collect();
            // The reverse of a removal leads beyond the states of the test, too.
            let image = diagrams.image(reversed, &start).unwrap();
            let set = diagrams.intersection(&image, &everything).unwrap();
            assert_is(&mut diagrams, &set, &before);
        }
    });
    assert!(is_met(constrained.get(), 200));
}

#[test]
fn sets_and_inequalities_are_exact() {
    for_seeds(600, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let system = System::random(&mut random);
        let mut diagrams = Diagrams::new(system.levels(), limits(&mut random));
        let all = system.all_states();
        let (one, other) = (subset(&mut random, &all), subset(&mut random, &all));
        let (first, second) = (set_of(&mut diagrams, &one), set_of(&mut diagrams, &other));
        let union = diagrams.union(&first, &second).unwrap();
        assert_is(&mut diagrams, &union, &(&one | &other));
        let intersection = diagrams.intersection(&first, &second).unwrap();
        assert_is(&mut diagrams, &intersection, &(&one & &other));
        let difference = diagrams.difference(&first, &second).unwrap();
        assert_is(&mut diagrams, &difference, &(&one - &other));

        let weights: Vec<i64> = system.initial.iter().map(|_| random.random_range(-3..4)).collect();
        let bound = random.random_range(-9..9);
        let product = |(&weight, &value): (&i64, &u32)| i128::from(weight) * i128::from(value);
        let sum = |state: &State| weights.iter().zip(state).map(product).sum::<i128>();
        let expected = one.iter().filter(|state| sum(state) <= bound).cloned().collect();
        let set = diagrams.at_most(&first, &weights, bound).unwrap();
        assert_is(&mut diagrams, &set, &expected);

        assert_eq!(diagrams.greatest(&first, &weights).unwrap(), one.iter().map(sum).max());

        assert!(all.iter().all(|state| diagrams.contains(&first, state) == one.contains(state)));
        let member = diagrams.member(&first, &mut |of| random.random_range(0..of.max(1)));
        assert_eq!(member.is_some(), !one.is_empty());
        assert!(member.is_none_or(|member| one.contains(&member)));
    });
}

#[test]
fn measures_are_those_of_the_members() {
    let enabled = Cell::new(0);
    for_seeds(600, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let system = System::random(&mut random);
        let mut diagrams = Diagrams::new(system.levels(), limits(&mut random));
        let states = subset(&mut random, &system.all_states());
        let set = set_of(&mut diagrams, &states);
        let measures = diagrams.measure(&set, &system.events).unwrap();
        let enables = |event: &Event, state: &State| !successors(&event.guard(), state).is_empty();
        let firings =
            system.events.iter().map(|event| states.iter().filter(|state| enables(event, state)).count());
        assert_eq!(measures.firings, BigUint::from(firings.clone().sum::<usize>()));
        assert_eq!(measures.enabled, firings.map(|count| count > 0).collect::<Vec<_>>());
        let disabled = diagrams.disabled(&set, &system.events).unwrap();
        let dead = states.iter().filter(|state| !system.events.iter().any(|event| enables(event, state)));
        assert_is(&mut diagrams, &disabled, &dead.cloned().collect());
        let most = (0..system.initial.len()).map(|level| states.iter().map(|state| state[level]).max());
        assert_eq!(measures.most, most.map(|most| most.unwrap_or(0)).collect::<Vec<_>>());
        let total = states.iter().map(|state| state.iter().map(|&value| u64::from(value)).sum()).max();
        assert_eq!(measures.max_in_total, total.unwrap_or(0));
        enabled.set(enabled.get() + measures.enabled.iter().filter(|&&enabled| enabled).count());
    });
    assert!(is_met(enabled.get(), 500));
}

/// Returns the number of ways to write a value as an ordered sum of numbers of at least 0, by listing them.
fn listed_splits(value: u32, summands: u32) -> u64 {
    match summands {
        0 => u64::from(value == 0),
        _ => (0..=value).map(|first| listed_splits(value - first, summands - 1)).sum(),
    }
}

#[test]
fn measures_of_sums_count_the_choices_of_summands() {
    let firings = Cell::new(0);
    for_seeds(600, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let system = System::random(&mut random);
        let mut diagrams = Diagrams::new(system.levels(), limits(&mut random));
        let states = subset(&mut random, &system.all_states());
        let set = set_of(&mut diagrams, &states);
        let summands: Vec<u32> = (0..system.levels()).map(|_| random.random_range(1..4)).collect();
        // At a level with several summands, an event has no upper limit.
        let unlimited = |event: &Event| {
            let local = |&(level, local): &(u32, Local)| {
                let is_sum = summands[level as usize - 1] > 1;
                (level, if is_sum { Local { high: u32::MAX, ..local } } else { local })
            };
            Event { locals: event.locals.iter().map(local).collect() }
        };
        let events: Vec<Event> = system.events.iter().map(unlimited).collect();
        let choices = |state: &State, event: &Event| -> u64 {
            let at_level = |(level, (&value, &summands)): (u32, (&u32, &u32))| {
                let local = event.locals.iter().find(|(other, _)| *other == level).map(|(_, local)| *local);
                let (low, high) = local.map_or((0, u32::MAX), |local| (local.low, local.high));
                let is_admitted = low <= value && value <= high;
                if is_admitted {
                    listed_splits(value - if summands > 1 { low } else { 0 }, summands)
                } else {
                    0
                }
            };
            (1..).zip(state.iter().zip(&summands)).map(at_level).product()
        };
        let measures = diagrams.measure_sums(&set, &summands, &events).unwrap();
        let members: u64 = states.iter().map(|state| choices(state, &Event::default())).sum();
        assert_eq!(measures.members, BigUint::from(members));
        let expected: u64 =
            states.iter().flat_map(|state| events.iter().map(move |event| choices(state, event))).sum();
        assert_eq!(measures.firings, BigUint::from(expected));
        firings.set(firings.get() + expected);
    });
    assert!(is_met(firings.get(), 1000));
}

#[test]
fn a_stopped_closure_resumes() {
    let (stops, counted) = (Cell::new(0), Cell::new(0));
    for_seeds(60, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        // Tokens move around a ring, so the closure takes many steps.
        let levels = random.random_range(20..26);
        let add = |level, number| {
            (level, Local { low: u32::from(number < 0), high: u32::MAX, change: Change::Add(number) })
        };
        let next = |level| level % levels + 1;
        let events: Vec<_> =
            (1..=levels).map(|level| Event { locals: vec![add(level, -1), add(next(level), 1)] }).collect();
        let calls = Cell::new(0);
        let is_over = || {
            calls.set(calls.get() + 1);
            calls.get() % 3 != 0
        };
        let limits = Limits { first_collection: 100, ..Limits::new(1 << 26, is_over) };
        let mut diagrams = Diagrams::new(levels, limits);
        let relation = diagrams.relation(&events);
        let mut values = vec![0; levels as usize];
        values[0] = 10;
        let initial = diagrams.single(&values).unwrap();
        let mut result = diagrams.closure(relation, &initial, None);
        let mut partly: Vec<(Set, BigUint)> = Vec::new();
        while let Err(stop) = result {
            assert_eq!(stop, Stop::Over);
            stops.set(stops.get() + 1);
            let so_far = diagrams.reached_so_far().unwrap();
            if let Ok(measures) = diagrams.measure(&so_far, &[]) {
                partly.push((so_far, measures.members));
            }
            assert!(diagrams.closed_levels() < levels);
            result = diagrams.resume();
        }
        let set = result.unwrap();
        let members = (1..levels).fold(BigUint::from(1u32), |product, k| product * (10 + k) / k);
        let mut measures = diagrams.measure(&set, &[]);
        while measures.is_err() {
            measures = diagrams.measure(&set, &[]);
        }
        let measures = measures.unwrap();
        assert_eq!(measures.members, members);
        // What is reached before the end is a part of the result.
        for (so_far, number) in &partly {
            let mut others = diagrams.difference(so_far, &set);
            while others.is_err() {
                others = diagrams.difference(so_far, &set);
            }
            assert!(diagrams.is_empty(&others.unwrap()) && *number <= members);
            counted.set(counted.get() + usize::from(*number > BigUint::ZERO && *number < members));
        }
    });
    assert!(is_met(stops.get(), 50) && is_met(counted.get(), 20), "{stops:?} {counted:?}");
}

#[test]
fn counts_and_inequalities_stay_within_the_memory() {
    let levels = 12;
    let add = |level, number| {
        (level, Local { low: u32::from(number < 0), high: u32::MAX, change: Change::Add(number) })
    };
    let events: Vec<_> =
        (2..=levels).map(|level| Event { locals: vec![add(level, -1), add(level - 1, 1)] }).collect();
    // Each event has a number at every node between its levels.
    let far = (0..1000).map(|low| vec![(levels, 1), (1, low)]);
    let far = far.map(|demands| Event {
        locals: demands.into_iter().map(|(level, low)| (level, Local::between(low, u32::MAX))).collect(),
    });
    let far: Vec<_> = far.collect();
    let weights: Vec<i64> = (0..levels).map(|level| 1000 + 37 * i64::from(level * level)).collect();
    let results = [1 << 16, 1 << 30].map(|bytes| {
        let mut diagrams = Diagrams::new(levels, Limits { first_cache: 4, ..Limits::new(bytes, || false) });
        let relation = diagrams.relation(&events);
        let mut values = vec![0; levels as usize];
        values[levels as usize - 1] = 4;
        let initial = diagrams.single(&values).unwrap();
        let set = diagrams.closure(relation, &initial, None).unwrap();
        let measured = diagrams.measure(&set, &far).map(|measures| measures.members);
        let half = diagrams.at_most(&set, &weights, 8000).map(|half| !diagrams.is_empty(&half));
        (measured, half)
    });
    let members = (1..levels).fold(BigUint::from(1u32), |product, k| product * (4 + k) / k);
    assert_eq!(results, [(Err(Stop::Memory), Err(Stop::Memory)), (Ok(members), Ok(true))]);
}

#[test]
fn limits_stop_operations_and_leave_the_sets() {
    let (stopped, counter) = (Cell::new([0; 3]), Cell::new(0u32));
    for_seeds(400, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let levels = 24;
        let add = |level, number| {
            (level, Local { low: u32::from(number < 0), high: u32::MAX, change: Change::Add(number) })
        };
        let mut events: Vec<_> =
            (2..=levels).map(|level| Event { locals: vec![add(level, -1), add(level - 1, 1)] }).collect();
        if seed % 3 == 0 {
            events.push(Event { locals: vec![add(1, 1)] });
        }
        let calls = random.random_range(0..4);
        counter.set(0);
        let is_over = || {
            counter.set(counter.get() + 1);
            seed % 3 == 1 && counter.get() > calls
        };
        let bytes = if seed % 3 == 2 { random.random_range(1 << 13..1 << 16) } else { 1 << 26 };
        let mut diagrams =
            Diagrams::new(levels, Limits { most: 40, first_cache: 4, ..Limits::new(bytes, is_over) });
        let relation = diagrams.relation(&events);
        let mut values = vec![0; levels as usize];
        values[levels as usize - 1] = 12;
        let initial = diagrams.single(&values).unwrap();
        let set = diagrams.closure(relation, &initial, None);
        match set.and_then(|set| diagrams.measure(&set, &[])) {
            Ok(measures) => {
                let members = (1..levels).fold(BigUint::from(1u32), |product, k| product * (12 + k) / k);
                assert_eq!(measures.members, members);
            }
            Err(stop) => {
                let mut counts = stopped.get();
                counts[match stop {
                    Stop::Memory => 0,
                    Stop::Value => 1,
                    Stop::Over => 2,
                }] += 1;
                stopped.set(counts);
            }
        }
        assert!(diagrams.contains(&initial, &values));
        assert!(diagrams.bytes() <= bytes + (1 << 16), "{} of {bytes}", diagrams.bytes());
    });
    assert!(stopped.get().iter().all(|&count| is_met(count, 20)), "{:?}", stopped.get());
}
