//! Explicit searches and decision diagrams give the same answers, each without the other.

use std::cell::Cell;
use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::StdRng;
use sanderling::options::Choices;
use sanderling::query::{self, Answer, Answered, Query};
use sanderling::{
    Control, DiagramOrder, Engine, PreparedNet, Question, Request, StandardRequest, Statistics, analyse,
    describe,
};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition};
use sanderling_property::{Property, Statement};
use sanderling_report::{Count, Decision, Reason, Report, Technique, Verdict};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_tests::random_property;
use serde_json::{Value, json};

/// The limit on states of explicit searches.
const LIMIT: u64 = 3000;

fn random_net(seed: u64) -> Net {
    match seed % 3 {
        0 => random::net(seed, &Shape::plain()),
        1 => random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative_special() }),
        _ => random::net(seed, &Shape::special()),
    }
}

/// Returns a request with the usual choices for a net, and this engine.
pub(super) fn request(net: &Net, question: Question, engine: &str) -> Request {
    let mut options = json!({ "engine": engine, "explain-plan": true, "memory": "100M" });
    if engine == "explicit" {
        (options["threads"], options["max-states"]) = (1.into(), LIMIT.into());
    }
    let choices = Choices::from_json(options.as_object().unwrap()).unwrap();
    choices.request(question, net).unwrap()
}

pub(super) fn answered(net: &Net, request: &Request) -> Report {
    analyse(net, request, &Control::default()).unwrap_or_else(|found| panic!("{}: {found}", net.id))
}

/// Compares the statistics of a report with those of an explicit search. `large` has numbers of any size.
pub(super) fn assert_same_statistics(report: &Report, explicit: &Report, large: &Value) {
    let [report, explicit] = [report, explicit].map(|report| serde_json::to_value(report).unwrap());
    let numbers = ["states", "firings", "deadlocks"];
    let others = ["max_tokens_in_place", "max_tokens_in_marking", "bounds", "dead_transitions"];
    for key in numbers.into_iter().chain(others).chain(["exhaustive", "verdict", "reason"]) {
        assert_eq!(report[key], explicit[key], "{key}: {report}");
    }
    for key in numbers {
        assert_eq!(large[key], explicit[key], "{key}: {report}");
    }
}

/// Returns the reports of an explicit search and of a diagram, and checks that neither used the other.
fn both(net: &Net, question: &Question) -> [Report; 2] {
    let [explicit, diagram] =
        ["explicit", "diagram"].map(|engine| answered(net, &request(net, question.clone(), engine)));
    let decides = |report: &Report, technique: Technique| {
        let decisions = report.answers.iter().filter_map(|answer| answer.decided_by.as_ref());
        decisions.chain(&report.decided_by).any(|by: &Decision| by.technique == technique)
    };
    assert!(explicit.diagram.is_none() && !decides(&explicit, Technique::Diagram), "{explicit:?}");
    assert!(
        explicit.plan.iter().all(|stage| !stage.name.starts_with("decision diagram")),
        "{:?}",
        explicit.plan
    );
    // Several techniques together are reported as a search.
    let are_alone = !matches!(question, Question::Statements(_));
    assert!(!(are_alone && decides(&diagram, Technique::Search)), "{diagram:?}");
    let visited = diagram.plan.iter().find(|stage| stage.states != Count::ZERO);
    assert_eq!(visited, None, "{question:?}");
    [explicit, diagram]
}

#[test]
fn a_diagram_counts_what_a_search_counts() {
    let (counted, unbounded) = (Cell::new(0), Cell::new(0));
    for_seeds(600, |seed| {
        let net = random_net(seed);
        let mut asked = ["explicit", "diagram"].map(|engine| request(&net, Question::Explore, engine));
        for request in &mut asked {
            request.statistics = Statistics { bounds: true, dead_transitions: true, levels: false };
        }
        let [explicit, diagram] = asked.map(|request| answered(&net, &request));
        if !explicit.exhaustive {
            let is_infinite = diagram.unbounded.is_some() && diagram.verdict == Verdict::Computed;
            assert!(!is_infinite || explicit.unbounded.is_some(), "{seed}");
            unbounded.set(unbounded.get() + u64::from(is_infinite));
            return;
        }
        assert_same_statistics(&diagram, &explicit, &serde_json::to_value(&diagram.diagram).unwrap());
        counted.set(counted.get() + 1);
    });
    assert!(is_met(counted.get(), 100) && is_met(unbounded.get(), 10), "{counted:?} {unbounded:?}");
}

