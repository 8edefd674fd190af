//! Snapshots of the text renderings.

use sanderling_report::text::StatisticsDetail;
use sanderling_report::{
    Answer, Change, ChannelStructure, Count, Coverable, Depth, Encoding, Explored, Inexact, Layout,
    ModelError, Move, NupnClaim, ProcessStructure, ProgramStructure, Question, Reason, ReplayReport, Report,
    Retention, Step, Store, StructureReport, Sweep, Timings, TokenValue, Tokens, Trace, UnboundedProof,
    VariableStructure, Verdict, text,
};

use crate::fits::assert_fits;

/// Renders a report with all statistics.
fn all_of(report: &Report) -> String {
    text::report(report, StatisticsDetail::All)
}

/// Renders a report with the main statistics.
fn main_of(report: &Report) -> String {
    text::report(report, StatisticsDetail::Main)
}

fn step(event: &str, changes: &[(&str, u64, u64)]) -> Step {
    let change = |&(place, before, after): &(&str, u64, u64)| Change {
        place: place.to_owned(),
        before: before.into(),
        after: after.into(),
    };
    Step { event: event.into(), changed: changes.iter().map(change).collect(), ..Step::default() }
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
        ]
        .into(),
        ..Trace::default()
    };
    Report {
        file: "nets/philosophers-2.pnml".into(),
        format: "pnml".into(),
        verdict: Verdict::Violated,
        states: Some(8u64.into()),
        firings: Some(12u64.into()),
        deadlocks: Some(1u64.into()),
        max_tokens_in_place: Some(1u64.into()),
        max_tokens_in_marking: Some(4u64.into()),
        bits_per_state: 8,
        exhaustive: true,
        trace: Some(trace),
        nupn_claim: NupnClaim::Unchecked,
        time_s: Timings {
            parse: 0.0012,
            compile: 0.0004,
            search: 0.011,
            total: 0.0127,
            ..Timings::default()
        },
        peak_memory_bytes: 3 << 20,
        store_bytes: 4096,
        ..Report::new(Question::Deadlock)
    }
}

#[test]
fn a_deadlock_is_shown_with_the_run_to_it() {
    assert_fits("Report", &deadlock());
    insta::assert_snapshot!(all_of(&deadlock()));
}

/// Returns the last line of a report with the main statistics.
fn last_line(report: &Report) -> String {
    main_of(report).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_main_statistics_are_a_line_below_the_run() {
    let text = main_of(&deadlock());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..3],
        ["nets/philosophers-2.pnml: violated: a deadlock can be reached", "", "deadlock after 2 firings:",]
    );
    assert_eq!(lines[6..], ["", "8 states, 12 firings, 1 deadlock, 0.013 s, 3.0 MiB"]);
    let explored = Explored { states: Count::ZERO, firings: Count::ZERO };
    let without_search =
        Report { explored: Some(explored), trace: None, verdict: Verdict::Holds, ..deadlock() };
    assert_eq!(last_line(&without_search), "no search was needed, 0.013 s, 3.0 MiB");
}

