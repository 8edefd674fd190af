//! Pages in full, as shown to people.

use super::{Detail, analysis};
use crate::{
    AnalysisReport, Answer, ChannelFill, Count, Greatest, GreatestValue, Invariant, Listed, LivenessLevel,
    Marking, ModelError, Move, Ordered, PlaceSet, ProgramBehaviour, PropertyAnswer, Reason, StandardProperty,
    Statement, Step, Trace, ValueRange, Verdict,
};

fn answer(property: StandardProperty, verdict: Verdict, text: &str) -> PropertyAnswer {
    PropertyAnswer { property, verdict, text: text.into(), nodes: Vec::new(), trace: None, marking: None }
}

/// Adds the firing of `stop` as evidence.
fn by_a_run(answer: PropertyAnswer) -> PropertyAnswer {
    let steps = vec![Step { event: "stop".into(), ..Step::default() }];
    let marking: Marking = [("end".to_owned(), 1_u64.into())].into_iter().collect();
    PropertyAnswer {
        trace: Some(Trace { steps: steps.into(), ..Trace::default() }),
        marking: Some(marking),
        ..answer
    }
}

/// A page with properties that hold, a violated one, and an unknown one.
fn report() -> AnalysisReport {
    use StandardProperty::{
        Bounded, Conservative, Consistent, DeadlockFree, Live, MarkedGraph, Ordinary, QuasiLive, Safe,
        SiphonTrap, StateMachine,
    };
    use Verdict::{Holds, Unknown, Violated};
    let ones =
        |ids: &[&str]| ids.iter().map(|id| ((*id).to_owned(), Count::from(1_u64))).collect::<Ordered<_>>();
    let invariant = |ids: &[&str]| Invariant { weights: ones(ids), value: 1_u64.into() };
    AnalysisReport {
        file: "x.pnml".into(),
        format: "pnml".into(),
        net: Some("x".into()),
        answers: vec![
            answer(Ordinary, Holds, ""),
            answer(StateMachine, Holds, ""),
            answer(MarkedGraph, Violated, "begin has no input"),
            answer(Conservative, Unknown, "not defined"),
            answer(Consistent, Unknown, "not defined"),
            answer(SiphonTrap, Violated, "the siphon {begin} contains no marked trap"),
            answer(Bounded, Holds, "2-bounded"),
            answer(Safe, Violated, "end holds up to 2 tokens"),
            by_a_run(answer(DeadlockFree, Violated, "after one firing, nothing can fire")),
            answer(QuasiLive, Holds, "every transition can fire"),
            by_a_run(answer(Live, Violated, "after one firing, stop can never fire again")),
        ],
        states: Some(2_u64.into()),
        firings: Some(1_u64.into()),
        bounds: Some(
            [("begin", 1_u64), ("end", 2)].map(|(id, n)| (id.to_owned(), n.into())).into_iter().collect(),
        ),
        liveness: Some([("stop".to_owned(), LivenessLevel::L1)].into_iter().collect()),
        place_invariants: Listed {
            complete: false,
            list: vec![invariant(&["begin", "end"]), invariant(&["a"]), invariant(&["b"])],
        },
        transition_invariants: Listed { complete: true, list: Vec::new() },
        traps: Listed { complete: true, list: Vec::new() },
        siphons: Listed {
            complete: true,
            list: vec![PlaceSet { places: vec!["begin".into()], marked: false }],
        },
        names: [("begin".to_owned(), "at the beginning".to_owned())].into_iter().collect(),
        ..AnalysisReport::new()
    }
}

#[test]
fn a_summary_lists_holding_properties_and_explains_others() {
    insta::assert_snapshot!(analysis(&report(), Detail::Summary));
}

#[test]
fn the_full_text_has_every_property_and_every_entry() {
    insta::assert_snapshot!(analysis(&report(), Detail::All));
}

