//! Place/transition nets: explored, decided, and to a depth; also sized ones.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use sanderling::{
    Control, DepthBound, Effort, Events, Question, Reductions, Request, StoreChoice, analyse, level_graph,
};
use sanderling_net::Net;
use sanderling_property::{Property, Quantifier, ReferenceValuation};
use sanderling_report::Verdict;
use sanderling_store::pairs::{CacheSize, CacheStrategy, PairOptions};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{Shape, net, unit_safe_net};
use sanderling_testkit::sized::{FAMILIES, Sized, three_rings, two_rings, two_tokens};

use super::LIMIT;
use crate::{Configuration, Oracle, check_counts, play, random_property};

/// Returns a net of any of the shapes, mostly of the usual ones.
pub(super) fn any_net(random: &mut StdRng) -> Net {
    let seed = random.random();
    let shape = match random.random_range(0..16) {
        0..3 => Shape::plain(),
        3..6 => Shape { max_tokens: 2, ..Shape::conservative() },
        6..8 => Shape::special(),
        8..10 => Shape { max_tokens: 2, ..Shape::conservative_special() },
        10 => Shape::large_counts(),
        11 => Shape::claimed_units(),
        12 => Shape { places: 80..=120, transitions: 3..=7, marked: 0.2, ..Shape::conservative() },
        13 => {
            Shape { places: 5..=9, max_tokens: 1 << 45, max_weight: 1 << 43, ..Shape::conservative_special() }
        }
        14 if random.random_bool(0.2) => Shape::many_events(),
        _ => return unit_safe_net(seed),
    };
    net(seed, &shape)
}

pub(super) fn properties(net: &Net, random: &mut StdRng, count: usize) -> Vec<Property> {
    let parse = |text: String| Property::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
    (0..count).map(|_| parse(random_property(net, random))).collect()
}

fn any_question_of(net: &Net, random: &mut StdRng) -> Question {
    match random.random_range(0..5) {
        0 => Question::Deadlock,
        1 => Question::DeadlockExcept(properties(net, random, 1).remove(0)),
        2 => Question::Check(properties(net, random, 3)),
        _ => Question::Explore,
    }
}

/// Checks a complete report, for a net and a query in one configuration.
pub(super) fn any_question(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let question = any_question_of(&net, random);
    let oracle = Oracle::of(&net, LIMIT);
    let mut configuration = if random.random_bool(0.5) {
        *Configuration::distinct().choose(random).expect("there are some")
    } else {
        Configuration::rotation_for(&question, random.random(), 1)[0]
    };
    if let StoreChoice::ComBack(options) = &mut configuration.store {
        *options = any_pairs(random);
    }
    let _report = oracle.check(&configuration, question);
    true
}

/// Returns random options for a store of pairs.
fn any_pairs(random: &mut StdRng) -> PairOptions {
    let cache = if random.random_bool(0.5) {
        CacheSize::Share
    } else {
        CacheSize::States(random.random_range(0..40))
    };
    let strategies = [CacheStrategy::Fixed, CacheStrategy::Fifo, CacheStrategy::Lru, CacheStrategy::Random];
    let strategy = *strategies.choose(random).expect("there are some");
    PairOptions { cache, strategy, ..PairOptions::default() }
}

