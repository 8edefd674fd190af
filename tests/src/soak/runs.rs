//! Temporal properties of nets, and the runs that are evidence for the verdicts.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use sanderling::query::{Answer, Answered, Query, answer};
use sanderling::{Control, Effort, Events, Fairness, PreparedNet, Question, Reductions, Request, analyse};
use sanderling_net::Net;
use sanderling_property::{Livelock, Logic, Statement, TemporalProperty};
use sanderling_report::Verdict;
use sanderling_testkit::naive;
use sanderling_unfolding::{Budget, Options};

use super::{coloured, plain};
use crate::temporal::{Graph, random_branching, random_temporal, without_colours};
use crate::without_unfolding;

/// Maximum number of markings. The definitions of temporal properties visit each marking once for every
/// guess of the subformulas that hold there.
const LIMIT: usize = 60;

/// Returns properties of each logic, with whether the net has them.
fn properties(graph: &Graph<'_>, random: &mut StdRng) -> Vec<(TemporalProperty, bool)> {
    let mut properties = Vec::new();
    for logic in [Logic::Ltl, Logic::Ctl] {
        let property = random_temporal(graph.net(), logic, random.random_range(1..=4), random);
        properties.extend(graph.satisfies(&property).map(|satisfies| (property, satisfies)));
    }
    // One in twenty has a branch.
    let count = if graph.net().is_place_transition() { 4 } else { 0 };
    for _ in 0..count {
        let property = random_branching(graph.net(), random.random_range(1..=3), random);
        properties.extend(graph.satisfies(&property).map(|satisfies| (property, satisfies)));
    }
    properties
}

fn request(question: Question, random: &mut StdRng) -> Request {
    // A short search would decide nearly all of them, and samples most violated ones.
    let small = if random.random_bool(0.6) { 0 } else { random.random_range(0..50) };
    let walk_time = if random.random_bool(0.6) { Duration::ZERO } else { Duration::from_millis(50) };
    let effort = Effort { small, walk_time, ..Effort::default() };
    Request { effort, threads: random.random_range(1..=4), ..Request::new(question) }
}

/// Checks properties of each logic against their definitions.
pub(super) fn decided(random: &mut StdRng) -> bool {
    let net = plain::any_net(random);
    let Ok(explored) = naive::explore(&net, LIMIT) else { return false };
    let graph = Graph::of(&net, &explored);
    let properties = properties(&graph, random);
    let query = Query::Temporal(properties.iter().map(|(property, _)| property.clone()).collect());
    let Ok(prepared) = PreparedNet::of(net.clone(), Options::default(), &Budget::default()) else {
        return false;
    };
    let request = request(Question::Explore, random);
    let mut answers = vec![None; properties.len()];
    let mut on_answer = |Answered { question, answer, lasso, .. }: Answered| {
        answers[question] = Some(answer);
        if let Some(lasso) = lasso {
            let property = &properties[question].0;
            let is_violated = graph.is_violated_by(property, &lasso.prefix, lasso.cycle.as_deref());
            assert!(is_violated != Some(false), "{}: `{}` {lasso:?}", net.id, property.text);
        }
    };
    answer(&prepared.queried(), &query, &request, &Control::default(), &mut on_answer)
        .unwrap_or_else(|found| panic!("{}: {found}", net.id));
    for ((property, satisfies), answer) in properties.iter().zip(answers) {
        assert_eq!(answer, Some(Answer::Truth(*satisfies)), "{}: `{}`", net.id, property.text);
    }
    reported(&prepared, &graph, &properties, &request, random);
    !properties.is_empty()
}

/// Checks properties of a coloured net, unfolded or with explicit colours. Runs are replayed and judged.
pub(super) fn decided_of_coloured(random: &mut StdRng) -> bool {
    let net = coloured::any_net(random);
    let Ok(explored) = naive::explore(&net, LIMIT) else { return false };
    let properties = properties(&Graph::of(&net, &explored), random);
    let Some(prepared) = prepared(net.clone(), random.random_bool(0.3)) else { return false };
    let about = |property| prepared.temporal_to_unfolded(&without_colours(property, &net));
    let unfolded: Result<Vec<_>, _> = properties.iter().map(|(property, _)| about(property)).collect();
    let Ok(unfolded) = unfolded else { return false };
    let question = Question::check(unfolded.into_iter().map(Statement::Runs).collect());
    let request = request(question, random);
    let report =
        prepared.analyse(&request, &Control::default()).unwrap_or_else(|found| panic!("{}: {found}", net.id));
    for ((property, satisfies), answer) in properties.iter().zip(&report.answers) {
        let expected = if *satisfies { Verdict::Holds } else { Verdict::Violated };
        assert_eq!(answer.verdict, expected, "{}: `{}` {:?}", net.id, property.text, answer.reason);
    }
    !properties.is_empty()
}

