//! Temporal properties of random nets, plain and unfolded, compared with their definitions on the
//! reachability graph.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use sanderling::query::{Answer, Answered, Query, answer};
use sanderling::{
    Control, Effort, Events, Fairness, PreparedNet, Question, Reductions, Request, StubbornMethod,
    StubbornOptions, replay,
};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Arc, ArcKind, Format, Net, Place, Source, Transition};
use sanderling_property::{Logic, PathOperator, PathQuantifier, Statement, Temporal, TemporalProperty};
use sanderling_report::{Decision, Means, ShownBy, Step, Technique, Trace, Verdict};
use sanderling_testkit::random::{self, Shape, coloured, for_seeds, is_met, symmetric};
use sanderling_testkit::{dve, naive};
use sanderling_tests::temporal::{Graph, random_temporal, without_colours};
use sanderling_tests::without_unfolding;
use sanderling_unfolding::{Budget, Options};

/// Maximum number of markings of a compared net.
const LIMIT: usize = 60;

/// The steps of the plans for temporal properties. The formulas that `reached markings` can decide are rare among
/// random ones.
const STEPS: [&str; 15] = [
    "single markings",
    "runs, small search",
    "labels, small search",
    "constant conditions",
    "proof of return",
    "decision diagram",
    "conditions around formulas",
    "runs for formulas of branching time",
    "runs that imply formulas",
    "labels in other orders",
    "next markings",
    "runs in samples",
    "labels of the whole graph",
    "runs",
    "labels on the fly",
];

/// The number of properties that hold or are violated, and of runs in reports.
#[derive(Default)]
struct Seen {
    holds: Cell<usize>,
    violated: Cell<usize>,
    lassos: Cell<usize>,
    traces: Cell<usize>,
    branching_traces: Cell<usize>,
    /// Claims along runs that a branching run shows, and those that no run shows.
    branches: Cell<usize>,
    unshown: Cell<usize>,
    /// Answers for which the search skipped events while the automaton waited.
    with_fewer_events: Cell<usize>,
    /// Answers about runs of a reduced net.
    on_smaller_nets: Cell<usize>,
    /// Formulas of branching time that are equivalent to one of linear time.
    linear: Cell<usize>,
    /// The steps of plans that decided something.
    steps: RefCell<BTreeSet<String>>,
}

impl Seen {
    fn count_claims(&self, trace: &Trace) {
        for branch in &trace.branches {
            match &branch.trace {
                Some(run) => {
                    count(&self.branches);
                    self.count_claims(run);
                }
                None if branch.shown_by == ShownBy::Nothing => count(&self.unshown),
                None => {}
            }
        }
    }
}

fn count(cell: &Cell<usize>) {
    cell.set(cell.get() + 1);
}

fn check(net: &Net, seed: u64, seen: &Seen) {
    check_with(net, PreparedNet::of(net.clone(), Options::default(), &Budget::default()).ok(), seed, seen);
}

