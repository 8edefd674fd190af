//! Searches of symmetric markings give the answers of explicit ones.

use std::cell::Cell;
use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::query::{self, Answer, Answered, Query};
use sanderling::{Control, Engine, PreparedNet, Question, Request, Statistics};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_property::{Comparison, Formula, Logic, Property, Relation, Temporal, TemporalProperty};
use sanderling_report::{Means, Reason, Report, Verdict};
use sanderling_testkit::naive;
use sanderling_testkit::random::{for_seeds, is_met, parts};
use sanderling_tests::random_property;
use sanderling_tests::temporal::{Graph, random_temporal, without_colours};

use super::engines::{answered, assert_same_statistics, request};

/// Maximum number of markings of a net for which temporal properties are compared.
const LIMIT: usize = 300;

/// Returns the reports of an explicit search and of a search of symmetric markings.
fn both(net: &Net, question: &Question) -> [Report; 2] {
    ["explicit", "symmetric"].map(|engine| answered(net, &request(net, question.clone(), engine)))
}

#[test]
fn all_markings_are_counted_by_their_representatives() {
    let (counted, fewer, without) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for_seeds(800, |seed| {
        let net = parts::net(seed);
        let mut requests = ["explicit", "symmetric"].map(|engine| request(&net, Question::Explore, engine));
        for request in &mut requests {
            request.statistics = Statistics { bounds: true, dead_transitions: true, levels: false };
            request.limits.states = Some(3000);
        }
        let [explicit, symmetric] = requests.map(|request| answered(&net, &request));
        if symmetric.reason == Some(Reason::NoSymmetry) {
            assert_eq!(symmetric.verdict, Verdict::Unknown);
            without.set(without.get() + 1);
            return;
        }
        if !explicit.exhaustive {
            return;
        }
        let found = serde_json::to_value(&symmetric.symmetry).unwrap();
        assert_same_statistics(&symmetric, &explicit, &found);
        counted.set(counted.get() + 1);
        fewer.set(fewer.get() + u64::from(found["representatives"] != found["states"]));
    });
    let met = [&counted, &fewer, &without].map(Cell::get);
    assert!(met.into_iter().all(|times| is_met(times, 60)), "{met:?}");
}

/// Properties mostly break some symmetries and keep others.
#[test]
fn deadlocks_and_properties_are_decided_by_representatives() {
    let (holds, violated, runs, by) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    for_seeds(600, |seed| {
        let net = parts::net(seed);
        let mut random = StdRng::seed_from_u64(seed);
        let properties = (0..3).map(|_| Property::parse(&random_property(&net, &mut random), &net).unwrap());
        for question in [Question::Deadlock, Question::Check(properties.collect())] {
            let [explicit, symmetric] = both(&net, &question);
            let verdicts = |report: &Report| {
                let answers = report.answers.iter().map(|answer| answer.verdict);
                answers.chain([report.verdict]).collect::<Vec<_>>()
            };
            let is_limited = explicit.reason.is_some() || symmetric.reason.is_some();
            for (one, other) in verdicts(&explicit).into_iter().zip(verdicts(&symmetric)) {
                let is_open = one == Verdict::Unknown || other == Verdict::Unknown;
                assert!(one == other || is_open && is_limited, "{seed}: {one} {other} {question:?}");
                holds.set(holds.get() + u64::from(other == Verdict::Holds));
                violated.set(violated.get() + u64::from(other == Verdict::Violated));
            }
            runs.set(runs.get() + u64::from(symmetric.trace.is_some()));
            let decisions = symmetric.answers.iter().filter_map(|answer| answer.decided_by.as_ref());
            let decisions = decisions.chain(&symmetric.decided_by);
            by.set(by.get() + decisions.filter(|one| one.with.contains(&Means::Symmetries)).count());
        }
    });
    let met = [holds.get(), violated.get(), runs.get(), by.get() as u64];
    assert!(met.into_iter().all(|times| is_met(times, 100)), "{met:?}");
}

#[test]
fn queries_about_state_spaces_are_answered_by_representatives() {
    let by_symmetries = Cell::new(0);
    for_seeds(200, |seed| {
        let prepared = PreparedNet::not_unfolded(parts::net(seed));
        if !answered(prepared.net(), &request(prepared.net(), Question::Explore, "explicit")).exhaustive {
            return;
        }
        let [explicit, symmetric] = [Engine::Explicit, Engine::Symmetric].map(|engine| {
            let mut answers = BTreeMap::new();
            let request = Request { engine, ..Request::new(Question::Explore) };
            let mut on_answer = |Answered { question, answer, .. }: Answered| {
                answers.insert(question, answer);
            };
            let control = Control::default();
            query::answer(&prepared.queried(), &Query::StateSpace, &request, &control, &mut on_answer)
                .unwrap();
            answers
        });
        if !symmetric.is_empty() {
            assert_eq!(symmetric, explicit, "{seed}");
            by_symmetries.set(by_symmetries.get() + 1);
        }
    });
    assert!(is_met(by_symmetries.get(), 30), "{by_symmetries:?}");
}

