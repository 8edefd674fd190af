//! The technique in a report is the one that decided the question.

use std::collections::BTreeSet;
use std::time::Duration;

use sanderling::query::{Answered, Query, answer};
use sanderling::{Control, Effort, Events, Order, PreparedNet, Question, Reductions, Request, analyse};
use sanderling_net::Net;
use sanderling_report::{Argument, Decision, Means, Report, Technique};
use sanderling_testkit::corpora::workspace;
use sanderling_testkit::files;
use sanderling_tests::read;
use sanderling_unfolding::{Budget, Options};

use crate::nothing;

fn own(name: &str) -> Net {
    read(&workspace().join("nets").join(name))
}

/// Returns a request about deadlocks with these reductions of a depth-first search and with proofs.
fn request(structural: bool, events: Events, effort: Effort) -> Request {
    Request {
        reductions: Reductions { structural, events, ..Reductions::default() },
        proofs: true,
        effort,
        order: Order::DepthFirst,
        ..Request::new(Question::Deadlock)
    }
}

fn analysed(net: &Net, request: &Request) -> Report {
    analyse(net, request, &Control::default()).unwrap_or_else(|found| panic!("{}: {found}", net.id))
}

fn decision(net: &Net, request: &Request) -> Decision {
    analysed(net, request).decided_by.expect("something decided it")
}

fn search(means: &[Means]) -> Decision {
    Decision::by(Technique::Search).with(means.iter().copied())
}

#[test]
fn a_small_search_uses_neither_rules_nor_stubborn_sets() {
    let net = own("philosophers-5.pnml");
    assert_eq!(decision(&net, &request(true, Events::STUBBORN, Effort::default())), search(&[]));
}

#[test]
fn stubborn_sets_are_named_if_they_chose_events() {
    let net = own("philosophers-5.pnml");
    assert_eq!(decision(&net, &request(false, Events::ALL, nothing())), search(&[]));
    let stubborn = decision(&net, &request(false, Events::STUBBORN, nothing()));
    assert_eq!(stubborn, search(&[Means::StubbornSets]));
    // A single thread searches with all events first, which decides the question.
    let plain_first =
        Request { order: Order::BreadthFirst, threads: 1, ..request(false, Events::STUBBORN, nothing()) };
    assert_eq!(decision(&net, &plain_first), search(&[]));
}

#[test]
fn a_decision_diagram_is_named() {
    let net = own("philosophers-5.pnml");
    let effort = Effort { skipped_steps: 0, ..nothing() };
    let by = decision(&net, &request(false, Events::ALL, effort));
    assert_eq!(by, Decision::by(Technique::Diagram));
}

#[test]
fn a_random_walk_is_named() {
    let net = own("philosophers-5.pnml");
    let walk = Effort { walk_time: Duration::from_secs(10), ..nothing() };
    assert_eq!(decision(&net, &request(false, Events::ALL, walk)), search(&[Means::RandomWalk]));
}

#[test]
fn a_reduction_is_named_if_rules_made_the_net_smaller() {
    let (mut reduced, mut whole) = (0, 0);
    for path in files::own("pnml") {
        let Some(net) = Some(read(&path)).filter(Net::is_place_transition) else { continue };
        for events in [Events::ALL, Events::STUBBORN] {
            let report = analysed(&net, &request(true, events, nothing()));
            let Some(by) = &report.decided_by else { continue };
            if by.technique == Technique::Reduction {
                continue;
            }
            let is_announced = by.with.contains(&Means::StructuralReduction);
            let smaller = report.reduced_net.as_ref().is_some_and(|net| !net.rules.is_empty());
            assert_eq!(is_announced, smaller, "{}: {by:?}", path.display());
            reduced += usize::from(is_announced);
            whole += usize::from(!is_announced);
        }
    }
    assert!(reduced > 0 && whole > 0, "{reduced} reduced nets, {whole} others");
}

#[test]
fn a_proof_about_a_reduced_net_names_the_reduction() {
    let net = own("kanban-2.pnml");
    let by = |structural| decision(&net, &request(structural, Events::ALL, nothing()));
    for structural in [false, true] {
        let by = by(structural);
        let is_announced = by.with.contains(&Means::StructuralReduction);
        assert!(matches!(by.technique, Technique::Proof(_) | Technique::Reduction), "{by:?}");
        assert_eq!(is_announced, structural && by.technique != Technique::Reduction, "{by:?}");
        assert!(!by.with.contains(&Means::StubbornSets), "{by:?}");
    }
}

fn prepared(name: &str) -> PreparedNet {
    PreparedNet::of(own(name), Options::default(), &Budget::default()).expect("it can be unfolded")
}

fn examined(prepared: &PreparedNet, examination: &Query, effort: Effort) -> Vec<Decision> {
    let (mut decisions, request) = (Vec::new(), Request { effort, ..Request::new(Question::Explore) });
    let on_answer = &mut |answered: Answered| decisions.push(answered.by);
    answer(&prepared.queried(), examination, &request, &Control::default(), on_answer)
        .expect("it is examined");
    decisions
}

#[test]
fn an_unfolding_is_named_only_if_there_was_one() {
    for (name, is_unfolded) in [("coloured/philosophers-3.pnml", true), ("philosophers-3.pnml", false)] {
        let prepared = prepared(name);
        let report = prepared.analyse(&Request::new(Question::Deadlock), &Control::default()).unwrap();
        let by = report.decided_by.expect("it is decided");
        assert_eq!(by.with.contains(&Means::Unfolding), is_unfolded, "{name}");
        for examination in [Query::StateSpace, Query::OneSafe, Query::QuasiLiveness] {
            let decisions = examined(&prepared, &examination, Effort::default());
            let says_so = |by: &Decision| by.with.contains(&Means::Unfolding) == is_unfolded;
            assert!(!decisions.is_empty() && decisions.iter().all(says_so), "{name}: {decisions:?}");
        }
    }
}

#[test]
fn a_bound_names_the_search_that_found_a_marking_with_it() {
    let prepared = prepared("philosophers-3.pnml");
    let net = prepared.net();
    let sum =
        |id: &str| vec![(1, net.place_ids().find(|&place| net.place(place).id == id).expect("it is there"))];
    // Initially, a philosopher thinks, and none eats.
    let sums = Query::Bounds(vec![sum("think_1"), sum("eat_1")]);
    let walks = Effort { walk_time: Duration::from_secs(10), ..nothing() };
    let decisions = examined(&prepared, &sums, walks);
    let proof = Technique::Proof(Argument::PlaceInvariant);
    assert_eq!(decisions[0], Decision::by(proof));
    assert_eq!(decisions[1].technique, proof);
    assert!(decisions[1].with.contains(&Means::Search), "{decisions:?}");
    // A small exhaustive search needs no proof.
    let all = examined(&prepared, &sums, Effort::default());
    assert_eq!(all, [search(&[]), search(&[])]);
}

#[test]
fn means_used_by_every_part_of_an_answer_are_named_for_the_whole() {
    let prepared = prepared("philosophers-3.pnml");
    let walks = Effort { walk_time: Duration::from_secs(10), ..nothing() };
    // Random walks over the original net enable each transition.
    let decisions = examined(&prepared, &Query::QuasiLiveness, walks);
    assert_eq!(decisions, [search(&[Means::RandomWalk])]);
    let means: BTreeSet<Means> =
        examined(&prepared, &Query::QuasiLiveness, Effort::default())[0].with.clone();
    assert!(means.is_empty(), "a small search finds them all: {means:?}");
}