fn check_with(net: &Net, prepared: Option<PreparedNet>, seed: u64, seen: &Seen) {
    let Some(prepared) = prepared else { return };
    let Ok(explored) = naive::explore(net, LIMIT) else { return };
    let mut random = StdRng::seed_from_u64(seed);
    let graph = Graph::of(net, &explored);
    let mut properties = Vec::new();
    for logic in [Logic::Ltl, Logic::Ctl, Logic::Ltl, Logic::Ctl] {
        let operators = random.random_range(0..=4);
        let property = random_temporal(net, logic, operators, &mut random);
        let simplified = TemporalProperty { formula: property.formula.simplified(), ..property.clone() };
        let satisfies = graph.satisfies(&property);
        if let (Some(satisfies), Some(simplified)) = (satisfies, graph.satisfies(&simplified)) {
            assert_eq!(satisfies, simplified, "{}: simplified", property.text);
        }
        if let (Logic::Ctl, Some(satisfies), Some((formula, is_negated))) =
            (logic, satisfies, property.formula.to_linear())
        {
            let linear = TemporalProperty { logic: Logic::Ltl, formula, ..property.clone() };
            let linear = graph.satisfies(&linear);
            assert!(linear.is_none_or(|linear| (linear != is_negated) == satisfies), "{}", property.text);
            seen.linear.set(seen.linear.get() + usize::from(linear.is_some()));
        }
        properties.extend(satisfies.map(|satisfies| (property, satisfies)));
    }
    let formulas = properties.iter().map(|(property, _)| {
        let property = prepared.temporal_to_unfolded(&without_colours(property, net));
        property.unwrap_or_else(|found| panic!("{found}"))
    });
    let query = Query::Temporal(formulas.collect());
    let nothing = Effort { small: 0, short: 0, walk_time: Duration::ZERO, ..Effort::default() };
    let short_walks = Effort { walk_time: Duration::from_millis(2), ..Effort::default() };
    let some_steps = match random.random() {
        true => Effort { skipped_steps: random.random(), ..short_walks },
        false => {
            // Few formulas are about next markings, and this step needs one that decides questions about them. Few are
            // implied by a run or are about nets that return, too.
            let any = STEPS[random.random_range(0..STEPS.len())];
            let rare = ["next markings", "runs that imply formulas", "proof of return"];
            let only = *rare.iter().chain(&[any; 3]).choose(&mut random).unwrap();
            let others = STEPS.into_iter().filter(|&step| step != only && step != "single markings");
            short_walks.without(&others.collect::<Vec<_>>())
        }
    };
    for effort in [nothing, some_steps, Effort { small: 10, ..Effort::default() }, Effort::default()] {
        let threads = random.random_range(1..=4);
        let request = Request { effort, threads, ..Request::new(Question::Explore) };
        let mut answers = vec![None; properties.len()];
        let mut on_answer = |Answered { question, answer, lasso, .. }: Answered| {
            let (property, _) = &properties[question];
            assert!(answers[question].is_none(), "{}: `{}` is answered twice", net.id, property.text);
            answers[question] = Some(answer);
            if let Some(lasso) = lasso.filter(|_| !prepared.is_unfolded()) {
                let is_violated = graph.is_violated_by(property, &lasso.prefix, lasso.cycle.as_deref());
                assert!(is_violated != Some(false), "{}: `{}` {lasso:?}", net.id, property.text);
                count(&seen.lassos);
            }
        };
        let examined = answer(&prepared.queried(), &query, &request, &Control::default(), &mut on_answer)
            .unwrap_or_else(|found| panic!("{}: {found}", net.id));
        let deciding = examined.plan.into_iter().filter(|step| step.decided > 0);
        seen.steps.borrow_mut().extend(deciding.map(|step| step.name));
        let events = [Events::ALL, Events::STUBBORN][random.random_range(0..2)];
        let method = StubbornMethod::ALL[random.random_range(0..3)];
        let stubborn = StubbornOptions { method, ..StubbornOptions::default() };
        let structural = net.is_place_transition() && random.random_bool(0.6);
        let reductions = Reductions { structural, events, stubborn, ..Reductions::default() };
        let reduced = Request { reductions, ..request.clone() };
        let is_supported = prepared.refusal(&reduced).is_none();
        let request = if is_supported { reduced } else { request };
        check_in_a_report(&prepared, &graph, &properties, &request, seen);
        for ((property, satisfies), found) in properties.iter().zip(answers) {
            if effort.skipped_steps != 0 && found.is_none() {
                continue;
            }
            let expected = Some(Answer::Truth(*satisfies));
            assert_eq!(found, expected, "{}: `{}` with {effort:?}", net.id, property.text);
            count(if *satisfies { &seen.holds } else { &seen.violated });
        }
    }
}

