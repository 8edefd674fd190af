//! Certificates of the small collection. The checker accepts one for every verdict, and refuses a changed
//! one with a reason.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use sanderling::{Control, PreparedNet, Question, Request, analyse};
use sanderling_certificate::{Certificate, EvidenceBudget, Origin, answers, certify};
use sanderling_certificate_check::schema::Verdict;
use sanderling_certificate_check::{Judgement, check, pnml};
use sanderling_net::Net;
use sanderling_property::Property;
use sanderling_testkit::corpora::workspace;
use sanderling_testkit::files::ending_in;
use sanderling_tests::{random_property, read};
use sanderling_unfolding::{Budget, Options};
use serde_json::{Value, json};

/// Returns the files of place/transition nets, or of coloured nets.
fn files(folder: &str) -> Vec<PathBuf> {
    let files = ending_in(&workspace().join(folder), "pnml");
    assert!(!files.is_empty());
    files
}

fn file(name: &str) -> PathBuf {
    workspace().join("nets").join(name).with_extension("pnml")
}

/// Returns the text of the certificate of the answer to a query.
fn text(
    path: &Path,
    net: &Net,
    question: Question,
    budget: &EvidenceBudget,
    derived: Option<&str>,
) -> String {
    let request = Request::new(question).with_portfolio(net);
    let report = analyse(net, &request, &Control::default()).expect("a net of the collection is analysed");
    let bytes = fs::read(path).expect("the file is there");
    let origin = Origin { name: "a net", bytes: &bytes, derived_by: derived };
    let made = certify(net, &origin, &answers(&request, &report), budget, &Control::default());
    serde_json::to_string(&made.expect("it is certified")).expect("it is JSON")
}

/// Returns the certificate of an answer as JSON, with numbers of up to 64 bits.
fn certified(
    path: &Path,
    net: &Net,
    question: Question,
    budget: &EvidenceBudget,
    derived: Option<&str>,
) -> Value {
    serde_json::from_str(&text(path, net, question, budget, derived)).expect("it is JSON")
}

fn judged(path: &Path, text: &str, repeat: u64) -> Result<Vec<Judgement>, String> {
    let certificate: Certificate = serde_json::from_str(text).map_err(|error| error.to_string())?;
    check(certificate, &fs::read(path).expect("the file is there"), repeat)
}

/// Checks that every claim with a known verdict is accepted.
fn assert_accepted(path: &Path, text: &str, repeat: u64) {
    let judgements = judged(path, text, repeat);
    let judgements = judgements.unwrap_or_else(|why| panic!("{}: refused: {why}", path.display()));
    let certificate: Certificate = serde_json::from_str(text).expect("it was read before");
    for (judgement, claim) in judgements.iter().zip(&certificate.claims) {
        let is_accepted = matches!(judgement, Judgement::Accepted(_));
        let is_unknown = claim.verdict == Verdict::Unknown;
        assert!(is_accepted != is_unknown, "{}: {claim:?}: {judgement:?}", path.display());
    }
}

/// Returns the reason why the only claim, or the whole certificate, is refused.
fn refusal(path: &Path, certificate: &Value, repeat: u64) -> String {
    match judged(path, &certificate.to_string(), repeat) {
        Err(why) => why,
        Ok(judgements) => match &judgements[..] {
            [Judgement::Refused(why)] => why.clone(),
            other => panic!("{}: not refused: {other:?}: {certificate}", path.display()),
        },
    }
}

fn random_properties(net: &Net, seed: u64, count: usize) -> Vec<Property> {
    let mut random = StdRng::seed_from_u64(seed);
    let texts = (0..count).map(|_| random_property(net, &mut random));
    texts.map(|text| Property::parse(&text, net).expect("a property")).collect()
}

#[test]
fn every_verdict_of_the_collection_has_a_certificate_that_is_accepted() {
    for (seed, path) in files("nets").iter().enumerate() {
        let net = read(path);
        let properties = random_properties(&net, seed as u64, 12);
        let except = Question::DeadlockExcept(properties[0].clone());
        for question in [Question::Deadlock, except, Question::Explore, Question::Check(properties)] {
            assert_accepted(path, &text(path, &net, question, &EvidenceBudget::default(), None), 0);
        }
    }
}

#[test]
fn lists_of_markings_and_hashes_do_where_there_is_no_proof() {
    for (seed, path) in files("nets").iter().enumerate() {
        let net = read(path);
        if ["pump", "chain-reaction"].contains(&path.file_stem().and_then(OsStr::to_str).expect("a name")) {
            continue;
        }
        for max_markings in [u64::MAX, 0] {
            let budget =
                EvidenceBudget { proof_time: Duration::ZERO, max_markings, ..EvidenceBudget::default() };
            let properties = Question::Check(random_properties(&net, seed as u64, 12));
            for question in [Question::Deadlock, properties] {
                assert_accepted(path, &text(path, &net, question, &budget, None), 1_000_000);
            }
        }
    }
}

