//! The standard properties of random programs are those of the naive graph of their states, with and without limits.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use sanderling::{Control, Limits, PreparedNet, StandardRequest};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Format, Net, PlaceId, Sort, Source, TransitionId, Value};
use sanderling_property::{Property, Quantifier, ReferenceValuation};
use sanderling_report::{AnalysisReport, Greatest, LivenessLevel, Reason, StandardProperty, Verdict};
use sanderling_testkit::naive::{Graph, Stopped};
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::{dve, promela};

use StandardProperty::{DeadlockFree, Live, QuasiLive, Reversible, Terminates};

/// Maximum number of states of a program. Larger ones are skipped.
const LIMIT: usize = 300;

/// How often each property had each verdict.
type Met = BTreeMap<(&'static str, &'static str), usize>;

/// Returns the report about a program, or about the greatest values of expressions.
fn report(net: &Net, sums: &[String], limits: Limits) -> AnalysisReport {
    let prepared = PreparedNet::not_unfolded(net.clone());
    let sums = sums.iter().map(|text| prepared.sum(text).expect("it is a variable")).collect();
    let request = StandardRequest { sums, limits, ..StandardRequest::default() };
    prepared.standard_properties(&request, &Control::default()).expect("it is compiled")
}

fn verdict(report: &AnalysisReport, property: StandardProperty) -> Verdict {
    report.answer(property).expect("it is answered").verdict
}

/// What the graph of all states says.
struct Expected<'a> {
    net: &'a Net,
    graph: &'a Graph,
    interpreter: Interpreter<'a>,
}

impl Expected<'_> {
    /// Returns, for each state, the successors by transitions with these ids.
    fn by(&self, ids: &[String]) -> Vec<Vec<usize>> {
        let is_one = |one: TransitionId| ids.contains(&self.net.transition(one).id);
        let are: Vec<bool> = self.net.transition_ids().map(is_one).collect();
        let firings = self.graph.firings.iter();
        firings
            .map(|all| all.iter().filter(|(one, _)| are[one.index()]).map(|&(_, to)| to).collect())
            .collect()
    }

    /// Whether a state other than the stated ends has no firing.
    fn may_deadlock(&self) -> bool {
        let end = self.net.program.as_ref().and_then(|program| program.end.as_deref());
        let end =
            end.map(|end| Property::parse_condition(Quantifier::Always, end, self.net).expect("it is one"));
        let is_end = |marking: &Marking| {
            let valuation = ReferenceValuation::of(&self.interpreter, marking);
            end.as_ref().is_some_and(|end| end.formula.holds(&valuation))
        };
        let mut states = self.graph.markings.iter().zip(&self.graph.firings);
        states.any(|(marking, firings)| firings.is_empty() && !is_end(marking))
    }

    fn is_violated(&self, assertion: usize) -> bool {
        // An assertion that is undefined in a state does not hold there.
        let holds = |marking| self.interpreter.holds(&self.net.assertions[assertion], marking);
        self.graph.markings.iter().any(|marking| !holds(marking).unwrap_or(false))
    }

    /// Whether the firings have no cycle: states without successors can be removed until none is left.
    fn terminates(&self) -> bool {
        let mut left: BTreeSet<usize> = (0..self.graph.markings.len()).collect();
        loop {
            let ends = |state: &usize| self.graph.firings[*state].iter().all(|(_, to)| !left.contains(to));
            let removed: Vec<usize> = left.iter().copied().filter(ends).collect();
            if removed.is_empty() {
                return left.is_empty();
            }
            removed.iter().for_each(|state| {
                left.remove(state);
            });
        }
    }

    /// Returns, for each state, whether each state can be reached from it.
    fn reachability(&self) -> Vec<Vec<bool>> {
        let states = self.graph.markings.len();
        let reached = |from: usize| {
            let mut seen = vec![false; states];
            let mut open = vec![from];
            seen[from] = true;
            while let Some(state) = open.pop() {
                for &(_, to) in &self.graph.firings[state] {
                    if !std::mem::replace(&mut seen[to], true) {
                        open.push(to);
                    }
                }
            }
            seen
        };
        (0..states).map(reached).collect()
    }

    fn liveness(&self, ids: &[String], reaches: &[Vec<bool>]) -> LivenessLevel {
        let by = self.by(ids);
        let mut steps = by.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |&to| (from, to)));
        if by.iter().all(Vec::is_empty) {
            LivenessLevel::L0
        } else if self.graph.can_always_reach(|state| !by[state].is_empty()) {
            LivenessLevel::L4
        } else if steps.any(|(from, to)| reaches[to][from]) {
            LivenessLevel::L3
        } else {
            LivenessLevel::L1
        }
    }

    /// Returns the integers that a place holds, and the lengths of its lists.
    fn numbers(&self, place: PlaceId) -> (Vec<i64>, Vec<usize>) {
        let (mut numbers, mut lengths) = (Vec::new(), Vec::new());
        for marking in &self.graph.markings {
            for (value, _) in marking.place(place) {
                let parts =
                    if let Value::List(parts) = value { &**parts } else { std::slice::from_ref(value) };
                lengths.push(parts.len());
                numbers.extend(parts.iter().filter_map(|part| match part {
                    Value::Integer(number) => Some(*number),
                    _ => None,
                }));
            }
        }
        (numbers, lengths)
    }

    fn place(&self, id: &str) -> PlaceId {
        self.net.place_called(id).expect("it is a place")
    }
}

