//! Properties of the values of programs. On random programs, the results of every configuration equal those
//! of the reference semantics.
//!
//! The reference evaluates the properties as trees, on the markings of the net, while the engine reads their
//! text. So the test covers parsing, packing, relaxations, and reductions.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, VecDeque};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{
    Control, Encoding, Events, ModelErrors, PreparedNet, Question, Request, StubbornMethod, analyse, replay,
};
use sanderling_dve::Dve;
use sanderling_dve::Semantics::{Divine2, Ltsmin};
use sanderling_net::semantics::{Interpreter, Marking, initial};
use sanderling_net::{Format, Net, Source, TransitionId};
use sanderling_property::{Property, Quantifier};
use sanderling_report::{Trace, Verdict};
use sanderling_testkit::dve::{Shape, print, random};
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::{Moment, ValueProperty, random_value_property};
use sanderling_tests::Configuration;

/// Maximum number of states of a model. Larger ones are skipped.
const LIMIT: usize = 300;
/// Number of configurations with reductions for each query.
const REDUCED: usize = 6;

/// A state, its enabled transitions, and its distance from the initial state.
struct Reached {
    marking: Option<Marking>,
    enabled: BTreeSet<TransitionId>,
    distance: usize,
}

/// Returns all states, including the error state of undefined steps. Returns `None` if there are too many,
/// or if an undefined step ends the search.
fn reached(net: &Net, errors: ModelErrors) -> Option<Vec<Reached>> {
    let interpreter = Interpreter::new(net);
    let mut distances = HashMap::from([(Some(initial(net).expect("a marking")), 0)]);
    let mut open: VecDeque<Option<Marking>> = distances.keys().cloned().collect();
    let mut all = Vec::new();
    while let Some(marking) = open.pop_front() {
        let distance = distances[&marking];
        let mut enabled = BTreeSet::new();
        if let Some(marking) = &marking {
            for attempt in interpreter.attempts(marking).expect("it has a meaning") {
                enabled.insert(attempt.firing.transition);
                let mut successor = marking.clone();
                let fired =
                    attempt.error.is_none() && interpreter.fire(&mut successor, &attempt.firing).is_ok();
                if !fired && errors == ModelErrors::Report {
                    return None;
                }
                let successor = fired.then_some(successor);
                if !distances.contains_key(&successor) {
                    distances.insert(successor.clone(), distance + 1);
                    open.push_back(successor);
                }
            }
        }
        all.push(Reached { marking, enabled, distance });
        if all.len() > LIMIT {
            return None;
        }
    }
    Some(all)
}

impl Reached {
    fn moment(&self) -> Moment<'_> {
        Moment { marking: self.marking.as_ref(), enabled: &self.enabled }
    }

    /// Whether the state decides a property.
    fn decides(&self, property: &ValueProperty) -> bool {
        property.condition.holds(self.moment()) == Some(!property.is_always)
    }

    /// Whether the state is a deadlock that the condition does not except.
    fn is_deadlock_but_for(&self, except: &ValueProperty) -> bool {
        // In a deadlock no transition is enabled, for the condition too.
        self.enabled.is_empty() && except.condition.holds(self.moment()) != Some(true)
    }
}

/// Returns the distance of the nearest state of this kind.
fn nearest(all: &[Reached], is_meant: impl Fn(&Reached) -> bool) -> Option<usize> {
    all.iter().filter(|one| is_meant(one)).map(|one| one.distance).min()
}

/// Checks a verdict with its trace.
fn check(
    net: &Net,
    (verdict, trace): (Verdict, Option<&Trace>),
    (expected, found_as): (Option<usize>, Verdict),
    is_shortest: bool,
) -> Result<(), String> {
    let not_found = if found_as == Verdict::Holds { Verdict::Violated } else { Verdict::Holds };
    let right = if expected.is_some() { found_as } else { not_found };
    if verdict != right {
        return Err(format!("{verdict:?}, but it is {right:?}"));
    }
    match (trace, expected) {
        (None, None) => Ok(()),
        (Some(trace), Some(distance))
            if !(is_shortest || trace.shortest == Some(true)) || trace.steps.len() == distance =>
        {
            let replayed = replay(net, trace).verdict;
            if replayed == Verdict::Holds { Ok(()) } else { Err("a trace that does not replay".into()) }
        }
        (trace, _) => {
            Err(format!("a trace of {:?} steps, {expected:?} expected", trace.map(|trace| trace.steps.len())))
        }
    }
}

/// The numbers of comparisons.
#[derive(Debug, Default)]
struct Compared {
    answers: Cell<usize>,
    decided: Cell<usize>,
    undecided: Cell<usize>,
    reduced: Cell<usize>,
}

fn count(cell: &Cell<usize>) {
    cell.set(cell.get() + 1);
}

/// Returns the configurations for a query: all that keep every state, and some with reductions, half of them
/// with stubborn sets.
fn configurations(question: &Question, seed: u64) -> Vec<Configuration> {
    // Reductions work best for a single property: stubborn sets for several consider everything that any of
    // them reads.
    let is_single = matches!(question, Question::Check(properties) if properties.len() == 1);
    let mut all = if is_single { Vec::new() } else { Configuration::of_programs() };
    for (position, drawn) in Configuration::rotation_for(question, seed, REDUCED).into_iter().enumerate() {
        let mut one = Configuration { encoding: Encoding::Fields, ..drawn };
        if position % 2 == 0 && !one.retention.sweeps() {
            one.reductions.events = if position % 4 == 0 { Events::STUBBORN } else { Events::STUBBORN_SLEEP };
            one.reductions.stubborn.method = StubbornMethod::ALL[position / 2 % StubbornMethod::ALL.len()];
        }
        all.push(one);
    }
    all
}

