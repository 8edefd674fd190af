//! Certificates of results about runs. Those for random formulas are accepted, and a changed one is never
//! accepted if it is false.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, Limits, Question, Request, analyse};
use sanderling_certificate::{Answer, EvidenceBudget, Origin, Query, answers, certify};
use sanderling_certificate_check::schema::{Certificate, Evidence, Property as Written, Verdict};
use sanderling_certificate_check::{Judgement, check};
use sanderling_net::Net;
use sanderling_property::{Logic, Statement, TemporalProperty};
use sanderling_query::contest::{ContestQuery, read_in};
use sanderling_testkit::corpora::{corpora, skip, workspace};
use sanderling_testkit::naive;
use sanderling_testkit::random::{Shape, for_seeds, is_met, net};
use sanderling_tests::read;
use sanderling_tests::temporal::{Graph, random_temporal};
use serde_json::{Value, json};

/// Larger state spaces are skipped.
const LIMIT: usize = 60;

/// Returns a random net with properties of linear time and their verdicts.
fn with_properties(seed: u64) -> Option<(Net, Vec<(TemporalProperty, Verdict)>)> {
    let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special(), Shape::special()];
    let net = net(seed, &shapes[seed as usize % shapes.len()]);
    let explored = naive::explore(&net, LIMIT).ok()?;
    let (graph, mut random) = (Graph::of(&net, &explored), StdRng::seed_from_u64(seed));
    let mut properties = Vec::new();
    for _ in 0..5 {
        let operators = random.random_range(0..=5);
        let property = random_temporal(&net, Logic::Ltl, operators, &mut random);
        let verdict = |holds| if holds { Verdict::Holds } else { Verdict::Violated };
        properties.extend(graph.satisfies(&property).map(|holds| (property, verdict(holds))));
    }
    drop(graph);
    Some((net, properties))
}

fn certificate(net: &Net, answers: &[Answer]) -> Value {
    certificate_within(net, answers, EvidenceBudget::default())
}

fn certificate_within(net: &Net, answers: &[Answer], budget: EvidenceBudget) -> Value {
    let origin = Origin { name: "no file", bytes: b"", derived_by: Some("chance") };
    let budget = EvidenceBudget { proof_time: Duration::ZERO, ..budget };
    let made = certify(net, &origin, answers, &budget, &Control::default()).expect("it is certified");
    serde_json::to_value(&made).expect("it is JSON")
}

fn judged(certificate: &Value) -> Result<Vec<Judgement>, String> {
    let read: Certificate =
        serde_json::from_str(&certificate.to_string()).map_err(|error| error.to_string())?;
    check(read, b"", 0)
}

fn is_accepted(judgement: &Judgement) -> bool {
    matches!(judgement, Judgement::Accepted(_))
}

/// Returns the same result without the engine's evidence.
fn unexplained((property, verdict): &(TemporalProperty, Verdict)) -> Answer {
    let query = Query::Ltl(property.formula.clone());
    Answer { name: property.text.clone(), query, verdict: *verdict, run: None, cycle: None }
}

#[test]
fn answers_about_runs_of_random_nets_are_accepted() {
    let (lassos, ends, products) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |cell: &Cell<usize>| cell.set(cell.get() + 1);
    for_seeds(300, |seed| {
        let Some((net, properties)) = with_properties(seed) else { return };
        let statements = properties.iter().map(|(property, _)| Statement::Runs(property.clone())).collect();
        let request = Request::new(Question::check(statements)).with_portfolio(&net);
        let report = analyse(&net, &request, &Control::default()).expect("a random net is analysed");
        let certificate = certificate(&net, &answers(&request, &report));
        let judgements = judged(&certificate).expect("it is a certificate");
        let read: Certificate = serde_json::from_value(certificate).expect("it is a certificate");
        assert_eq!(judgements.len(), properties.len());
        for ((claim, judgement), (property, verdict)) in read.claims.iter().zip(judgements).zip(&properties) {
            assert_eq!(claim.verdict, *verdict, "{}: {}", net.id, property.text);
            assert!(is_accepted(&judgement), "{}: {claim:?}: {judgement:?}", net.id);
            match &claim.evidence {
                Evidence::Lasso(_, cycle) => count(if cycle.is_empty() { &ends } else { &lassos }),
                Evidence::Product(_) => count(&products),
                _ => {}
            }
        }
    });
    let [lassos, ends, products] = [lassos, ends, products].map(Cell::into_inner);
    println!("{lassos} runs that come back, {ends} that end, {products} products");
    assert!(is_met(lassos, 50) && is_met(ends, 50) && is_met(products, 50));
}