#[test]
fn an_exploration_shows_levels_bounds_and_dead_transitions() {
    let report = Report {
        verdict: Verdict::Computed,
        states: Some(14_348_907u64.into()),
        firings: Some(167_403_915u64.into()),
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
    assert_fits("Report", &report);
    insta::assert_snapshot!(all_of(&report));
    let line = main_of(&report);
    let expected = "at most 1 token in a place and 4 in a marking, 0.013 s, 3.0 MiB\nnested units: NOT SAFE";
    assert!(line.contains(expected), "{line}");
}

#[test]
fn a_long_search_shows_how_its_time_was_spent() {
    let phases = Timings { fire: Some(4.5), look_up: Some(4.0), ..deadlock().time_s };
    let line = |search: f64| {
        let report = Report { time_s: Timings { search, ..phases }, ..deadlock() };
        all_of(&report).lines().find(|line| line.contains("of the search")).map(|line| line.trim().to_owned())
    };
    assert_eq!(line(10.0).as_deref(), Some("of the search: fire 45 %, look up 40 %"));
    assert_eq!(line(0.9), None, "it was short");
}

#[test]
fn a_search_that_forgot_states_shows_estimates() {
    let retention = Retention {
        visits: 2_100_123u64.into(),
        revisits: Some(866_123u64.into()),
        states_estimate: Some(1_234_000u64.into()),
        standard_error: Some(0.01625),
        visited_firings: 9_000_000u64.into(),
        visited_deadlocks: 3u64.into(),
        forgotten: 1_600_123u64.into(),
        forgetting_since: Some(500_001u64.into()),
        peak_stored: 500_000u64.into(),
        peak_tree: 41_000u64.into(),
        vetoes: None,
        sweep: Some(Sweep { sweeps: 3u64.into(), persistent: 17u64.into(), largest_class: 9_000u64.into() }),
    };
    let report = Report {
        verdict: Verdict::Computed,
        states: None,
        firings: None,
        deadlocks: None,
        retention: Some(retention),
        trace: None,
        question: Question::Explore,
        ..deadlock()
    };
    assert_fits("Report", &report);
    insta::assert_snapshot!(all_of(&report));
    assert_eq!(
        last_line(&report),
        "about 1234000 states (±1.6 %, visited 2100123 times), at most 9000000 firings (counted at every visit), \
         1 to 3 deadlocks (counted at every visit), at most 1 token in a place and 4 in a marking, 0.013 s, 3.0 MiB"
    );
}

#[test]
fn a_search_with_an_inexact_store_shows_lower_bounds() {
    let inexact = Inexact {
        states_at_least: 14_348_907u64.into(),
        firings_at_least: 167_403_915u64.into(),
        deadlocks_at_least: 2u64.into(),
        expected_omissions: 5.58e-6,
        omission_probability: 5.58e-6,
    };
    let store = Store {
        name: "hash-compaction:64".into(),
        why: "as chosen".into(),
        bytes: 100 << 20,
        bytes_per_state: Some(7.3),
        disk: None,
        inexact: Some(inexact),
    };
    let report = Report {
        verdict: Verdict::Unknown,
        reason: Some(Reason::NotExhaustive),
        states: None,
        firings: None,
        deadlocks: None,
        store: Some(store),
        trace: None,
        exhaustive: false,
        ..deadlock()
    };
    assert_fits("Report", &report);
    insta::assert_snapshot!(all_of(&report));
    assert_eq!(
        last_line(&report),
        "at least 14348907 states (some may have been missed), at least 167403915 firings, at least 2 deadlocks, \
         about 5.6e-6 states missed (expected; probability of any: 5.6e-4 %), 0.013 s, 3.0 MiB"
    );
}

#[test]
fn a_search_to_a_depth_shows_its_extent_and_cost() {
    let depth = Depth {
        bound: 1200,
        increment: 12,
        complete: false,
        explored: 1200,
        rounds: 100u64.into(),
        revisits: 32_969u64.into(),
        replayed: 178_091u64.into(),
        replay_s: 0.0063,
        peak_frontier: 4383u64.into(),
        peak_frontier_bytes: 426_900,
    };
    let report = |depth: Depth, reason| Report {
        verdict: Verdict::Unknown,
        reason: Some(reason),
        exhaustive: false,
        trace: None,
        question: Question::Explore,
        depth: Some(depth),
        ..deadlock()
    };
    assert_fits("Report", &report(depth, Reason::DepthLimit));
    insta::assert_snapshot!(all_of(&report(depth, Reason::DepthLimit)));
    let stopped = all_of(&report(Depth { explored: 840, ..depth }, Reason::TimeLimit));
    assert!(stopped.contains("1200  explored to 840"), "{stopped}");
    let line = last_line(&report(Depth { explored: 840, ..depth }, Reason::TimeLimit));
    assert!(line.contains(", depth 840 of 1200, "), "{line}");
    let complete = all_of(&report(Depth { complete: true, ..depth }, Reason::DepthLimit));
    assert!(complete.contains("1200  every state lies within"), "{complete}");
}

#[test]
fn several_properties_are_answered_one_by_one() {
    let answer = |property: &str, verdict, reason, trace| Answer {
        name: None,
        property: property.into(),
        verdict,
        reason,
        trace,
        decided_by: None,
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
    assert_fits("Report", &report);
    insta::assert_snapshot!(main_of(&report));
}

#[test]
fn an_unbounded_net_is_shown_with_its_self_covering_sequence() {
    let report = Report {
        question: Question::Explore,
        verdict: Verdict::Computed,
        reason: Some(Reason::Unbounded),
        states: Some(Count::Infinite),
        exhaustive: false,
        trace: None,
        unbounded: Some(UnboundedProof {
            coverable: Some(Coverable { markings: 3_u64.into(), unbounded_places: vec!["p".into()] }),
            places: vec!["buffer".into()],
            prefix: Trace {
                initial: marking(&[("idle", 1)]),
                steps: vec![step("start", &[("idle", 1, 0)])].into(),
                ..Trace::default()
            },
            pump: vec![step("produce", &[("buffer", 0, 1)])].into(),
        }),
        ..deadlock()
    };
    assert_fits("Report", &report);
    insta::assert_snapshot!(main_of(&report));
}

#[test]
fn a_replay_shows_the_wrong_step() {
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
    assert_fits("ReplayReport", &report);
    insta::assert_snapshot!(text::replay(&report));
}

fn number(n: i64) -> Tokens {
    TokenValue::Number(n).into()
}

fn text_value(text: &str) -> Tokens {
    TokenValue::Text(text.into()).into()
}

fn moves(process: &str, line: u32, from: &str, to: &str) -> Move {
    Move { process: process.into(), line, column: 5, from: from.into(), to: to.into() }
}

fn program_step(moves: &[Move], communication: Option<&str>, changes: &[(&str, Tokens, Tokens)]) -> Step {
    let change = |(place, before, after): &(&str, Tokens, Tokens)| Change {
        place: (*place).to_owned(),
        before: before.clone(),
        after: after.clone(),
    };
    Step {
        event: moves
            .iter()
            .map(|m| format!("{}.{}->{}", m.process, m.from, m.to))
            .collect::<Vec<_>>()
            .join("/"),
        moves: moves.to_vec(),
        communication: communication.map(str::to_owned),
        changed: changes.iter().map(change).collect(),
        ..Step::default()
    }
}

/// A client requests one unit more than there are, and the store divides by the difference.
fn run_of_a_program() -> Trace {
    let array = |numbers: &[i64]| -> Tokens {
        TokenValue::List(numbers.iter().copied().map(TokenValue::Number).collect()).into()
    };
    let initial = [
        ("left", number(4)),
        ("used", array(&[0, 0])),
        ("Client", text_value("idle")),
        ("Client.n", number(0)),
        ("Store", text_value("open")),
        ("Store.v", number(0)),
    ];
    let mut last = program_step(&[moves("Store", 31, "check", "open")], None, &[]);
    last.error = Some("a division by zero".into());
    Trace {
        initial: initial.into_iter().collect(),
        steps: vec![
            program_step(
                &[moves("Client", 12, "idle", "asks")],
                None,
                &[("Client", text_value("idle"), text_value("asks")), ("Client.n", number(0), number(3))],
            ),
            program_step(
                &[moves("Client", 14, "asks", "idle"), moves("Store", 30, "open", "check")],
                Some("ask!n + 1, ask?v"),
                &[
                    ("left", number(4), number(0)),
                    ("used", array(&[0, 0]), array(&[0, 4])),
                    ("Store.v", number(0), number(4)),
                ],
            ),
            last,
        ]
        .into(),
        ..Trace::default()
    }
}

#[test]
fn a_model_error_is_shown_with_the_step_that_has_no_meaning() {
    let trace = run_of_a_program();
    let report = Report {
        file: "nets/store.dve".into(),
        format: "dve".into(),
        program: true,
        question: Question::Check,
        reason: Some(Reason::ModelError),
        exhaustive: false,
        nupn_claim: NupnClaim::None,
        trace: None,
        answers: vec![Answer {
            name: Some("Store.open".into()),
            property: "assert open: left >= 0".into(),
            verdict: Verdict::Unknown,
            reason: Some(Reason::ModelError),
            trace: None,
            decided_by: None,
        }],
        model_error: Some(ModelError {
            message: "a division by zero".into(),
            event: "Store.check->open".into(),
            moves: trace.steps.get(2).unwrap().moves,
            trace,
        }),
        ..deadlock()
    };
    let json = sanderling_report::to_json(&report);
    let read: Report = serde_json::from_str(&json).unwrap();
    assert_eq!(sanderling_report::to_json(&read), json);
    assert_fits("Report", &report);
    insta::assert_snapshot!(main_of(&report));
}

#[test]
fn a_deadlock_of_a_program_is_shown_in_its_words() {
    let mut trace = run_of_a_program();
    trace.steps = trace.steps.iter().take(trace.steps.len() - 1).collect();
    let report = Report { program: true, trace: Some(trace), nupn_claim: NupnClaim::None, ..deadlock() };
    assert_fits("Report", &report);
    insta::assert_snapshot!(main_of(&report));
}

#[test]
fn a_program_is_described() {
    let variable = |place: &str, declared: &str, range, bits, origin: &str| VariableStructure {
        place: place.into(),
        declared: declared.into(),
        declared_range: Some([0, 255]),
        range,
        bits,
        origin: origin.into(),
    };
    let process = |name: &str, line, committed: &[&str], variables| ProcessStructure {
        name: name.into(),
        line: Some(line),
        locations: 3,
        committed: committed.iter().map(|&name| name.to_owned()).collect(),
        transitions: 4,
        bits: 2,
        variables,
    };
    let report = StructureReport {
        file: "nets/store.dve".into(),
        format: "dve".into(),
        places: 7,
        transitions: 7,
        program: Some(ProgramStructure {
            processes: vec![
                process("Client", 9, &[], vec![variable("Client.n", "byte", Some([0, 3]), 2, "proved")]),
                process("Store", 25, &["check"], vec![variable("Store.v", "byte", None, 8, "as declared")]),
            ],
            variables: vec![
                variable("left", "byte", Some([0, 4]), 3, "proved"),
                variable("used", "byte[2]", Some([0, 4]), 6, "proved"),
            ],
            channels: vec![
                ChannelStructure { name: "ask".into(), ..ChannelStructure::default() },
                ChannelStructure {
                    name: "log".into(),
                    capacity: 2,
                    items: Some(vec!["byte".into(), "int".into()]),
                    bits: 50,
                },
            ],
            assertions: 1,
            left_out: vec!["the property process `L`".into()],
            declared_bits: 86,
        }),
        layout: Some(Layout {
            encoding: "fields".into(),
            bits_per_state: 73,
            words_per_state: 2,
            encodings: vec![Encoding { name: "fields".into(), bits_per_state: 73 }],
            ..Layout::default()
        }),
        ..StructureReport::new()
    };
    let json = sanderling_report::to_json(&report);
    assert_eq!(serde_json::from_str::<StructureReport>(&json).unwrap(), report);
    assert_fits("StructureReport", &report);
    insta::assert_snapshot!(text::structure(&report));
}
