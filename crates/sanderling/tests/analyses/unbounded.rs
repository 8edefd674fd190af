//! Unbounded nets: every configuration recognizes them and still answers questions about them.

use sanderling::{Control, Question, Reductions, Request, analyse};
use sanderling_net::ArcKind::{Inhibitor, Input, Output};
use sanderling_net::Net;
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_property::Property;
use sanderling_report::{Count, Reason, Verdict};
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::tiny::nets;
use sanderling_tests::{Configuration, play};

/// More markings than any bounded random net has.
const MANY: usize = 2000;

fn plain() -> Shape {
    Shape { places: 1..=5, transitions: 1..=6, max_tokens: 2, inhibitor: 0.0, reset: 0.0, ..Shape::special() }
}

/// Returns the property that exactly this marking is reachable.
fn reach(net: &Net, marking: &Marking) -> Property {
    let tokens =
        net.place_ids().map(|place| format!("tokens({}) == {}", net.place(place).id, marking.tokens(place)));
    let text = format!("reach {}", tokens.collect::<Vec<_>>().join(" and "));
    Property::parse(&text, net).expect("it is well formed")
}

/// Creates a net in which one place collects tokens while others circulate. The search order must not hide
/// this.
fn collector() -> Net {
    let arcs = [
        (0, 0, Input, 1),
        (1, 0, Output, 1),
        (1, 1, Input, 1),
        (2, 1, Output, 1),
        (2, 2, Input, 1),
        (0, 2, Output, 1),
        (3, 2, Output, 1),
        (3, 3, Input, 2),
        (3, 3, Output, 1),
    ];
    nets::net("collector", &[1, 0, 0, 0], 4, &arcs)
}

#[test]
fn every_configuration_recognises_an_unbounded_net_before_it_explores_it() {
    for configuration in Configuration::all() {
        let mut request = configuration.request(Question::Explore);
        request.statistics.bounds = true;
        let report = analyse(&collector(), &request, &Control::default()).expect("it is no wrong request");
        assert_eq!(
            (report.states, report.reason),
            (Some(Count::Infinite), Some(Reason::Unbounded)),
            "{configuration:?}"
        );
        let proof = report.unbounded.expect("there is a proof");
        assert_eq!(proof.pump.len(), 3, "the shortest cycle: {configuration:?}");
        let coverable = proof.coverable.expect("the set is small");
        assert_eq!(coverable.unbounded_places, ["p3"]);
        let bounds: Vec<Count> =
            report.bounds.expect("bounds are requested").iter().map(|(_, bound)| *bound).collect();
        assert_eq!(bounds, [1_u64.into(), 1_u64.into(), 1_u64.into(), Count::Infinite]);
    }
}

/// Coverability cannot decide a condition that the unbounded place holds less than a number, but the growth
/// is found nevertheless.
#[test]
fn a_place_that_inhibits_is_seen_to_grow() {
    let arcs = [(0, 0, Output, 1), (0, 1, Inhibitor, 3), (1, 1, Output, 1)];
    let net = nets::net("inhibited", &[0, 0], 2, &arcs);
    let report =
        analyse(&net, &Request::new(Question::Explore), &Control::default()).expect("it is no wrong request");
    assert_eq!(report.unbounded.expect("there is a proof").pump.len(), 1);
}

#[test]
fn statistics_of_random_nets_hold_in_their_nearest_markings() {
    let unbounded = std::cell::Cell::new(0);
    for_seeds(300, |seed| {
        let net = random::net(seed, &if seed % 2 == 0 { plain() } else { Shape::special() });
        if naive::explore(&net, MANY).is_ok() {
            return;
        }
        let mut request = Request::new(Question::Explore);
        (request.statistics.bounds, request.statistics.dead_transitions) = (true, true);
        (request.limits.states, request.limits.memory_bytes) = (Some(20_000), Some(1 << 24));
        request.limits.time = Some(std::time::Duration::from_secs(5));
        let report = analyse(&net, &request, &Control::default()).expect("it is no wrong request");
        let Some(coverable) = report.unbounded.and_then(|proof| proof.coverable) else { return };
        unbounded.set(unbounded.get() + 1);
        let (bounds, dead) =
            (report.bounds.expect("it is requested"), report.dead_transitions.expect("it is requested"));
        let interpreter = Interpreter::new(&net);
        for marking in naive::nearest(&net, 300) {
            for (place, (id, bound)) in net.place_ids().zip(bounds.iter()) {
                assert!(Count::from(marking.tokens(place)) <= *bound, "{id}");
                assert_eq!(*bound == Count::Infinite, coverable.unbounded_places.contains(id));
            }
            for firing in interpreter.enabled(&marking).expect("it has a meaning") {
                assert!(!dead.contains(&net.transition(firing.transition).id), "{firing:?}");
            }
        }
    });
    assert!(is_met(unbounded.get(), 20), "{}", unbounded.get());
}

/// Markings that are known to be reachable are found, by any technique and by a plain search.
#[test]
fn a_marking_of_an_unbounded_net_is_found() {
    let checked = std::cell::Cell::new(0);
    for_seeds(200, |seed| {
        let net = random::net(seed, &if seed % 2 == 0 { plain() } else { Shape::special() });
        if naive::explore(&net, MANY).is_ok() {
            return;
        }
        let near = naive::nearest(&net, 150);
        for marking in near.iter().skip(seed as usize % 40).step_by(40) {
            let question = Question::Check(vec![reach(&net, marking)]);
            let plain = Request {
                reductions: Reductions::default(),
                proofs: false,
                ..Request::new(question.clone())
            };
            for request in [Request::new(question).with_portfolio(&net), plain] {
                let report = analyse(&net, &request, &Control::default()).expect("it is no wrong request");
                assert_eq!(report.verdict, Verdict::Holds, "{:?}", request.reductions);
                let trace = report.answers[0].trace.as_ref().expect("there is a run");
                assert_eq!(&play(&net, trace), marking);
            }
            checked.set(checked.get() + 1);
        }
    });
    assert!(is_met(checked.get(), 100), "{}", checked.get());
}

/// Conditions that require at least some numbers of tokens are decided, however large the search.
#[test]
fn conditions_on_minimum_token_counts_are_decided() {
    let net = collector();
    for (text, verdict) in [
        ("always tokens(p3) <= 100000", Verdict::Violated),
        ("reach tokens(p3) >= 70 and tokens(p1) == 1", Verdict::Holds),
        ("reach tokens(p0) + tokens(p1) >= 2", Verdict::Violated),
        ("always tokens(p1) <= 1 and (tokens(p0) == 0 or tokens(p2) == 0)", Verdict::Holds),
        ("reach tokens(p3) == 7 and tokens(p2) == 1", Verdict::Holds),
    ] {
        let property = Property::parse(text, &net).expect("it is well formed");
        let request = Request::new(Question::Check(vec![property])).with_portfolio(&net);
        let report = analyse(&net, &request, &Control::default()).expect("it is no wrong request");
        assert_eq!(report.verdict, verdict, "{text}: {report:?}");
    }
}
