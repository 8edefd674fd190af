//! Formulas of linear time that can observe something that a reduction would skip.

use std::time::Duration;

use sanderling::{Control, Effort, Events, Question, Reductions, Request, analyse};
use sanderling_net::ArcKind::{self, Input, Output};
use sanderling_net::Net;
use sanderling_property::Statement;
use sanderling_report::{Answer, Means, Technique, Verdict};
use sanderling_testkit::tiny::nets;

/// Creates a net with places `p0`, `p1` … and transitions `t0`, `t1` …
fn net(values: &[u64], transitions: usize, arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
    nets::net("net", values, transitions, arcs)
}

/// Returns the arcs that move a token from one place to another.
fn step(transition: usize, from: usize, to: usize) -> [(usize, usize, ArcKind, u64); 2] {
    [(from, transition, Input, 1), (to, transition, Output, 1)]
}

fn answer_with(net: &Net, formula: &str, reductions: Reductions) -> Answer {
    let statement = Statement::parse_plain(&format!("ltl {formula}"), net);
    let statement = statement.unwrap_or_else(|found| panic!("{formula}: {found}"));
    let effort = Effort { small: 0, short: 0, walk_time: Duration::ZERO, ..Effort::default() };
    let question = Question::check(vec![statement]);
    let request = Request { reductions, effort, assertions: false, ..Request::new(question) };
    let mut report = analyse(net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    report.answers.remove(0)
}

/// Returns the answer with all reductions, after comparing its verdict with that of the plain search.
fn answer(net: &Net, formula: &str, expected: Verdict) -> Answer {
    let plain = answer_with(net, formula, Reductions::default());
    assert_eq!(plain.verdict, expected, "{formula} of all runs");
    let both = Reductions { structural: true, events: Events::STUBBORN, ..Reductions::default() };
    let structural = Reductions { structural: true, ..Reductions::default() };
    let answers = [structural, both].map(|reductions| answer_with(net, formula, reductions));
    for answer in &answers {
        assert_eq!(answer.verdict, expected, "{formula} with {:?}", answer.decided_by);
    }
    let [_, answer] = answers;
    answer
}

fn is_on_a_smaller_net(answer: &Answer) -> bool {
    let by = answer.decided_by.as_ref().expect("it is decided");
    by.technique == Technique::Search && by.with.contains(&Means::StructuralReduction)
}

/// Creates a chain of steps from `p0`.
fn chain(steps: usize) -> Net {
    let arcs: Vec<_> = (0..steps).flat_map(|at| step(at, at, at + 1)).collect();
    let values: Vec<u64> = (0..=steps).map(|at| u64::from(at == 0)).collect();
    net(&values, steps, &arcs)
}

#[test]
fn steps_that_the_formula_cannot_observe_are_left_out() {
    let answer = answer(&chain(6), "F tokens(p6) = 1", Verdict::Holds);
    assert!(is_on_a_smaller_net(&answer), "{answer:?}");
}

#[test]
fn a_formula_with_deadlock_observes_each_step() {
    // After the first step, another transition is enabled.
    let ends_later = "G (tokens(p0) = 1 or deadlock)";
    answer(&chain(2), &format!("({ends_later}) or F G tokens(p0) = 1"), Verdict::Violated);
    answer(&chain(2), "F (tokens(p0) = 0 and not deadlock)", Verdict::Holds);
}

#[test]
fn a_formula_with_next_observes_each_step() {
    answer(&chain(3), "(not X X tokens(p3) = 1) and F tokens(p3) = 1", Verdict::Holds);
    answer(&chain(3), "X (tokens(p3) = 0 U tokens(p3) = 1)", Verdict::Holds);
}

#[test]
fn steps_that_can_repeat_forever_are_not_left_out() {
    // A transition that changes nothing.
    let idle = [step(0, 0, 1).to_vec(), vec![(2, 1, Input, 1), (2, 1, Output, 1)]].concat();
    answer(&net(&[1, 0, 1], 2, &idle), "F tokens(p1) = 1", Verdict::Violated);
    // Two places that nothing depends on.
    let elsewhere = [step(0, 0, 1), step(1, 2, 3), step(2, 3, 2)].concat();
    answer(&net(&[1, 0, 1, 0], 3, &elsewhere), "F tokens(p1) = 1", Verdict::Violated);
    // A transition without input.
    let source = [step(0, 0, 1).to_vec(), vec![(2, 1, Output, 1)]].concat();
    let answers = answer_with(
        &net(&[1, 0, 0], 2, &source),
        "F tokens(p1) = 1",
        Reductions { structural: true, events: Events::STUBBORN, ..Reductions::default() },
    );
    assert_eq!(answers.verdict, Verdict::Violated);
}

#[test]
fn a_cyclic_run_is_shown_with_its_cycle() {
    // A cycle of three steps. The formula observes one of its places.
    let round = [step(0, 0, 1), step(1, 1, 2), step(2, 2, 0)].concat();
    let answer = answer(&net(&[1, 0, 0], 3, &round), "F G tokens(p0) = 0", Verdict::Violated);
    assert!(is_on_a_smaller_net(&answer), "{answer:?}");
    let trace = answer.trace.expect("a run");
    assert_eq!(trace.steps.len() - trace.repeated_from.expect("it is repeated"), 3);
}

#[test]
fn a_run_that_does_not_lead_back_is_not_shown() {
    // Each round adds a token to an unobserved place.
    let round = [step(0, 0, 1).to_vec(), step(1, 1, 0).to_vec(), vec![(2, 1, Output, 1)]].concat();
    let unbounded = net(&[1, 0, 0], 2, &round);
    let reductions = Reductions { structural: true, ..Reductions::default() };
    let answer = answer_with(&unbounded, "F G tokens(p0) = 0", reductions);
    assert_eq!((answer.verdict, answer.trace.is_none()), (Verdict::Violated, true));
    assert!(is_on_a_smaller_net(&answer), "{answer:?}");
}

#[test]
fn a_finite_run_is_shown_to_its_end() {
    // The second step is postponed until the third, which is blocked forever if the last one fires.
    let steps = [step(0, 0, 1), step(1, 1, 2), step(2, 3, 4), step(3, 6, 5), step(4, 6, 7)].concat();
    let blocked = [steps, vec![(2, 2, Input, 1), (5, 2, Input, 1)]].concat();
    let net = net(&[1, 0, 0, 1, 0, 0, 1, 0], 5, &blocked);
    let answer = answer(&net, "F tokens(p4) = 1", Verdict::Violated);
    assert!(is_on_a_smaller_net(&answer), "{answer:?}");
    let trace = answer.trace.expect("a run");
    assert_eq!((trace.steps.len(), trace.repeated_from), (3, Some(3)));
}
