//! Every net in `nets/`, in every configuration, has the results of its sidecar.

use sanderling::{Control, Question, analyse};
use sanderling_net::Net;
use sanderling_report::{Count, NupnClaim, Reason, Report, Verdict};
use sanderling_tests::{Configuration, check_counts, check_self_covering, play, read};
use toml::Value;

use crate::sidecar::{self, Case, count};

/// Maximum number of explored states of an unbounded net.
const STATES_OF_UNBOUNDED: u64 = 300;

fn cases() -> Vec<Case<Net>> {
    let cases = sidecar::cases("nets", "pnml", read);
    assert!(cases.len() >= 12, "the nets are there");
    cases
}

impl Case<Net> {
    fn is_unbounded(&self) -> bool {
        self.answer("states") == Count::Infinite
    }

    fn analyse(&self, configuration: &Configuration, question: Question) -> Report {
        let mut request = configuration.request(question);
        if self.is_unbounded() {
            // A search for a goal continues after a self-covering sequence.
            request.limits.states = Some(STATES_OF_UNBOUNDED);
        }
        analyse(&self.model, &request, &Control::default()).unwrap()
    }

    fn check_statistics(&self, configuration: &Configuration) {
        let report = self.analyse(configuration, Question::Explore);
        let about = format!("{} {configuration:?}", self.name);
        if configuration.gave_up(&report) {
            return assert_eq!(report.verdict, Verdict::Unknown, "{about}");
        }
        let statistics = [
            ("max_tokens_in_place", report.max_tokens_in_place),
            ("max_tokens_in_marking", report.max_tokens_in_marking),
        ];
        for (key, found) in statistics {
            assert_eq!(found, Some(self.answer(key)), "{about}: {key}");
        }
        assert_eq!(report.verdict, Verdict::Computed, "{about}");
        if let Some(bounds) = self.answers.get("bounds") {
            for (place, bound) in bounds.as_table().unwrap() {
                let (found, known) = (*report.bounds.as_ref().unwrap().get(place).unwrap(), count(bound));
                // The search of an unbounded net ends before every place has reached its bound.
                let is_right = if self.is_unbounded() { found <= known } else { found == known };
                assert!(is_right, "{about}: {place} holds {found}, and really {known}");
            }
        }
        if self.is_unbounded() {
            assert_eq!(report.reason, Some(Reason::Unbounded), "{about}");
            let statistics = [report.states, report.firings];
            assert_eq!(statistics, ["states", "firings"].map(|key| Some(self.answer(key))), "{about}");
            check_self_covering(&self.model, report.unbounded.as_ref().expect("a proof"));
            return;
        }
        assert!(report.exhaustive, "{about}");
        let counts = ["states", "firings", "deadlocks"].map(|key| self.answer(key));
        check_counts(&report, counts).unwrap_or_else(|difference| panic!("{about}: {difference}"));
        if let Some(dead) = self.answers.get("dead_transitions") {
            let dead: Vec<_> = dead.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
            assert_eq!(report.dead_transitions.unwrap(), dead, "{about}");
        }
        match self.answers.get("unit_safe").and_then(Value::as_bool) {
            None => assert_eq!(report.nupn_claim, NupnClaim::None, "{about}"),
            Some(true) => assert_eq!(report.nupn_claim, NupnClaim::Holds, "{about}"),
            Some(false) => assert!(matches!(report.nupn_claim, NupnClaim::Refuted { .. }), "{about}"),
        }
    }

    fn check_deadlock(&self, configuration: &Configuration) {
        let report = self.analyse(configuration, Question::Deadlock);
        let about = format!("{} {configuration:?}", self.name);
        if configuration.gave_up(&report) && report.verdict == Verdict::Unknown {
            return;
        }
        if self.is_unbounded() && report.verdict == Verdict::Unknown {
            // A search continues after a self-covering sequence, within its limits.
            let limits = [Some(Reason::StateLimit), Some(Reason::MemoryLimit), Some(Reason::Unbounded)];
            return assert!(limits.contains(&report.reason), "{about}: {:?}", report.reason);
        }
        assert_eq!(report.verdict.as_str(), self.answers["deadlock"].as_str().unwrap(), "{about}");
        let nearest = self.answers.get("nearest_deadlock").map(count);
        assert_eq!(report.trace.is_some(), nearest.is_some(), "{about}");
        let Some(trace) = &report.trace else { return };
        let _dead = play(&self.model, trace);
        assert!(sanderling::replay(&self.model, trace).deadlock, "{about}: the trace leads to a deadlock");
        if configuration.is_breadth_first() {
            assert_eq!(Some(trace.steps.len().into()), nearest, "{about}: a shortest trace");
        }
    }
}

#[test]
fn the_statistics_are_those_of_the_sidecar_in_every_configuration() {
    for case in cases() {
        for configuration in Configuration::all() {
            case.check_statistics(&configuration);
        }
    }
}

#[test]
fn the_verdict_about_deadlock_is_that_of_the_sidecar_in_every_configuration() {
    for case in cases() {
        for configuration in Configuration::all() {
            case.check_deadlock(&configuration);
        }
    }
}

/// Number of configurations for each net that may forget states.
const FORGETTING: usize = 12;

#[test]
fn searches_that_forget_states_say_nothing_else() {
    for (case, seed) in cases().iter().zip(0..) {
        for configuration in Configuration::rotation(seed, FORGETTING) {
            case.check_statistics(&configuration);
            case.check_deadlock(&configuration);
        }
    }
}

#[test]
fn a_description_counts_what_the_sidecar_counts() {
    for case in cases() {
        let description = sanderling::describe(&case.model).unwrap();
        let found = [description.places, description.transitions, description.arcs];
        let expected = ["places", "transitions", "arcs"].map(|key| case.answer(key));
        assert_eq!(found.map(Count::from), expected, "{}", case.name);
        for (place, bound) in &description.bounds {
            let Some(known) = case.answers.get("bounds").and_then(|bounds| bounds.get(place)) else {
                continue;
            };
            assert!(*bound >= count(known), "{}: {place} is proved to hold at most {bound}", case.name);
        }
    }
}