/// Checks the properties in one report together with a property of markings, and replays the runs in it.
fn check_in_a_report(
    prepared: &PreparedNet,
    graph: &Graph<'_>,
    properties: &[(TemporalProperty, bool)],
    request: &Request,
    seen: &Seen,
) {
    let (read, net) = (prepared.original_net(), prepared.net());
    let statement = |property: &TemporalProperty| {
        prepared
            .statement_to_unfolded(&Statement::Runs(without_colours(property, read)))
            .expect("it is small")
    };
    let mut statements: Vec<Statement> = properties.iter().map(|(property, _)| statement(property)).collect();
    statements
        .insert(1.min(statements.len()), Statement::parse_plain("always true", net).expect("it is one"));
    let request = Request { question: Question::check(statements), assertions: false, ..request.clone() };
    let report = prepared.analyse(&request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(report.answers.len(), properties.len() + 1);
    let mut answers = report.answers.clone();
    assert_eq!(answers.remove(1.min(properties.len())).property, "always true");
    for ((property, satisfies), answer) in properties.iter().zip(&answers) {
        let expected = if *satisfies { Verdict::Holds } else { Verdict::Violated };
        if request.effort.skipped_steps != 0 && answer.verdict == Verdict::Unknown {
            continue;
        }
        assert_eq!((answer.verdict, answer.reason), (expected, None), "{}: `{}`", net.id, property.text);
        if answer.decided_by.as_ref().is_some_and(|by| by.with.contains(&Means::StubbornSets)) {
            count(&seen.with_fewer_events);
        }
        let is_searched = |by: &Decision| property.logic == Logic::Ltl && by.technique == Technique::Search;
        let is_smaller = |by: &Decision| by.with.contains(&Means::StructuralReduction) && is_searched(by);
        if answer.decided_by.as_ref().is_some_and(is_smaller) {
            count(&seen.on_smaller_nets);
        }
        let Some(trace) = &answer.trace else { continue };
        let replayed = replay(net, trace);
        assert_eq!(replayed.verdict, Verdict::Holds, "{}: {:?}", property.text, replayed.problem);
        if !prepared.is_unfolded() && net.is_place_transition() {
            let firing = |step: Step| net.transition_ids().find(|&one| net.transition(one).id == step.event);
            let events: Vec<_> = trace.steps.iter().map(|step| firing(step).expect("a transition")).collect();
            let (prefix, cycle) = events.split_at(trace.repeated_from.unwrap_or(events.len()));
            let cycle = trace.repeated_from.map(|_| cycle);
            match property.logic {
                Logic::Ltl => {
                    assert!(graph.is_violated_by(property, prefix, cycle) != Some(false), "{trace:?}");
                }
                Logic::Ctl => {
                    let is_shown = graph.is_shown_by(&property.formula, *satisfies, trace);
                    assert!(is_shown, "{}: `{}` {satisfies} {trace:?}", net.id, property.text);
                    count(&seen.branching_traces);
                    seen.count_claims(trace);
                }
            }
            count(&seen.traces);
        }
    }
}

#[test]
fn temporal_properties_of_plain_nets_match_their_definitions() {
    let seen = Seen::default();
    let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special(), Shape::special()];
    for_seeds(400, |seed| {
        let shape = &shapes[seed as usize % shapes.len()];
        check(&random::net(seed, shape), seed, &seen);
    });
    let (holds, violated, lassos) = (seen.holds.get(), seen.violated.get(), seen.lassos.get());
    println!("{holds} hold, {violated} are violated, with {lassos} runs");
    let is_enough = is_met(holds, 500) && is_met(violated, 500) && is_met(lassos, 100);
    assert!(is_enough, "{holds} {violated} {lassos}");
    println!("{} traces, {} of branching time", seen.traces.get(), seen.branching_traces.get());
    assert!(is_met(seen.traces.get(), 100) && is_met(seen.branching_traces.get(), 50));
    let (branches, unshown) = (seen.branches.get(), seen.unshown.get());
    println!("{branches} runs that branch off, {unshown} claims about all runs");
    assert!(is_met(branches + unshown, 0), "`trees` has more of both");
    println!("{} answers with fewer events", seen.with_fewer_events.get());
    println!("{} answers on smaller nets", seen.on_smaller_nets.get());
    println!("{} formulas of branching time in linear time", seen.linear.get());
    assert!(is_met(seen.with_fewer_events.get(), 50) && is_met(seen.on_smaller_nets.get(), 50));
    assert!(is_met(seen.linear.get(), 100));
    let steps = seen.steps.take();
    for step in STEPS {
        assert!(steps.contains(step), "`{step}` decided nothing: {steps:?}");
    }
}

