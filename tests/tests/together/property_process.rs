//! Property processes of DVE programs: the product search against the definition, on our own programs and on
//! random ones.

use std::cell::Cell;
use std::fs;

use sanderling::{Control, Limits, Question, Request, analyse};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Format, Net, Source};
use sanderling_property::Property;
use sanderling_report::{Reason, Verdict};
use sanderling_testkit::corpora::{corpora, skip, workspace};
use sanderling_testkit::dve::{Shape, print, random};
use sanderling_testkit::files::ending_in;
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_tests::{check_property_process, property_process_report};

const BOTH: [Semantics; 2] = [Semantics::Ltsmin, Semantics::Divine2];

fn request() -> Request {
    Request::new(Question::Check(Vec::new()))
}

fn net(text: &str) -> Net {
    let parsed = Dve { semantics: Semantics::Ltsmin }.parse(&Source::new("x.dve", text));
    parsed.unwrap_or_else(|found| panic!("{found}")).nets.remove(0)
}

#[test]
fn examples_have_the_verdicts_of_their_first_lines() {
    for path in ending_in(&workspace().join("formats/dve/examples/property"), "dve") {
        let text = fs::read_to_string(&path).unwrap();
        let claimed = text.strip_prefix("// ").and_then(|line| line.split_once(": ")).unwrap().0;
        for semantics in BOTH {
            let source = Source::new("x.dve", text.as_str());
            let net = Dve { semantics }.parse(&source).unwrap().nets.remove(0);
            let report = property_process_report(&net, request());
            assert_eq!(report.verdict.as_str(), claimed, "{} {semantics:?}", path.display());
        }
    }
}

#[test]
fn random_property_processes_are_answered_by_their_definition() {
    let shapes = [Shape::tame, Shape::wild, Shape::talkative, Shape::wide];
    let [accepting, faulty, others] = [const { Cell::new(0) }; 3];
    for_seeds(1200, |seed| {
        let shape = Shape { property: 1.0, ..shapes[(seed % 4) as usize]() };
        let text = print(&random(seed, &shape));
        let semantics = BOTH[(seed / 4 % 2) as usize];
        let request = Request { threads: 1 + seed as usize % 4, ..request() };
        let Some(watched) = check_property_process(&text, semantics, request, 400) else { return };
        let counter = match (watched.accepts, watched.has_faults) {
            (true, _) => &accepting,
            (false, true) => &faulty,
            (false, false) => &others,
        };
        counter.set(counter.get() + 1);
    });
    let [accepting, faulty, others] = [accepting, faulty, others].map(Cell::into_inner);
    let is_enough = is_met(accepting, 100) && is_met(faulty, 8) && is_met(others, 100);
    assert!(is_enough, "{accepting} {faulty} {others}");
}

const COUNTER: &str = "byte x, y;
process P { state a; init a; trans a -> a { effect x = x + 1; }, a -> a { effect y = y + 1; }; }
process L { state q, r; init q; accept r; trans q -> q {}, q -> r { guard x == 255 and y == 255; }, r -> r { guard x == 255 and y != 255; }; }
system async property L;";

#[test]
fn limits_end_in_unknown_with_their_reason() {
    for (limits, reason) in [
        (Limits { states: Some(100), ..Limits::default() }, Reason::StateLimit),
        (Limits { memory_bytes: Some(1 << 18), ..Limits::default() }, Reason::MemoryLimit),
        (Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }, Reason::TimeLimit),
    ] {
        let report = property_process_report(&net(COUNTER), Request { limits, ..request() });
        assert_eq!((report.verdict, report.reason), (Verdict::Unknown, Some(reason)));
        assert_eq!(report.answers[0].reason, Some(reason));
    }
    assert_eq!(property_process_report(&net(COUNTER), request()).verdict, Verdict::Holds);
}

