//! Questions and queries whose last search is stopped by limits and resumed repeatedly, compared with the
//! naive explorer.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::query::{Answer, Answered, Query, answer};
use sanderling::{
    Checkpointing, Control, Effort, Events, Limits, PreparedNet, Question, Reductions, Request,
    SelfCheckMode, Statistics, WhichCheckpoint, analyse,
};
use sanderling_dve::Semantics;
use sanderling_net::semantics::Marking;
use sanderling_net::{Net, PlaceId};
use sanderling_property::{Property, Quantifier, ReferenceValuation};
use sanderling_report::{Count, Report, Verdict, to_json};
use sanderling_testkit::files::own;
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_tests::{Program, random_property, read};
use sanderling_unfolding::{Budget, Options};

use crate::nothing;

/// Maximum number of states of a compared net.
const LIMIT: usize = 300;

fn checkpointing(directory: &Path, resume: Option<WhichCheckpoint>) -> Checkpointing {
    Checkpointing { every: Duration::ZERO, resume, ..Checkpointing::in_directory(directory.to_owned()) }
}

/// Returns the request with this state limit, resuming from a checkpoint if there is one.
fn limited(request: &Request, directory: &Path, states: Option<u64>) -> Request {
    let checkpoint = Some(checkpointing(directory, Some(WhichCheckpoint::Newest)));
    Request { limits: Limits { states, ..Limits::default() }, checkpoint, ..request.clone() }
}

fn has_checkpoints(directory: &Path) -> bool {
    std::fs::read_dir(directory)
        .unwrap()
        .flatten()
        .any(|entry| entry.path().extension().is_some_and(|e| e == "json"))
}

fn holds(net: &Net, explored: &Explored, property: &Property) -> bool {
    let is_met = explored.markings.keys().any(|marking| {
        let valuation = ReferenceValuation::build(net, marking).expect("enabledness is defined");
        property.target().holds(&valuation)
    });
    is_met == (property.quantifier == Quantifier::Reach)
}

fn verdict(holds: bool) -> Verdict {
    if holds { Verdict::Holds } else { Verdict::Violated }
}

/// Returns a random request about three properties or about deadlocks.
fn request(net: &Net, random: &mut StdRng) -> Request {
    let parse = |text: String| Property::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
    let question = match random.random_range(0..4) {
        0 => Question::Deadlock,
        _ => Question::Check((0..3).map(|_| parse(random_property(net, random))).collect()),
    };
    let events = if random.random_bool(0.7) { Events::STUBBORN } else { Events::ALL };
    Request {
        reductions: Reductions { structural: random.random_bool(0.8), events, ..Reductions::default() },
        proofs: random.random_bool(0.3),
        effort: Effort { short: if random.random_bool(0.3) { 5 } else { 0 }, ..nothing() },
        threads: random.random_range(1..=2),
        store: random.random_bool(0.5).then(|| "tree".parse().expect("a store")),
        ..Request::new(question)
    }
}

fn answers(report: &Report) -> Vec<Verdict> {
    match report.answers.as_slice() {
        [] => vec![report.verdict],
        answers => answers.iter().map(|answer| answer.verdict).collect(),
    }
}

#[test]
fn resumed_searches_with_any_technique_give_the_same_verdicts() {
    let (resumed, smaller) = (Cell::new(0), Cell::new(0));
    for_seeds(200, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = random::net(seed, &Shape::special());
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        let request = request(&net, &mut random);
        let expected: Vec<Verdict> = match &request.question {
            Question::Check(properties) => {
                properties.iter().map(|property| verdict(holds(&net, &explored, property))).collect()
            }
            _ => vec![verdict(explored.shortest_deadlock().is_none())],
        };
        let folder = tempfile::tempdir().unwrap();
        let mut states = random.random_range(1..4);
        loop {
            let is_resumed = has_checkpoints(folder.path());
            let limit = Some(states).filter(|&states| states < 2 * LIMIT as u64);
            let now = limited(&request, folder.path(), limit);
            let report = analyse(&net, &now, &Control::default());
            let report = report.unwrap_or_else(|found| panic!("{now:?}: {found}"));
            resumed.set(resumed.get() + usize::from(is_resumed));
            smaller.set(smaller.get() + usize::from(is_resumed && report.reduced_net.is_some()));
            let found = answers(&report);
            for (found, expected) in found.iter().zip(&expected) {
                assert!(found == expected || *found == Verdict::Unknown, "{now:?}: {report:?}");
            }
            if limit.is_none() || found == expected {
                assert_eq!(found, expected, "{now:?}: {report:?}");
                break;
            }
            states = states * random.random_range(2..5) + 1;
        }
    });
    assert!(
        is_met(resumed.get(), 20) && is_met(smaller.get(), 2),
        "{resumed:?} went on, {smaller:?} of them on smaller nets"
    );
}