/// A formula of branching time with one quantifier is equivalent to one of linear time. Otherwise there
/// would be no evidence for the verdict.
#[test]
fn answers_about_branching_time_with_one_quantifier_are_accepted() {
    let (claimed, runs) = (Cell::new(0), Cell::new(0));
    for_seeds(300, |seed| {
        let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special()];
        let net = net(seed, &shapes[seed as usize % shapes.len()]);
        if naive::explore(&net, LIMIT).is_err() {
            return;
        }
        let mut random = StdRng::seed_from_u64(seed);
        let properties =
            (0..6).map(|_| random_temporal(&net, Logic::Ctl, random.random_range(1..=2), &mut random));
        let statements = properties.map(Statement::Runs).collect();
        let request = Request::new(Question::check(statements)).with_portfolio(&net);
        let report = analyse(&net, &request, &Control::default()).expect("a random net is analysed");
        let certificate = certificate(&net, &answers(&request, &report));
        let judgements = judged(&certificate).expect("it is a certificate");
        let read: Certificate = serde_json::from_value(certificate).expect("it is a certificate");
        for (claim, judgement) in read.claims.iter().zip(judgements) {
            if !matches!(claim.property, Written::Other(_)) {
                claimed.set(claimed.get() + 1);
                runs.set(runs.get() + usize::from(matches!(claim.property, Written::Ltl(_))));
                assert!(is_accepted(&judgement), "{}: {claim:?}: {judgement:?}", net.id);
            }
        }
    });
    let (claimed, runs) = (claimed.into_inner(), runs.into_inner());
    println!("{claimed} claims, {runs} about runs");
    assert!(is_met(claimed, 100) && is_met(runs, 50));
}

#[test]
fn certificates_from_the_product_alone_are_accepted_and_their_opposites_never() {
    for_seeds(400, |seed| {
        let Some((net, properties)) = with_properties(seed) else { return };
        let answers: Vec<Answer> = properties.iter().map(unexplained).collect();
        let certificate = certificate(&net, &answers);
        let judgements = judged(&certificate).expect("it is a certificate");
        for (judgement, (property, verdict)) in judgements.iter().zip(&properties) {
            assert!(is_accepted(judgement), "{}: {}: {verdict:?}: {judgement:?}", net.id, property.text);
        }
        // The evidence for one claim, with each property and each verdict.
        for at in 0..properties.len() {
            for (other, (property, verdict)) in properties.iter().enumerate() {
                for claimed in [Verdict::Holds, Verdict::Violated] {
                    let mut changed = certificate.clone();
                    let property_of_other = certificate["claims"][other]["property"].clone();
                    changed["claims"][at]["property"] = property_of_other;
                    changed["claims"][at]["verdict"] = serde_json::to_value(claimed).expect("a word");
                    let accepted = is_accepted(&judged(&changed).expect("it is a certificate")[at]);
                    let is_true = claimed == *verdict;
                    assert!(!accepted || is_true, "{}: {} is not {claimed:?}", net.id, property.text);
                }
            }
        }
    });
}

/// Changes a random part of the evidence.
fn change(evidence: &mut Value, net: &Net, random: &mut StdRng) {
    let is_product = evidence.get("product").is_some();
    let list = match random.random_range(0..2) {
        _ if is_product => &mut evidence["product"],
        part => &mut evidence["lasso"][part],
    };
    let list = list.as_array_mut().expect("a list");
    let any = |random: &mut StdRng| match list_of(net) {
        ids if ids.is_empty() => json!("nobody"),
        ids => json!(ids[random.random_range(0..ids.len())]),
    };
    let another = if is_product { json!(random.random_range(0..4)) } else { any(random) };
    match random.random_range(0..4) {
        0 => list.push(another),
        1 => drop(list.pop()),
        2 if list.len() > 1 => {
            let (one, other) = (random.random_range(0..list.len()), random.random_range(0..list.len()));
            list.swap(one, other);
        }
        _ if !list.is_empty() => {
            let at = random.random_range(0..list.len());
            list[at] = another;
        }
        _ => {}
    }
}

fn list_of(net: &Net) -> Vec<String> {
    net.transitions.iter().map(|transition| transition.id.clone()).collect()
}

#[test]
fn evidence_that_is_changed_at_random_shows_nothing_false() {
    let (accepted, refused) = (Cell::new(0_u32), Cell::new(0_u32));
    for_seeds(300, |seed| {
        let Some((net, properties)) = with_properties(seed) else { return };
        let answers: Vec<Answer> = properties.iter().map(unexplained).collect();
        let (certificate, mut random) = (certificate(&net, &answers), StdRng::seed_from_u64(seed));
        for _ in 0..20 {
            let mut changed = certificate.clone();
            for claim in changed["claims"].as_array_mut().expect("claims") {
                (0..random.random_range(1..=3))
                    .for_each(|_| change(&mut claim["evidence"], &net, &mut random));
                if random.random_bool(0.5) {
                    claim["verdict"] = json!(if claim["verdict"] == "holds" { "violated" } else { "holds" });
                }
            }
            let judgements = judged(&changed).expect("it is a certificate");
            let claims = changed["claims"].as_array().expect("claims");
            for ((judgement, claim), (property, verdict)) in judgements.iter().zip(claims).zip(&properties) {
                let claimed: Verdict = serde_json::from_value(claim["verdict"].clone()).expect("a verdict");
                let is_shown = is_accepted(judgement);
                assert!(!is_shown || claimed == *verdict, "{}: {}: {claim}", net.id, property.text);
                let seen = if is_shown { &accepted } else { &refused };
                seen.set(seen.get() + 1);
            }
        }
    });
    let (accepted, refused) = (accepted.into_inner(), refused.into_inner());
    println!("{accepted} changed claims are accepted, {refused} refused");
    assert!(is_met(refused, 1000));
}

