//! The maximum values of random sums, compared with all reachable markings.

use std::cell::Cell;
use std::path::Path;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, Limits, PreparedNet, StandardRequest};
use sanderling_net::Net;
use sanderling_net::semantics::Marking;
use sanderling_property::Expression;
use sanderling_report::{Greatest, GreatestValue, Verdict};
use sanderling_testkit::naive;
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::tiny::nets;
use sanderling_unfolding::{Budget, Options};

use super::{Graph, analysed, random_net};

/// Returns a random sum with factors of both signs, and a constant.
fn random_sum(net: &Net, random: &mut StdRng) -> String {
    let lowest = if random.random_bool(0.5) { 0 } else { -3 };
    let mut text = random.random_range(-3..=3_i64).to_string();
    for _ in 0..random.random_range(1..=3) {
        let place = &net.places[random.random_range(0..net.places.len())].id;
        text += &format!(" + {}*tokens({place})", random.random_range(lowest..=3_i64));
    }
    text
}

fn of(sum: &Expression, marking: &Marking) -> i128 {
    sum.of(|place| marking.tokens(place).into())
}

fn number(greatest: Option<Greatest>) -> Option<i128> {
    match greatest {
        Some(Greatest::Finite(number)) => Some(number),
        _ => None,
    }
}

/// Compares the reported result for a sum with its maximum value.
fn check(net: &Net, found: &GreatestValue, sum: &Expression, graph: &Graph) {
    let greatest = graph.markings.iter().map(|marking| of(sum, marking)).max().expect("the initial one");
    assert_ne!(found.value, Some(Greatest::Infinite), "{}", sum.text);
    match number(found.value) {
        Some(value) => assert_eq!((value, found.verdict), (greatest, Verdict::Computed), "{}", sum.text),
        None => assert_eq!(found.verdict, Verdict::Unknown),
    }
    assert!(number(found.at_least).is_none_or(|least| least <= greatest), "{found:?}, and it is {greatest}");
    assert!(number(found.at_most).is_none_or(|most| most >= greatest), "{found:?}, and it is {greatest}");
    if let Some(trace) = &found.trace {
        assert_eq!(of(sum, &graph.markings[graph.after(net, trace)]), greatest, "{}", sum.text);
    }
}

#[test]
fn the_greatest_values_of_random_sums_are_those_of_all_markings() {
    let (compared, negative, infinite, shown) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |cell: &Cell<u32>, is_one: bool| cell.set(cell.get() + u32::from(is_one));
    for_seeds(1200, |seed| {
        let (net, mut random) = (random_net(seed), StdRng::seed_from_u64(seed));
        if net.places.is_empty() {
            return;
        }
        let sums: Vec<Expression> = (0..2)
            .map(|_| Expression::parse(&random_sum(&net, &mut random), &net).expect("it is a sum"))
            .collect();
        let graph = Graph::of(&net);
        // Without a graph for comparison, few results are needed.
        let time = if graph.is_some() { Duration::from_secs(60) } else { Duration::from_millis(200) };
        let limits = Limits { time: Some(time), ..Limits::default() };
        let request = StandardRequest { sums: sums.clone(), limits, ..StandardRequest::default() };
        let report = analysed(&net, &request);
        assert!(report.answers.is_empty());
        for (sum, found) in sums.iter().zip(&report.greatest) {
            count(&negative, number(found.value).is_some_and(|value| value < 0));
            count(&infinite, found.value == Some(Greatest::Infinite));
            count(&shown, found.trace.is_some());
            if let Some(graph) = &graph {
                assert_eq!(found.verdict, Verdict::Computed, "{}", found.text);
                check(&net, found, sum, graph);
                count(&compared, true);
            } else if let Some(value) = number(found.at_most) {
                let near = naive::nearest(&net, 200);
                assert!(near.iter().all(|marking| of(sum, marking) <= value), "{found:?}");
            }
        }
    });
    let counts = (compared.get(), negative.get(), infinite.get(), shown.get());
    println!("compared, negative, infinite, shown: {counts:?}");
    assert!(is_met(counts.0.min(counts.1).min(counts.2), 20), "{counts:?}");
}

/// With almost no exploration, the answers are still correct.
#[test]
fn the_intervals_of_sums_have_the_greatest_value_in_them() {
    let known = Cell::new(0);
    for_seeds(150, |seed| {
        let (net, mut random) = (random_net(seed), StdRng::seed_from_u64(seed));
        let Some(graph) = Graph::of(&net).filter(|_| !net.places.is_empty()) else { return };
        let sum = Expression::parse(&random_sum(&net, &mut random), &net).expect("it is a sum");
        let limits = Limits { states: Some(1), ..StandardRequest::default().limits };
        let request = StandardRequest { sums: vec![sum.clone()], limits, ..StandardRequest::default() };
        let report = analysed(&net, &request);
        check(&net, &report.greatest[0], &sum, &graph);
        known.set(known.get() + u32::from(report.greatest[0].value.is_some()));
    });
    assert!(known.get() > 20, "{known:?}");
}

/// Two producers; the first produces two tokens for each one of the second.
#[test]
fn a_difference_is_infinite_where_firings_raise_it_for_ever() {
    use sanderling_net::ArcKind::Output;
    let net = nets::net("producers", &[0, 0], 1, &[(0, 0, Output, 2), (1, 0, Output, 1)]);
    let greatest = |text: &str| {
        let sum = Expression::parse(text, &net).unwrap();
        let request = StandardRequest { sums: vec![sum], ..StandardRequest::default() };
        analysed(&net, &request).greatest.remove(0)
    };
    let rising = greatest("tokens(p0) - tokens(p1)");
    assert_eq!((rising.value, rising.verdict), (Some(Greatest::Infinite), Verdict::Computed));
    assert!(rising.trace.is_some_and(|trace| !trace.steps.is_empty()));
    assert_eq!(greatest("7 - tokens(p0)").value, Some(Greatest::Finite(7)));
}

#[test]
fn sums_speak_of_colours() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/coloured/philosophers-3.pnml");
    let net = || sanderling_tests::read(Path::new(path));
    let prepared = PreparedNet::of(net(), Options::default(), &Budget::default()).expect("it is unfolded");
    let whole = PreparedNet::not_unfolded(net());
    let greatest = |prepared: &PreparedNet, text: &str| {
        let sums = vec![prepared.sum(text).expect("it is a sum")];
        let request = StandardRequest { sums, ..StandardRequest::default() };
        let report = prepared.standard_properties(&request, &Control::default()).expect("it is answered");
        number(report.greatest[0].value)
    };
    assert_eq!(greatest(&prepared, "tokens(eat(p1)) + tokens(eat(p2))"), Some(1));
    assert_eq!(greatest(&prepared, "2*tokens(think) + 1"), Some(7));
    assert_eq!(greatest(&whole, "2*tokens(think) + 1"), Some(7));
    assert!(whole.sum("tokens(eat(p1))").is_err());
}
