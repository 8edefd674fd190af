//! Stubborn sets on random nets and programs. The verdicts equal those without them, for every method and
//! kind of search, and paths are as short. Also tests of their guarantees on whole state spaces.

use std::cell::Cell;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use sanderling::{
    Chains, Control, DepthBound, Events, KeyEvent, Question, Reductions, Request, Retention, Statistics,
    StubbornMethod, StubbornOptions, analyse,
};
use sanderling_analysis::reduce::{Independence, SelectEvents, Stubborn, Target};
use sanderling_analysis::{Goal, Guidance, Limits, Observation, Options, StopReason, explore};
use sanderling_dve::{Dve, Semantics};
use sanderling_model::{CountModel, FieldModel, Knowledge, ModelErrors, ValueModel};
use sanderling_net::{Format, Net, Source};
use sanderling_property::Property;
use sanderling_report::{Report, Trace};
use sanderling_system::{Adaptive, Condition, Dependencies, EventId, Extremes, SlotId};
use sanderling_testkit::dve::{self, print};
use sanderling_testkit::files::own;
use sanderling_testkit::laws::StateSpace;
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_tests::{Configuration, Oracle, random_property, read};

/// Larger state spaces are skipped.
const LIMIT: usize = 300;

fn all_options() -> Vec<StubbornOptions> {
    let both = |method| KeyEvent::ALL.map(|key| StubbornOptions { method, key });
    StubbornMethod::ALL.into_iter().flat_map(both).collect()
}

/// Returns configurations with these stubborn sets. Every other one also has sleep sets.
fn configurations(seed: u64, stubborn: StubbornOptions) -> Vec<Configuration> {
    let drawn = Configuration::rotation_for(&Question::Deadlock, seed, 3);
    let plain = Configuration::distinct();
    let mut random = StdRng::seed_from_u64(seed);
    let both = [Events::STUBBORN, Events::STUBBORN_SLEEP].into_iter().cycle();
    let all = drawn.iter().chain(plain.choose(&mut random)).zip(both).map(|(one, events)| {
        let reductions = Reductions { events, stubborn, ..Reductions::default() };
        Configuration { reductions, ..*one }
    });
    all.filter(|one| one.request(Question::Deadlock).refusal().is_none()).collect()
}

fn check_verdicts(net: &Net, seed: u64, answered: &Cell<usize>) {
    let oracle = Oracle::of(net, LIMIT);
    let mut random = StdRng::seed_from_u64(seed);
    let parse = |text: String| Property::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
    let properties: Vec<_> = (0..4).map(|_| parse(random_property(net, &mut random))).collect();
    let mut questions = vec![Question::Deadlock, Question::Check(properties.clone())];
    questions.push(Question::DeadlockExcept(properties[0].clone()));
    questions.extend(properties.into_iter().map(|property| Question::Check(vec![property])));
    for question in questions {
        for options in all_options() {
            for configuration in configurations(random.random(), options) {
                let _report = oracle.check(&configuration, question.clone());
                answered.set(answered.get() + 1);
            }
        }
    }
}

fn check_shape(seeds: u64, net: impl Fn(u64) -> Net) {
    let answered = Cell::new(0);
    for_seeds(seeds, |seed| check_verdicts(&net(seed), seed, &answered));
    println!("{} searches", answered.get());
    assert!(is_met(answered.get(), 1000));
}

#[test]
fn verdicts_about_plain_nets_are_the_same() {
    check_shape(125, |seed| random::net(seed, &Shape::plain()));
    check_shape(125, |seed| random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative() }));
}

#[test]
fn verdicts_about_nets_with_every_kind_of_arc_are_the_same() {
    check_shape(125, |seed| random::net(seed, &Shape::special()));
    check_shape(125, |seed| random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative_special() }));
    let inhibited = Shape { inhibitor: 0.9, max_weight: 3, ..Shape::plain() };
    check_shape(60, |seed| random::net(seed, &inhibited));
    check_shape(60, |seed| random::net(seed, &Shape { capacity: 0.9, ..inhibited.clone() }));
}

