//! Certificates of random nets with all kinds of arcs. Their claims are accepted, and the opposite claims
//! never are.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::query::{Query, answer};
use sanderling::{Control, Effort, Limits, PreparedNet, Question, Request, analyse};
use sanderling_certificate::{Certificate, EvidenceBudget, Origin, answers, certify, examined};
use sanderling_certificate_check::boxes::Intervals;
use sanderling_certificate_check::condition::Condition;
use sanderling_certificate_check::net::{Ground, Net as CheckedNet};
use sanderling_certificate_check::schema::{Claim, Evidence, Property as Written, Verdict};
use sanderling_certificate_check::{Judgement, check};
use sanderling_net::Net;
use sanderling_net::semantics::{Marking, Multiset};
use sanderling_property::Property;
use sanderling_testkit::naive::Graph;
use sanderling_testkit::random::{Shape, classes, for_seeds, is_met, net, symmetric};
use sanderling_tests::random_property;
use sanderling_unfolding::{Budget, Options};

/// Nets with more markings are not certified by a list of them.
const LIMIT: u64 = 5_000;

/// Returns the text of the certificate of some results about a net without a file.
fn certificate(net: &Net, question: Question, budget: &EvidenceBudget) -> String {
    let limits = Limits { states: Some(LIMIT), ..Limits::default() };
    let request = Request { limits, ..Request::new(question) }.with_portfolio(net);
    let report = analyse(net, &request, &Control::default()).expect("a random net is analysed");
    let origin = Origin { name: "no file", bytes: b"", derived_by: Some("chance") };
    let made = certify(net, &origin, &answers(&request, &report), budget, &Control::default());
    serde_json::to_string(&made.expect("it is certified")).expect("it is JSON")
}

fn read(text: &str) -> Certificate {
    serde_json::from_str(text).expect("what was written is read")
}

fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Holds => Verdict::Violated,
        Verdict::Violated => Verdict::Holds,
        Verdict::Unknown => Verdict::Unknown,
    }
}

#[test]
fn certificates_of_random_nets_are_accepted_and_their_opposites_never() {
    let kinds = [(); 4].map(|()| Cell::new(0));
    for_seeds(160, |seed| {
        let shapes = [Shape::conservative_special(), Shape::plain(), Shape::special(), Shape::large_counts()];
        let net = net(seed, &shapes[seed as usize % shapes.len()]);
        let mut random = StdRng::seed_from_u64(seed);
        let texts = (0..4).map(|_| random_property(&net, &mut random));
        let properties = texts.map(|text| Property::parse(&text, &net).expect("a property")).collect();
        let proof_time = if seed % 2 == 0 { Duration::from_millis(200) } else { Duration::ZERO };
        let limits = Limits { states: Some(LIMIT), ..Limits::default() };
        let budget = EvidenceBudget { proof_time, limits, ..EvidenceBudget::default() };
        for question in [Question::Deadlock, Question::Explore, Question::Check(properties)] {
            let text = certificate(&net, question, &budget);
            let judgements = check(read(&text), b"", 0).expect("it is a certificate");
            for (judgement, claim) in judgements.iter().zip(&read(&text).claims) {
                let has_none = matches!(claim.evidence, Evidence::None(_));
                let is_accepted = matches!(judgement, Judgement::Accepted(_));
                assert!(is_accepted != has_none, "{claim:?}: {judgement:?}");
                let kind = match claim.evidence {
                    Evidence::Run(_) => 0,
                    Evidence::SelfCovering(..) => 1,
                    Evidence::Proof(..) => 2,
                    Evidence::Exploration => 3,
                    _ => continue,
                };
                kinds[kind].set(kinds[kind].get() + 1);
            }
            let mut lying = read(&text);
            lying.claims.iter_mut().for_each(|claim| claim.verdict = opposite(claim.verdict));
            let judgements = check(lying, b"", LIMIT).expect("it is a certificate");
            assert!(!judgements.iter().any(|one| matches!(one, Judgement::Accepted(_))), "{judgements:?}");
        }
    });
    let kinds = kinds.map(Cell::into_inner);
    assert!(kinds.iter().all(|&count| is_met(count, 20)), "{kinds:?}");
}

