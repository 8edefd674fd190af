//! Accepted runs with events left out while the automaton waits, against the search that fires all events.

use std::cell::Cell;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::reduce::{KeyEvent, StubbornMethod, StubbornOptions, Target};
use sanderling_analysis::{Control, Goal, Limits};
use sanderling_cutoff::{Cutoffs, WORTH_WALKS};
use sanderling_model::{CountModel, FieldModel, Knowledge};
use sanderling_net::ArcKind::{Input, Output};
use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{ArcKind, Net, PlaceId, TransitionId};
use sanderling_runs::{Acceptance, AcceptedRun, Fairness, Product, Waiting, accepted_run};
use sanderling_system::{Condition, Dependencies, EventId, SlotId};
use sanderling_temporal::{Automaton, Cube, Edge, Guard, Lasso, Ltl, translate};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::tiny::nets;

/// A condition on a marking.
#[derive(Debug, Clone)]
enum Atom {
    /// The tokens of one or two places.
    Tokens(Vec<usize>, Condition),
    Enabled(usize),
    Deadlock,
    /// As tokens, but opaque.
    Opaque(usize, Condition),
}

fn has(place: usize) -> Atom {
    Atom::Tokens(vec![place], Condition::at_least(1))
}

impl Atom {
    fn goal(&self) -> Goal<'static, FieldModel> {
        match self.clone() {
            Self::Tokens(places, condition) => Box::new(move |system, state, scratch, _| {
                let tokens = |&place: &usize| system.value(state, scratch, SlotId::new(place));
                condition.admits(places.iter().map(tokens).sum())
            }),
            Self::Opaque(place, condition) => Self::Tokens(vec![place], condition).goal(),
            Self::Enabled(event) => Box::new(move |_, _, _, events| events.contains(&EventId::new(event))),
            Self::Deadlock => Box::new(|_, _, _, events| events.is_empty()),
        }
    }

    fn holds(&self, marking: &Marking, enabled: &[Firing]) -> bool {
        let tokens = |&place: &usize| i128::from(marking.tokens(PlaceId::new(place)));
        match self {
            Self::Tokens(places, condition) => condition.admits(places.iter().map(tokens).sum()),
            Self::Opaque(place, condition) => condition.admits(tokens(place)),
            Self::Enabled(event) => enabled.iter().any(|firing| firing.transition.index() == *event),
            Self::Deadlock => enabled.is_empty(),
        }
    }

    fn targets(&self) -> [Target; 2] {
        match self {
            Self::Tokens(places, condition) => {
                let terms: Vec<_> = places.iter().map(|&place| (1, SlotId::new(place))).collect();
                let opposite = match *condition {
                    Condition::Within { least, most: i128::MAX } => Condition::at_most(least - 1),
                    Condition::Within { least: i128::MIN, most } => Condition::at_least(most + 1),
                    Condition::Within { least, .. } => Condition::Not(least),
                    _ => unreachable!("no such condition is made here"),
                };
                [*condition, opposite].map(|condition| Target::Sum { terms: terms.clone(), condition })
            }
            Self::Enabled(event) => {
                [Target::Enabled(EventId::new(*event)), Target::Disabled(EventId::new(*event))]
            }
            Self::Deadlock => [Target::Deadlock, Target::Alive],
            Self::Opaque(place, _) => [(); 2].map(|()| Target::Opaque(vec![SlotId::new(*place)])),
        }
    }
}

fn model(net: &Net) -> FieldModel {
    FieldModel::compile(Knowledge::of(net).unwrap())
}

/// The settings of a search.
#[derive(Debug, Clone, Copy, Default)]
struct How {
    /// The options for computing stubborn sets, if events are left out.
    sets: Option<StubbornOptions>,
    fairness: Option<Fairness>,
    /// The number of threads besides the first.
    others: usize,
}

const USUAL: How = How {
    sets: Some(StubbornOptions { method: StubbornMethod::Insertion, key: KeyEvent::Fewest }),
    fairness: None,
    others: 0,
};

