//! The conformance models of DVE under both readings of the language, from the file to the statistics.

use std::path::PathBuf;

use sanderling::{Control, ModelErrors, Question, Request, analyse};
use sanderling_report::{Count, Reason, Report, Verdict};
use sanderling_testkit::corpora::{ProgramExpectation, reference, skip};
use sanderling_tests::{Configuration, End, Program};

/// Returns the models with their expected results, each under both readings.
fn cases(test: &str) -> Vec<(Program, ProgramExpectation)> {
    let folder = reference().map(|reference| reference.join("dve-conformance"));
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        skip(test, "../shared/reference/dve-conformance");
        return Vec::new();
    };
    let expected = ProgramExpectation::read(&folder);
    assert_eq!(expected.len(), 60, "thirty models under two readings");
    let path = |one: &ProgramExpectation| -> PathBuf { folder.join(format!("{}.dve", one.model)) };
    expected.into_iter().map(|one| (Program::read(&path(&one), one.semantics), one)).collect()
}

fn explored(program: &Program, configuration: &Configuration, model_errors: ModelErrors) -> Report {
    let request = Request { model_errors, ..configuration.request(Question::Explore) };
    analyse(&program.net, &request, &Control::default()).unwrap()
}

#[test]
fn conformance_models_have_their_statistics_under_both_readings() {
    for (program, expected) in cases("conformance_models_have_their_statistics_under_both_readings") {
        for configuration in Configuration::of_programs() {
            let report = explored(&program, &configuration, ModelErrors::State);
            let known = [expected.states, expected.steps, expected.deadlocks].map(Count::from);
            let found = [report.states, report.firings, report.deadlocks];
            assert_eq!(found, known.map(Some), "{expected:?} {configuration:?}");
            assert_eq!(report.verdict, Verdict::Computed, "{expected:?} {configuration:?}");
        }
    }
}

#[test]
fn conformance_models_end_at_their_model_errors_with_a_trace() {
    for (program, expected) in cases("conformance_models_end_at_their_model_errors_with_a_trace") {
        for configuration in Configuration::of_programs() {
            let about = format!("{expected:?} {configuration:?}");
            let report = explored(&program, &configuration, ModelErrors::Report);
            assert_eq!(report.model_error.is_some(), expected.model_error.is_some(), "{about}");
            let Some(error) = report.model_error else { continue };
            assert_eq!((report.verdict, report.reason), (Verdict::Violated, Some(Reason::ModelError)));
            assert!(matches!(program.play(&error.trace), End::ModelError(_)), "{about}");
            if configuration.is_breadth_first() {
                assert_eq!(Some(error.trace.steps.len()), expected.model_error, "{about}");
            }
        }
    }
}