#[test]
fn hashes_alone_are_no_proof() {
    let (path, budget) = (file("kanban-2"), EvidenceBudget { max_markings: 0, ..EvidenceBudget::default() });
    let certificate = certified(&path, &read(&path), Question::Explore, &budget, None);
    let judgements = judged(&path, &certificate.to_string(), 0).expect("it is about the file");
    assert!(
        matches!(&judgements[..], [Judgement::NotProved(why)] if why.contains("evidence")),
        "{judgements:?}"
    );
    assert_accepted(&path, &certificate.to_string(), 4600);
    assert_eq!(refusal(&path, &certificate, 4599), "there are more than 4599 markings");
}

#[test]
fn the_certificate_of_a_coloured_net_is_about_its_unfolding() {
    for path in files("nets/coloured") {
        let prepared =
            PreparedNet::of(read(&path), Options::default(), &Budget::default()).expect("it is unfolded");
        for question in [Question::Deadlock, Question::Explore] {
            let certificate =
                certified(&path, prepared.net(), question, &EvidenceBudget::default(), Some("unfolding"));
            assert_accepted(&path, &certificate.to_string(), 0);
            let mut plain = certificate.clone();
            plain.as_object_mut().expect("an object").remove("derived_net");
            assert!(refusal(&path, &plain, 0).contains("not known here"));
        }
    }
}