/// Returns the outcome, and whether there were sets.
fn search(net: &Net, automaton: &Automaton, atoms: &[Atom], how: How) -> (Acceptance, bool) {
    let system = model(net);
    let targets: Vec<_> = atoms.iter().map(Atom::targets).collect();
    let waiting = how.sets.and_then(|options| Waiting::of(&system, automaton, &targets, options));
    let waits = waiting.is_some();
    let atoms = atoms.iter().map(Atom::goal).collect();
    let product = Product { fairness: how.fairness, waiting, ..Product::new(automaton, atoms) };
    let limits = Limits { states: Some(3000), ..Limits::default() };
    (accepted_run(system, &product, limits, 1 + how.others, &Control::default()), waits)
}

/// Fires a run in the reference semantics, and checks that its word is accepted.
fn assert_accepted(net: &Net, automaton: &Automaton, atoms: &[Atom], run: &AcceptedRun) {
    let interpreter = Interpreter::new(net);
    let mut marking = semantics::initial(net).unwrap();
    let mut letters = Vec::new();
    let mut step = |marking: &mut Marking, event: Option<EventId>| {
        let enabled = interpreter.enabled(marking).unwrap();
        let holds = atoms.iter().map(|atom| atom.holds(marking, &enabled));
        letters.push((0..).zip(holds).fold(0, |letter, (atom, holds)| letter | u64::from(holds) << atom));
        match event {
            Some(event) => {
                let transition = TransitionId::new(event.index());
                interpreter.fire(marking, &Firing::plain(transition)).expect("it is enabled");
            }
            None => assert!(enabled.is_empty(), "a run ends only in a deadlock"),
        }
    };
    for &event in &run.prefix {
        step(&mut marking, Some(event));
    }
    let Some(cycle) = &run.cycle else { return };
    let entry = marking.clone();
    for &event in cycle {
        step(&mut marking, Some(event));
    }
    if cycle.is_empty() {
        step(&mut marking, None);
    }
    assert_eq!(marking, entry, "a cycle ends where it begins");
    let cycle = letters.split_off(run.prefix.len());
    assert!(automaton.accepts(&Lasso { prefix: letters, cycle }), "{run:?}");
}

/// Returns some processes of a few locations each. Few of their steps read another process.
fn processes(random: &mut StdRng) -> Net {
    let (mut values, mut arcs, mut events) = (Vec::new(), Vec::new(), 0);
    for _ in 0..random.random_range(2..=4) {
        let (first, locations) = (values.len(), random.random_range(2..=3));
        values.extend((0..locations).map(|location| u64::from(location == 0)));
        for _ in 0..random.random_range(1..=locations) {
            let [from, to] = [(); 2].map(|()| first + random.random_range(0..locations));
            arcs.extend([(from, events, Input, 1), (to, events, Output, 1)]);
            if random.random_bool(0.15) && first > 0 {
                let kind = [ArcKind::Read, ArcKind::Inhibitor][random.random_range(0..2)];
                arcs.push((random.random_range(0..first), events, kind, 1));
            }
            events += 1;
        }
    }
    net(&values, events, &arcs)
}

fn random_atom(net: &Net, random: &mut StdRng) -> Atom {
    let place = random.random_range(0..net.places.len());
    let bound = random.random_range(0..3);
    let conditions = [Condition::at_least(bound), Condition::at_most(bound), Condition::exactly(bound)];
    let condition = conditions[random.random_range(0..3)];
    match random.random_range(0..10) {
        0..6 => Atom::Tokens(vec![place], condition),
        6 if place > 0 => Atom::Tokens(vec![place - 1, place], condition),
        7 => Atom::Deadlock,
        8 => Atom::Opaque(place, condition),
        _ => Atom::Enabled(random.random_range(0..net.transitions.len())),
    }
}

fn random_guard(atoms: usize, random: &mut StdRng) -> Guard {
    let cube = |random: &mut StdRng| {
        let mut cube = Cube::TRUE;
        for atom in 0..atoms {
            match random.random_range(0..6) {
                0 => cube.positive |= 1 << atom,
                1 => cube.negative |= 1 << atom,
                _ => {}
            }
        }
        cube
    };
    let cubes: Vec<Cube> = (0..random.random_range(1..=2)).map(|_| cube(random)).collect();
    Guard::any_of(cubes)
}