fn prepared(net: Net, unfolds: bool) -> Option<PreparedNet> {
    if unfolds {
        return PreparedNet::of(net, Options::default(), &Budget::default()).ok();
    }
    without_unfolding(net)
}

/// Checks the same verdicts in a report, with some of the reductions.
fn reported(
    prepared: &PreparedNet,
    graph: &Graph<'_>,
    properties: &[(TemporalProperty, bool)],
    request: &Request,
    random: &mut StdRng,
) {
    let statements = properties.iter().map(|(property, _)| Statement::Runs(property.clone())).collect();
    let reductions = Reductions {
        structural: random.random_bool(0.5),
        events: if random.random_bool(0.7) { Events::STUBBORN } else { Events::ALL },
        ..Reductions::default()
    };
    let question = Question::check(statements);
    let request = Request { question, reductions, assertions: false, ..request.clone() };
    let report = prepared.analyse(&request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    let net = prepared.net();
    for ((property, satisfies), answer) in properties.iter().zip(&report.answers) {
        let about = format!("{}: `{}` {reductions:?}", net.id, property.text);
        let expected = if *satisfies { Verdict::Holds } else { Verdict::Violated };
        assert_eq!(answer.verdict, expected, "{about}");
        let Some(trace) = &answer.trace else { continue };
        if property.logic == Logic::Ctl {
            let is_shown =
                !net.is_place_transition() || graph.is_shown_by(&property.formula, *satisfies, trace);
            assert!(is_shown, "{about}: {trace:?}");
            continue;
        }
        let firing = |id: &String| net.transition_ids().find(|&one| net.transition(one).id == *id);
        let events: Vec<_> =
            trace.steps.iter().map(|step| firing(&step.event).expect("a transition")).collect();
        let (prefix, cycle) = events.split_at(trace.repeated_from.unwrap_or(events.len()));
        let cycle = trace.repeated_from.map(|_| cycle);
        assert!(graph.is_violated_by(property, prefix, cycle) != Some(false), "{about}: {trace:?}");
    }
}

/// Maximum number of markings for fair runs. Each marking is combined with the last firing, so more would
/// give too many guesses.
const FEW: usize = 16;

/// Checks a property of linear time on fair runs against its definition.
pub(super) fn fair(random: &mut StdRng) -> bool {
    let net = plain::any_net(random);
    let Ok(explored) = naive::explore(&net, FEW) else { return false };
    let property = random_temporal(&net, Logic::Ltl, random.random_range(1..=3), random);
    let fairness = if random.random_bool(0.5) { Fairness::Weak } else { Fairness::Strong };
    let satisfies = Graph::of(&net, &explored).satisfies_on_fair_runs(&property, fairness);
    let Some(satisfies) = satisfies else { return false };
    let request = Request {
        fairness: Some(fairness),
        ..request(Question::check(vec![Statement::Runs(property.clone())]), random)
    };
    assert!(holds(&net, &request) == satisfies, "{}: {fairness:?} `{}`", net.id, property.text);
    true
}

/// Checks whether there is a livelock, for some transitions that are progress.
pub(super) fn livelocks(random: &mut StdRng) -> bool {
    let net = plain::any_net(random);
    let Ok(explored) = naive::explore(&net, LIMIT) else { return false };
    let progress: Vec<_> = net.transition_ids().filter(|_| random.random_bool(0.4)).collect();
    let has_one = Graph::of(&net, &explored).has_livelock(&progress);
    let livelock = Livelock { name: None, progress, text: "no livelock".into() };
    let request = request(Question::check(vec![Statement::Livelock(livelock.clone())]), random);
    assert!(holds(&net, &request) != has_one, "{}: {livelock:?}", net.id);
    true
}

/// Whether a net has the single property of the request. The run in the report is judged by definition.
fn holds(net: &Net, request: &Request) -> bool {
    let report = analyse(net, request, &Control::default());
    let report = report.unwrap_or_else(|found| panic!("{}: {found}", net.id));
    assert!(report.verdict != Verdict::Unknown, "{}: {:?}", net.id, report.reason);
    report.verdict == Verdict::Holds
}
