//! Trees of runs for formulas of branching time: each operator by hand, and random formulas compared with
//! their definition.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, Effort, PreparedNet, Question, Request, replay};
use sanderling_cutoff::{Cutoffs, DEPTH_OF_BRANCHES, SHOWN_BRANCHES};
use sanderling_net::ArcKind::{Input, Output};
use sanderling_net::Net;
use sanderling_property::{Statement, TemporalProperty};
use sanderling_report::{ShownBy, Trace, Verdict};
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::tiny::nets;
use sanderling_tests::temporal::{Graph, random_branching};
use sanderling_unfolding::{Budget, Options};

/// Maximum number of markings of a compared net.
const LIMIT: usize = 60;

/// Creates a net with a token that moves from `p0` to `p1` and back, or via `p2` to `p3`, where nothing is
/// enabled.
fn net() -> Net {
    let arcs = [(0, 0), (1, 1), (0, 2), (2, 3)].map(|(place, transition)| (place, transition, Input, 1));
    let back = [(1, 0), (0, 1), (2, 2), (3, 3)].map(|(place, transition)| (place, transition, Output, 1));
    nets::net("net", &[1, 0, 0, 0], 4, &[arcs, back].concat())
}

fn analysed(net: &Net, formula: &TemporalProperty, effort: Effort) -> (Verdict, Option<Trace>) {
    let question = Question::check(vec![Statement::Runs(formula.clone())]);
    let request = Request { effort, assertions: false, ..Request::new(question) };
    let prepared = PreparedNet::of(net.clone(), Options::default(), &Budget::default());
    let prepared = prepared.unwrap_or_else(|found| panic!("{found:?}"));
    let report = prepared.analyse(&request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    (report.verdict, report.trace)
}

/// Returns an effort that labels on the fly, and one that labels all markings.
fn efforts() -> [Effort; 2] {
    [Effort::default(), Effort { small: 0, short: 0, walk_time: Duration::ZERO, ..Effort::default() }]
}

/// Formats the events of a run, with the repeated ones in parentheses, followed by its claims.
fn in_short(trace: &Trace) -> String {
    let events: Vec<String> = trace.steps.iter().map(|step| step.event).collect();
    let (once, again) = events.split_at(trace.repeated_from.unwrap_or(events.len()));
    let mut text = once.join(" ");
    if trace.repeated_from.is_some() {
        text += &format!(" ({})", again.join(" "));
    }
    for claim in &trace.branches {
        let until = claim.until.map(|until| format!("-{until}")).unwrap_or_default();
        let formula = claim.formula.replace("tokens(p", "p").replace(") == ", "=");
        let value = if claim.holds { "holds" } else { "fails" };
        text += &format!("; {}{until}: {formula} {value}", claim.after);
        text += &match (claim.shown_by, &claim.trace) {
            (_, Some(run)) => format!(" by [{}]", in_short(run)),
            (ShownBy::Nothing, _) => " of all runs".to_owned(),
            _ => String::new(),
        };
    }
    if let Some(from) = trace.left_out_from {
        text += &format!("; {from}: …");
    }
    text
}

/// Formulas, whether they hold, and the expected tree of runs.
const BY_HAND: [(&str, bool, &str); 24] = [
    ("EX tokens(p2) = 1", true, "t2"),
    ("AX tokens(p1) = 1", false, "t2"),
    ("EF tokens(p3) = 1", true, "t2 t3"),
    ("AF tokens(p1) = 1", false, "t2 t3 ()"),
    ("EG tokens(p3) = 0", true, " (t0 t1)"),
    ("AG tokens(p2) = 0", false, "t2"),
    ("E[tokens(p0) = 1 U tokens(p2) = 1]", true, "t2"),
    ("A[tokens(p0) = 1 U tokens(p1) = 1]", false, "t2"),
    ("E[tokens(p0) = 1 W tokens(p2) = 1]", true, "t2"),
    ("A[tokens(p0) = 1 W tokens(p1) = 1]", false, "t2"),
    ("E[tokens(p1) = 1 R tokens(p3) = 0]", true, "t0"),
    ("A[tokens(p1) = 1 R tokens(p2) = 0]", false, "t2"),
    ("E[tokens(p1) = 1 M tokens(p3) = 0]", true, "t0"),
    ("A[tokens(p1) = 1 M tokens(p2) = 0]", false, "t2"),
    // Claims about all runs are listed.
    ("AG EF tokens(p0) = 1", false, "t2; 1: EF (p0=1) fails of all runs"),
    ("EF AG tokens(p0) = 0", true, "t2; 1: AG (p0=0) holds of all runs"),
    // Several runs from one marking.
    (
        "EX (EX tokens(p0) = 1 and EF tokens(p3) = 1)",
        true,
        "t0 t1; 1: EX (p0=1) holds; 1: EF (p3=1) holds by [t1 t2 t3]",
    ),
    (
        "AX (AX tokens(p0) = 0 or AG tokens(p3) = 0)",
        false,
        "t0 t1; 1: AX (p0=0) fails; 1: AG (p3=0) fails by [t1 t2 t3]",
    ),
    // One run from each marking along the main run.
    ("E[EX tokens(p2) = 1 U tokens(p1) = 1]", true, "t0; 0: EX (p2=1) holds by [t2]"),
    (
        "EG (tokens(p1) = 1 or EX (tokens(p2) = 1 and AG tokens(p0) = 0))",
        true,
        " (t0 t1); 0: EX ((p2=1) and (AG (p0=0))) holds by [t2; 1: AG (p0=0) holds of all runs]",
    ),
    // The main run shows the claim by itself.
    ("EG EF tokens(p1) = 1", true, " (t0 t1)"),
    // Of several operands, the one that runs show.
    ("EX (AG tokens(p0) = 0 or EX tokens(p0) = 1)", true, "t0 t1; 1: EX (p0=1) holds"),
    (
        "EF tokens(p1) = 1 and EF tokens(p3) = 1",
        true,
        "t0; 0: EF (p1=1) holds; 0: EF (p3=1) holds by [t2 t3]",
    ),
    (
        "EF tokens(p1) = 1 and AG tokens(p3) = 0 or EF tokens(p2) = 1 and AG tokens(p0) <= 1",
        true,
        "t2; 0: EF (p2=1) holds; 0: AG (p0) <= 1) holds of all runs",
    ),
];

fn property(net: &Net, formula: &str) -> TemporalProperty {
    match Statement::parse_plain(&format!("ctl {formula}"), net).unwrap_or_else(|found| panic!("{found}")) {
        Statement::Runs(property) => property,
        _ => panic!("{formula} is about runs"),
    }
}

#[test]
fn each_operator_is_shown_by_hand() {
    let net = net();
    for (formula, holds, shown) in BY_HAND {
        for effort in efforts() {
            let (verdict, trace) = analysed(&net, &property(&net, formula), effort);
            assert_eq!(verdict, if holds { Verdict::Holds } else { Verdict::Violated }, "{formula}");
            let trace = trace.unwrap_or_else(|| panic!("{formula} has no run"));
            assert_eq!(in_short(&trace), shown, "{formula}");
        }
    }
}

#[test]
fn claims_about_all_runs_have_no_run() {
    let net = net();
    for formula in ["AF (tokens(p1) = 1 or tokens(p2) = 1)", "EX EF tokens(p2) = 2", "AG AF tokens(p0) <= 1"]
    {
        for effort in efforts() {
            assert_eq!(analysed(&net, &property(&net, formula), effort).1, None, "{formula}");
        }
    }
}

/// The number of trees, of those that prove their claim completely, and of their elements.
#[derive(Default)]
struct Seen {
    whole: Cell<usize>,
    partly: Cell<usize>,
    branches: Cell<usize>,
    deep: Cell<usize>,
    about_all_runs: Cell<usize>,
    cut: Cell<usize>,
}

fn count(cell: &Cell<usize>) {
    cell.set(cell.get() + 1);
}

impl Seen {
    fn count_claims(&self, trace: &Trace, depth: usize) {
        if trace.left_out_from.is_some() {
            count(&self.cut);
        }
        for claim in &trace.branches {
            if claim.shown_by == ShownBy::Nothing {
                count(&self.about_all_runs);
            }
            if let Some(run) = &claim.trace {
                count(if depth > 0 { &self.deep } else { &self.branches });
                self.count_claims(run, depth + 1);
            }
        }
    }
}

/// Returns whether a tree proves its claim without unproved or omitted claims.
fn is_whole(trace: &Trace) -> bool {
    let is_shown = |claim: &sanderling_report::TraceBranch| {
        claim.shown_by != ShownBy::Nothing && claim.trace.as_ref().is_none_or(is_whole)
    };
    trace.left_out_from.is_none() && trace.branches.iter().all(is_shown)
}

#[test]
fn trees_of_random_formulas_prove_their_claims() {
    let seen = Seen::default();
    let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special(), Shape::special()];
    for_seeds(400, |seed| {
        let net = random::net(seed, &shapes[seed as usize % shapes.len()]);
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        let graph = Graph::of(&net, &explored);
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..50 {
            let property = random_branching(&net, random.random_range(1..=3), &mut random);
            let cutoffs = Cutoffs::usual()
                .with(SHOWN_BRANCHES, random.random_range(0..4))
                .with(DEPTH_OF_BRANCHES, random.random_range(0..3));
            let _entered = random.random_bool(0.3).then(|| cutoffs.enter());
            let effort = efforts()[random.random_range(0..2)];
            check(&net, &graph, &property, effort, &seen);
        }
    });
    let counts = [&seen.whole, &seen.partly, &seen.branches, &seen.deep, &seen.about_all_runs, &seen.cut];
    let counts = counts.map(Cell::get);
    println!(
        "whole trees, others, branches, deeper ones, claims about all runs, runs that are cut: {counts:?}"
    );
    assert!(counts.iter().all(|&count| is_met(count, 20)), "{counts:?}");
}