#[test]
fn temporal_properties_of_coloured_nets_match_their_definitions() {
    let seen = Seen::default();
    for_seeds(200, |seed| check(&symmetric::net(seed), seed, &seen));
    let (holds, violated) = (seen.holds.get(), seen.violated.get());
    assert!(holds > 50 && violated > 50, "{holds} {violated}");
}

#[test]
fn temporal_properties_of_nets_that_are_not_unfolded_match_their_definitions() {
    let seen = Seen::default();
    for_seeds(150, |seed| {
        let net = if seed % 3 == 0 { coloured::net(seed) } else { symmetric::net(seed) };
        check_with(&net, without_unfolding(net.clone()), seed, &seen);
    });
    let (holds, violated, lassos) = (seen.holds.get(), seen.violated.get(), seen.lassos.get());
    println!("{holds} hold, {violated} are violated, with {lassos} runs");
    assert!(holds > 50 && violated > 50, "{holds} {violated} {lassos}");
}

#[test]
fn temporal_properties_of_programs_match_their_definitions() {
    let (seen, runs) = (Seen::default(), Cell::new(0));
    for_seeds(300, |seed| {
        let shape = if seed % 3 == 0 { dve::Shape::talkative() } else { dve::Shape::tame() };
        let text = dve::print(&dve::random(seed, &shape));
        let read = Dve { semantics: Semantics::Ltsmin }.parse(&Source::new("model.dve", text));
        let Ok(mut parsed) = read else { return };
        check(&parsed.nets.remove(0), seed, &seen);
        count(&runs);
    });
    let (holds, violated, runs) = (seen.holds.get(), seen.violated.get(), runs.get());
    println!("{runs} programs: {holds} hold, {violated} are violated");
    assert!(holds > 100 && violated > 100, "{holds} {violated}");
    println!("{} answers with fewer events", seen.with_fewer_events.get());
    assert!(seen.with_fewer_events.get() > 20);
}

/// How often fairness matters: the number of properties that hold only on fair runs.
#[derive(Default)]
struct OnFairRuns {
    answers: Cell<usize>,
    holds_on_fair_runs_alone: Cell<usize>,
    holds_on_strongly_fair_runs_alone: Cell<usize>,
    cycles: Cell<usize>,
}

/// Returns a property that a transition is enabled, or disabled, eventually or repeatedly, as fairness
/// requires.
fn about_a_transition(net: &Net, random: &mut StdRng) -> TemporalProperty {
    let transition =
        net.transition_ids().nth(random.random_range(0..net.transitions.len())).expect("it is one");
    let not = ["", "not "][random.random_range(0..2)];
    let operators = ["F", "G F", "F G"][random.random_range(0..3)];
    let text = format!("ltl {operators} ({not}fireable({}))", net.transition(transition).id);
    match Statement::parse_plain(&text, net).unwrap_or_else(|found| panic!("{found}")) {
        Statement::Runs(property) => property,
        _ => panic!("{text} is about runs"),
    }
}

