//! The reports about a model in every configuration, compared with the interpreter's findings.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sanderling::{Control, Encoding, ModelErrors, Question, Request, analyse, replay};
use sanderling_net::Net;
use sanderling_report::{Count, Reason, Report, Trace, Verdict};
use sanderling_testkit::dve::Explored;
use sanderling_tests::{Configuration, check_counts};

use super::reference::Lowered;
use super::{Difference, same};

/// Number of configurations that may forget states.
const FORGETTING: usize = 2;

/// Returns all distinct configurations, and some that may forget states. Values have only one encoding.
fn configurations(seed: u64) -> impl Iterator<Item = Configuration> {
    let keeping = Configuration::distinct().into_iter().filter(|one| one.encoding == Encoding::Fields);
    keeping.chain(Configuration::rotation_of_programs(seed, FORGETTING))
}

/// Analyses the net in every configuration and compares every number.
pub(crate) fn check(lowered: &Lowered, expected: &Explored, errors: ModelErrors) -> Result<(), Difference> {
    // The numbers of states and edges differ between models, so they serve as the seed.
    let seed = expected.states as u64 * 1009 + expected.edges;
    for configuration in configurations(seed) {
        let request = Request { model_errors: errors, ..configuration.request(Question::Explore) };
        // The analysis panics if a report cannot be proved on the net.
        let analysed =
            catch_unwind(AssertUnwindSafe(|| analyse(&lowered.net, &request, &Control::default())));
        let report = analysed
            .map_err(|_| format!("the engine panics: {configuration:?}"))?
            .map_err(|found| format!("the engine refuses it: {found}"))?;
        let checked = if configuration.gave_up(&report) {
            Ok(())
        } else if expected.is_stopped {
            check_error(&lowered.net, expected, &report, &configuration)
        } else {
            check_whole(lowered, expected, &report, &configuration)
        };
        checked.map_err(|difference| format!("the engine's {difference} ({configuration:?})"))?;
    }
    Ok(())
}

/// Checks that the search ends at an error, which is a nearest one in a breadth-first search.
fn check_error(
    net: &Net,
    expected: &Explored,
    report: &Report,
    configuration: &Configuration,
) -> Result<(), Difference> {
    let found = (report.verdict, report.reason, report.exhaustive);
    same("end", &(Verdict::Violated, Some(Reason::ModelError), false), &found)?;
    let Some(error) = &report.model_error else { return Err("error: none is reported".into()) };
    let last = error.trace.steps.last().and_then(|step| step.error);
    same("error", &Some(&error.message), &last.as_ref())?;
    let steps = expected.first_fault.map(|distance| distance + 1);
    check_trace(net, &error.trace, steps, configuration)
}

/// Checks that a trace replays. In a breadth-first search it must have this number of steps.
fn check_trace(
    net: &Net,
    trace: &Trace,
    steps: Option<usize>,
    configuration: &Configuration,
) -> Result<(), Difference> {
    same("replay", &Verdict::Holds, &replay(net, trace).verdict)?;
    if !configuration.is_breadth_first() {
        return Ok(());
    }
    same("length of a trace", &steps, &Some(trace.steps.len()))
}

fn check_whole(
    lowered: &Lowered,
    expected: &Explored,
    report: &Report,
    configuration: &Configuration,
) -> Result<(), Difference> {
    let verdict = if expected.violated.is_empty() { Verdict::Computed } else { Verdict::Violated };
    let found = (report.verdict, report.reason, report.exhaustive, report.model_error.is_some());
    same("end", &(verdict, None, true, false), &found)?;
    let statistics = [expected.states.into(), expected.edges.into(), expected.deadlocks.into()];
    check_counts(report, statistics)?;
    let levels = expected.levels.iter().map(|&(states, _)| states.into()).collect::<Vec<Count>>();
    same("levels", &Some(levels).filter(|_| configuration.has_levels()), &report.levels)?;
    same("dead transitions", &Some(lowered.never_fired(expected)), &report.dead_transitions)?;
    same("number of answers", &lowered.net.assertions.len(), &report.answers.len())?;
    for ((id, answer), assertion) in
        lowered.assertions.iter().zip(&report.answers).zip(&lowered.net.assertions)
    {
        let distance = expected.violated.get(id).copied();
        let verdict = if distance.is_some() { Verdict::Violated } else { Verdict::Holds };
        let found = (answer.name.as_ref(), answer.verdict, answer.trace.is_some());
        same("answer", &(Some(&assertion.id), verdict, distance.is_some()), &found)?;
        if let Some(trace) = &answer.trace {
            check_trace(&lowered.net, trace, distance, configuration)?;
        }
    }
    let (bits, declared) = (u64::from(report.bits_per_state), lowered.declared_bits);
    if bits <= declared { Ok(()) } else { Err(format!("bits: {bits}, but {declared} are declared")) }
}