/// Checks the complete report about a program.
fn check_all(expected: &Expected<'_>, report: &AnalysisReport) {
    let program = report.program.as_ref().expect("it is a program");
    assert!(program.exhaustive && program.model_error.is_none());
    assert_eq!(report.states, Some((expected.graph.markings.len() as u64).into()));
    let statements = &program.statements;
    let is = |property| verdict(report, property) == Verdict::Holds;
    assert_eq!(is(DeadlockFree), !expected.may_deadlock());
    let reaches = expected.reachability();
    let levels = statements.iter().map(|one| expected.liveness(&one.transitions, &reaches));
    let levels: Vec<LivenessLevel> = levels.collect();
    assert_eq!(is(QuasiLive), !levels.contains(&LivenessLevel::L0));
    assert_eq!(is(Live), levels.iter().all(|level| *level == LivenessLevel::L4));
    assert_eq!(is(Reversible), expected.graph.is_reversible());
    assert_eq!(is(Terminates), expected.terminates());
    for (statement, level) in statements.iter().zip(&levels) {
        assert_eq!((statement.executed, statement.liveness), (*level != LivenessLevel::L0, Some(*level)));
    }
    assert_eq!(program.assertions.len(), expected.net.assertions.len());
    for (position, answer) in program.assertions.iter().enumerate() {
        assert_eq!(answer.verdict == Verdict::Violated, expected.is_violated(position), "{answer:?}");
        assert_eq!(answer.trace.is_some(), answer.verdict == Verdict::Violated);
    }
    for answer in report.answers.iter().filter(|answer| answer.verdict == Verdict::Violated) {
        // No run shows that a statement is never executed.
        let is_lost = levels.iter().any(|level| ![LivenessLevel::L0, LivenessLevel::L4].contains(level));
        let has_run = answer.property != QuasiLive && (answer.property != Live || is_lost);
        assert_eq!(answer.trace.is_some(), has_run, "{answer:?}");
    }
    for one in &program.values {
        let (numbers, _) = expected.numbers(expected.place(&one.variable));
        let range = (numbers.iter().min().copied(), numbers.iter().max().copied());
        assert_eq!((Some(one.least), Some(one.greatest)), range, "{one:?}");
    }
    for one in &program.channels {
        let (_, lengths) = expected.numbers(expected.place(&one.channel));
        assert_eq!(Some(one.greatest as usize), lengths.into_iter().max(), "{one:?}");
        assert!(one.greatest <= one.capacity);
    }
}

/// Every move of every transition is in exactly one statement, at its position in the file.
fn check_statements(net: &Net, report: &AnalysisReport) {
    let program = net.program.as_ref().expect("it is a program");
    let statements = &report.program.as_ref().expect("it is a program").statements;
    for (transition, step) in net.transitions.iter().zip(&program.steps) {
        for one in &step.moves {
            let process = &program.processes[one.process as usize].name;
            let is_it = |statement: &&sanderling_report::Statement| {
                (&statement.process, statement.line, statement.column)
                    == (process, one.span.line, one.span.column)
                    && statement.transitions.contains(&transition.id)
            };
            assert_eq!(statements.iter().filter(is_it).count(), 1, "{} {one:?}", transition.id);
        }
    }
}

