//! Questions decided by rules, stubborn sets, proofs, walks and searches, in every combination. The verdicts
//! are those of the naive explorer, and the traces are runs of the net.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, Driver, Effort, Events, Order, Question, Reductions, Request, Retention, analyse};
use sanderling_net::Net;
use sanderling_property::{Property, Quantifier, ReferenceValuation};
use sanderling_report::{Decision, Means, Technique, Trace, Verdict};
use sanderling_testkit::files::own;
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_tests::{freedom_from_deadlock, play, random_property, read};

/// Maximum number of states of a compared net.
const LIMIT: usize = 300;

/// The stores of the main search.
const STORES: [Option<&str>; 5] = [None, Some("packed"), Some("tree"), Some("disk"), Some("comback")];

/// How often each technique decided.
type Techniques = BTreeMap<&'static str, usize>;

/// Returns efforts that leave more and more to later techniques.
fn efforts() -> [Effort; 4] {
    let quick = Effort { small: 0, walk_time: Duration::from_millis(2), ..Effort::default() };
    let no_search = Effort { short: 0, ..quick };
    [quick, no_search, Effort { walk_time: Duration::ZERO, ..no_search }, Effort { small: 100, ..quick }]
}

/// Returns requests for the same question with different techniques.
fn requests(question: &Question, random: &mut StdRng) -> Vec<Request> {
    let mut requests = Vec::new();
    for effort in efforts() {
        for structural in [false, true] {
            let events = if random.random_bool(0.7) { Events::STUBBORN } else { Events::ALL };
            let proofs = random.random_bool(0.5);
            if !structural && !proofs {
                continue;
            }
            let order = if random.random_bool(0.7) { Order::BreadthFirst } else { Order::DepthFirst };
            let request = Request {
                reductions: Reductions { structural, events, ..Reductions::default() },
                proofs,
                effort,
                order,
                threads: random.random_range(1..=2),
                driver: if random.random_bool(0.5) { Driver::Auto } else { Driver::Batched },
                retention: if random.random_bool(0.5) { Retention::Auto } else { Retention::KeepAll },
                shortest: random.random_bool(0.3),
                store: STORES
                    .choose(random)
                    .expect("there are some")
                    .map(|name| name.parse().expect("a store")),
                ..Request::new(question.clone())
            };
            if request.refusal().is_none() {
                requests.push(request);
            }
        }
    }
    requests
}

fn decides(net: &Net, property: &Property, trace: &Trace) -> bool {
    let marking = play(net, trace);
    let valuation = ReferenceValuation::build(net, &marking).expect("enabledness is defined");
    property.formula.holds(&valuation) == (property.quantifier == Quantifier::Reach)
}

/// Returns the naive explorer's verdict on a property, and the length of a shortest run that shows it.
fn expected(net: &Net, explored: &Explored, property: &Property) -> (Verdict, Option<usize>) {
    let meeting = explored.markings.iter().filter(|(marking, _)| {
        let valuation = ReferenceValuation::build(net, marking).expect("enabledness is defined");
        property.target().holds(&valuation)
    });
    let nearest = meeting.map(|(_, &distance)| distance).min();
    let is_met = nearest.is_some();
    let verdict =
        if is_met == (property.quantifier == Quantifier::Reach) { Verdict::Holds } else { Verdict::Violated };
    (verdict, nearest)
}

