//! Certificates of random nets with all kinds of arcs. Their claims are accepted, and the opposite claims
//! never are.

use std::cell::Cell;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use sanderling::{Control, Limits, Question, Request, analyse};
use sanderling_certificate::{Certificate, EvidenceBudget, Origin, answers, certify};
use sanderling_certificate_check::schema::{Evidence, Verdict};
use sanderling_certificate_check::{Judgement, check};
use sanderling_net::Net;
use sanderling_property::Property;
use sanderling_testkit::random::{Shape, for_seeds, is_met, net};
use sanderling_tests::random_property;

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
                    Evidence::Lasso(..) | Evidence::Product(_) | Evidence::None(_) => continue,
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