#[test]
fn formulas_that_nest_as_deeply_as_json_may_are_written_and_deeper_ones_are_not_proved() {
    let net = net(1, &Shape::conservative());
    let (mut written, mut refused) = (0, 0);
    for levels in 20..140 {
        let texts = [format!("ltl {} deadlock", "X ".repeat(levels)), {
            format!("ltl {}deadlock{}", "X (true and F (".repeat(levels / 3), "))".repeat(levels / 3))
        }];
        for text in texts {
            let Ok(Statement::Runs(property)) = Statement::parse_plain(&text, &net) else { continue };
            let answers =
                [Verdict::Holds, Verdict::Violated].map(|one| unexplained(&(property.clone(), one)));
            let judgements = judged(&certificate(&net, &answers)).expect("it can be read");
            let accepted = judgements.iter().filter(|one| is_accepted(one)).count();
            let unproved = judgements.iter().filter(|one| matches!(one, Judgement::NotProved(_))).count();
            assert_eq!((accepted < 2, accepted + unproved), (true, 2), "{text}: {judgements:?}");
            *(if accepted == 1 { &mut written } else { &mut refused }) += 1;
        }
    }
    assert!(written > 100 && refused > 5, "{written} {refused}");
}

#[test]
fn answers_to_formulas_of_the_contest_about_runs_are_accepted() {
    let Some(corpora) = corpora() else {
        return skip("formulas of the contest about runs", "the collection of nets");
    };
    let mut seen = [0; 3];
    for instance in ["ResAllocation-PT-R002C002", "ERK-PT-000001", "Angiogenesis-PT-01", "NeoElection-PT-2"] {
        let folder = corpora.join("mcc").join(instance);
        let net = read(&folder.join("model.pnml"));
        for examination in ["LTLCardinality.xml", "LTLFireability.xml"] {
            let text = std::fs::read_to_string(folder.join(examination)).expect("the file is there");
            let properties = read_in(Logic::Ltl, &text, &net).expect("the formulas are understood");
            let statements = properties.into_iter().map(|property| match property.query {
                Ok(ContestQuery::Temporal(property)) => property.without_colours().expect("it has none"),
                Ok(ContestQuery::Formula(property)) => {
                    property.without_colours().expect("it has none").into()
                }
                other => panic!("{instance}: {other:?}"),
            });
            let question = Question::check(statements.map(Statement::Runs).collect());
            let request = Request::new(question).with_portfolio(&net);
            let report = analyse(&net, &request, &Control::default()).expect("it is analysed");
            let certificate = certificate(&net, &answers(&request, &report));
            for judgement in judged(&certificate).expect("it is a certificate") {
                let Judgement::Accepted(by) = judgement else { panic!("{instance}: {judgement:?}") };
                let kind = if by.contains("product") { 0 } else { 1 + usize::from(by.contains("repeated")) };
                seen[kind] += 1;
            }
        }
    }
    assert_eq!(seen.iter().sum::<usize>(), 4 * 2 * 16);
    assert!(seen.iter().all(|&kind| kind > 5), "{seen:?}");
}

#[test]
fn a_product_beyond_the_limits_is_not_written_and_the_reason_is() {
    let net = read(&workspace().join("nets/philosophers-5.pnml"));
    let Ok(Statement::Runs(property)) = Statement::parse_plain("ltl G F true or G F deadlock", &net) else {
        panic!("it is about runs");
    };
    let Ok(Statement::Runs(waits)) = Statement::parse_plain("ltl G (deadlock -> X F deadlock)", &net) else {
        panic!("it is about runs");
    };
    let answers = [property, waits].map(|property| unexplained(&(property, Verdict::Holds)));
    let limited = |limits: Limits, max_product_states: u64| {
        let budget = EvidenceBudget { limits, max_product_states, ..EvidenceBudget::default() };
        judged(&certificate_within(&net, &answers, budget)).expect("it is a certificate").remove(1)
    };
    let plain = Limits::default();
    assert!(is_accepted(&limited(plain, 10_000_000)));
    for (limits, states, why) in [
        (plain, 10, "has more than 10 states"),
        (Limits { memory_bytes: Some(1000), ..plain }, 10_000, "does not fit in the memory"),
        (Limits { time: Some(Duration::ZERO), ..plain }, 10_000, "could not be explored in the time"),
    ] {
        let judgement = limited(limits, states);
        assert!(matches!(&judgement, Judgement::NotProved(reason) if reason.ends_with(why)), "{judgement:?}");
    }
}