fn random_automaton(atoms: usize, random: &mut StdRng) -> Automaton {
    let (states, sets) = (random.random_range(2..=4), random.random_range(1..=3));
    let edges = (0..states).map(|state| {
        let mut edge = |target: usize, marked: f64| {
            let marks =
                (0..sets).filter(|_| random.random_bool(marked)).fold(0, |marks, set| marks | 1 << set);
            Edge { guard: random_guard(atoms, random), target, marks }
        };
        // Most states have a loop.
        let mut edges = vec![edge(state, 0.2), edge((state + 1) % states, 0.6)];
        edges.extend((1..states).map(|step| edge((state + step) % states, 0.5)));
        edges.truncate(1 + random.random_range(1..=3));
        if random.random_bool(0.3) {
            edges.push(Edge { guard: random_guard(atoms, random), target: state, marks: edges[0].marks });
        }
        edges
    });
    let automaton = Automaton::new(0, sets, edges.collect());
    if random.random_bool(0.5) { automaton.reduced() } else { automaton }
}

fn random_formula(atoms: usize, depth: usize, random: &mut StdRng) -> Ltl {
    if depth == 0 {
        return Ltl::Atom(random.random_range(0..atoms));
    }
    let mut part = || Box::new(random_formula(atoms, depth - 1, random));
    let (one, other) = (part(), part());
    match random.random_range(0..10) {
        0 | 1 => Ltl::Finally(one),
        2 => Ltl::Globally(one),
        3 => Ltl::Next(one),
        4 | 5 => Ltl::Until(Box::new([*one, *other])),
        6 => Ltl::And(vec![*one, *other]),
        7 => Ltl::Or(vec![*one, *other]),
        8 => Ltl::Not(one),
        _ => Ltl::Release(Box::new([*one, *other])),
    }
}

#[test]
fn the_same_is_accepted_while_events_wait() {
    let (compared, accepted, fewer) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for_seeds(6000, |seed| {
        let cutoffs = Cutoffs::drawn(seed);
        let cutoffs = if seed % 4 > 0 { cutoffs.with(WORTH_WALKS, 0) } else { cutoffs };
        let _entered = cutoffs.enter();
        let mut random = StdRng::seed_from_u64(seed);
        let shape = match seed % 4 {
            0 => Shape::plain(),
            1 => Shape::special(),
            2 => Shape { transitions: 3..=8, places: 4..=9, ..Shape::conservative() },
            _ => Shape { transitions: 3..=8, places: 4..=9, ..Shape::conservative_special() },
        };
        let is_plain = seed % 8 > 4;
        let net = if is_plain { random::net(seed, &shape) } else { processes(&mut random) };
        if net.transitions.is_empty() || net.places.is_empty() {
            return;
        }
        let atoms: Vec<_> = (0..random.random_range(1..=3)).map(|_| random_atom(&net, &mut random)).collect();
        for _ in 0..3 {
            let automaton = match random.random_bool(0.5) {
                true => random_automaton(atoms.len(), &mut random),
                false => {
                    match translate(&random_formula(atoms.len(), random.random_range(1..=3), &mut random)) {
                        Ok(automaton) => automaton,
                        Err(_) => continue,
                    }
                }
            };
            let fairness = [None, None, None, Some(Fairness::Weak)][random.random_range(0..4)];
            let (all, _) = search(&net, &automaton, &atoms, How { sets: None, fairness, others: 0 });
            let Ok(expected) = &all.run else { continue };
            let method = StubbornMethod::ALL[random.random_range(0..3)];
            let sets = Some(StubbornOptions { method, key: KeyEvent::Fewest });
            let (left, waits) =
                search(&net, &automaton, &atoms, How { sets, fairness, others: seed as usize % 3 });
            let run = left.run.unwrap_or_else(|stop| panic!("{stop:?} with fewer events"));
            assert_eq!(run.is_some(), expected.is_some(), "{fairness:?} {method:?} {atoms:?}\n{automaton}");
            run.iter().for_each(|run| assert_accepted(&net, &automaton, &atoms, run));
            compared.set(compared.get() + usize::from(waits));
            accepted.set(accepted.get() + usize::from(waits && run.is_some()));
            fewer.set(fewer.get() + usize::from(run.is_none() && left.visits < all.visits));
        }
    });
    println!("{} compared, {} accepted, {} with fewer states", compared.get(), accepted.get(), fewer.get());
    assert!(is_met(compared.get(), 3000) && is_met(accepted.get(), 600) && is_met(fewer.get(), 60));
}