fn check(net: &Net, seed: u64, techniques: &Cell<Techniques>) {
    let Ok(explored) = naive::explore(net, LIMIT) else { return };
    let mut random = StdRng::seed_from_u64(seed);
    let parse = |text: String| Property::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
    let properties: Vec<_> = (0..3).map(|_| parse(random_property(net, &mut random))).collect();
    let mut questions = vec![Question::Deadlock, Question::Check(properties.clone())];
    questions.extend(properties.iter().take(2).cloned().map(Question::DeadlockExcept));
    questions.extend(properties.into_iter().map(|property| Question::Check(vec![property])));
    for question in questions {
        let deadlock = freedom_from_deadlock(question.except(), net);
        for request in requests(&question, &mut random) {
            let report =
                analyse(net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
            let about = format!("{} {request:?}", net.id);
            let mut found: Vec<(&Property, Verdict, &Option<Trace>, &Option<Decision>)> = Vec::new();
            match &question {
                Question::Check(properties) => {
                    let answers = report.answers.iter();
                    let answers = answers.map(|answer| (answer.verdict, &answer.trace, &answer.decided_by));
                    found.extend(
                        properties
                            .iter()
                            .zip(answers)
                            .map(|(property, (verdict, trace, by))| (property, verdict, trace, by)),
                    );
                }
                _ => found.push((&deadlock, report.verdict, &report.trace, &report.decided_by)),
            }
            for (property, verdict, trace, by) in found {
                let (expected, nearest) = expected(net, &explored, property);
                assert_eq!(verdict, expected, "{} {about}", property.text);
                if let Some(trace) = trace {
                    let length = trace.steps.len();
                    assert!(length >= nearest.expect("there is one"), "{} {about}", property.text);
                    assert!(
                        trace.shortest != Some(true) || Some(length) == nearest,
                        "{} {about}",
                        property.text
                    );
                    assert!(!request.shortest || trace.shortest == Some(true), "{} {about}", property.text);
                }
                assert!(trace.as_ref().is_none_or(|trace| decides(net, property, trace)), "{about}");
                let mut counted = techniques.take();
                let by = by.as_ref().expect("something decided it");
                let is_proof = matches!(by.technique, Technique::Proof(_));
                assert!(request.proofs || !is_proof, "{by:?}, which was switched off: {about}");
                let (stubborn, structural) =
                    (by.with.contains(&Means::StubbornSets), by.with.contains(&Means::StructuralReduction));
                let reductions = request.reductions;
                assert!(reductions.events == Events::STUBBORN || !stubborn, "{by:?}, switched off: {about}");
                assert!(reductions.structural || !structural, "{by:?}, switched off: {about}");
                *counted.entry(by.technique.name()).or_default() += 1;
                techniques.set(counted);
            }
            assert_eq!(report.reason, None, "{about}");
            if let (Some(states), None) = (report.states, &report.reduced_net) {
                assert!(!report.exhaustive || states == explored.states().into(), "{about}: a wrong count");
            }
        }
    }
}

fn check_shape(seeds: u64, net: impl Fn(u64) -> Net) -> Techniques {
    let techniques = Cell::default();
    for_seeds(seeds, |seed| check(&net(seed), seed, &techniques));
    let techniques = techniques.take();
    println!("{techniques:?}");
    techniques
}

#[test]
fn every_way_to_a_verdict_gives_the_naive_explorers() {
    // Siphons and traps decide so few properties that a usual run takes 220 seeds.
    let techniques = check_shape(880, |seed| random::net(seed, &Shape::conservative()));
    for technique in ["search", "reduction", "state_equation", "place_invariant", "siphon_trap"] {
        let count = techniques.get(technique).copied().unwrap_or(0);
        assert!(is_met(count, 0), "{technique}: {techniques:?}");
    }
    check_shape(120, |seed| random::net(seed, &Shape::plain()));
}

#[test]
fn every_way_to_a_verdict_is_right_with_every_kind_of_arc() {
    check_shape(120, |seed| random::net(seed, &Shape::special()));
    check_shape(120, |seed| random::net(seed, &Shape::conservative_special()));
    check_shape(60, random::unit_safe_net);
}

#[test]
fn the_projects_own_nets_are_decided_right() {
    let techniques = Cell::default();
    let mut nets = 0;
    for net in own("pnml").iter().map(|path| read(path)) {
        if net.is_place_transition() && net.validate().is_empty() {
            check(&net, 1, &techniques);
            nets += 1;
        }
    }
    println!("{nets} nets: {:?}", techniques.take());
    assert!(nets > 10);
}