#[test]
fn verdicts_about_safe_nets_and_large_counts_are_the_same() {
    check_shape(60, random::unit_safe_net);
    check_shape(60, |seed| random::net(seed, &Shape::large_counts()));
    check_shape(6, |seed| random::net(seed, &Shape::many_events()));
}

/// Returns a random condition on slots, close to their values.
fn random_target<S: Dependencies>(space: &StateSpace<S>, depth: usize, random: &mut StdRng) -> Target {
    let (slots, events) = (space.system.slots(), space.system.events());
    if depth > 0 && random.random_bool(0.4) {
        let parts =
            (0..random.random_range(1..=3)).map(|_| random_target(space, depth - 1, random)).collect();
        return if random.random_bool(0.5) { Target::All(parts) } else { Target::Any(parts) };
    }
    match random.random_range(0..8) {
        0 => Target::Deadlock,
        1 if events > 0 => Target::Enabled(EventId::new(random.random_range(0..events))),
        2 if events > 0 => Target::Disabled(EventId::new(random.random_range(0..events))),
        _ if slots > 0 => random_sum(space, random),
        _ => Target::Constant(random.random_bool(0.5)),
    }
}

fn random_sum<S: Dependencies>(space: &StateSpace<S>, random: &mut StdRng) -> Target {
    let count = random.random_range(1..=3.min(space.system.slots()));
    let slots = rand::seq::index::sample(random, space.system.slots(), count);
    let factor = |random: &mut StdRng| *[1, 1, 1, -1, 2].choose(random).expect("there are some");
    let terms: Vec<_> = slots.iter().map(|slot| (factor(random), SlotId::new(slot))).collect();
    let state = random.random_range(0..space.states.len());
    let seen = if space.system.is_end(&space.states[state]) { 0 } else { sum(space, state, &terms) };
    let bound = seen + random.random_range(-1..=1);
    let condition = match random.random_range(0..5) {
        0 => Condition::at_least(bound),
        1 => Condition::at_most(bound),
        2 => Condition::Not(bound),
        _ => Condition::exactly(bound),
    };
    Target::Sum { terms, condition }
}

fn sum<S: Dependencies>(space: &StateSpace<S>, state: usize, terms: &[(i64, SlotId)]) -> i128 {
    let mut scratch = space.system.scratch();
    space.system.unpack::<0>(&space.states[state], &mut scratch);
    sum_of(&space.system, (&space.states[state], &scratch), terms)
}

fn sum_of<S: Dependencies>(
    system: &S,
    (state, scratch): (&[u64], &S::Scratch),
    terms: &[(i64, SlotId)],
) -> i128 {
    terms.iter().map(|&(factor, slot)| i128::from(factor) * system.value(state, scratch, slot)).sum()
}

/// Whether a condition holds in a state, by its definition. In the end only a deadlock holds.
fn holds<S: Dependencies>(target: &Target, seen: (&S, &[u64], &S::Scratch), events: &[EventId]) -> bool {
    let (system, state, scratch) = seen;
    match target {
        Target::Constant(holds) => *holds,
        Target::Deadlock => events.is_empty(),
        Target::Alive => !events.is_empty(),
        Target::Enabled(event) => events.contains(event),
        Target::Disabled(event) => !events.contains(event),
        Target::Sum { .. } if system.is_end(state) => false,
        Target::Sum { terms, condition } => condition.admits(sum_of(system, (state, scratch), terms)),
        Target::Opaque(_) => unreachable!("its truth is unknown"),
        Target::All(parts) => parts.iter().all(|part| holds(part, seen, events)),
        Target::Any(parts) => parts.iter().any(|part| holds(part, seen, events)),
    }
}

/// Returns the condition with some parts made less specific.
fn blurred(target: &Target, random: &mut impl Rng) -> Target {
    let all = |parts: &[Target], random: &mut _| parts.iter().map(|part| blurred(part, random)).collect();
    match target {
        Target::All(parts) => Target::All(all(parts, random)),
        Target::Any(parts) => Target::Any(all(parts, random)),
        Target::Sum { terms, .. } if random.random_bool(0.3) => {
            Target::Opaque(terms.iter().map(|term| term.1).collect())
        }
        target => target.clone(),
    }
}