/// Returns properties of markings, and of runs in branching time.
fn statements(net: &Net, seed: u64) -> Vec<Statement> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut properties = (0..4).map(|_| random_property(net, &mut random)).collect::<Vec<_>>();
    let conditions = properties.iter().map(|text| text.split_once(' ').unwrap().1.to_owned());
    let conditions: Vec<String> = conditions.collect();
    properties.push(format!("ctl AG EF ({})", conditions[0]));
    properties.push(format!("ctl A[({}) U ({})]", conditions[1], conditions[2]));
    properties.push(format!("ctl EG ({})", conditions[3]));
    let parse = |text: &String| Statement::parse_plain(text, net).unwrap_or_else(|found| panic!("{found}"));
    properties.iter().map(parse).collect()
}

#[test]
fn both_engines_decide_deadlocks_and_properties_alike() {
    let (holds, violated, runs) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for_seeds(400, |seed| {
        let net = random_net(seed);
        let markings = statements(&net, seed).into_iter().filter_map(|statement| match statement {
            Statement::Markings(property) => Some(property),
            _ => None,
        });
        let questions = [
            Question::Deadlock,
            Question::Check(markings.collect()),
            Question::check(statements(&net, seed)),
        ];
        for question in questions {
            let [explicit, diagram] = both(&net, &question);
            let verdicts = |report: &Report| {
                let answers = report.answers.iter().map(|answer| answer.verdict);
                answers.chain([report.verdict]).collect::<Vec<_>>()
            };
            let is_limited = explicit.reason.is_some() || diagram.reason.is_some();
            for (one, other) in verdicts(&explicit).into_iter().zip(verdicts(&diagram)) {
                let is_open = one == Verdict::Unknown || other == Verdict::Unknown;
                assert!(one == other || is_open && is_limited, "{seed}: {one} {other} {question:?}");
                holds.set(holds.get() + u64::from(other == Verdict::Holds));
                violated.set(violated.get() + u64::from(other == Verdict::Violated));
            }
            runs.set(runs.get() + u64::from(diagram.trace.is_some()));
        }
    });
    let met = [&holds, &violated, &runs].map(Cell::get);
    assert!(met.into_iter().all(|times| is_met(times, 100)), "{met:?}");
}

fn queries(net: &Net, seed: u64) -> Vec<Query> {
    let mut random = StdRng::seed_from_u64(seed);
    let properties = (0..3).map(|_| Property::parse(&random_property(net, &mut random), net).unwrap());
    let sums = net.place_ids().take(3).map(|place: PlaceId| vec![(1, place)]);
    let temporal = statements(net, seed).into_iter().filter_map(|statement| match statement {
        Statement::Runs(property) => Some(property),
        _ => None,
    });
    vec![
        Query::StateSpace,
        Query::Deadlock,
        Query::OneSafe,
        Query::QuasiLiveness,
        Query::StableMarking,
        Query::Liveness,
        Query::Formulas(properties.collect()),
        Query::Bounds(sums.collect()),
        Query::Temporal(temporal.collect()),
    ]
}