fn check_on_fair_runs(net: &Net, seed: u64, seen: &OnFairRuns) {
    /// Maximum number of markings. Each counts once for every transition and guess.
    const LIMIT: usize = 16;
    let Ok(explored) = naive::explore(net, LIMIT) else { return };
    let mut random = StdRng::seed_from_u64(seed);
    let graph = Graph::of(net, &explored);
    let property = if random.random_bool(0.3) {
        random_temporal(net, Logic::Ltl, random.random_range(1..=2), &mut random)
    } else {
        about_a_transition(net, &mut random)
    };
    let prepared = PreparedNet::of(net.clone(), Options::default(), &Budget::default());
    let Ok(prepared) = prepared else { return };
    for fairness in [Fairness::Weak, Fairness::Strong] {
        let Some(satisfies) = graph.satisfies_on_fair_runs(&property, fairness) else { continue };
        let effort = match random.random_range(0..3) {
            0 => Effort { small: 0, short: 0, walk_time: Duration::ZERO, ..Effort::default() },
            1 => Effort { small: 10, ..Effort::default() },
            _ => Effort::default(),
        };
        let statement = Statement::Runs(property.clone());
        let request = Request {
            fairness: Some(fairness),
            effort,
            assertions: false,
            ..Request::new(Question::check(vec![statement]))
        };
        // `analyse` itself checks that a run in the report is fair and violates the property.
        let report =
            prepared.analyse(&request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
        let expected = if satisfies { Verdict::Holds } else { Verdict::Violated };
        assert_eq!(report.answers[0].verdict, expected, "{}: {fairness:?} `{}`", net.id, property.text);
        count(&seen.answers);
        if satisfies && graph.satisfies(&property) == Some(false) {
            count(&seen.holds_on_fair_runs_alone);
            if graph.satisfies_on_fair_runs(&property, Fairness::Weak) == Some(false) {
                count(&seen.holds_on_strongly_fair_runs_alone);
            }
        }
        if report.answers[0].trace.as_ref().is_some_and(|trace| trace.repeated_from.is_some()) {
            count(&seen.cycles);
        }
    }
}

#[test]
fn temporal_properties_of_fair_runs_match_their_definitions() {
    let seen = OnFairRuns::default();
    let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special(), Shape::special()];
    // Strong fairness alone decides so few properties that a usual run takes 4000 seeds.
    for_seeds(16_000, |seed| {
        let shape = &shapes[seed as usize % shapes.len()];
        check_on_fair_runs(&random::net(seed, shape), seed, &seen);
    });
    let (answers, alone, cycles) =
        (seen.answers.get(), seen.holds_on_fair_runs_alone.get(), seen.cycles.get());
    let strongly = seen.holds_on_strongly_fair_runs_alone.get();
    println!("{answers} answers, {alone} ({strongly}) hold on (strongly) fair runs alone, {cycles} cycles");
    assert!(is_met(answers, 300) && is_met(alone, 30) && is_met(strongly, 0) && is_met(cycles, 20));
}

/// In one net, `leave` is always enabled while `stay` repeats forever; in the other, only every second time.
#[test]
fn strong_fairness_may_decide_where_weak_fairness_does_not() {
    let net = |texts: &[(&str, &str, &str)]| {
        let mut net = Net::new("n");
        let places = ["here", "there", "gone"]
            .map(|id| net.add_place(Place::with_tokens(id, u64::from(id == "here"))));
        let at = |id: &str| places[["here", "there", "gone"].iter().position(|one| *one == id).unwrap()];
        for (id, from, to) in texts {
            let transition = net.add_transition(Transition::plain(*id));
            net.add_arc(Arc::weighted(at(from), transition, ArcKind::Input, 1));
            net.add_arc(Arc::weighted(at(to), transition, ArcKind::Output, 1));
        }
        net
    };
    let one = net(&[("stay", "here", "here"), ("leave", "here", "gone")]);
    let two = net(&[("go", "here", "there"), ("come", "there", "here"), ("leave", "there", "gone")]);
    let verdict = |net: &Net, fairness| {
        let statement = Statement::parse_plain("ltl F (tokens(gone) = 1)", net).unwrap();
        let request = Request { fairness, ..Request::new(Question::check(vec![statement])) };
        let prepared = PreparedNet::of(net.clone(), Options::default(), &Budget::default()).unwrap();
        prepared.analyse(&request, &Control::default()).unwrap().verdict
    };
    let all = [None, Some(Fairness::Weak), Some(Fairness::Strong)];
    assert_eq!(
        all.map(|fairness| verdict(&one, fairness)),
        [Verdict::Violated, Verdict::Holds, Verdict::Holds]
    );
    assert_eq!(
        all.map(|fairness| verdict(&two, fairness)),
        [Verdict::Violated, Verdict::Violated, Verdict::Holds]
    );
}

