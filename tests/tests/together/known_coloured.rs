//! The coloured nets in `nets/coloured/`, read, unfolded and explored in every configuration. The results
//! are those of their sidecars, and traces are runs of the coloured nets.

use sanderling::{Control, PreparedNet, Question};
use sanderling_net::Net;
use sanderling_net::semantics::{self, Interpreter};
use sanderling_report::{Count, Report, Verdict};
use sanderling_testkit::naive;
use sanderling_tests::{Configuration, read};
use sanderling_unfolding::{Budget, Options};

use crate::sidecar::{self, Case};

fn cases() -> Vec<Case<Net>> {
    let cases = sidecar::cases("nets/coloured", "pnml", read);
    assert!(cases.len() >= 2, "the nets are there");
    cases
}

fn statistics(report: &Report) -> [(&'static str, Option<Count>); 5] {
    [
        ("states", report.states),
        ("firings", report.firings),
        ("deadlocks", report.deadlocks),
        ("max_tokens_in_place", report.max_tokens_in_place),
        ("max_tokens_in_marking", report.max_tokens_in_marking),
    ]
}

#[test]
fn the_sidecars_are_what_the_naive_explorer_finds() {
    for case in cases() {
        let net = &case.model;
        let explored = naive::explore(net, 10_000).unwrap();
        let found = [
            ("places", net.places.len() as u128),
            ("transitions", net.transitions.len() as u128),
            ("arcs", net.arcs.len() as u128),
            ("states", explored.states() as u128),
            ("firings", explored.firings.into()),
            ("deadlocks", explored.deadlocks.len() as u128),
            ("max_tokens_in_place", explored.max_tokens_in_place.into()),
            ("max_tokens_in_marking", explored.max_tokens_in_marking),
            ("nearest_deadlock", explored.shortest_deadlock().unwrap_or(0) as u128),
        ];
        for (key, number) in found {
            assert_eq!(case.answer(key), number.into(), "{}: {key}", case.name);
        }
    }
}

#[test]
fn every_configuration_finds_the_same() {
    for case in cases() {
        let prepared = PreparedNet::of(case.model.clone(), Options::default(), &Budget::default()).unwrap();
        for configuration in Configuration::all() {
            let ask = |question: Question| {
                prepared.analyse(&configuration.request(question), &Control::default()).unwrap()
            };
            let about = format!("{} {configuration:?}", case.name);
            let report = ask(Question::Explore);
            if configuration.gave_up(&report) {
                continue;
            }
            for (key, found) in statistics(&report) {
                assert!(found.is_none_or(|found| found == case.answer(key)), "{about}: {key}");
            }
            let deadlock = ask(Question::Deadlock);
            if configuration.gave_up(&deadlock) {
                continue;
            }
            assert_eq!(deadlock.verdict, Verdict::Violated, "{about}");
            let trace = deadlock.trace.expect("a violation has a trace");
            check_run(&prepared, &trace, &about);
        }
    }
}

/// Checks that the steps of a trace, which name values, lead to a deadlock of the coloured net.
fn check_run(prepared: &PreparedNet, trace: &sanderling_report::Trace, about: &str) {
    let net = prepared.original_net();
    let interpreter = Interpreter::new(net);
    let mut marking = semantics::initial(net).unwrap();
    for step in &trace.steps {
        let called = |firing: &semantics::Firing| {
            let values = firing.binding.iter().map(|(variable, value)| {
                let variable = &net.declarations.variables[variable.index()];
                format!("{}={}", variable.id, net.value_text(variable.sort, value))
            });
            format!("{}({})", net.transition(firing.transition).id, values.collect::<Vec<_>>().join(","))
        };
        let enabled = interpreter.enabled(&marking).unwrap();
        let firing = enabled.iter().find(|firing| called(firing) == step.event);
        let firing = firing.unwrap_or_else(|| panic!("{about}: {} is not enabled", step.event));
        interpreter.fire(&mut marking, firing).unwrap();
    }
    assert!(interpreter.enabled(&marking).unwrap().is_empty(), "{about}: not dead");
}