/// Checks the guarantees of stubborn sets for random targets. Returns the number of events left out.
fn check_promises<S: Dependencies + Extremes + Adaptive + Send + Clone>(
    about: &str,
    system: S,
    seed: u64,
) -> usize {
    let Some(space) = StateSpace::of(system, LIMIT) else { return 0 };
    let mut random = StdRng::seed_from_u64(seed);
    let mut waiting = 0;
    for round in 0..4 {
        let count = if round == 0 { 0 } else { random.random_range(1..=2) };
        let mut targets: Vec<_> = (0..count).map(|_| random_target(&space, 2, &mut random)).collect();
        let deadlocks = round == 0 || random.random_bool(0.2);
        let goals = |state: usize| {
            let mut scratch = space.system.scratch();
            space.system.unpack::<0>(&space.states[state], &mut scratch);
            let events: Vec<_> = space.edges[state].iter().map(|edge| edge.0).collect();
            let seen = (&space.system, space.states[state].as_slice(), &scratch);
            targets.iter().map(|target| holds(target, seen, &events)).collect()
        };
        let mut known: Vec<_> = targets.iter().map(|target| blurred(target, &mut random)).collect();
        known.extend(deadlocks.then_some(Target::Deadlock));
        for options in all_options() {
            // If little is left out, sets are computed in few states, and too little would be checked.
            let stubborn = Stubborn::of(&space.system, &known, options);
            let stubborn = if round % 2 == 0 { stubborn.in_every_state() } else { stubborn };
            let mut workspace = SelectEvents::<S>::workspace(&stubborn);
            let mut scratch = space.system.scratch();
            let mut select = |system: &S, state: &[u64], events: &mut Vec<EventId>| {
                system.unpack::<0>(state, &mut scratch);
                stubborn.select(&mut workspace, (system, state, &scratch), events);
            };
            let checked = space.check_waiting(&mut select, &goals, deadlocks);
            waiting += checked.unwrap_or_else(|broken| panic!("{about}\n{known:?} {options:?}\n{broken}"));
        }
        search(about, &space, &targets, &known, random.random());
        targets.clear();
    }
    waiting
}

/// Searches for the targets with and without stubborn sets. The paths must have equal length, except with
/// sleep sets.
fn search<S: Dependencies + Extremes + Adaptive + Send + Clone>(
    about: &str,
    space: &StateSpace<S>,
    targets: &[Target],
    known: &[Target],
    seed: u64,
) {
    let stubborn = *all_options().choose(&mut StdRng::seed_from_u64(seed)).expect("there are some");
    let outcome = |events| {
        let goal = |target: &Target| -> Goal<'_, S> {
            let target = target.clone();
            Box::new(move |system, state, scratch, events| holds(&target, (system, state, scratch), events))
        };
        let observation = Observation { goals: targets.iter().map(goal).collect(), ..Observation::default() };
        let sets = Stubborn::of(&space.system, known, stubborn).in_every_state();
        let independence = Some(Independence::of(&space.system).expect("there are few events"));
        let guidance = Guidance { stubborn: Some(Box::new(sets)), independence, ..Guidance::default() };
        let limits = Limits { states: Some(10 * LIMIT as u64), ..Limits::default() };
        let options = Options { events, limits, ..Options::default() };
        explore(space.system.clone(), &options, &observation, &guidance, &Control::default())
    };
    let (all, fewer) = (outcome(Events::ALL), outcome(Events::STUBBORN));
    let asleep = outcome(Events::STUBBORN_SLEEP);
    assert_eq!(all.stop, asleep.stop, "{about}\n{known:?}");
    if all.stop != Some(StopReason::Undefined) {
        let are_found = |hits: &[Option<sanderling_analysis::Witness>]| {
            hits.iter().map(Option::is_some).collect::<Vec<_>>()
        };
        assert_eq!(are_found(&all.hits), are_found(&asleep.hits), "{about}\n{known:?} with sleep sets");
    }
    assert!(fewer.visits <= all.visits || all.stop.is_some(), "{about}");
    assert_eq!(all.stop, fewer.stop, "{about}\n{known:?}");
    if all.stop != Some(StopReason::Undefined) {
        let lengths = |hits: &[Option<sanderling_analysis::Witness>]| {
            hits.iter().map(|hit| hit.as_ref().map(|path| path.events.len())).collect::<Vec<_>>()
        };
        assert_eq!(
            lengths(&all.hits),
            lengths(&fewer.hits),
            "{about}\n{known:?} {stubborn}",
            stubborn = stubborn.method
        );
    } else {
        let length =
            |path: &Option<sanderling_analysis::Witness>| path.as_ref().map(|path| path.events.len());
        assert_eq!(length(&all.undefined), length(&fewer.undefined), "{about}\n{known:?}");
    }
}