#[test]
fn both_engines_answer_queries_alike() {
    let by_diagram = Cell::new(0);
    for_seeds(200, |seed| {
        let prepared = PreparedNet::not_unfolded(random_net(seed));
        let is_bounded = answered(prepared.net(), &request(prepared.net(), Question::Explore, "explicit"));
        if !is_bounded.exhaustive {
            return;
        }
        for asked in queries(prepared.net(), seed) {
            let [explicit, diagram] = [Engine::Explicit, Engine::Diagram].map(|engine| {
                let mut answers: BTreeMap<usize, (Answer, Technique)> = BTreeMap::new();
                let request = Request { engine, ..Request::new(Question::Explore) };
                let mut on_answer = |Answered { question, answer, by, .. }: Answered| {
                    answers.insert(question, (answer, by.technique));
                };
                query::answer(&prepared.queried(), &asked, &request, &Control::default(), &mut on_answer)
                    .unwrap();
                answers
            });
            let answers = |given: &BTreeMap<usize, (Answer, Technique)>| {
                given.iter().map(|(question, (answer, _))| (*question, answer.clone())).collect::<Vec<_>>()
            };
            assert_eq!(answers(&diagram), answers(&explicit), "{seed}: {asked:?}");
            let techniques = |given: &BTreeMap<usize, (Answer, Technique)>, one| {
                given.values().filter(|(_, technique)| *technique == one).count()
            };
            assert_eq!(techniques(&explicit, Technique::Diagram), 0, "{seed}: {asked:?}");
            // Several techniques together are reported as a search.
            let are_alone = !matches!(asked, Query::Temporal(_));
            assert!(!are_alone || techniques(&diagram, Technique::Search) == 0, "{seed}: {asked:?}");
            by_diagram.set(by_diagram.get() + techniques(&diagram, Technique::Diagram));
        }
    });
    assert!(is_met(by_diagram.get(), 100), "{by_diagram:?}");
}

#[test]
fn standard_properties_do_not_depend_on_the_engine() {
    let (same, open) = (Cell::new(0), Cell::new(0));
    for_seeds(150, |seed| {
        let prepared = PreparedNet::not_unfolded(random_net(seed));
        let described = |engine| {
            let request = StandardRequest { engine, ..StandardRequest::default() };
            let report = prepared.standard_properties(&request, &Control::default()).unwrap();
            report.answers.into_iter().map(|answer| (answer.property, answer.verdict)).collect::<Vec<_>>()
        };
        let [explicit, diagram] = [Engine::Explicit, Engine::Diagram].map(described);
        for (property, verdict) in diagram {
            let (_, expected) = explicit.iter().find(|(other, _)| *other == property).unwrap();
            let is_open = verdict == Verdict::Unknown;
            assert!(is_open || verdict == *expected || *expected == Verdict::Unknown, "{seed}: {property}");
            let met = if is_open { &open } else { &same };
            met.set(met.get() + 1);
        }
    });
    assert!(is_met(same.get(), 500) && is_met(open.get(), 5), "{same:?} {open:?}");
}

/// Returns a net of independent places that are marked and unmarked.
fn switches(count: usize) -> Net {
    let mut net = Net::new("switches");
    for number in 0..count {
        let places = [("on", 1), ("off", 0)]
            .map(|(name, tokens)| Place::with_tokens(format!("{name}{number}"), tokens));
        let [on, off] = places.map(|place| net.add_place(place));
        for (name, from, to) in [("off", on, off), ("on", off, on)] {
            let turn = net.add_transition(Transition::plain(format!("turn_{name}{number}")));
            net.add_arc(Arc::weighted(from, turn, ArcKind::Input, 1));
            net.add_arc(Arc::weighted(to, turn, ArcKind::Output, 1));
        }
    }
    net
}

#[test]
fn numbers_beyond_128_bits_are_counted() {
    let net = switches(200);
    let report = answered(&net, &request(&net, Question::Explore, "diagram"));
    let json = serde_json::to_value(&report).unwrap();
    let power = "1606938044258990275541962092341162602522202993782792835301376";
    assert_eq!(json["diagram"]["states"], power);
    assert_eq!(json["diagram"]["firings"], "321387608851798055108392418468232520504440598756558567060275200");
    assert_eq!(
        (&json["states"], &json["firings"], &json["deadlocks"]),
        (&Value::Null, &Value::Null, &json!(0))
    );
    assert_eq!(json["max_tokens_in_marking"], 200);
    assert_eq!((report.verdict, report.exhaustive), (Verdict::Computed, true));
    let text = sanderling_report::text::report(&report, sanderling_report::text::StatisticsDetail::Main);
    assert!(text.contains("1.6069e60 states (rounded from 61 digits"), "{text}");
    assert!(text.contains("3.2139e62"), "{text}");
}

