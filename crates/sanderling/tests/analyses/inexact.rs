//! Stores that keep hashes, on random nets: states that they find are reachable, and goals that they do not
//! find are unknown. Nets as small as these lose no states.

use sanderling::{Control, Events, Order, Question, Reductions, Request, StoreChoice, analyse};
use sanderling_net::Net;
use sanderling_property::Property;
use sanderling_report::{Count, Inexact, Reason, Report, Verdict};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_tests::{check_self_covering, play};

const STORES: [StoreChoice; 3] =
    [StoreChoice::HashCompaction(64), StoreChoice::HashCompaction(40), StoreChoice::Bitstate(3)];

const ORDERS: [Order; 6] = [
    Order::BreadthFirst,
    Order::DepthFirst,
    Order::BoundedWidth(2),
    Order::Alternating { breadth: 1, depth: 3 },
    Order::BestFirst,
    Order::Random(7),
];

/// Maximum number of markings for the naive explorer.
const LIMIT: usize = 300;

fn report(net: &Net, question: Question, store: StoreChoice, order: Order, events: Events) -> Report {
    let mut request = Request { store: Some(store), order, ..Request::new(question) };
    request.reductions = Reductions { events, ..Reductions::default() };
    request.limits.memory_bytes = Some(1 << 20);
    let report = analyse(net, &request, &Control::default()).expect("it is no wrong request");
    assert!(!report.exhaustive, "{store}");
    report
}

fn inexact(report: &Report) -> Inexact {
    report.store.as_ref().and_then(|store| store.inexact).expect("the store is inexact")
}

/// Returns whether a verdict is correct, given whether the goal was found.
fn is_honest(report: &Report, verdict: Verdict, is_found: bool, if_found: Verdict) -> bool {
    match is_found {
        true => verdict == if_found,
        false => verdict == Verdict::Unknown && report.reason == Some(Reason::NotExhaustive),
    }
}

fn check(net: &Net, explored: &Explored, store: StoreChoice, order: Order) {
    let about = format!("{} {store} {order}", net.id);
    for events in [Events::ALL, Events::EDGE_LEAN] {
        let found = report(net, Question::Explore, store, order, events);
        let least = inexact(&found);
        assert_eq!(least.states_at_least, explored.states().into(), "{about}");
        let dead: Count = explored.deadlocks.len().into();
        assert_eq!(least.deadlocks_at_least, dead, "{about}");
        assert!(events != Events::ALL || least.firings_at_least == explored.firings.into(), "{about}");
        assert_eq!([found.states, found.firings, found.deadlocks], [None; 3], "{about}");
        assert!(is_honest(&found, found.verdict, false, Verdict::Computed), "{about}");
        assert!(least.omission_probability < 1e-3, "{about}");

        let deadlock = report(net, Question::Deadlock, store, order, events);
        let is_dead = !explored.deadlocks.is_empty();
        assert!(is_honest(&deadlock, deadlock.verdict, is_dead, Verdict::Violated), "{about}");
        assert_eq!(deadlock.trace.is_some(), is_dead, "{about}");
        if let Some(trace) = &deadlock.trace {
            let end = play(net, trace);
            assert!(explored.deadlocks.iter().any(|(marking, _)| *marking == end), "{about}");
        }
    }
    let reach = Property::parse("reach deadlock", net).expect("a property");
    let answer = report(net, Question::Check(vec![reach]), store, order, Events::ALL);
    let is_dead = !explored.deadlocks.is_empty();
    assert!(is_honest(&answer, answer.answers[0].verdict, is_dead, Verdict::Holds), "{about}");
    assert_eq!(answer.answers[0].reason.is_some(), !is_dead, "{about}");
}

#[test]
fn found_markings_are_reachable_and_others_are_unknown() {
    for shape in [Shape::plain(), Shape::special(), Shape::large_counts()] {
        for_seeds(60, |seed| {
            let net = random::net(seed, &shape);
            let Ok(explored) = naive::explore(&net, LIMIT) else { return };
            for store in STORES {
                check(&net, &explored, store, ORDERS[seed as usize % ORDERS.len()]);
            }
        });
    }
}

/// Token counts outgrow their fields repeatedly, and each time the search starts again.
#[test]
fn unbounded_nets_are_recognised_and_proved() {
    let mut recognised = 0;
    for seed in 0..200 {
        let net = random::net(seed, &Shape::plain());
        if naive::explore(&net, LIMIT).is_ok() {
            continue;
        }
        for store in STORES {
            let mut request = Request { store: Some(store), ..Request::new(Question::Explore) };
            request.limits.states = Some(LIMIT as u64);
            request.limits.memory_bytes = Some(1 << 20);
            let report = analyse(&net, &request, &Control::default()).expect("it is no wrong request");
            if let Some(proof) = &report.unbounded {
                check_self_covering(&net, proof);
                assert_eq!(report.states, Some(Count::Infinite));
                recognised += 1;
            }
        }
    }
    assert!(recognised > 30, "{recognised}");
}