fn check(net: &Net, graph: &Graph<'_>, property: &TemporalProperty, effort: Effort, seen: &Seen) {
    let about = format!("{}: `{}`", net.id, property.text);
    let satisfies = graph.satisfies(property).expect("all sizes of branching time are looked at");
    let (verdict, trace) = analysed(net, property, effort);
    assert_eq!(verdict, if satisfies { Verdict::Holds } else { Verdict::Violated }, "{about}");
    let Some(trace) = trace else { return };
    let replayed = replay(net, &trace);
    assert_eq!(replayed.verdict, Verdict::Holds, "{about}: {:?}", replayed.problem);
    assert!(graph.is_shown_by(&property.formula, satisfies, &trace), "{about} {satisfies}: {trace:?}");
    if is_whole(&trace) {
        count(&seen.whole);
    } else {
        count(&seen.partly);
        // The tree is incomplete only because of claims and omissions.
        assert!(trace.branches.len() + trace.left_out_from.iter().count() > 0, "{about}");
    }
    seen.count_claims(&trace, 0);
}

#[test]
fn a_tree_that_lacks_a_branch_shows_nothing() {
    let net = net();
    let explored = naive::explore(&net, LIMIT).unwrap();
    let graph = Graph::of(&net, &explored);
    let property = property(&net, "EX (EX tokens(p0) = 1 and EF tokens(p3) = 1)");
    let (_, trace) = analysed(&net, &property, Effort::default());
    let trace = trace.unwrap();
    assert!(graph.is_shown_by(&property.formula, true, &trace) && is_whole(&trace));
    let at = trace.branches.iter().position(|claim| claim.trace.is_some()).expect("a run branches off");
    let mut lacking = trace.clone();
    lacking.branches.remove(at);
    assert!(!graph.is_shown_by(&property.formula, true, &lacking));
    let mut elsewhere = trace.clone();
    elsewhere.branches[at].after = 0;
    assert_eq!(replay(&net, &elsewhere).verdict, Verdict::Violated);
    let mut other = trace;
    let run = other.branches[at].trace.as_mut().unwrap();
    run.steps = run.steps.iter().take(1).collect();
    assert!(!graph.is_shown_by(&property.formula, true, &other));
}