fn net(values: &[u64], events: usize, arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
    nets::net("net", values, events, arcs)
}

/// Returns a net in which this number of processes take one step each, from place `2i` to place `2i + 1`.
fn steps(processes: usize) -> Net {
    let values: Vec<u64> = (0..processes).flat_map(|_| [1, 0]).collect();
    let arcs: Vec<_> = (0..processes)
        .flat_map(|process| [(2 * process, process, Input, 1), (2 * process + 1, process, Output, 1)])
        .collect();
    net(&values, processes, &arcs)
}

fn edge(cubes: &[(u64, u64)], target: usize, marks: u32) -> Edge {
    let cubes = cubes.iter().map(|&(positive, negative)| Cube { positive, negative });
    Edge { guard: Guard::any_of(cubes), target, marks }
}

/// Returns the visits with all events and with fewer, and whether a run is accepted. Both searches must
/// agree on that.
fn both(net: &Net, automaton: &Automaton, atoms: &[Atom]) -> (u64, u64, bool) {
    let [(all, _), (left, _)] = [How::default(), USUAL].map(|how| search(net, automaton, atoms, how));
    let accepted = [&all, &left].map(|found| found.run.as_ref().expect("it ends").is_some());
    assert_eq!(accepted[0], accepted[1], "with all events, and with fewer");
    (all.visits, left.visits, accepted[0])
}

#[test]
fn of_independent_steps_one_order_is_enough_to_what_is_waited_for() {
    let processes = 10;
    let atoms: Vec<Atom> = [1, 3].map(has).into();
    // At some time the first process has taken its step, and no further event happens, although the second
    // has not.
    let formula = Ltl::Finally(Box::new(Ltl::And(vec![
        Ltl::Atom(0),
        Ltl::Globally(Box::new(Ltl::Not(Box::new(Ltl::Atom(1))))),
    ])));
    let automaton = translate(&formula).unwrap();
    let (all, fewer, accepted) = both(&steps(processes), &automaton, &atoms);
    assert!(!accepted && fewer < all, "{fewer} of {all}");
    // The condition that two tokens are in a pair of places, which never holds.
    let never = translate(&Ltl::Finally(Box::new(Ltl::Atom(0)))).unwrap();
    let nowhere = [Atom::Tokens(vec![0, 1], Condition::at_least(2))];
    assert_eq!(both(&steps(processes), &never, &nowhere), (1 << processes, 1, false));
}

#[test]
fn a_set_that_spoils_the_waiting_is_not_fired() {
    // One step must not be taken before the other, and the set for both begins with either of them.
    let done = [1, 3].map(has);
    for staying in [[(1, 0), (0, 2)], [(2, 0), (0, 1)]] {
        let first = vec![edge(&staying, 0, 0), edge(&[(3, 0)], 1, 0)];
        let automaton = Automaton::new(0, 1, vec![first, vec![edge(&[(0, 0)], 1, 1)]]);
        assert!(both(&steps(2), &automaton, &done).2);
    }
}

#[test]
fn all_events_are_fired_if_a_letter_lets_the_automaton_leave() {
    // At some time the first step has not been taken, and the second is the very next one.
    let next = Ltl::And(vec![Ltl::Atom(0), Ltl::Next(Box::new(Ltl::Atom(1)))]);
    let automaton = translate(&Ltl::Finally(Box::new(next))).unwrap();
    let atoms = [has(0), has(3)];
    for processes in [2, 3] {
        assert!(both(&steps(processes), &automaton, &atoms).2);
    }
}

