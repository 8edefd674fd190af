//! The instances of the Model Checking Contest that are explored quickly.
//!
//! `cargo xtask answers` compares the larger ones. The sizes of state spaces come from third parties, so
//! this is an independent check of the parser, the firing rule and the counting.

use std::path::{Path, PathBuf};

use sanderling::query::{Answer as Found, Answered, Query, answer};
use sanderling::{Control, Limits, PreparedNet, Question, Request, analyse};
use sanderling_net::Net;
use sanderling_report::{Count, Reason, Report, Verdict};
use sanderling_testkit::corpora::{Answer, KnownAnswers, corpora, skip};
use sanderling_tests::{play, read};
use sanderling_unfolding::{Budget, Options};

/// Maximum number of known states of an instance that is explored completely.
const MAX_STATES: u128 = 30_000;
/// Number of states after which other instances are stopped.
const LIMIT: u64 = 20_000;
/// Maximum size of a file in bytes. A larger one would take longer than all others together.
const MAX_BYTES: u64 = 2 << 20;

/// Returns the instances whose name contains `dialect`, with their known results.
fn instances(test: &str, dialect: &str) -> Option<(Vec<PathBuf>, KnownAnswers)> {
    let Some(corpora) = corpora() else {
        skip(test, "../shared/corpora");
        return None;
    };
    let folders = std::fs::read_dir(corpora.join("mcc")).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = folders.filter(|folder| name(folder).contains(dialect)).collect();
    folders.sort();
    assert!(!folders.is_empty());
    Some((folders, KnownAnswers::read(&corpora)))
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap().to_string_lossy().into_owned()
}

fn net(folder: &Path) -> Option<Net> {
    let path = folder.join("model.pnml");
    (path.metadata().unwrap().len() <= MAX_BYTES).then(|| read(&path))
}

fn is_small(known: &KnownAnswers, instance: &str) -> bool {
    known.count(instance, "states").is_some_and(|states| states <= MAX_STATES)
}

/// Returns a known number in the form of a report.
fn known_count(known: &KnownAnswers, instance: &str, kind: &str) -> Option<Count> {
    match known.get(instance, kind)? {
        Answer::Count(count) => Some((*count).into()),
        Answer::Infinite => Some(Count::Infinite),
        _ => None,
    }
}

fn explored(net: &Net, question: Question, limit: Option<u64>) -> Report {
    let limits = Limits { states: limit, ..Limits::default() };
    analyse(net, &Request { limits, ..Request::new(question) }, &Control::default()).unwrap()
}

fn statistics(report: &Report) -> [(&'static str, Count); 4] {
    [
        ("states", report.states.expect("nothing was forgotten")),
        ("edges", report.firings.expect("nothing was forgotten")),
        ("max_token_in_place", report.max_tokens_in_place.expect("markings were looked at")),
        ("max_token_per_marking", report.max_tokens_in_marking.expect("markings were looked at")),
    ]
}

fn check_deadlock(net: &Net, known: &KnownAnswers, instance: &str, limit: Option<u64>) {
    let report = explored(net, Question::Deadlock, limit);
    let has_deadlock = match report.verdict {
        Verdict::Violated => true,
        Verdict::Holds => false,
        other => {
            return assert!(limit.is_some() && other == Verdict::Unknown, "{instance}: {other}");
        }
    };
    if let Some(trace) = &report.trace {
        let _dead = play(net, trace);
    }
    assert_eq!(report.trace.is_some(), has_deadlock, "{instance}");
    if let Some(expected) = known.get(instance, "deadlock") {
        assert_eq!(Answer::Truth(has_deadlock), *expected, "{instance}: deadlock");
    }
}

#[test]
fn small_instances_have_their_known_answers() {
    let Some((folders, known)) = instances("small_instances_have_their_known_answers", "-PT-") else {
        return;
    };
    let mut compared = 0;
    for folder in folders.iter().filter(|folder| is_small(&known, &name(folder))) {
        let (instance, net) = (name(folder), net(folder).expect("small nets have small files"));
        let report = explored(&net, Question::Explore, None);
        assert!(report.exhaustive && report.verdict == Verdict::Computed, "{instance}");
        for (kind, found) in statistics(&report) {
            let Some(expected) = known_count(&known, &instance, kind) else { continue };
            assert_eq!(found, expected, "{instance}: {kind}");
            compared += 1;
        }
        check_deadlock(&net, &known, &instance, None);
    }
    assert!(compared >= 80, "{compared} statistics were compared");
}

#[test]
fn large_instances_are_stopped_at_the_limit_and_say_nothing_wrong() {
    let test = "large_instances_are_stopped_at_the_limit_and_say_nothing_wrong";
    let Some((folders, known)) = instances(test, "-PT-") else { return };
    for folder in folders.iter().filter(|folder| !is_small(&known, &name(folder))) {
        let (instance, Some(net)) = (name(folder), net(folder)) else { continue };
        let report = explored(&net, Question::Explore, Some(LIMIT));
        if report.exhaustive || report.reason == Some(Reason::Unbounded) {
            let expected = known_count(&known, &instance, "states");
            assert!(
                expected.is_none_or(|expected| Some(expected) == report.states),
                "{instance}: {expected:?}"
            );
            assert_eq!(report.verdict, Verdict::Computed, "{instance}");
        } else {
            let found = (report.verdict, report.reason);
            assert_eq!(found, (Verdict::Unknown, Some(Reason::StateLimit)), "{instance}");
            for (kind, found) in statistics(&report) {
                let expected = known_count(&known, &instance, kind).unwrap_or(Count::Infinite);
                assert!(found <= expected, "{instance}: {kind} is {expected}, not {found}");
            }
        }
        check_deadlock(&net, &known, &instance, Some(LIMIT));
    }
}

#[test]
fn small_coloured_instances_have_the_known_statistics_and_answers() {
    let test = "small_coloured_instances_have_the_known_statistics_and_answers";
    let Some((folders, known)) = instances(test, "-COL-") else { return };
    let mut explored = 0;
    for folder in folders.iter().filter(|folder| is_small(&known, &name(folder))) {
        let instance = name(folder);
        let prepared =
            PreparedNet::of(read(&folder.join("model.pnml")), Options::default(), &Budget::default())
                .unwrap_or_else(|refused| panic!("{instance}: {}", refused.1));
        let request = Request::new(Question::Explore);
        let mut answers = Vec::new();
        for (examination, kinds) in [
            (Query::StateSpace, &["states", "edges", "max_token_in_place", "max_token_per_marking"][..]),
            (Query::Deadlock, &["deadlock"]),
            (Query::OneSafe, &["one_safe"]),
            (Query::QuasiLiveness, &["quasi_live"]),
            (Query::StableMarking, &["stable_marking"]),
            (Query::Liveness, &["live"]),
        ] {
            let mut on_answer =
                |answered: Answered| answers.push((kinds[answered.question], answered.answer));
            answer(&prepared.queried(), &examination, &request, &Control::default(), &mut on_answer).unwrap();
        }
        assert_eq!(answers.len(), 9, "{instance}: all is answered");
        for (kind, found) in answers {
            let expected = match known.get(&instance, kind) {
                None => continue,
                Some(Answer::Truth(truth)) => Found::Truth(*truth),
                Some(_) => Found::Number(known_count(&known, &instance, kind).unwrap()),
            };
            assert_eq!(found, expected, "{instance}: {kind}");
        }
        explored += 1;
    }
    assert!(explored >= 6, "{explored}");
}
