//! Livelocks of random nets and programs, compared with the definition on the reachability graph.

use std::cell::Cell;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, PreparedNet, Question, Request, replay};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Format, Net, Source, TransitionId};
use sanderling_property::{ColouredStatement, Statement};
use sanderling_report::Verdict;
use sanderling_testkit::random::{self, Shape, for_seeds, is_met, symmetric};
use sanderling_testkit::{dve, naive};
use sanderling_tests::temporal::Graph;
use sanderling_unfolding::{Budget, Options};

/// Maximum number of states of a compared net.
const LIMIT: usize = 300;

/// The number of nets with livelocks, and of nets without livelocks that have infinite runs.
#[derive(Default)]
struct Seen {
    livelocks: Cell<usize>,
    none: Cell<usize>,
}

fn count(cell: &Cell<usize>) {
    cell.set(cell.get() + 1);
}

fn check(net: &Net, seed: u64, seen: &Seen) {
    let Ok(explored) = naive::explore(net, LIMIT) else { return };
    let mut random = StdRng::seed_from_u64(seed);
    let graph = Graph::of(net, &explored);
    for share in [0.2, 0.5, 0.8] {
        check_with(net, &graph, share, &mut random, seen);
    }
}

/// Checks a net in which some transitions are progress.
fn check_with(net: &Net, graph: &Graph<'_>, share: f64, random: &mut StdRng, seen: &Seen) {
    let progress: Vec<TransitionId> = net.transition_ids().filter(|_| random.random_bool(share)).collect();
    let names: Vec<String> = progress.iter().map(|&one| format!("{:?}", net.transition(one).id)).collect();
    let text = format!("no livelock{}{}", if names.is_empty() { "" } else { " without " }, names.join(", "));
    let statement = ColouredStatement::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
    let merges = random.random_bool(0.5);
    let options = Options { merges, ..Options::default() };
    let Ok(prepared) = PreparedNet::of(net.clone(), options, &Budget::default()) else { return };
    let unfolded = prepared.statement_to_unfolded(&statement).expect("it is about transitions");
    let Statement::Livelock(property) = &unfolded else { panic!("{text}") };
    let request = Request::new(Question::check(vec![unfolded.clone()]));
    let report = prepared.analyse(&request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    let has_one = graph.has_livelock(&progress);
    let expected = if has_one { Verdict::Violated } else { Verdict::Holds };
    assert_eq!((report.verdict, report.reason), (expected, None), "{}: {text}", net.id);
    if !has_one {
        seen.none.set(seen.none.get() + usize::from(graph.has_livelock(&[])));
        return;
    }
    count(&seen.livelocks);
    let trace = report.answers[0].trace.as_ref().expect("a livelock is shown");
    let replayed = replay(prepared.net(), trace);
    assert_eq!(replayed.verdict, Verdict::Holds, "{text}: {:?}", replayed.problem);
    let repeated = trace.repeated_from.expect("it is infinite");
    let names: Vec<&str> =
        property.progress.iter().map(|&one| prepared.net().transition(one).id.as_str()).collect();
    let events: Vec<_> = trace.steps.iter().skip(repeated).map(|step| step.event).collect();
    assert!(
        !events.is_empty() && !events.iter().any(|event| names.contains(&event.as_str())),
        "{text}: {events:?}"
    );
}

#[test]
fn livelocks_of_plain_nets_match_their_definition() {
    let seen = Seen::default();
    let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special(), Shape::special()];
    for_seeds(4000, |seed| check(&random::net(seed, &shapes[seed as usize % shapes.len()]), seed, &seen));
    let (livelocks, none) = (seen.livelocks.get(), seen.none.get());
    println!("{livelocks} with livelocks, {none} without");
    assert!(is_met(livelocks, 300) && is_met(none, 300), "{livelocks} {none}");
}

#[test]
fn livelocks_of_coloured_nets_match_their_definition() {
    let seen = Seen::default();
    for_seeds(800, |seed| check(&symmetric::net(seed), seed, &seen));
    let (livelocks, none) = (seen.livelocks.get(), seen.none.get());
    println!("{livelocks} with livelocks, {none} without");
    assert!(livelocks > 20 && none > 20, "{livelocks} {none}");
}

#[test]
fn livelocks_of_programs_match_their_definition() {
    let seen = Seen::default();
    for_seeds(1000, |seed| {
        let shape = if seed % 3 == 0 { dve::Shape::talkative() } else { dve::Shape::tame() };
        let text = dve::print(&dve::random(seed, &shape));
        let read = Dve { semantics: Semantics::Ltsmin }.parse(&Source::new("model.dve", text));
        let Ok(mut parsed) = read else { return };
        check(&parsed.nets.remove(0), seed, &seen);
    });
    let (livelocks, none) = (seen.livelocks.get(), seen.none.get());
    println!("{livelocks} with livelocks, {none} without");
    assert!(livelocks > 50 && none > 50, "{livelocks} {none}");
}
