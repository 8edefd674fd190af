//! Runs that are fair to processes, compared with the definition on the reachability graph.

use std::cell::Cell;
use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, FairTo, Fairness, PreparedNet, Question, Request};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{ArcKind, Format, NestedUnits, Net, Source, Unit, UnitId};
use sanderling_property::{Logic, Statement, TemporalProperty};
use sanderling_report::Verdict;
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::{dve, naive};
use sanderling_tests::temporal::{Graph, random_temporal};
use sanderling_unfolding::{Budget, Options};

#[derive(Default)]
struct Seen {
    answers: Cell<usize>,
    holds_on_fair_runs_alone: Cell<usize>,
    differs_from_transitions: Cell<usize>,
    cycles: Cell<usize>,
}

fn count(cell: &Cell<usize>) {
    cell.set(cell.get() + 1);
}

/// Returns a property that a process moves, or can move, eventually or repeatedly, expressed by its
/// transitions.
fn about_a_process(net: &Net, agents: &[Vec<usize>], random: &mut StdRng) -> Option<TemporalProperty> {
    let process =
        agents.iter().flatten().nth(random.random_range(0..agents.iter().flatten().count().max(1)))?;
    let steps = net.transition_ids().filter(|one| agents[one.index()].contains(process));
    let steps: Vec<String> = steps.map(|one| format!("{:?}", net.transition(one).id)).collect();
    let not = ["", "not "][random.random_range(0..2)];
    let operators = ["F", "G F", "F G"][random.random_range(0..3)];
    let text = format!("ltl {operators} ({not}fireable({}))", steps.join(", "));
    match Statement::parse_plain(&text, net).unwrap_or_else(|found| panic!("{found}")) {
        Statement::Runs(property) => Some(property),
        _ => panic!("{text} is about runs"),
    }
}

fn check(net: &Net, agents: &[Vec<usize>], seed: u64, seen: &Seen) {
    /// Maximum number of markings. Each counts once for every transition and guess.
    const LIMIT: usize = 24;
    let Ok(explored) = naive::explore(net, LIMIT) else { return };
    let mut random = StdRng::seed_from_u64(seed);
    let graph = Graph::of(net, &explored);
    let prepared = PreparedNet::of(net.clone(), Options::default(), &Budget::default());
    let Ok(prepared) = prepared else { return };
    let property = if random.random_bool(0.5) {
        random_temporal(net, Logic::Ltl, random.random_range(1..=2), &mut random)
    } else {
        let Some(property) = about_a_process(net, agents, &mut random) else { return };
        property
    };
    for fairness in [Fairness::Weak, Fairness::Strong] {
        let Some(satisfies) = graph.satisfies_on_runs_fair_to(agents, &property, fairness) else { continue };
        let statement = Statement::Runs(property.clone());
        let request = Request {
            fairness: Some(fairness),
            fair_to: FairTo::Processes,
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
        }
        if graph.satisfies_on_fair_runs(&property, fairness).is_some_and(|other| other != satisfies) {
            count(&seen.differs_from_transitions);
        }
        if report.answers[0].trace.as_ref().is_some_and(|trace| trace.repeated_from.is_some()) {
            count(&seen.cycles);
        }
    }
}

/// Assigns each place to one of a few units, and returns the units of each transition.
fn with_units(net: &mut Net, random: &mut StdRng) -> Vec<Vec<usize>> {
    let count = random.random_range(1..=4);
    let mut units: Vec<Unit> = (0..=count)
        .map(|number| Unit { id: format!("u{number}"), places: Vec::new(), subunits: Vec::new() })
        .collect();
    units[0].subunits = (1..=count).map(UnitId::new).collect();
    let unit_of: Vec<usize> = net.places.iter().map(|_| random.random_range(0..=count)).collect();
    for place in net.place_ids() {
        units[unit_of[place.index()]].places.push(place);
    }
    net.units = Some(NestedUnits { root: UnitId::new(0), units, claims_safe: false });
    let agents = net.transition_ids().map(|transition| {
        let arcs = net.arcs.iter().filter(|arc| arc.transition == transition);
        let moving = arcs.filter(|arc| !matches!(arc.kind, ArcKind::Read | ArcKind::Inhibitor));
        let agents: BTreeSet<usize> = moving.map(|arc| unit_of[arc.place.index()]).collect();
        agents.into_iter().collect()
    });
    agents.collect()
}