/// Returns queries with the answers of the naive explorer.
fn examinations(net: &Net, explored: &Explored, random: &mut StdRng) -> [(Query, Vec<Answer>); 4] {
    let number = |number: u128| Answer::Number(number.into());
    let properties: Vec<_> = (0..4)
        .map(|_| Property::parse(&random_property(net, random), net).expect("it is well formed"))
        .collect();
    let truths = properties.iter().map(|property| Answer::Truth(holds(net, explored, property))).collect();
    let sums: Vec<Vec<(i64, PlaceId)>> =
        net.place_ids().take(3).map(|place| vec![(random.random_range(1..3), place)]).collect();
    let greatest = |sum: &Vec<(i64, PlaceId)>| {
        let term = |marking: &Marking, &(factor, place): &(i64, PlaceId)| {
            u128::from(factor.unsigned_abs()) * u128::from(marking.tokens(place))
        };
        let value = |marking: &Marking| sum.iter().map(|one| term(marking, one)).sum::<u128>();
        number(explored.markings.keys().map(value).max().expect("a marking"))
    };
    [
        (
            Query::StateSpace,
            vec![
                number(explored.states() as u128),
                number(u128::from(explored.firings)),
                number(u128::from(explored.max_tokens_in_place)),
                number(explored.max_tokens_in_marking),
            ],
        ),
        (Query::Deadlock, vec![Answer::Truth(explored.shortest_deadlock().is_some())]),
        (Query::Formulas(properties), truths),
        (Query::Bounds(sums.clone()), sums.iter().map(greatest).collect()),
    ]
}

#[test]
fn resumed_examinations_give_the_same_answers() {
    let resumed = Cell::new(0);
    for_seeds(100, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = random::net(seed, &Shape::special());
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        let prepared = PreparedNet::of(net.clone(), Options::default(), &Budget::default());
        let Ok(prepared) = prepared else { panic!("it is a place/transition net") };
        for (query, expected) in examinations(&net, &explored, &mut random) {
            let folder = tempfile::tempdir().unwrap();
            let request = Request { effort: nothing(), ..Request::new(Question::Explore) };
            for states in [Some(random.random_range(1..20)), Some(random.random_range(20..60)), None] {
                let is_resumed = has_checkpoints(folder.path());
                let now = limited(&request, folder.path(), states);
                let mut found = BTreeMap::new();
                let mut on_answer = |answered: Answered| {
                    found.insert(answered.question, answered.answer);
                };
                answer(&prepared.queried(), &query, &now, &Control::default(), &mut on_answer)
                    .unwrap_or_else(|found| panic!("{query:?}: {found}"));
                resumed.set(resumed.get() + usize::from(is_resumed));
                for (question, answer) in &found {
                    assert_eq!(answer, &expected[*question], "{query:?}");
                }
                assert!(states.is_some() || found.len() == expected.len(), "{query:?}: {found:?}");
            }
        }
    });
    assert!(resumed.get() > 50, "{resumed:?}");
}