/// Whatever was found within limits also holds without them.
fn check_part(whole: &AnalysisReport, part: &AnalysisReport) {
    for (whole, part) in whole.answers.iter().zip(&part.answers) {
        assert_eq!(whole.property, part.property);
        assert!([Verdict::Unknown, whole.verdict].contains(&part.verdict), "{whole:?} {part:?}");
    }
    let [whole, part] = [whole, part].map(|report| report.program.as_ref().expect("it is a program"));
    for (whole, part) in whole.assertions.iter().zip(&part.assertions) {
        assert!([Verdict::Unknown, whole.verdict].contains(&part.verdict), "{whole:?} {part:?}");
        assert_eq!(part.reason.is_some(), part.verdict == Verdict::Unknown);
    }
    for (whole, part) in whole.statements.iter().zip(&part.statements) {
        assert!(whole.executed || !part.executed, "{part:?}");
    }
    for (whole, part) in whole.values.iter().zip(&part.values) {
        assert!(whole.least <= part.least && part.greatest <= whole.greatest, "{part:?}");
    }
}

/// Checks the greatest values of the variables that are no arrays.
fn check_greatest(expected: &Expected<'_>, whole: &AnalysisReport, limits: Limits) {
    let values = &whole.program.as_ref().expect("it is a program").values;
    let sort = |id: &str| expected.net.sort(expected.net.place(expected.place(id)).sort);
    let (scalars, texts): (Vec<_>, Vec<String>) = values
        .iter()
        .filter(|one| matches!(sort(&one.variable), Sort::Range { .. }))
        .map(|one| (one, format!("value(\"{}\") + 3", one.variable)))
        .unzip();
    if texts.is_empty() {
        return;
    }
    for (value, most) in report(expected.net, &texts, Limits::default()).greatest.iter().zip(&scalars) {
        assert_eq!(value.value, Some(Greatest::Finite(i128::from(most.greatest) + 3)), "{value:?}");
        assert!(value.trace.is_some() && value.verdict == Verdict::Computed);
    }
    for (value, most) in report(expected.net, &texts, limits).greatest.iter().zip(&scalars) {
        let least = value.at_least.expect("the initial state has a value");
        assert!(least <= Greatest::Finite(i128::from(most.greatest) + 3), "{value:?}");
    }
}

/// Nothing that depends on all states is answered if a step is undefined.
fn check_undefined(report: &AnalysisReport) {
    for property in [DeadlockFree, Live, Reversible, Terminates] {
        assert_ne!(verdict(report, property), Verdict::Holds, "{property}");
    }
    assert_ne!((verdict(report, QuasiLive), verdict(report, Live)), (Verdict::Violated, Verdict::Holds));
    let program = report.program.as_ref().expect("it is a program");
    assert!(!program.exhaustive);
    assert!(program.assertions.iter().all(|answer| answer.verdict != Verdict::Holds));
}

/// Checks a program, and counts the verdicts.
fn check(net: &Net, seed: u64, met: &RefCell<Met>) {
    let count = |name, verdict: Verdict| {
        *met.borrow_mut().entry((name, verdict.as_str())).or_default() += 1;
    };
    let few = Limits { states: Some(1 + seed % 40), ..Limits::default() };
    match Graph::explore(net, LIMIT) {
        Err(Stopped::LimitReached) => {}
        Err(Stopped::Undefined(_)) => {
            let whole = report(net, &[], Limits::default());
            check_undefined(&whole);
            check_undefined(&report(net, &[], few));
            count("undefined", Verdict::Unknown);
        }
        Err(other) => panic!("{other:?}"),
        Ok(graph) => {
            let expected = Expected { net, graph: &graph, interpreter: Interpreter::new(net) };
            let whole = report(net, &[], Limits::default());
            check_all(&expected, &whole);
            check_statements(net, &whole);
            let part = report(net, &[], few);
            check_part(&whole, &part);
            check_greatest(&expected, &whole, few);
            whole.answers.iter().for_each(|answer| count(answer.property.as_str(), answer.verdict));
            part.answers.iter().for_each(|answer| count("limited", answer.verdict));
        }
    }
}