/// A page about a program that was explored in part.
fn program() -> AnalysisReport {
    use StandardProperty::{DeadlockFree, QuasiLive, Terminates};
    let statement = |line, column, executed| Statement {
        process: "P".into(),
        line,
        column,
        transitions: vec![format!("P.{line}")],
        executed,
        liveness: None,
    };
    let asserted = |verdict, reason, trace| Answer {
        name: Some("P, line 9".into()),
        property: "assert x < 3".into(),
        verdict,
        reason,
        trace,
        decided_by: None,
    };
    let step = |process: &str| Step {
        event: format!("{process}.go"),
        moves: vec![Move {
            process: process.into(),
            line: 7,
            column: 1,
            from: "idle".into(),
            to: "busy".into(),
        }],
        ..Step::default()
    };
    let run = Trace { steps: vec![step("P"), step("Q")].into(), repeated_from: Some(1), ..Trace::default() };
    let infinite = answer(Terminates, Verdict::Violated, "after one step, a step can be repeated for ever");
    AnalysisReport {
        file: "x.dve".into(),
        format: "dve".into(),
        net: Some("x".into()),
        transitions: 7,
        answers: vec![
            by_a_run(answer(DeadlockFree, Verdict::Violated, "after one step, nothing can move")),
            answer(QuasiLive, Verdict::Unknown, "9 states were explored"),
            PropertyAnswer { trace: Some(run.clone()), ..infinite },
        ],
        program: Some(ProgramBehaviour {
            processes: 2,
            exhaustive: false,
            assertions: vec![
                asserted(Verdict::Violated, None, Some(run.clone())),
                asserted(Verdict::Unknown, Some(Reason::StateLimit), None),
            ],
            statements: vec![statement(7, 1, true), statement(7, 5, false), statement(8, 1, false)],
            values: vec![
                ValueRange { variable: "x".into(), least: -1, greatest: 3, declared: [-8, 7] },
                ValueRange { variable: "P.y".into(), least: 4, greatest: 4, declared: [0, 255] },
            ],
            channels: vec![ChannelFill { channel: "c".into(), greatest: 1, capacity: 2 }],
            model_error: Some(ModelError {
                message: "a division by zero".into(),
                event: "P.go".into(),
                moves: Vec::new(),
                trace: run,
            }),
        }),
        ..AnalysisReport::new()
    }
}

#[test]
fn a_page_about_a_program_is_in_its_words() {
    insta::assert_snapshot!(analysis(&program(), Detail::Summary));
    let all = analysis(&program(), Detail::All);
    assert!(all.contains("and then for ever:\n"), "the infinite run is shown: {all}");
}

#[test]
fn the_verdict_on_single_properties_is_first_and_the_net_last() {
    let one = by_a_run(answer(StandardProperty::Live, Verdict::Violated, "stop can never fire again"));
    let report =
        AnalysisReport { verdict: Verdict::Violated, answers: vec![one], liveness: None, ..report() };
    let page = analysis(&report, Detail::Answers);
    let start =
        "x.pnml: violated: the property does not hold\n\nbehaviour: 2 markings, 1 firing\n  live  no       ";
    assert!(
        page.starts_with(start) && page.ends_with("\n\npnml net x: 0 places, 0 transitions, 0 arcs\n"),
        "{page}"
    );
}

#[test]
fn answers_without_exploration_show_how_they_are_known() {
    let mut report = AnalysisReport { states: None, firings: None, ..report() };
    assert!(
        analysis(&report, Detail::Summary).contains("  yes  bounded     2-bounded\n       quasi live  every")
    );
    report.states = Some(Count::Infinite);
    report.bounds = Some([("begin".to_owned(), Count::Infinite)].into_iter().collect());
    let page = analysis(&report, Detail::Summary);
    assert!(page.contains("\nunbounded places   1  at the beginning\n"), "{page}");
    assert!(!page.contains("(L1)") && !page.contains('∞'), "{page}");
}

#[test]
fn long_lines_are_broken_between_names() {
    let long = |id: usize| format!("a rather long name, number {id}");
    let mut report = report();
    let ids: Vec<String> = (0..6).map(|id| id.to_string()).collect();
    report.names = ids.iter().cloned().zip((0..6).map(long)).collect();
    report.siphons.list = vec![PlaceSet { places: ids, marked: true }; 2];
    let page = analysis(&report, Detail::Summary);
    assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
    assert_eq!(page.matches("a rather long name, number 5}").count(), 2, "{page}");
}

#[test]
fn a_list_that_was_cut_to_nothing_says_so() {
    let cut = || Listed { complete: false, list: Vec::new() };
    let report = AnalysisReport { verdict: Verdict::Computed, transition_invariants: cut(), ..report() };
    let line = |report: &AnalysisReport| {
        let text = analysis(report, Detail::Summary);
        text.lines().find(|line| line.starts_with("transition invariants")).map(str::to_owned)
    };
    assert!(line(&report).is_some_and(|line| line.contains("too many to list")));
    // If only some properties or maximum values were requested, lists were not computed.
    let sum = GreatestValue {
        sum: "tokens(end)".into(),
        verdict: Verdict::Computed,
        value: Some(Greatest::Finite(2)),
        at_least: Some(Greatest::Finite(2)),
        at_most: Some(Greatest::Finite(2)),
        text: String::new(),
        trace: None,
        marking: None,
    };
    assert_eq!(line(&AnalysisReport { greatest: vec![sum], ..report.clone() }), None);
    assert_eq!(line(&AnalysisReport { verdict: Verdict::Holds, ..report }), None);
}