/// Returns a report without times, memory and the given options.
fn comparable(report: &Report) -> serde_json::Value {
    let mut json: serde_json::Value = serde_json::from_str(&to_json(report)).expect("it is JSON");
    let object = json.as_object_mut().expect("it is an object");
    for key in ["time_s", "checkpoint", "options", "store", "store_bytes", "peak_memory_bytes", "self_check"]
    {
        object.remove(key);
    }
    json
}

/// Every state is compared with the reference semantics of the net or program, before and after resuming.
#[test]
fn resumed_searches_of_programs_and_nets_give_the_same_reports() {
    let programs = own("dve").into_iter().map(|path| Program::read(&path, Semantics::Ltsmin).net);
    let nets = own("pnml").into_iter().map(|path| read(&path)).filter(Net::is_place_transition);
    let mut resumed = 0;
    for net in programs.chain(nets) {
        for store in ["packed", "tree"] {
            for question in [Question::Explore, Question::Deadlock] {
                let is_exploration = question == Question::Explore;
                let events = if is_exploration { Events::ALL } else { Events::STUBBORN };
                let request = Request {
                    statistics: Statistics {
                        levels: is_exploration,
                        bounds: is_exploration,
                        ..Statistics::default()
                    },
                    reductions: Reductions { events, ..Reductions::default() },
                    self_check: SelfCheckMode::All,
                    store: Some(store.parse().expect("a store")),
                    limits: Limits { states: Some(5_000), ..Limits::default() },
                    ..Request::new(question)
                };
                let ask = |request: &Request| {
                    analyse(&net, request, &Control::default())
                        .unwrap_or_else(|found| panic!("{}: {found}", net.id))
                };
                let whole = ask(&request);
                let states =
                    whole.states.and_then(Count::finite).and_then(|states| u64::try_from(states).ok());
                let Some(states) = states
                    .filter(|_| whole.exhaustive || whole.verdict == Verdict::Violated && !is_exploration)
                else {
                    continue;
                };
                let folder = tempfile::tempdir().unwrap();
                let part = ask(&limited(&request, folder.path(), Some((states / 3).max(1))));
                resumed += usize::from(part.verdict == Verdict::Unknown);
                assert_eq!(
                    comparable(&ask(&limited(&request, folder.path(), None))),
                    comparable(&whole),
                    "{}: {store}",
                    net.id
                );
            }
        }
    }
    assert!(resumed > 40, "{resumed}");
}

#[test]
fn another_net_other_options_and_a_folder_in_use_are_refused() {
    let (net, other) = (random::net(1, &Shape::plain()), random::net(2, &Shape::plain()));
    let folder = tempfile::tempdir().unwrap();
    let ask = |net: &Net, request: &Request| {
        analyse(net, request, &Control::default()).map(|_| ()).map_err(|found| found.to_string())
    };
    let request = Request { effort: nothing(), ..Request::new(Question::Explore) };
    let checkpoint = Some(checkpointing(folder.path(), None));
    ask(&net, &Request { checkpoint: checkpoint.clone(), ..request.clone() }).expect("the folder is empty");
    let again = limited(&request, folder.path(), None);
    let refused = |found: Result<(), String>, expected: &str| {
        let found = found.expect_err(expected);
        assert!(found.contains(expected), "{found}");
    };
    refused(ask(&net, &Request { checkpoint, ..request }), "has a checkpoint already");
    refused(ask(&other, &again), "belongs to another net");
    let tree = Some("tree".parse().expect("a store"));
    refused(ask(&net, &Request { store: tree, ..again.clone() }), "as `store`");
    refused(ask(&net, &Request { question: Question::Deadlock, ..again.clone() }), "as `question`");
    ask(&net, &again).expect("the request is the same");
    let query = |query: &Query| {
        let prepared = PreparedNet::of(net.clone(), Options::default(), &Budget::default());
        let Ok(prepared) = prepared else { panic!("it is a place/transition net") };
        answer(&prepared.queried(), query, &again, &Control::default(), &mut |_| {})
            .map(|_| ())
            .map_err(|found| found.to_string())
    };
    refused(query(&Query::StateSpace), "as `examination`");
    refused(query(&Query::Liveness), "checkpoints are not available for this examination");
}
