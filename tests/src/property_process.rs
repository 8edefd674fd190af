//! Property processes, against the graph of all pairs of a state and a location.

use sanderling::{Control, ModelErrors, Question, Request, analyse};
use sanderling_dve::{Dve, Semantics, parse};
use sanderling_net::{Format, Net, PropertyProcess, Source, Watch};
use sanderling_report::{Reason, Report, Trace, Verdict};
use sanderling_testkit::dve::{Watched, watch};

/// Returns the engine's report about the property process of a program.
///
/// # Panics
/// If the engine refuses the request, or reports a run that does not replay.
#[must_use]
pub fn property_process_report(net: &Net, request: Request) -> Report {
    let question = Question::Check(Vec::new());
    let request = Request { question, property_process: true, model_errors: ModelErrors::Report, ..request };
    let report = analyse(net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(report.answers.len(), 1);
    assert_eq!(report.answers[0].verdict, report.verdict);
    assert_eq!(report.trace.is_some(), report.verdict == Verdict::Violated);
    if let Some(trace) = &report.trace {
        let replayed = sanderling::replay(net, trace);
        assert_eq!(replayed.verdict, Verdict::Holds, "{:?}", replayed.problem);
        let process = net.program.as_ref().and_then(|program| program.property.as_ref());
        check_locations(process.expect("it was checked"), trace);
    }
    report
}

/// Checks that the process follows its transitions along the run. The repeated steps must return to the same
/// location, through each accepting set.
fn check_locations(process: &PropertyProcess, trace: &Trace) {
    let shown = trace.property_process.as_ref().expect("the trace shows its locations");
    assert_eq!((&shown.name, &shown.locations), (&process.name, &process.locations));
    assert_eq!((shown.at.len(), shown.at[0]), (trace.steps.len() + 1, process.initial));
    for pair in shown.at.windows(2) {
        let is_it = |one: &Watch| [one.source, one.target] == *pair;
        assert!(process.transitions.iter().any(is_it), "{shown:?}");
    }
    if let Some(first) = trace.repeated_from.filter(|&first| first < trace.steps.len()) {
        let round = &shown.at[first..];
        assert_eq!(round.first(), round.last(), "{shown:?}");
        let is_visited = |set: &Vec<u32>| set.iter().any(|location| round.contains(location));
        assert!(process.accepting.iter().all(is_visited), "{shown:?}");
    }
}

fn is_whatever_comes(trace: &Trace) -> bool {
    trace.repeated_from.is_none()
}

/// Whether the process has a location from which transitions that are always enabled accept. Then runs are
/// accepted with any continuation of the program, even with undefined steps.
fn accepts_whatever_comes(process: &PropertyProcess) -> bool {
    let always = || process.transitions.iter().filter(|one| one.guard.is_none());
    let count = process.locations.len() as u32;
    let reached = |from: u32| {
        let mut reached: Vec<u32> = always().filter(|one| one.source == from).map(|one| one.target).collect();
        for _ in 0..count {
            let next = always().filter(|one| reached.contains(&one.source)).map(|one| one.target);
            let next: Vec<u32> = next.collect();
            reached.extend(next);
            reached.sort_unstable();
            reached.dedup();
        }
        reached
    };
    (0..count).any(|from| {
        let is_round = |&other: &u32| reached(from).contains(&other) && reached(other).contains(&from);
        is_round(&from) && process.accepting.iter().all(|set| set.iter().any(is_round))
    })
}

/// Checks that the engine and the definition agree on a program's property process. Returns `None` if the
/// definition takes more than `limit` pairs.
///
/// # Panics
/// If they do not agree.
pub fn check_property_process(
    text: &str,
    semantics: Semantics,
    request: Request,
    limit: usize,
) -> Option<Watched> {
    let source = Source::new("watched.dve", text);
    let model = parse::parse(&source, semantics).unwrap_or_else(|found| panic!("{found}\n{text}")).model;
    let watched = watch(&model, semantics, limit)?;
    let parsed = Dve { semantics }.parse(&source).unwrap_or_else(|found| panic!("{found}\n{text}"));
    let net = &parsed.nets[0];
    let report = property_process_report(net, request);
    let about = || format!("{semantics:?} {watched:?} {:?}\n{text}", report.reason);
    match report.verdict {
        Verdict::Violated if watched.has_faults && report.trace.as_ref().is_some_and(is_whatever_comes) => {
            let process = net.program.as_ref().and_then(|program| program.property.as_ref());
            assert!(
                watched.accepts || accepts_whatever_comes(process.expect("it was checked")),
                "{}",
                about()
            );
        }
        Verdict::Violated => assert!(watched.accepts, "{}", about()),
        Verdict::Holds => assert!(!watched.accepts && !watched.has_faults, "{}", about()),
        verdict => {
            assert_eq!((verdict, report.reason), (Verdict::Unknown, Some(Reason::ModelError)), "{}", about());
            assert!(watched.has_faults, "{}", about());
        }
    }
    Some(watched)
}