/// Returns a formula with the same operators, and with conditions that treat all parts of the net equally.
fn about_all_parts(formula: &Temporal, net: &Net, random: &mut StdRng) -> Temporal {
    let mut all = |parts: &[Temporal]| parts.iter().map(|part| about_all_parts(part, net, random)).collect();
    match formula {
        Temporal::Not(inner) => Temporal::Not(Box::new(about_all_parts(inner, net, random))),
        Temporal::And(parts) => Temporal::And(all(parts)),
        Temporal::Or(parts) => Temporal::Or(all(parts)),
        Temporal::Path { quantifier, operator, operands } => {
            Temporal::path(*quantifier, *operator, all(operands))
        }
        Temporal::State(_) => {
            let template =
                |id: &str| id.trim_end_matches(|c: char| c == '_' || c.is_ascii_digit()).to_owned();
            if random.random_bool(0.3) {
                let chosen = template(&net.transitions[random.random_range(0..net.transitions.len())].id);
                let same = |one: &TransitionId| template(&net.transition(*one).id) == chosen;
                return Temporal::State(Formula::Enabled(net.transition_ids().filter(same).collect()));
            }
            let chosen = template(&net.places[random.random_range(0..net.places.len())].id);
            let same = |one: &PlaceId| template(&net.place(*one).id) == chosen;
            let terms = net.place_ids().filter(same).map(|place| (1, place));
            let relation = if random.random_bool(0.6) { Relation::AtLeast } else { Relation::Equal };
            Temporal::State(Formula::Compare(
                Comparison::build(terms, relation, random.random_range(0..6)).unwrap(),
            ))
        }
    }
}

/// A marking and its representative satisfy the same formulas, and runs are those of the net.
#[test]
fn temporal_properties_are_decided_by_representatives() {
    let (holds, violated, lassos, open) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    for_seeds(1600, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = if seed % 4 == 0 { parts::two(seed) } else { parts::net(seed) };
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        // Most nets lose tokens, and their runs end. So half of the nets are those without deadlocks.
        if seed % 2 == 0 && !explored.deadlocks.is_empty() {
            return;
        }
        let graph = Graph::of(&net, &explored);
        let properties = (0..6).map(|number| {
            let logic = [Logic::Ltl, Logic::Ctl][number % 2];
            let property = random_temporal(&net, logic, random.random_range(1..=3), &mut random);
            if random.random_bool(0.3) {
                return property;
            }
            let formula = about_all_parts(&property.formula, &net, &mut random);
            let text = formula.display(&net).to_string();
            TemporalProperty { text, formula, ..property }
        });
        let properties: Vec<_> =
            properties.filter_map(|property| Some((graph.satisfies(&property)?, property))).collect();
        let prepared = PreparedNet::not_unfolded(net.clone());
        let formulas = properties.iter().map(|(_, property)| {
            prepared.temporal_to_unfolded(&without_colours(property, &net)).expect("it is about this net")
        });
        let query = Query::Temporal(formulas.collect());
        let request = Request {
            engine: Engine::Symmetric,
            threads: 1 + (seed % 2) as usize,
            ..Request::new(Question::Explore)
        };
        let mut answers = vec![None; properties.len()];
        let mut on_answer = |Answered { question, answer, lasso, .. }: Answered| {
            answers[question] = Some(answer);
            let Some(lasso) = lasso else { return };
            let (_, property) = &properties[question];
            let is_violated = graph.is_violated_by(property, &lasso.prefix, lasso.cycle.as_deref());
            assert!(is_violated != Some(false), "{seed}: `{}` {lasso:?}", property.text);
            lassos.set(lassos.get() + u64::from(lasso.cycle.is_some_and(|cycle| cycle.len() > 1)));
        };
        query::answer(&prepared.queried(), &query, &request, &Control::default(), &mut on_answer).unwrap();
        for ((satisfies, property), answer) in properties.iter().zip(answers) {
            let Some(answer) = answer else {
                open.set(open.get() + 1);
                continue;
            };
            assert_eq!(answer, Answer::Truth(*satisfies), "{seed}: `{}`", property.text);
            let count = if *satisfies { &holds } else { &violated };
            count.set(count.get() + 1);
        }
    });
    let met = [&holds, &violated, &lassos, &open].map(Cell::get);
    // Few formulas have a violating run with a long cycle that no earlier step finds.
    assert!(met.into_iter().zip([200, 200, 8, 200]).all(|(times, wanted)| is_met(times, wanted)), "{met:?}");
}
