//! The library interface: concurrent searches, cancellation from another thread, and progress reports.

use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

use sanderling::{Control, Driver, Order, Progress, Question, Request, analyse, describe, state_graph};
use sanderling_net::Net;
use sanderling_report::{Count, Reason, Verdict};
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_testkit::tiny::nets;
use sanderling_tests::Configuration;

fn states(net: &Net, configuration: &Configuration) -> Count {
    analyse(net, &configuration.request(Question::Explore), &Control::default())
        .unwrap()
        .states
        .expect("nothing was forgotten")
}

#[test]
fn searches_side_by_side_do_not_disturb_each_other() {
    thread::scope(|scope| {
        for (number, configuration) in Configuration::distinct().into_iter().enumerate() {
            scope.spawn(move || {
                let philosophers = 3 + number % 6;
                let expected = Count::from(3_u64.pow(philosophers as u32));
                assert_eq!(states(&nets::philosophers(philosophers), &configuration), expected);
                assert_eq!(
                    states(&nets::ring(4, 3 + number as u64), &configuration),
                    ring_states(3 + number)
                );
            });
        }
    });
}

/// Returns the number of markings of some tokens on four places: (tokens + 3 over 3).
fn ring_states(tokens: usize) -> Count {
    ((tokens + 3) * (tokens + 2) * (tokens + 1) / 6).into()
}

/// Signals that a search has started, if the receiver still exists.
fn signal(has_begun: &mpsc::Sender<()>) {
    let _ = has_begun.send(());
}

#[test]
fn a_search_is_cancelled_from_another_thread() {
    // A complete search has 3^30 states, so the test ends only because the search is cancelled.
    let net = nets::philosophers(30);
    for configuration in Configuration::distinct() {
        let (has_begun, begun) = mpsc::channel();
        let control = Control::with_listener(move |_| signal(&has_begun));
        thread::scope(|scope| {
            let search = scope.spawn(|| analyse(&net, &configuration.request(Question::Explore), &control));
            begun.recv().expect("the search reports its progress");
            control.cancel();
            let report = search.join().unwrap().unwrap();
            let found = (report.verdict, report.reason, report.exhaustive);
            assert_eq!(found, (Verdict::Unknown, Some(Reason::Cancelled), false), "{configuration:?}");
            assert!(report.states > Some(Count::ZERO));
        });
    }
}

#[test]
fn one_search_is_cancelled_and_the_other_continues() {
    let (endless, finite) = (nets::philosophers(30), nets::philosophers(7));
    let (has_begun, begun) = mpsc::channel();
    let control = Control::with_listener(move |_| signal(&has_begun));
    let request = Request::new(Question::Explore);
    thread::scope(|scope| {
        let cancelled = scope.spawn(|| analyse(&endless, &request, &control));
        begun.recv().expect("the search reports its progress");
        let other = analyse(&finite, &request, &Control::default()).unwrap();
        control.cancel();
        assert_eq!((other.verdict, other.states), (Verdict::Computed, Some(2187_u64.into())));
        assert_eq!(cancelled.join().unwrap().unwrap().reason, Some(Reason::Cancelled));
    });
}

#[test]
fn progress_only_goes_forward_and_ends_with_the_result() {
    let net = nets::philosophers(9);
    for configuration in Configuration::distinct() {
        let reports = Mutex::new(Vec::<Progress>::new());
        let control = Control::with_listener(|progress| reports.lock().unwrap().push(progress.clone()));
        let report = analyse(&net, &configuration.request(Question::Explore), &control).unwrap();
        drop(control);
        let reports = reports.into_inner().unwrap();
        assert!(reports.len() > 1, "{configuration:?}");
        for two in reports.windows(2) {
            let (before, after) = (&two[0], &two[1]);
            let is_later = before.states <= after.states
                && before.firings <= after.firings
                && before.level <= after.level
                && before.elapsed <= after.elapsed;
            assert!(is_later, "{configuration:?}: {before:?} {after:?}");
        }
        assert!(reports.iter().all(|progress| progress.open <= progress.states), "{configuration:?}");
        let last = reports.last().unwrap();
        assert_eq!(last.open, 0, "{configuration:?}");
        let statistics = [last.states, last.firings].map(|count| Some(Count::from(count)));
        assert_eq!(statistics, [report.states, report.firings], "{configuration:?}");
        let most = reports.iter().map(|progress| progress.bytes).max().unwrap() as u64;
        assert!(report.peak_memory_bytes >= most, "{configuration:?}");
    }
}

#[test]
fn a_drawn_state_space_is_the_whole_one() {
    for_seeds(200, |seed| {
        let net = random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative_special() });
        let Ok(explored) = naive::explore(&net, 500) else { return };
        let graph = state_graph(&net, &Request::new(Question::Explore), &Control::default()).unwrap();
        assert!(graph.exhaustive && graph.states.iter().all(|state| state.expanded), "{}", net.id);
        assert_eq!(graph.states.len(), explored.states(), "{}", net.id);
        assert_eq!(graph.edges.len() as u64, explored.firings, "{}", net.id);
        let sinks = (0..graph.states.len() as u32).filter(|&s| graph.edges.iter().all(|e| e.source != s));
        assert_eq!(sinks.count(), explored.deadlocks.len(), "{}", net.id);
    });
}

#[test]
fn a_described_bound_holds_in_every_marking() {
    for_seeds(200, |seed| {
        let net = random::net(seed, &Shape { max_tokens: 2, ..Shape::conservative_special() });
        let Ok(explored) = naive::explore(&net, 500) else { return };
        let description = describe(&net).unwrap();
        for (place, &most) in net.places.iter().zip(&explored.bounds) {
            let bound = description.bounds.get(&place.id).copied().unwrap_or(Count::Infinite);
            assert!(bound >= Count::from(most), "{}: {} holds {most}, not {bound}", net.id, place.id);
        }
    });
}

#[test]
fn choices_that_do_not_go_together_are_refused() {
    let request =
        Request { driver: Driver::Batched, order: Order::DepthFirst, ..Request::new(Question::Explore) };
    assert!(request.refusal().is_some());
    let refused = analyse(&nets::clock(3), &request, &Control::default()).unwrap_err();
    assert!(refused.to_string().contains("breadth-first"), "{refused}");
}