#[test]
fn the_chosen_order_is_used_and_described() {
    let net = switches(6);
    let described = describe(&net).unwrap().diagram.expect("a place/transition net");
    assert_eq!(described.levels, Count::from(12_u64));
    assert!(described.orders.len() > 6, "{described:?}");
    for order in described.orders {
        assert!(order.span.is_some_and(|span| (2.0..12.0).contains(&span)), "{order:?}");
        let order: DiagramOrder = order.order.parse().unwrap();
        for question in [Question::Explore, Question::Deadlock] {
            let mut request = request(&net, question, "diagram");
            (request.diagram_order, request.reductions.structural) = (Some(order), false);
            request.proofs = false;
            let built = answered(&net, &request).diagram.expect("a diagram was built");
            assert_eq!((built.order, built.levels), (order.to_string(), Count::from(12_u64)));
            assert!(Count::from(12_u64) <= built.nodes && built.nodes <= built.created_nodes);
        }
    }
}

/// A net that fills a place by 100 tokens at once up to a number, which no invariant bounds.
fn filling(most: u64) -> Net {
    let mut net = Net::new("filling");
    let place = net.add_place(Place::with_tokens("p", 0));
    let fill = net.add_transition(Transition::plain("fill"));
    net.add_arc(Arc::weighted(place, fill, ArcKind::Output, 100));
    net.add_arc(Arc::weighted(place, fill, ArcKind::Inhibitor, most));
    net
}

#[test]
fn a_diagram_with_too_many_tokens_ends_with_the_reason() {
    for (most, reason) in [(1000, None), (2000, Some(Reason::TokenLimit))] {
        let net = filling(most);
        let report = answered(&net, &request(&net, Question::Explore, "diagram"));
        assert_eq!(report.reason, reason);
        assert_eq!(report.states, reason.is_none().then_some(Count::from(most / 100 + 1)));
        let report =
            answered(&net, &Request { proofs: false, ..request(&net, Question::Deadlock, "diagram") });
        assert_eq!((report.reason, report.trace.is_some()), (reason, reason.is_none()));
    }
}

/// A ring of three places with these tokens.
fn ring(tokens: u64) -> Net {
    let mut net = Net::new("ring");
    let places = [("p", tokens), ("q", 0), ("r", 0)]
        .map(|(name, tokens)| net.add_place(Place::with_tokens(name, tokens)));
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        let step = net.add_transition(Transition::plain(format!("t{from}")));
        net.add_arc(Arc::weighted(places[from], step, ArcKind::Input, 1));
        net.add_arc(Arc::weighted(places[to], step, ArcKind::Output, 1));
    }
    net
}

#[test]
fn numbers_follow_from_equations_if_the_diagram_is_too_large() {
    let net = ring(10_000_000);
    let request = request(&net, Question::Explore, "diagram");
    let report = answered(&net, &request);
    assert_eq!((report.verdict, report.exhaustive, report.reason), (Verdict::Computed, true, None));
    let numbers = [report.states, report.firings, report.max_tokens_in_place, report.max_tokens_in_marking];
    let expected = [50_000_015_000_001_u64, 150_000_015_000_000, 10_000_000, 10_000_000];
    assert_eq!(numbers, expected.map(|number| Some(Count::from(number))));
    assert_eq!(report.deadlocks, None);
    let with_bounds = Request { statistics: Statistics { bounds: true, ..Statistics::default() }, ..request };
    let report = answered(&net, &with_bounds);
    assert_eq!((report.exhaustive, report.reason), (false, Some(Reason::TokenLimit)));
    assert_eq!(report.states, Some(Count::from(50_000_015_000_001_u64)));
}