fn promises_of_net(net: &Net, seed: u64) -> usize {
    Knowledge::of(net).map_or(0, |known| check_promises(&net.id, FieldModel::compile(known), seed))
}

fn promises_of_nets(seeds: u64, net: impl Fn(u64) -> Net) {
    let waiting = Cell::new(0);
    for_seeds(seeds, |seed| waiting.set(waiting.get() + promises_of_net(&net(seed), seed)));
    println!("{} events waited", waiting.get());
    assert!(is_met(waiting.get(), 100));
}

#[test]
fn waiting_events_of_nets_change_nothing() {
    promises_of_nets(300, |seed| random::net(seed, &Shape::plain()));
    promises_of_nets(300, |seed| random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative() }));
    promises_of_nets(200, random::unit_safe_net);
}

#[test]
fn waiting_events_of_nets_with_every_kind_of_arc_change_nothing() {
    promises_of_nets(300, |seed| random::net(seed, &Shape::special()));
    promises_of_nets(300, |seed| {
        random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative_special() })
    });
    promises_of_nets(200, |seed| {
        random::net(seed, &Shape { inhibitor: 0.9, max_weight: 3, ..Shape::conservative_special() })
    });
    promises_of_nets(200, |seed| {
        random::net(seed, &Shape { capacity: 0.9, ..Shape::conservative_special() })
    });
}

fn program(text: &str, semantics: Semantics) -> Option<Net> {
    let parsed = Dve { semantics }.parse(&Source::new("model.dve", text));
    parsed.ok().map(|mut parsed| parsed.nets.remove(0))
}

#[test]
fn waiting_events_of_programs_change_nothing() {
    let waiting = Cell::new(0);
    for_seeds(500, |seed| {
        let shape = if seed % 3 == 0 { dve::Shape::talkative() } else { dve::Shape::tame() };
        let text = print(&dve::random(seed, &shape));
        let semantics = if seed % 2 == 0 { Semantics::Ltsmin } else { Semantics::Divine2 };
        let errors = if seed % 3 == 0 { ModelErrors::Report } else { ModelErrors::State };
        let Some(net) = program(&text, semantics) else { return };
        let Ok(model) = ValueModel::build(&net, errors) else { return };
        waiting.set(waiting.get() + check_promises(&text, model, seed));
    });
    println!("{} events waited", waiting.get());
    assert!(is_met(waiting.get(), 100));
}

#[test]
fn waiting_events_of_our_own_nets_change_nothing() {
    let mut waiting: usize = own("pnml").iter().map(|path| promises_of_net(&read(path), 1)).sum();
    for path in own("dve") {
        let text = std::fs::read_to_string(&path).unwrap();
        let Some(net) = program(&text, Semantics::Ltsmin) else { continue };
        for errors in [ModelErrors::Report, ModelErrors::State] {
            let model = ValueModel::build(&net, errors).expect("it compiles");
            waiting += check_promises(&path.display().to_string(), model, 1);
        }
    }
    assert!(waiting > 100, "{waiting}");
}