/// Runs the query in every configuration, and compares each report with the expected results.
fn ask(
    net: &Net,
    (question, errors): (&Question, ModelErrors),
    seed: u64,
    compared: &Compared,
    check: impl Fn(&sanderling_report::Report, bool) -> Result<(), String>,
    text: &str,
) {
    let prepared = PreparedNet::not_unfolded(net.clone());
    for configuration in configurations(question, seed) {
        let request = Request { model_errors: errors, ..configuration.request(question.clone()) };
        if request.refusal().is_some() || prepared.refusal(&request).is_some() {
            continue;
        }
        let about = || format!("{errors:?} {configuration:?}\n{text}");
        let report = analyse(net, &request, &Control::default())
            .unwrap_or_else(|found| panic!("{found}: {}", about()));
        if configuration.gave_up(&report) {
            continue;
        }
        if request.reductions.leave_states_out() {
            count(&compared.reduced);
        }
        check(&report, configuration.is_breadth_first())
            .unwrap_or_else(|found| panic!("{found}: {}", about()));
    }
}

fn compare(seed: u64, shape: &Shape, compared: &Compared) {
    let text = print(&random(seed, shape));
    let semantics = if seed.is_multiple_of(2) { Ltsmin } else { Divine2 };
    let Ok(mut parsed) = (Dve { semantics }).parse(&Source::new("random.dve", text.clone())) else { return };
    let net = parsed.nets.remove(0);
    let mut random = StdRng::seed_from_u64(seed);
    let drawn: Vec<ValueProperty> = (0..3).map(|_| random_value_property(&net, &mut random)).collect();
    let read = |text: &str| Property::parse(text, &net).unwrap_or_else(|found| panic!("{found}\n{text}"));
    let properties: Vec<Property> = drawn.iter().map(|one| read(&one.text)).collect();
    for property in &properties {
        let shown = property.display(&net).to_string();
        assert_eq!(read(&shown).formula, property.formula, "{} is shown as {shown}", property.text);
    }
    let except = &drawn[0];
    let excepted =
        Property::parse_condition(Quantifier::Reach, &except.condition_text, &net).expect("it was read");
    for errors in [ModelErrors::Report, ModelErrors::State] {
        let Some(all) = reached(&net, errors) else { continue };
        let expected: Vec<_> = drawn
            .iter()
            .map(|one| {
                let found_as = if one.is_always { Verdict::Violated } else { Verdict::Holds };
                (nearest(&all, |state| state.decides(one)), found_as)
            })
            .collect();
        for (distance, _) in &expected {
            count(if distance.is_some() { &compared.decided } else { &compared.undecided });
        }
        let about =
            format!("{}\n{text}", properties.iter().map(|one| &*one.text).collect::<Vec<_>>().join("\n"));
        let question = Question::Check(properties.clone());
        let seed = random.random();
        ask(
            &net,
            (&question, errors),
            seed,
            compared,
            |report, is_shortest| {
                for (position, (answer, expected)) in report.answers.iter().zip(&expected).enumerate() {
                    count(&compared.answers);
                    // A search for several properties finds a shortest path for each of them.
                    check(&net, (answer.verdict, answer.trace.as_ref()), *expected, is_shortest)
                        .map_err(|found| format!("property {position}: {found}"))?;
                }
                Ok(())
            },
            &about,
        );
        for (property, expected) in properties.iter().zip(&expected) {
            let about = format!("alone: {}\n{text}", property.text);
            let question = Question::Check(vec![property.clone()]);
            ask(
                &net,
                (&question, errors),
                random.random(),
                compared,
                |report, is_shortest| {
                    count(&compared.answers);
                    let answer = &report.answers[0];
                    check(&net, (answer.verdict, answer.trace.as_ref()), *expected, is_shortest)
                },
                &about,
            );
        }
        let about = format!("except {}\n{text}", except.condition_text);
        let question = Question::DeadlockExcept(excepted.clone());
        let dead = nearest(&all, |state| state.is_deadlock_but_for(except));
        ask(
            &net,
            (&question, errors),
            seed,
            compared,
            |report, is_shortest| {
                count(&compared.answers);
                let found = (report.verdict, report.trace.as_ref());
                check(&net, found, (dead, Verdict::Violated), is_shortest)
            },
            &about,
        );
    }
}

fn check_shape(seeds: u64, shape: &Shape) {
    let compared = Compared::default();
    for_seeds(seeds, |seed| compare(seed, shape, &compared));
    println!("{compared:?}");
    assert!(is_met(compared.decided.get(), 20) && is_met(compared.undecided.get(), 20), "{compared:?}");
    assert!(is_met(compared.reduced.get(), 100), "{compared:?}");
}

#[test]
fn properties_of_programs_in_which_hardly_anything_fails() {
    check_shape(200, &Shape::tame());
}

#[test]
fn properties_of_programs_in_which_much_fails() {
    check_shape(200, &Shape::wild());
}

#[test]
fn properties_of_programs_that_mostly_communicate() {
    check_shape(200, &Shape::talkative());
}

#[test]
fn properties_of_programs_with_states_of_many_words() {
    check_shape(200, &Shape::wide());
}