#[test]
fn all_events_are_fired_if_waiting_is_accepted() {
    // The condition never holds, and its negation is repeated forever.
    let first = vec![edge(&[(0, 2)], 0, 1), edge(&[(1, 0)], 1, 0)];
    let automaton = Automaton::new(0, 1, vec![first, vec![edge(&[(0, 0)], 1, 0)]]);
    let nowhere = [0, 2].map(|place| Atom::Tokens(vec![place, place + 1], Condition::at_least(2)));
    assert!(both(&steps(3), &automaton, &nowhere).2);
}

#[test]
fn a_letter_that_leads_to_a_state_that_accepts_less_spoils_the_waiting() {
    // The last step needs both others, and comes directly after the second of these.
    let arcs = [
        (0, 0, Input, 1),
        (1, 0, Output, 1),
        (2, 1, Input, 1),
        (3, 1, Output, 1),
        (1, 2, Input, 1),
        (3, 2, ArcKind::Read, 1),
        (4, 2, Output, 1),
    ];
    let net = net(&[1, 0, 1, 0, 0], 3, &arcs);
    let next = Ltl::And(vec![Ltl::Atom(0), Ltl::Next(Box::new(Ltl::Atom(1)))]);
    let until = Ltl::Until(Box::new([Ltl::Not(Box::new(Ltl::Atom(0))), next]));
    let atoms = [has(3), has(4)];
    assert!(both(&net, &translate(&until).unwrap(), &atoms).2);
}

#[test]
fn marks_of_loops_are_not_lost() {
    // Two processes take a step each and return together. The run has to visit states in which a certain one
    // of them is ahead.
    let steps = [(0, 0, Input, 1), (1, 0, Output, 1), (2, 1, Input, 1), (3, 1, Output, 1)];
    let back = [(1, 2, Input, 1), (3, 2, Input, 1), (0, 2, Output, 1), (2, 2, Output, 1)];
    let net = net(&[1, 0, 1, 0], 3, &[steps, back].concat());
    for first in [0, 2] {
        let atoms = [has(first), has((first + 3) % 4), has(1), has(3)];
        let come_back = |marked: u32| {
            let loops = [edge(&[(3, 0)], 0, marked), edge(&[(0, 1), (0, 2)], 0, 0)];
            let first = loops.into_iter().chain([edge(&[(12, 0)], 1, 2)]).collect();
            // In the next round no edge has a mark.
            let second = vec![edge(&[(0, 4), (0, 8)], 1, 0), edge(&[(12, 0)], 0, 0)];
            Automaton::new(0, 2, vec![first, second])
        };
        assert!(both(&net, &come_back(1), &atoms).2);
        assert!(!both(&net, &come_back(0), &atoms).2);
    }
}

#[test]
fn a_run_that_ends_is_waited_for() {
    // At some time no event is enabled any more. Also: before that, the first step is the last one.
    let end = translate(&Ltl::Finally(Box::new(Ltl::Atom(0)))).unwrap();
    let (_, fewer, accepted) = both(&steps(8), &end, &[Atom::Deadlock]);
    assert!(accepted && fewer < 20, "{fewer}");
    let last = Ltl::Until(Box::new([Ltl::Atom(1), Ltl::Atom(0)]));
    let last = translate(&Ltl::Finally(Box::new(Ltl::And(vec![last, Ltl::Atom(1)])))).unwrap();
    assert!(both(&steps(4), &last, &[Atom::Deadlock, has(0)]).2);
}

#[test]
fn on_a_large_net_few_states_are_enough() {
    // With 40 processes, the last two are never done while the first has not begun. The state space is too
    // large to visit.
    let net = steps(40);
    let never =
        translate(&Ltl::Finally(Box::new(Ltl::And(vec![Ltl::Atom(0), Ltl::Next(Box::new(Ltl::Atom(1)))]))));
    let atoms = [Atom::Tokens(vec![0, 1], Condition::at_least(2)), has(3)];
    let (left, waits) = search(&net, &never.unwrap(), &atoms, USUAL);
    assert!(waits && left.run == Ok(None) && left.visits <= 2, "{left:?}");
}