fn assert_met(met: &RefCell<Met>) {
    let met = met.borrow();
    let times = |name, verdict: Verdict| met.get(&(name, verdict.as_str())).copied().unwrap_or(0);
    for property in StandardProperty::OF_PROGRAMS.map(StandardProperty::as_str) {
        for verdict in [Verdict::Holds, Verdict::Violated] {
            assert!(is_met(times(property, verdict), 2), "{property} {verdict}: {met:?}");
        }
    }
    for verdict in [Verdict::Holds, Verdict::Violated, Verdict::Unknown] {
        assert!(is_met(times("limited", verdict), 2), "limited {verdict}: {met:?}");
    }
}

#[test]
fn standard_properties_of_dve_models_are_those_of_their_graphs() {
    let met = RefCell::default();
    for_seeds(400, |seed| {
        let shapes = [dve::Shape::tame(), dve::Shape::wild(), dve::Shape::talkative()];
        let text = dve::print(&dve::random(seed, &shapes[seed as usize % 3]));
        let source = Source::new("random.dve", text);
        let Ok(mut parsed) = Dve { semantics: Semantics::Ltsmin }.parse(&source) else { return };
        check(&parsed.nets.remove(0), seed, &met);
    });
    assert_met(&met);
    let undefined = met.borrow().get(&("undefined", "unknown")).copied().unwrap_or(0);
    assert!(is_met(undefined, 2), "{met:?}");
}

#[test]
fn standard_properties_of_promela_programs_are_those_of_their_graphs() {
    let met = RefCell::default();
    for_seeds(400, |seed| {
        let source = Source::new("random.pml", promela::random(seed).print());
        let program = sanderling_promela::program(&source).expect("it is well formed");
        // A large program may be read for minutes.
        let Ok(Some(_)) = promela::explore(&program, LIMIT) else { return };
        let Ok(mut parsed) = sanderling_promela::parse(&source) else { return };
        check(&parsed.nets.remove(0), seed, &met);
    });
    assert_met(&met);
}

#[test]
fn a_limit_of_the_reader_leaves_properties_of_all_states_unknown() {
    let text = "byte x; proctype w() { x = (x + 1) % 3 } init { do :: run w() od }";
    let net = sanderling_promela::parse(&Source::new("many.pml", text)).expect("it is read").nets.remove(0);
    assert!(!net.program.as_ref().expect("it is a program").limits.is_empty());
    let found = report(&net, &[], Limits::default());
    check_undefined(&found);
    let answer = found.answer(Terminates).expect("it is answered");
    assert!(answer.text.contains("creates more processes"), "{}", answer.text);
    assert!(found.program.expect("it is a program").model_error.is_none());
}

#[test]
fn searches_decide_what_the_graph_of_a_large_program_leaves_open() {
    let text = "int a, b, c;
        process P { state s; init s; trans s -> s { guard a < 300; effect a = a + 1; }; }
        process Q { state s; init s; assert s: b < 9, s: a < 400; trans s -> s { guard b < 300; effect b = b + 1; }; }
        process R { state s; init s; trans s -> s { guard c < 300; effect c = c + 1; },
                    s -> s { guard c == 300; effect c = 0; }; }
        system async;";
    let source = Source::new("large.dve", text);
    let net = Dve { semantics: Semantics::Ltsmin }.parse(&source).expect("it is read").nets.remove(0);
    let found = report(&net, &[], Limits { states: Some(2000), ..Limits::default() });
    let verdicts = StandardProperty::OF_PROGRAMS.map(|property| verdict(&found, property));
    let [holds, violated, unknown] = [Verdict::Holds, Verdict::Violated, Verdict::Unknown];
    assert_eq!(verdicts, [holds, unknown, unknown, unknown, violated], "{:?}", found.answers);
    let trace = found.answer(Terminates).and_then(|answer| answer.trace.as_ref());
    assert!(trace.is_some_and(|trace| trace.repeated_from.is_some()));
    let program = found.program.expect("it is a program");
    let answers: Vec<_> = program.assertions.iter().map(|answer| (answer.verdict, answer.reason)).collect();
    assert_eq!(answers, [(violated, None), (unknown, Some(Reason::StateLimit))]);
    assert!(!program.exhaustive && program.statements.iter().any(|one| !one.executed));
}
