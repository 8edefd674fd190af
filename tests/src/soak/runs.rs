//! Temporal properties of place/transition nets, and the runs that violate them.

use rand::RngExt;
use rand::rngs::StdRng;
use sanderling::query::{Answer, Answered, Query, answer};
use sanderling::{Control, Effort, PreparedNet, Question, Request};
use sanderling_property::Logic;
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
    let threads = random.random_range(1..=4);
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
