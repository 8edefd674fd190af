//! What people see: snapshots of the text renderings.

use sanderling_report::{
    Answer, Binding, Change, Count, Encoding, Invariant, Layout, NupnClaim, Question, Reason, ReplayReport,
    Report, Slot, Step, StructureReport, Timings, Trace, UnboundedProof, UnitTree, Verdict, text,
};

fn step(event: &str, changes: &[(&str, u64, u64)]) -> Step {
    let change = |&(place, before, after): &(&str, u64, u64)| Change {
        place: place.to_owned(),
        before: before.into(),
        after: after.into(),
    };
    Step {
        event: event.into(),
        name: None,
        binding: Binding::default(),
        changed: changes.iter().map(change).collect(),
    }
}

fn marking(places: &[(&str, u64)]) -> sanderling_report::Marking {
    places.iter().map(|&(place, tokens)| (place, tokens.into())).collect()
}

fn deadlock() -> Report {
    let trace = Trace {
        initial: marking(&[("idle_1", 1), ("idle_2", 1), ("fork_1", 1), ("fork_2", 1)]),
        steps: vec![
            step("left_1", &[("idle_1", 1, 0), ("fork_1", 1, 0), ("waits_1", 0, 1)]),
            step("left_2", &[("idle_2", 1, 0), ("fork_2", 1, 0), ("waits_2", 0, 1)]),
        ],
    };
    Report {
        file: "nets/philosophers-2.pnml".into(),
        format: "pnml".into(),
        verdict: Verdict::Violated,
        states: 8u64.into(),
        firings: 12u64.into(),
        deadlocks: 1u64.into(),
        max_tokens_in_place: 1u64.into(),
        max_tokens_in_marking: 4u64.into(),
        bits_per_state: 8,
        exhaustive: true,
        trace: Some(trace),
        nupn_claim: NupnClaim::Unchecked,
        time_s: Timings { parse: 0.0012, compile: 0.0004, search: 0.011, replay: 0.0, total: 0.0127 },
        peak_memory_bytes: 3 << 20,
        store_bytes: 4096,
        ..Report::new(Question::Deadlock)
    }
}

#[test]
fn a_deadlock_is_shown_with_the_run_to_it() {
    insta::assert_snapshot!(text::report(&deadlock()));
}

#[test]
fn an_exploration_shows_levels_bounds_and_dead_transitions_where_asked() {
    let report = Report {
        verdict: Verdict::Computed,
        states: 14_348_907u64.into(),
        firings: 167_403_915u64.into(),
        levels: Some([1u64, 15, 105].map(Count::from).to_vec()),
        bounds: Some([("idle_1", Count::from(1u64)), ("p", u64::MAX.into())].into_iter().collect()),
        dead_transitions: Some(vec!["t7".into(), "t9".into()]),
        nupn_claim: NupnClaim::Refuted {
            places: vec!["p".into(), "q".into()],
            marking: marking(&[("p", 1), ("q", 1)]),
        },
        trace: None,
        question: Question::Explore,
        ..deadlock()
    };
    insta::assert_snapshot!(text::report(&report));
}

#[test]
fn several_properties_are_answered_one_by_one() {
    let answer = |property: &str, verdict, reason, trace| Answer {
        name: None,
        property: property.into(),
        verdict,
        reason,
        trace,
    };
    let report = Report {
        question: Question::Check,
        verdict: Verdict::Violated,
        reason: Some(Reason::StateLimit),
        exhaustive: false,
        answers: vec![
            answer("always tokens(p) <= 3", Verdict::Unknown, Some(Reason::StateLimit), None),
            answer("always not deadlock", Verdict::Violated, None, deadlock().trace),
            answer("reach tokens(q) = 0", Verdict::Holds, None, Some(Trace::default())),
        ],
        ..deadlock()
    };
    insta::assert_snapshot!(text::report(&report));
}

#[test]
fn an_unbounded_net_is_shown_with_what_can_be_repeated() {
    let report = Report {
        question: Question::Explore,
        verdict: Verdict::Computed,
        reason: Some(Reason::Unbounded),
        states: Count::Infinite,
        exhaustive: false,
        trace: None,
        unbounded: Some(UnboundedProof {
            places: vec!["buffer".into()],
            prefix: Trace { initial: marking(&[("idle", 1)]), steps: vec![step("start", &[("idle", 1, 0)])] },
            pump: vec![step("produce", &[("buffer", 0, 1)])],
        }),
        ..deadlock()
    };
    insta::assert_snapshot!(text::report(&report));
}

#[test]
fn a_net_is_described() {
    let count = |n: u64| Count::from(n);
    let report = StructureReport {
        file: "nets/philosophers-2.pnml".into(),
        format: "pnml".into(),
        net: Some("philosophers-2".into()),
        name: Some("Dining philosophers".into()),
        nets_in_file: 2,
        places: 8,
        transitions: 6,
        arcs: 22,
        arcs_by_kind: [("input", 11), ("output", 10), ("inhibitor", 0), ("read", 1)].into_iter().collect(),
        largest_weight: count(2),
        initial_tokens: count(4),
        marked_places: 4,
        sink_places: vec!["done".into()],
        units: Some(UnitTree { units: 3, depth: 2, claims_safe: true }),
        invariants: vec![Invariant {
            weights: [("idle_1", count(1)), ("eats_1", count(2))].into_iter().collect(),
            value: count(1),
        }],
        bounds: [("idle_1", count(1))].into_iter().collect(),
        layout: Some(Layout {
            encoding: "fields".into(),
            bits_per_state: 9,
            words_per_state: 1,
            encodings: vec![
                Encoding { name: "fields".into(), bits_per_state: 9 },
                Encoding { name: "radix".into(), bits_per_state: 8 },
            ],
            slots: vec![
                Slot { place: "idle_1".into(), bits: 1, bound: Some(count(1)), origin: "invariant".into() },
                Slot {
                    place: "done".into(),
                    bits: 8,
                    bound: None,
                    origin: "assumed, checked at every firing".into(),
                },
            ],
        }),
        ..StructureReport::new()
    };
    insta::assert_snapshot!(text::structure(&report));
}

#[test]
fn a_replay_says_which_step_is_wrong() {
    let report = ReplayReport {
        file: "a.pnml".into(),
        trace_file: "trace.json".into(),
        verdict: Verdict::Violated,
        steps: 3,
        failed_step: Some(2),
        problem: Some("step 2: transition t is not enabled".into()),
        marking: marking(&[("p", 2)]),
        ..ReplayReport::new()
    };
    insta::assert_snapshot!(text::replay(&report));
}
