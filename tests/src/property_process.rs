//! Property processes, against the graph of all pairs of a state and a location.

use sanderling::{Control, ModelErrors, Question, Request, analyse};
use sanderling_dve::{Dve, Semantics, parse};
use sanderling_net::{Format, Net, Source};
use sanderling_report::{Reason, Report, Verdict};
use sanderling_testkit::dve::{Watched, watch};

/// What the engine says of the property process of a program.
///
/// # Panics
/// Where it refuses to, or tells a run that does not replay.
#[must_use]
pub fn asked(net: &Net, request: Request) -> Report {
    let question = Question::Check(Vec::new());
    let request = Request { question, property_process: true, model_errors: ModelErrors::Report, ..request };
    let report = analyse(net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(report.answers.len(), 1);
    assert_eq!(report.answers[0].verdict, report.verdict);
    assert_eq!(report.trace.is_some(), report.verdict == Verdict::Violated);
    if let Some(trace) = &report.trace {
        let replayed = sanderling::replay(net, trace);
        assert_eq!(replayed.verdict, Verdict::Holds, "{:?}", replayed.problem);
    }
    report
}

/// Checks that the engine says of a program's property process what its definition does; `None` where the definition takes more than `limit` pairs.
///
/// # Panics
/// Where it does not.
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
    let report = asked(&parsed.nets[0], request);
    let about = || format!("{semantics:?} {watched:?} {:?}\n{text}", report.reason);
    match report.verdict {
        Verdict::Violated => assert!(watched.accepts, "{}", about()),
        Verdict::Holds => assert!(!watched.accepts && !watched.has_faults, "{}", about()),
        verdict => {
            assert_eq!((verdict, report.reason), (Verdict::Unknown, Some(Reason::ModelError)), "{}", about());
            assert!(watched.has_faults, "{}", about());
        }
    }
    Some(watched)
}
