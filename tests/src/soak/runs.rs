//! Temporal properties of place/transition nets, and the runs that violate them.

use rand::RngExt;
use rand::rngs::StdRng;
use sanderling::query::{Answer, Answered, Query, answer};
use sanderling::{Control, Effort, Fairness, PreparedNet, Question, Request, analyse};
use sanderling_net::Net;
use sanderling_property::{Livelock, Logic, Statement};
use sanderling_report::Verdict;
use sanderling_testkit::naive;
use sanderling_unfolding::{Budget, Options};

use super::plain::any_net;
use crate::temporal::{Graph, random_temporal};

/// The definitions of temporal properties visit each marking once for every guess of what holds there.
const LIMIT: usize = 60;

/// A property of each logic, answered as its definition says.
pub(super) fn decided(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let Ok(explored) = naive::explore(&net, LIMIT) else { return false };
    let graph = Graph::of(&net, &explored);
    let mut properties = Vec::new();
    for logic in [Logic::Ltl, Logic::Ctl] {
        let property = random_temporal(&net, logic, random.random_range(1..=4), random);
        properties.extend(graph.satisfies(&property).map(|satisfies| (property, satisfies)));
    }
    let asked = Query::Temporal(properties.iter().map(|(property, _)| property.clone()).collect());
    let Ok(prepared) = PreparedNet::of(net.clone(), Options::default(), &Budget::default()) else {
        return false;
    };
    let effort = Effort { small: random.random_range(0..50), ..Effort::default() };
    let threads = random.random_range(1..=2);
    let request = Request { effort, threads, ..Request::new(Question::Explore) };
    let mut told = vec![None; properties.len()];
    let mut hear = |Answered { question, answer, lasso, .. }: Answered| {
        told[question] = Some(answer);
        if let Some(lasso) = lasso {
            let property = &properties[question].0;
            let is_violated = graph.is_violated_by(property, &lasso.prefix, lasso.cycle.as_deref());
            assert!(is_violated != Some(false), "{}: `{}` {lasso:?}", net.id, property.text);
        }
    };
    answer(&prepared.queried(), &asked, &request, &Control::default(), &mut hear)
        .unwrap_or_else(|found| panic!("{}: {found}", net.id));
    for ((property, satisfies), told) in properties.iter().zip(told) {
        assert_eq!(told, Some(Answer::Truth(*satisfies)), "{}: `{}`", net.id, property.text);
    }
    !properties.is_empty()
}

/// More markings, each with what was fired last, are too many ways to guess.
const FEW: usize = 16;

/// A property of linear time on fair runs, answered as its definition says.
pub(super) fn fair(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let Ok(explored) = naive::explore(&net, FEW) else { return false };
    let property = random_temporal(&net, Logic::Ltl, random.random_range(1..=3), random);
    let fairness = if random.random_bool(0.5) { Fairness::Weak } else { Fairness::Strong };
    let satisfies = Graph::of(&net, &explored).satisfies_on_fair_runs(&property, fairness);
    let Some(satisfies) = satisfies else { return false };
    let request =
        Request { fairness: Some(fairness), ..any_request(Statement::Runs(property.clone()), random) };
    assert!(holds(&net, &request) == satisfies, "{}: {fairness:?} `{}`", net.id, property.text);
    true
}

/// Whether there is a livelock, for some transitions that are progress.
pub(super) fn livelocks(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let Ok(explored) = naive::explore(&net, LIMIT) else { return false };
    let progress: Vec<_> = net.transition_ids().filter(|_| random.random_bool(0.4)).collect();
    let has_one = Graph::of(&net, &explored).has_livelock(&progress);
    let livelock = Livelock { name: None, progress, text: "no livelock".into() };
    let request = any_request(Statement::Livelock(livelock.clone()), random);
    assert!(holds(&net, &request) != has_one, "{}: {livelock:?}", net.id);
    true
}

fn any_request(statement: Statement, random: &mut StdRng) -> Request {
    let effort = Effort { small: random.random_range(0..50), ..Effort::default() };
    let threads = random.random_range(1..=2);
    Request { effort, threads, ..Request::new(Question::check(vec![statement])) }
}

/// Whether a net has the one property that is asked. A run that is told has been judged by definition.
fn holds(net: &Net, request: &Request) -> bool {
    let report = analyse(net, request, &Control::default());
    let report = report.unwrap_or_else(|found| panic!("{}: {found}", net.id));
    assert!(report.verdict != Verdict::Unknown, "{}: {:?}", net.id, report.reason);
    report.verdict == Verdict::Holds
}
