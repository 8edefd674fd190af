//! Every program in `nets/`, in every configuration, has the results of its sidecar.
//!
//! The counts of the sidecar include model errors as a state. By default, the search ends at the first
//! error.

use sanderling::{Control, ModelErrors, Question, Request, analyse};
use sanderling_dve::Semantics;
use sanderling_report::{Answer, Count, Reason, Report, Verdict};
use sanderling_tests::{Configuration, End, Program, check_counts};

use crate::sidecar::{self, Case, count};

fn cases() -> Vec<Case<Program>> {
    let cases = sidecar::cases("nets", "dve", |path| Program::read(path, Semantics::Ltsmin));
    assert!(cases.len() >= 12, "the programs are there");
    cases
}

impl Case<Program> {
    fn analyse(&self, configuration: &Configuration, question: Question, errors: ModelErrors) -> Report {
        let request = Request { model_errors: errors, ..configuration.request(question) };
        analyse(&self.model.net, &request, &Control::default()).unwrap()
    }

    fn about(&self, configuration: &Configuration) -> String {
        format!("{} {configuration:?}", self.name)
    }

    fn check_statistics(&self, configuration: &Configuration) {
        let report = self.analyse(configuration, Question::Explore, ModelErrors::State);
        let about = self.about(configuration);
        if configuration.gave_up(&report) {
            // An assertion may have been violated before.
            return assert!([Verdict::Unknown, Verdict::Violated].contains(&report.verdict), "{about}");
        }
        let counts = ["states", "firings", "deadlocks"].map(|key| self.answer(key));
        check_counts(&report, counts).unwrap_or_else(|difference| panic!("{about}: {difference}"));
        assert!(report.exhaustive && report.model_error.is_none() && report.program, "{about}");
        if let Some(dead) = self.answers.get("dead_transitions") {
            let dead: Vec<_> = dead.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
            assert_eq!(report.dead_transitions.as_ref().unwrap(), &dead, "{about}");
        }
        if configuration.has_levels() {
            let levels = report.levels.as_ref().expect("levels");
            let sum: u128 = levels.iter().map(|level| level.to_string().parse::<u128>().unwrap()).sum();
            assert_eq!((levels[0], Some(Count::from(sum))), (1_u64.into(), report.states), "{about}: levels");
        }
        self.check_assertions(configuration, &report);
    }

    fn check_assertions(&self, configuration: &Configuration, report: &Report) {
        let about = self.about(configuration);
        let known = self.answers["assertions"].as_table().unwrap();
        assert_eq!(report.answers.len(), known.len(), "{about}");
        for Answer { name, verdict, trace, .. } in &report.answers {
            let name = name.as_ref().expect("assertions have ids");
            assert_eq!(verdict.as_str(), known[name].as_str().unwrap(), "{about}: {name}");
            let nearest = self.answers.get("nearest_violations").and_then(|nearest| nearest.get(name));
            assert_eq!(trace.is_some(), nearest.is_some(), "{about}: {name}");
            let (Some(trace), Some(nearest)) = (trace, nearest) else { continue };
            let End::State { violated, .. } = self.model.play(trace) else { panic!("{about}: {name}") };
            assert!(violated.contains(name), "{about}: {name} holds there, and {violated:?} do not");
            if configuration.is_breadth_first() {
                assert_eq!(Count::from(trace.steps.len()), count(nearest), "{about}: {name}");
            }
        }
        let is_violated = report.answers.iter().any(|answer| answer.verdict == Verdict::Violated);
        let expected = if is_violated { Verdict::Violated } else { Verdict::Computed };
        assert_eq!(report.verdict, expected, "{about}");
    }

    fn check_deadlock(&self, configuration: &Configuration) {
        let report = self.analyse(configuration, Question::Deadlock, ModelErrors::State);
        let about = self.about(configuration);
        if configuration.gave_up(&report) && report.verdict == Verdict::Unknown {
            return;
        }
        assert_eq!(report.verdict.as_str(), self.answers["deadlock"].as_str().unwrap(), "{about}");
        let nearest = self.answers.get("nearest_deadlock").map(count);
        assert_eq!(report.trace.is_some(), nearest.is_some(), "{about}");
        let Some(trace) = &report.trace else { return };
        let is_dead = match self.model.play(trace) {
            End::State { is_dead, .. } => is_dead,
            End::ModelError(_) => true,
        };
        assert!(is_dead, "{about}: the trace leads to a deadlock");
        if configuration.is_breadth_first() {
            assert_eq!(Some(trace.steps.len().into()), nearest, "{about}: a shortest trace");
        }
    }

    fn check_model_error(&self, configuration: &Configuration) {
        let report = self.analyse(configuration, Question::Explore, ModelErrors::Report);
        let about = self.about(configuration);
        let known = self.answers.get("model_error").map(count);
        if configuration.gave_up(&report) {
            return;
        }
        assert_eq!(report.model_error.is_some(), known.is_some(), "{about}");
        let Some(error) = &report.model_error else {
            return assert!(report.exhaustive && report.reason.is_none(), "{about}");
        };
        let found = (report.verdict, report.reason, report.exhaustive);
        assert_eq!(found, (Verdict::Violated, Some(Reason::ModelError), false), "{about}");
        assert!(matches!(self.model.play(&error.trace), End::ModelError(_)), "{about}: {error:?}");
        if configuration.is_breadth_first() {
            assert_eq!(Some((error.trace.steps.len() - 1).into()), known, "{about}: a shortest trace");
        }
    }
}

#[test]
fn the_statistics_and_assertions_are_those_of_the_sidecar_in_every_configuration() {
    for case in cases() {
        for configuration in Configuration::of_programs() {
            case.check_statistics(&configuration);
        }
    }
}

#[test]
fn the_verdict_about_deadlock_is_that_of_the_sidecar_in_every_configuration() {
    for case in cases() {
        for configuration in Configuration::of_programs() {
            case.check_deadlock(&configuration);
        }
    }
}

#[test]
fn model_errors_end_the_search_with_their_trace_in_every_configuration() {
    for case in cases() {
        for configuration in Configuration::of_programs() {
            case.check_model_error(&configuration);
        }
    }
}

/// Number of configurations for each program that may forget states.
const FORGETTING: usize = 12;

#[test]
fn searches_that_forget_states_say_nothing_else() {
    for (case, seed) in cases().iter().zip(1000..) {
        for configuration in Configuration::rotation_of_programs(seed, FORGETTING) {
            case.check_statistics(&configuration);
            case.check_deadlock(&configuration);
            case.check_model_error(&configuration);
        }
    }
}

#[test]
fn a_description_counts_what_the_sidecar_counts_and_no_more_bits_than_are_declared() {
    for case in cases() {
        let description = sanderling::describe(&case.model.net).unwrap();
        let found = [description.places, description.transitions].map(Count::from);
        assert_eq!(found, ["places", "transitions"].map(|key| case.answer(key)), "{}", case.name);
        let program = description.program.expect("it is a program");
        assert_eq!(program.assertions, case.answers["assertions"].as_table().unwrap().len(), "{}", case.name);
        let report = case.analyse(&Configuration::of_programs()[0], Question::Explore, ModelErrors::State);
        let bits = u64::from(report.bits_per_state);
        assert!(bits > 0 && bits <= program.declared_bits, "{}: {bits} bits", case.name);
    }
}