#[test]
fn a_run_of_a_net_that_is_far_too_large_is_found_in_a_sample() {
    let mut net = Net::new("machines");
    for machine in 0..60 {
        let place = |state: &str, tokens| Place::with_tokens(format!("{state}{machine}"), tokens);
        let [rests, works] = [place("rests", 1), place("works", 0)].map(|place| net.add_place(place));
        for (verb, from, to) in [("begin", rests, works), ("end", works, rests)] {
            let transition = net.add_transition(Transition::plain(format!("{verb}{machine}")));
            net.add_arc(Arc::weighted(from, transition, ArcKind::Input, 1));
            net.add_arc(Arc::weighted(to, transition, ArcKind::Output, 1));
        }
    }
    let prepared = PreparedNet::of(net, Options::default(), &Budget::default()).unwrap();
    let statement = Statement::parse_plain("ltl G F fireable(end7)", prepared.net()).unwrap();
    let effort = Effort { small: 0, walk_time: Duration::from_secs(60), ..Effort::default() };
    let request = Request { effort, ..Request::new(Question::check(vec![statement])) };
    let answer = &prepared.analyse(&request, &Control::default()).unwrap().answers[0];
    assert_eq!(answer.verdict, Verdict::Violated);
    let decided_by = answer.decided_by.as_ref().expect("it is decided");
    assert!(decided_by.with.contains(&Means::RandomWalk), "{decided_by:?}");
}

#[test]
fn formulas_are_decided_in_the_markings_that_random_runs_reach() {
    use PathOperator::{Finally, Globally};
    use PathQuantifier::{All, Some as Any};
    let (holds, violated) = (Cell::new(0), Cell::new(0));
    let others: Vec<&str> = STEPS.into_iter().filter(|&step| step != "single markings").collect();
    let effort = Effort { walk_time: Duration::from_millis(2), ..Effort::default() }.without(&others);
    let request = Request { effort, ..Request::new(Question::Explore) };
    let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special(), Shape::special()];
    for_seeds(400, |seed| {
        let net = random::net(seed, &shapes[seed as usize % shapes.len()]);
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        let graph = Graph::of(&net, &explored);
        let mut random = StdRng::seed_from_u64(seed);
        let prepared = PreparedNet::of(net.clone(), Options::default(), &Budget::default()).expect("a net");
        for [outer, inner] in [[(All, Globally), (Any, Finally)], [(Any, Finally), (All, Globally)]] {
            let property = random_temporal(&net, Logic::Ctl, 0, &mut random);
            let path =
                |(quantifier, operator), inner| Temporal::path(Some(quantifier), operator, vec![inner]);
            let formula = path(outer, path(inner, property.formula));
            let text = formula.display(&net).to_string();
            let property = TemporalProperty { formula, text, ..property };
            let Some(satisfies) = graph.satisfies(&property) else { continue };
            let query = Query::Temporal(vec![property]);
            let mut on_answer = |Answered { answer, .. }: Answered| {
                assert_eq!(answer, Answer::Truth(satisfies), "seed {seed}: {query:?}");
                count(if satisfies { &holds } else { &violated });
            };
            answer(&prepared.queried(), &query, &request, &Control::default(), &mut on_answer)
                .unwrap_or_else(|found| panic!("seed {seed}: {found}"));
        }
    });
    let (holds, violated) = (holds.get(), violated.get());
    assert!(is_met(holds, 20) && is_met(violated, 20), "{holds} {violated}");
}