#[test]
fn a_run_is_shown_with_its_repeated_steps_or_its_end() {
    let goes_round = "process P { state a, b, c; init a; trans a -> b {}, b -> c {}, c -> b {}; }
process L { state q; init q; accept q; trans q -> q {}; } system async property L;";
    let report = property_process_report(
        &net(&goes_round.replace("q -> q {}", "q -> q { guard P.a or not P.a; }")),
        request(),
    );
    let trace = report.trace.unwrap();
    let events: Vec<String> = trace.steps.iter().map(|step| step.event).collect();
    let expected = ["P.a->b", "P.b->c", "P.c->b"].map(str::to_owned);
    assert_eq!((events, trace.repeated_from), (expected.to_vec(), Some(1)));
    let ends = goes_round.replace(", c -> b {}", "").replace("q -> q {}", "q -> q { guard P.a or not P.a; }");
    let trace = property_process_report(&net(&ends), request()).trace.unwrap();
    assert_eq!((trace.steps.len(), trace.repeated_from), (2, Some(2)));
    let whatever = property_process_report(&net(goes_round), request()).trace.unwrap();
    assert_eq!((whatever.steps.len(), whatever.repeated_from), (0, None), "every run is accepted");
}

#[test]
fn too_many_conditions_are_unsupported() {
    let guards: Vec<String> = (0..65).map(|i| format!("q -> q {{ guard x == {i}; }}")).collect();
    let text = |guards: &[String]| {
        format!(
            "byte x; process P {{ state a; init a; trans a -> a {{}}; }} process L {{ state q; init q; accept q; trans {}; }} system async property L;",
            guards.join(", ")
        )
    };
    let report = property_process_report(&net(&text(&guards)), request());
    assert_eq!((report.verdict, report.reason), (Verdict::Unknown, Some(Reason::Unsupported)));
    assert!(report.reason_text.unwrap().contains("more than 64 different conditions"));
    assert_eq!(property_process_report(&net(&text(&guards[..64])), request()).verdict, Verdict::Violated);
}

#[test]
fn it_is_checked_together_with_properties_of_markings() {
    let net =
        net("byte x; process P { state a; init a; assert a: x < 2; trans a -> a { effect x = 1 - x; }; }
process L { state q; init q; accept q; trans q -> q { guard x == 0; }; } system async property L;");
    let properties = Property::parse_all("always x <= 1; reach x == 2", &net).unwrap();
    let question = Question::Check(properties);
    let request = Request { property_process: true, assertions: true, ..Request::new(question) };
    let report = analyse(&net, &request, &Control::default()).unwrap();
    let verdicts: Vec<_> = report.answers.iter().map(|one| (one.property.as_str(), one.verdict)).collect();
    let expected = [
        ("always x <= 1", Verdict::Holds),
        ("reach x == 2", Verdict::Violated),
        ("property process L", Verdict::Holds),
        ("assert P.a", Verdict::Holds),
    ];
    assert_eq!(verdicts, expected);
}

#[test]
fn beem_programs_have_their_known_verdicts_if_few_states_decide() {
    let Some(corpora) = corpora().filter(|folder| folder.join("beem-ltl").is_dir()) else {
        return skip(
            "beem_programs_have_their_known_verdicts_if_few_states_decide",
            "../shared/corpora/beem-ltl",
        );
    };
    let known = fs::read_to_string(corpora.join("known-answers-temporal.tsv")).unwrap();
    let known = known.lines().filter_map(|line| line.split_once("\tltl\t"));
    let (mut programs, mut decided) = (0, 0);
    for (file, holds) in known {
        let text = fs::read_to_string(corpora.join("beem-ltl").join(file)).unwrap();
        let limits = Limits { states: Some(10_000), ..Limits::default() };
        let report = property_process_report(&net(&text), Request { limits, ..request() });
        programs += 1;
        match report.verdict {
            Verdict::Unknown => assert_eq!(report.reason, Some(Reason::StateLimit), "{file}"),
            verdict => {
                assert_eq!(verdict == Verdict::Holds, holds == "TRUE", "{file}");
                decided += 1;
            }
        }
    }
    assert!(programs == 68 && decided > 25, "{programs} {decided}");
}