/// Returns every value that differs from this one in one number.
fn changed(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => vec![json!(number.as_u64().expect("a count") + 1)],
        Value::Array(parts) => {
            let with = |at: usize, part: Value| {
                let mut all = parts.clone();
                all[at] = part;
                Value::Array(all)
            };
            let each = parts.iter().enumerate();
            each.flat_map(|(at, part)| changed(part).into_iter().map(move |part| with(at, part))).collect()
        }
        Value::Object(parts) => {
            let with = |key: &String, part: Value| {
                let mut all = parts.clone();
                all.insert(key.clone(), part);
                Value::Object(all)
            };
            let each = parts.iter();
            each.flat_map(|(key, part)| changed(part).into_iter().map(move |part| with(key, part))).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn a_list_of_markings_with_one_number_changed_is_refused() {
    for name in ["philosophers-3", "filling", "bounded-store", "producer-consumer-10"] {
        let path = file(name);
        let certificate = certified(&path, &read(&path), Question::Explore, &EvidenceBudget::default(), None);
        let markings = changed(&certificate["exploration"]["markings"]);
        assert!(markings.len() > 10);
        for markings in markings {
            let mut other = certificate.clone();
            other["exploration"]["markings"] = markings;
            refusal(&path, &other, 0);
        }
        for statistics in changed(&certificate["claims"][0]["property"]) {
            let mut other = certificate.clone();
            other["claims"][0]["property"] = statistics;
            assert!(refusal(&path, &other, 0).starts_with("the statistics are"));
        }
    }
}

#[test]
fn a_marking_that_is_missing_or_not_reached_is_named() {
    let path = file("producer-consumer-10");
    let certificate = certified(&path, &read(&path), Question::Explore, &EvidenceBudget::default(), None);
    let mut longer = certificate.clone();
    let list = longer["exploration"]["markings"].as_array_mut().expect("a list");
    list.push(json!([0, 9, 1]));
    assert_eq!(refusal(&path, &longer, 0), "1 markings of the list cannot be reached");
    let mut shorter = certificate.clone();
    shorter["exploration"]["markings"].as_array_mut().expect("a list").pop();
    assert!(refusal(&path, &shorter, 0).ends_with("which is not in the list"));
    let mut unsorted = certificate;
    let list = unsorted["exploration"]["markings"].as_array_mut().expect("a list");
    let last = list.last().expect("a marking").clone();
    list.push(last);
    assert!(refusal(&path, &unsorted, 0).contains("is not behind the one before it"));
}

#[test]
fn hashes_with_one_number_changed_are_refused() {
    let (path, budget) =
        (file("philosophers-3"), EvidenceBudget { max_markings: 0, ..EvidenceBudget::default() });
    let certificate = certified(&path, &read(&path), Question::Explore, &budget, None);
    for blocks in changed(&certificate["exploration"]["blocks"]) {
        let mut other = certificate.clone();
        other["exploration"]["blocks"] = blocks;
        assert_eq!(refusal(&path, &other, 100), "the blocks have other counts or hashes");
    }
    let mut other = certificate;
    other["exploration"]["blocks"][3][1] = json!("00");
    assert_eq!(refusal(&path, &other, 100), "the blocks have other counts or hashes");
}

#[test]
fn a_run_with_one_firing_changed_is_refused() {
    let path = file("two-pages");
    let certificate = certified(&path, &read(&path), Question::Deadlock, &EvidenceBudget::default(), None);
    let run = certificate["claims"][0]["evidence"]["run"].as_array().expect("a run").clone();
    for at in 0..run.len() {
        let mut shorter = certificate.clone();
        shorter["claims"][0]["evidence"]["run"].as_array_mut().expect("a run").remove(at);
        let why = refusal(&path, &shorter, 0);
        assert!(why.contains("is not enabled") || why.contains("decides nothing"), "{why}");
        let mut unknown = certificate.clone();
        unknown["claims"][0]["evidence"]["run"][at] = json!("nobody");
        assert_eq!(refusal(&path, &unknown, 0), "there is no transition `nobody`");
    }
    let mut other = certificate;
    other["claims"][0]["verdict"] = json!("holds");
    assert_eq!(refusal(&path, &other, 0), "this is no evidence for such a claim");
}

#[test]
fn a_cycle_that_cannot_be_repeated_is_refused() {
    let path = file("pump");
    let certificate = certified(&path, &read(&path), Question::Explore, &EvidenceBudget::default(), None);
    let cycle = &certificate["claims"][0]["evidence"]["self_covering"][1];
    assert_eq!(cycle.as_array().map(Vec::len), Some(2));
    let mut shorter = certificate.clone();
    shorter["claims"][0]["evidence"]["self_covering"][1].as_array_mut().expect("a cycle").pop();
    assert!(refusal(&path, &shorter, 0).starts_with("the cycle loses tokens of"));
    let mut empty = certificate;
    empty["claims"][0]["evidence"]["self_covering"][1] = json!([]);
    assert_eq!(refusal(&path, &empty, 0), "nothing grows in the cycle");
}

#[test]
fn a_proof_with_one_number_or_line_changed_is_refused() {
    let path = file("round-robin-3");
    let certificate = certified(&path, &read(&path), Question::Deadlock, &EvidenceBudget::default(), None);
    let [lemmas, lines] = [0, 1].map(|part| certificate["claims"][0]["evidence"]["proof"][part].clone());
    assert!(lemmas.as_array().is_some_and(|lemmas| lemmas.len() > 3));
    let with = |lemmas: &Value, lines: &Value| {
        let mut other = certificate.clone();
        other["claims"][0]["evidence"]["proof"] = json!([lemmas, lines]);
        refusal(&path, &other, 0)
    };
    let mut reasons = Vec::new();
    for (at, lemma) in lemmas.as_array().expect("lemmas").iter().enumerate() {
        for part in 0..lemma["weights"].as_array().map_or(0, Vec::len) {
            let mut other = lemmas.clone();
            other[at]["weights"][part][0] = json!(lemma["weights"][part][0].as_i64().expect("a weight") - 9);
            reasons.push(with(&other, &lines));
        }
        for (kind, last) in [("inequalities", 2), ("traps", 1)] {
            for part in 0..lemma[kind].as_array().map_or(0, Vec::len) {
                let mut other = lemmas.clone();
                other[at][kind][part][last] = json!(0);
                let why = with(&other, &lines);
                assert_eq!(why, format!("lemma {}: the multiplier 0 is not positive", at + 1));
            }
        }
        for part in 0..lemma["traps"].as_array().map_or(0, Vec::len) {
            let mut other = lemmas.clone();
            other[at]["traps"][part][0].as_array_mut().expect("a trap").pop();
            reasons.push(with(&other, &lines));
        }
    }
    let is_named = |why: &String| why.starts_with("lemma ");
    assert!(!reasons.is_empty() && reasons.iter().all(is_named), "{reasons:?}");
    assert!(with(&json!([]), &lines).contains("does not follow by unit propagation"));
    assert!(with(&lemmas, &json!([])).starts_with("there is no contradiction"));
    assert!(with(&lemmas, &json!([[1_000_000]])).contains("which is none"));
}

#[test]
fn a_certificate_of_another_file_or_version_is_refused() {
    let path = file("philosophers-3");
    let certificate = certified(&path, &read(&path), Question::Deadlock, &EvidenceBudget::default(), None);
    assert!(refusal(&file("philosophers-5"), &certificate, 0).starts_with("it is about another file"));
    let mut other = certificate.clone();
    other["sanderling_certificate"] = json!(5);
    assert_eq!(refusal(&path, &other, 0), "version 5 is not known");
    let mut other = certificate.clone();
    other["claims"] = json!([]);
    assert_eq!(refusal(&path, &other, 0), "it claims nothing");
    let mut other = certificate;
    other["more"] = json!(1);
    assert!(refusal(&path, &other, 0).starts_with("unknown field `more`"));
}

#[test]
fn both_readers_of_files_read_the_same_net() {
    for path in files("nets") {
        let made = text(
            &path,
            &read(&path),
            Question::Check(Vec::new()),
            &EvidenceBudget::default(),
            Some("nothing"),
        );
        let made: Certificate = serde_json::from_str(&made).expect("a certificate");
        let ours = made.derived_net.expect("the net is in it").net;
        let theirs = pnml::read(&fs::read(&path).expect("the file is there")).expect("it is read");
        assert_eq!(ours, theirs, "{}", path.display());
    }
}