/// Returns the certificate of the answer to a query about the net as a whole, if it is answered. Some coloured nets have
/// capacities that cannot be unfolded.
fn certificate_of(query: &Query, net: Net, budget: &EvidenceBudget) -> Option<String> {
    let prepared = PreparedNet::of(net, Options::default(), &Budget::default()).ok()?;
    let (queried, control) = (prepared.queried(), Control::default());
    let mut answered = Vec::new();
    let effort = Effort { walk_time: Duration::from_millis(2), ..Effort::default() };
    let request = Request { limits: budget.limits, effort, ..Request::new(Question::Explore) };
    answer(&queried, query, &request, &control, &mut |one| answered.push(one)).expect("a net");
    let answers = examined(&queried, query, &answered, (&[], "whole"));
    let origin = Origin { name: "no file", bytes: b"", derived_by: Some("chance") };
    let made = certify(queried.net(), &origin, &answers, budget, &control).expect("it is certified");
    (!answers.is_empty()).then(|| serde_json::to_string(&made).expect("it is JSON"))
}

/// Changes a part of the evidence that matters.
fn damage(evidence: &mut Evidence) -> bool {
    match evidence {
        Evidence::Home(home) if home.returns.iter().any(|one| one.firings.len() > 1) => {
            // One firing is not enough to lower the distance: otherwise it would be a return itself.
            let long = home.returns.iter_mut().find(|one| one.firings.len() > 1).expect("there is one");
            long.firings.truncate(1);
            true
        }
        Evidence::Home(home) => {
            home.runs.clear();
            true
        }
        Evidence::LeftBehind(_, group, ..) => {
            *group = u32::MAX;
            true
        }
        Evidence::Fading(weights, _) => {
            weights.clear();
            true
        }
        _ => false,
    }
}

#[test]
fn certificates_of_liveness_are_accepted_and_their_opposites_never() {
    let kinds = [(); 4].map(|()| Cell::new(0));
    for_seeds(1_000, |seed| {
        let random = match seed % 7 {
            0 => classes::state_machine(seed),
            1 => classes::marked_graph(seed),
            2 => classes::free_choice(seed),
            3 => net(seed, &Shape::conservative()),
            4 => net(seed, &Shape::conservative_special()),
            5 => net(seed, &Shape::special()),
            _ => net(seed, &Shape::plain()),
        };
        let Ok(graph) = Graph::explore(&random, 500) else { return };
        let limits = Limits { states: Some(LIMIT), ..Limits::default() };
        let budget =
            EvidenceBudget { proof_time: Duration::from_millis(500), limits, ..EvidenceBudget::default() };
        let Some(text) = certificate_of(&Query::Liveness, random.clone(), &budget) else { return };
        let is_live = graph.is_live(&random);
        let [claim] = &read(&text).claims[..] else { panic!("there is one claim") };
        let expected = if is_live { Verdict::Holds } else { Verdict::Violated };
        assert_eq!(claim.verdict, expected, "seed {seed}");
        let judgements = check(read(&text), b"", 0).expect("it is a certificate");
        assert!(matches!(judgements[..], [Judgement::Accepted(_)]), "seed {seed}: {judgements:?} {claim:?}");
        let kind = match claim.evidence {
            Evidence::Home(_) => 0,
            Evidence::LeftBehind(..) => 1,
            Evidence::Fading(..) => 2,
            Evidence::Exploration => 3,
            _ => panic!("seed {seed}: {:?}", claim.evidence),
        };
        kinds[kind].set(kinds[kind].get() + 1);
        let mut lying = read(&text);
        lying.claims[0].verdict = opposite(lying.claims[0].verdict);
        let mut damaged = read(&text);
        let is_damaged = damage(&mut damaged.claims[0].evidence);
        for (wrong, matters) in [(lying, true), (damaged, is_damaged)] {
            let judgements = check(wrong, b"", LIMIT).expect("it is a certificate");
            let is_accepted = matches!(judgements[..], [Judgement::Accepted(_)]);
            assert!(!(is_accepted && matters), "seed {seed}: {judgements:?} of {text}");
        }
    });
    let kinds = kinds.map(Cell::into_inner);
    println!("{kinds:?}");
    assert!(kinds.iter().all(|&count| is_met(count, 20)), "{kinds:?}");
}

/// Returns boxes of the markings that do not satisfy the condition of a claim, with one interval widened by chance.
fn boxes_without(claim: &Claim, net: &CheckedNet, graph: &Graph, random: &mut StdRng) -> Evidence {
    let Written::Reach(formula) = &claim.property else { panic!("{claim:?}") };
    let ground = Ground::of(net).expect("it is well formed");
    let condition = Condition::of(&ground, formula).expect("its nodes exist");
    let tokens = |marking: &Marking| marking.iter().map(Multiset::total).collect::<Vec<_>>();
    let markings = graph.markings.iter().map(tokens).filter(|marking| !condition.holds(marking));
    let mut boxes: Vec<_> = markings.map(|marking| Intervals::of(&marking)).collect();
    if !boxes.is_empty() {
        let at = random.random_range(0..boxes.len());
        let place = random.random_range(0..net.places.len());
        let interval = &mut boxes[at].0[place];
        interval.most = if random.random() { None } else { interval.most.map(|most| most + 1) };
    }
    Evidence::Boxes(boxes.iter().map(|one| one.written(net)).collect())
}