/// The check must be able to fail.
#[test]
fn a_set_that_leaves_too_much_out_is_caught() {
    let caught = Cell::new(0);
    for_seeds(100, |seed| {
        let net = random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative() });
        let Some(space) =
            Knowledge::of(&net).ok().and_then(|it| StateSpace::of(FieldModel::compile(it), LIMIT))
        else {
            return;
        };
        let mut first_alone = |_: &FieldModel, _: &[u64], events: &mut Vec<EventId>| events.truncate(1);
        let checked = space.check_waiting(&mut first_alone, &|_| Vec::new(), true);
        caught.set(caught.get() + usize::from(checked.is_err()));
    });
    println!("{} caught", caught.get());
    assert!(is_met(caught.get(), 5));
}

/// Checks a program's assertions with and without stubborn sets. Returns the number of violated ones.
fn check_assertions(about: &str, net: &Net) -> usize {
    let ask = |events, stubborn| {
        let mut request = Request::new(Question::Check(Vec::new()));
        request.assertions = true;
        request.reductions = Reductions { events, stubborn, ..Reductions::default() };
        request.limits.states = Some(5000);
        analyse(net, &request, &Control::default()).expect("it compiles")
    };
    let all = ask(Events::ALL, StubbornOptions::default());
    if all.reason.is_some() {
        return 0;
    }
    let answers = |report: &Report| {
        let steps = |trace: &Trace| trace.steps.len();
        let answers = report.answers.iter();
        answers.map(|answer| (answer.verdict, answer.trace.as_ref().map(steps))).collect::<Vec<_>>()
    };
    for options in all_options() {
        let fewer = ask(Events::STUBBORN, options);
        assert_eq!(answers(&fewer), answers(&all), "{about}\n{options:?}");
        let asleep = ask(Events::STUBBORN_SLEEP, options);
        let verdicts =
            |report: &Report| report.answers.iter().map(|answer| answer.verdict).collect::<Vec<_>>();
        assert_eq!(verdicts(&asleep), verdicts(&all), "{about}\n{options:?} with sleep sets");
    }
    all.answers.iter().filter(|answer| answer.trace.is_some()).count()
}

#[test]
fn assertions_fail_as_early_as_without_stubborn_sets() {
    let failing = Cell::new(0);
    for_seeds(300, |seed| {
        let text = print(&dve::random(seed, &dve::Shape::tame()));
        let semantics = if seed % 2 == 0 { Semantics::Ltsmin } else { Semantics::Divine2 };
        let Some(net) = program(&text, semantics).filter(|net| !net.assertions.is_empty()) else { return };
        failing.set(failing.get() + check_assertions(&text, &net));
    });
    println!("{} assertions failed", failing.get());
    assert!(is_met(failing.get(), 10));
}

#[test]
fn unproved_combinations_are_refused() {
    for events in [Events::STUBBORN, Events::STUBBORN_SLEEP] {
        check_refusals(events);
    }
}

fn check_refusals(events: Events) {
    let stubborn = || Reductions { events, ..Reductions::default() };
    let request = |question| Request { reductions: stubborn(), ..Request::new(question) };
    assert_eq!(request(Question::Deadlock).refusal(), None);
    let deadlock = || request(Question::Deadlock);
    let levels = Statistics { levels: true, ..Statistics::default() };
    let bounds = Statistics { bounds: true, ..Statistics::default() };
    let chains = Reductions { chains: Chains::Unstored { every: 2 }, ..stubborn() };
    let refused = [
        (request(Question::Explore), "explore"),
        (Request { statistics: levels, ..deadlock() }, "`levels`"),
        (Request { statistics: bounds, ..deadlock() }, "`bounds`"),
        (Request { depth: Some(DepthBound::new(5)), ..deadlock() }, "`reduce`"),
        (Request { reductions: chains, retention: Retention::Cache, ..deadlock() }, "branching"),
    ];
    for (request, word) in refused {
        let reason = request.refusal().expect("it is refused").to_string();
        assert!(reason.contains(word), "{reason}");
    }
}