/// Checks a verdict found by rules, proofs, walks and searches, often about a net with tests.
pub(super) fn decided(random: &mut StdRng) -> bool {
    let has_tests = random.random_bool(0.6);
    let net = if has_tests { net(random.random(), &Shape::special()) } else { any_net(random) };
    let Ok(explored) = naive::explore(&net, LIMIT) else { return false };
    let property = properties(&net, random, 1).remove(0);
    let request = with_portfolio(Question::Check(vec![property.clone()]), random);
    let report = analyse(&net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    let answer = &report.answers[0];
    let about = format!("{} {} {request:?}", net.id, property.text);
    assert_eq!(answer.verdict, expected(&net, &explored, &property), "{about}");
    if let Some(trace) = &answer.trace {
        let valuation = play(&net, trace);
        let valuation = ReferenceValuation::build(&net, &valuation).expect("enabledness is defined");
        assert!(property.target().holds(&valuation), "{about}: the trace decides nothing");
    }
    true
}

/// Returns a request in which each effort leaves more work to the later ones.
fn with_portfolio(question: Question, random: &mut StdRng) -> Request {
    let walk_time = Duration::from_millis(random.random_range(0..2));
    let short = if random.random_bool(0.5) { Effort::default().short } else { 0 };
    let small = if random.random_bool(0.2) { 100 } else { 0 };
    let request = Request {
        reductions: Reductions {
            structural: random.random_bool(0.7),
            events: if random.random_bool(0.7) { Events::STUBBORN } else { Events::ALL },
            ..Reductions::default()
        },
        proofs: random.random_bool(0.7),
        effort: Effort { small, short, walk_time, ..Effort::default() },
        threads: random.random_range(1..=2),
        ..Request::new(question)
    };
    assert_eq!(request.refusal(), None);
    request
}

/// Returns the verdict of the naive explorer on a property.
fn expected(net: &Net, explored: &Explored, property: &Property) -> Verdict {
    let is_met = explored.markings.keys().any(|marking| {
        let valuation = ReferenceValuation::build(net, marking).expect("enabledness is defined");
        property.target().holds(&valuation)
    });
    if is_met == (property.quantifier == Quantifier::Reach) { Verdict::Holds } else { Verdict::Violated }
}

/// Checks the counts of the states within a depth.
pub(super) fn to_depth(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let Ok(explored) = naive::explore(&net, 10 * LIMIT) else { return false };
    let depth = random.random_range(1..12);
    let bound = DepthBound { increment: random.random_range(1..5), ..DepthBound::new(depth) };
    let request = Request { depth: Some(bound), ..Request::new(Question::Explore) };
    let report = analyse(&net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    let states: usize = explored.levels.iter().take(depth as usize + 1).sum();
    assert_eq!(report.states, Some(states.into()), "{} {bound:?}", net.id);
    assert_eq!(report.exhaustive, states == explored.states(), "{} {bound:?}", net.id);
    true
}

/// Checks the number of states of each level.
pub(super) fn levels(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let Ok(explored) = naive::explore(&net, LIMIT) else { return false };
    let request = Request { threads: random.random_range(1..=2), ..Request::new(Question::Explore) };
    let graph = level_graph(&net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    let found: Vec<u64> = graph.levels.iter().map(|level| level.states).collect();
    let expected: Vec<u64> = explored.levels.iter().map(|&states| states as u64).collect();
    assert_eq!(found, expected, "{}", net.id);
    true
}

/// Checks verdicts about a large net, found by rules, proofs, walks and searches.
pub(super) fn decided_sized(random: &mut StdRng) -> bool {
    let sized = any_sized(random, 6);
    let is_about_deadlocks = random.random_bool(0.5);
    let question = if is_about_deadlocks { Question::Deadlock } else { reached(&sized) };
    let request = with_portfolio(question, random);
    let report = analyse(&sized.net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}"));
    let expected = if is_about_deadlocks && sized.deadlocks > 0 { Verdict::Violated } else { Verdict::Holds };
    assert_eq!(report.verdict, expected, "{} {request:?}", sized.net.id);
    true
}

/// Returns a net of any family, with a size of up to this number of bits. All numbers of bits are equally
/// likely.
fn any_sized(random: &mut StdRng, bits: u32) -> Sized {
    let family = FAMILIES.choose(random).expect("there are some");
    let size = (2 << random.random_range(0..bits)) + random.random_range(0..3);
    (family.of)(size.min(family.largest))
}

/// Checks the counts of a large net, and whether a distant place is reached.
pub(super) fn sized(random: &mut StdRng) -> bool {
    let sized = any_sized(random, 9);
    check_sized(&sized, random)
}

/// Checks the counts of a net with some thousands of markings, and whether a distant place is reached.
pub(super) fn many_markings(random: &mut StdRng) -> bool {
    let sized = match random.random_range(0..3) {
        0 => two_rings(random.random_range(70..85)),
        1 => three_rings(random.random_range(17..20)),
        _ => two_tokens(random.random_range(100..120)),
    };
    check_sized(&sized, random)
}

fn check_sized(sized: &Sized, random: &mut StdRng) -> bool {
    let question = if random.random_bool(0.5) { Question::Explore } else { reached(sized) };
    let mut configuration = Configuration::rotation_for(&question, random.next_u64(), 1)[0];
    if random.random_bool(0.3) {
        let mut trees = Configuration::distinct();
        trees.retain(|one| one.store == StoreChoice::Tree);
        configuration = *trees.choose(random).expect("there are some");
    }
    let request = configuration.request(question);
    let about = format!("{} {configuration:?}", sized.net.id);
    let Ok(report) = analyse(&sized.net, &request, &Control::default()) else {
        assert!(configuration.needs_independence(), "{about}: refused");
        return false;
    };
    if configuration.gave_up(&report) {
        return false;
    }
    if let Question::Check(_) = request.question {
        assert_eq!(report.answers[0].verdict, Verdict::Holds, "{about}");
        return true;
    }
    let count = |number: u128| u64::try_from(number).expect("small counts").into();
    let known = [sized.states, sized.firings, sized.deadlocks].map(count);
    check_counts(&report, known).unwrap_or_else(|difference| panic!("{about}: {difference}"));
    assert_eq!(report.max_tokens_in_marking, Some(count(sized.tokens)), "{about}");
    true
}

fn reached(sized: &Sized) -> Question {
    let text = format!("reach tokens(p{}) > 0", sized.reached);
    Question::Check(vec![Property::parse(&text, &sized.net).expect("it is a property")])
}