#[test]
fn certificates_of_quasi_liveness_and_stable_markings_are_accepted_and_their_opposites_never() {
    let (kinds, boxes, accepted) = ([(); 4].map(|()| Cell::new(0)), Cell::new(0), Cell::new(0));
    for_seeds(2_000, |seed| {
        let random_net = match seed % 4 {
            0 => net(seed, &Shape::conservative_special()),
            1 => net(seed, &Shape::special()),
            2 => net(seed, &Shape::plain()),
            _ => symmetric::net(seed),
        };
        let limits = Limits { states: Some(LIMIT), ..Limits::default() };
        let budget =
            EvidenceBudget { proof_time: Duration::from_millis(100), limits, ..EvidenceBudget::default() };
        for (kind, query) in [(0, Query::QuasiLiveness), (2, Query::StableMarking)] {
            let Some(text) = certificate_of(&query, random_net.clone(), &budget) else { continue };
            let claims = read(&text).claims;
            let is_absence = claims.iter().any(|claim| claim.verdict == Verdict::Violated);
            assert!(!is_absence || claims.len() == 1, "seed {seed}: {text}");
            let judgements = check(read(&text), b"", 0).expect("it is a certificate");
            let refused = judgements.iter().find(|one| matches!(one, Judgement::Refused(_)));
            assert!(refused.is_none(), "seed {seed}: {refused:?} {text}");
            let is_accepted = judgements.iter().all(|one| matches!(one, Judgement::Accepted(_)));
            let kind = &kinds[kind + usize::from(is_absence)];
            kind.set(kind.get() + 1);
            accepted.set(accepted.get() + usize::from(is_accepted));
            let mut lying = read(&text);
            for claim in &mut lying.claims {
                claim.verdict = opposite(claim.verdict);
                if let Evidence::Boxes(of_claim) = &mut claim.evidence {
                    boxes.set(boxes.get() + 1);
                    (claim.verdict, *of_claim) = (opposite(claim.verdict), Vec::new());
                }
            }
            let lies = check(lying, b"", LIMIT).expect("it is a certificate");
            let is_believed = lies.iter().any(|one| matches!(one, Judgement::Accepted(_)));
            assert!(!is_believed, "seed {seed}: {lies:?} of {text}");
        }
    });
    let (kinds, accepted) = (kinds.map(Cell::into_inner), accepted.into_inner());
    println!("{kinds:?}, {accepted} accepted, {} with boxes", boxes.get());
    assert!(kinds.iter().all(|&count| is_met(count, 20)) && is_met(boxes.get(), 20), "{kinds:?} {boxes:?}");
    assert!(accepted * 100 >= kinds.iter().sum::<usize>() * 95, "{accepted} of {kinds:?}");
}

#[test]
fn boxes_that_are_not_closed_show_nothing() {
    let tried = Cell::new(0);
    for_seeds(400, |seed| {
        let shapes = [Shape::conservative_special(), Shape::plain(), Shape::special()];
        let random_net = net(seed, &shapes[seed as usize % shapes.len()]);
        let Ok(graph) = Graph::explore(&random_net, 200) else { return };
        let budget = EvidenceBudget::default();
        let Some(text) = certificate_of(&Query::StableMarking, random_net, &budget) else { return };
        let mut random = StdRng::seed_from_u64(seed);
        let mut lying = read(&text);
        let net = lying.derived_net.as_ref().expect("it has no file").net.clone();
        lying.claims.retain(|claim| claim.verdict == Verdict::Holds);
        for claim in &mut lying.claims {
            claim.evidence = boxes_without(claim, &net, &graph, &mut random);
            claim.verdict = Verdict::Violated;
            tried.set(tried.get() + 1);
        }
        let lies =
            if lying.claims.is_empty() { Vec::new() } else { check(lying, b"", 0).expect("a certificate") };
        assert!(
            lies.iter().all(|one| matches!(one, Judgement::Refused(_))),
            "seed {seed}: {lies:?} of {text}"
        );
    });
    assert!(is_met(tried.get(), 50), "{tried:?}");
}