#[test]
fn runs_fair_to_the_units_of_nets_match_their_definition() {
    let seen = Seen::default();
    let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special(), Shape::special()];
    for_seeds(4000, |seed| {
        let mut net = random::net(seed, &shapes[seed as usize % shapes.len()]);
        let agents = with_units(&mut net, &mut StdRng::seed_from_u64(seed));
        check(&net, &agents, seed, &seen);
    });
    let (answers, alone) = (seen.answers.get(), seen.holds_on_fair_runs_alone.get());
    let (differs, cycles) = (seen.differs_from_transitions.get(), seen.cycles.get());
    println!("{answers} answers, {alone} hold on fair runs alone, {differs} differ, {cycles} cycles");
    assert!(is_met(answers, 300) && is_met(alone, 10) && is_met(differs, 5) && is_met(cycles, 20));
}

#[test]
fn runs_fair_to_the_processes_of_programs_match_their_definition() {
    let seen = Seen::default();
    for_seeds(3000, |seed| {
        let shape = if seed % 2 == 0 { dve::Shape::talkative() } else { dve::Shape::tame() };
        let text = dve::print(&dve::random(seed, &shape));
        let read = Dve { semantics: Semantics::Ltsmin }.parse(&Source::new("model.dve", text));
        let Ok(mut parsed) = read else { return };
        let net = parsed.nets.remove(0);
        let steps = &net.program.as_ref().expect("it is one").steps;
        let moves = steps.iter().map(|step| step.moves.iter().map(|one| one.process as usize).collect());
        let agents: Vec<Vec<usize>> = moves.collect();
        check(&net, &agents, seed, &seen);
    });
    let (answers, alone) = (seen.answers.get(), seen.holds_on_fair_runs_alone.get());
    let (differs, cycles) = (seen.differs_from_transitions.get(), seen.cycles.get());
    println!("{answers} answers, {alone} hold on fair runs alone, {differs} differ, {cycles} cycles");
    assert!(answers > 100 && alone > 5 && cycles > 10);
}

/// Two processes: one chooses forever between two steps, and the other waits to start.
#[test]
fn a_process_moves_by_any_of_its_transitions() {
    let text = "byte x = 0;\nprocess A { state s; init s; trans s -> s { effect x = 0; }, s -> s { effect x = 1; }; }\n\
                process B { state wait, done; init wait; trans wait -> done {}; }\nsystem async;\n";
    let read = Dve { semantics: Semantics::Ltsmin }.parse(&Source::new("two.dve", text.to_owned()));
    let net = read.unwrap_or_else(|found| panic!("{found}")).nets.remove(0);
    let verdict = |text: &str, fairness, fair_to| {
        let statement = Statement::parse_plain(text, &net).unwrap_or_else(|found| panic!("{found}"));
        let request = Request { fairness, fair_to, ..Request::new(Question::check(vec![statement])) };
        let prepared = PreparedNet::of(net.clone(), Options::default(), &Budget::default()).unwrap();
        prepared.analyse(&request, &Control::default()).unwrap().verdict
    };
    use FairTo::{Processes, Transitions};
    let (holds, violated) = (Verdict::Holds, Verdict::Violated);
    // B eventually moves under fairness. Fairness to processes does not force a process with a free choice to
    // set `x` to 1.
    for (text, fairness, to, expected) in [
        ("ltl F B.done", None, Transitions, violated),
        ("ltl F B.done", Some(Fairness::Weak), Transitions, holds),
        ("ltl F B.done", Some(Fairness::Weak), Processes, holds),
        ("ltl F x = 1", Some(Fairness::Weak), Transitions, holds),
        ("ltl F x = 1", Some(Fairness::Weak), Processes, violated),
        ("ltl F x = 1", Some(Fairness::Strong), Processes, violated),
        ("no livelock without A.*", Some(Fairness::Weak), Processes, holds),
        ("no livelock without B.*", Some(Fairness::Strong), Processes, violated),
    ] {
        assert_eq!(verdict(text, fairness, to), expected, "{text} {fairness:?} {to:?}");
    }
}

#[test]
fn fairness_to_processes_is_refused_where_there_are_none() {
    let net = random::net(1, &Shape::plain());
    let statement = Statement::parse_plain("no livelock", &net).unwrap();
    let request = Request {
        fairness: Some(Fairness::Weak),
        fair_to: FairTo::Processes,
        ..Request::new(Question::check(vec![statement]))
    };
    let prepared = PreparedNet::of(net, Options::default(), &Budget::default()).unwrap();
    let refused = prepared.analyse(&request, &Control::default()).unwrap_err();
    assert!(refused.to_string().contains("the net does not define"), "{refused}");
}
