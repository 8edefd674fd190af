//! Intended deadlocks: their exclusion from a question, and the hints about them.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, Effort, Question, Request, analyse};
use sanderling_net::semantics::Marking;
use sanderling_net::{ArcKind, Net};
use sanderling_property::{Formula, Property, Quantifier};
use sanderling_report::{HintKind, Report, Technique, Verdict};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::tiny::nets;
use sanderling_tests::{Configuration, Oracle};

const LIMIT: usize = 300;

fn except(text: &str, net: &Net) -> Question {
    Question::DeadlockExcept(Property::parse_condition(Quantifier::Reach, text, net).unwrap())
}

fn answer(net: &Net, question: Question) -> Report {
    analyse(net, &Request::new(question).with_portfolio(net), &Control::default()).unwrap()
}

/// Returns a condition that holds in the markings that agree with this one in some places, or in all other
/// markings, combined with another condition on deadlocks.
fn like(net: &Net, marking: &Marking, random: &mut StdRng) -> String {
    let places: Vec<_> = net.place_ids().collect();
    let count = random.random_range(1..=3).min(places.len());
    let some = places.sample(random, count);
    let same = some.map(|&place| format!("tokens({}) = {}", net.place(place).id, marking.tokens(place)));
    let same = same.collect::<Vec<_>>().join(" and ");
    let besides =
        *["", " and deadlock", " and not fireable(t0)", " or not deadlock"].choose(random).expect("some");
    let negated = if random.random_bool(0.5) { "not " } else { "" };
    format!("{negated}({same}{besides})")
}

/// Checks the verdicts about a net with exceptions derived from one of its deadlocks.
fn check(net: &Net, explored: &Explored, seed: u64, verdicts: &Cell<[usize; 2]>) {
    let mut random = StdRng::seed_from_u64(seed);
    let Some((dead, _)) = explored.deadlocks.first() else { return };
    let oracle = Oracle::of(net, LIMIT);
    for _ in 0..2 {
        let question = except(&like(net, dead, &mut random), net);
        let left = explored.deadlocks.iter().any(|(dead, _)| !is_excepted(net, &question, dead));
        let expected = if left { Verdict::Violated } else { Verdict::Holds };
        let of_search = Configuration::rotation_for(&question, random.random(), 2);
        for configuration in of_search.iter().filter(|one| !one.may_give_up()) {
            assert_eq!(oracle.check(configuration, question.clone()).verdict, expected);
        }
        let quick = Effort { small: 0, walk_time: Duration::from_millis(1), ..Effort::default() };
        for effort in [quick, Effort { short: 0, ..quick }] {
            let request = Request { effort, ..Request::new(question.clone()).with_portfolio(net) };
            let report = analyse(net, &request, &Control::default()).unwrap();
            assert_eq!(report.verdict, expected, "{question:?}");
        }
        let [holds, violated] = verdicts.get();
        verdicts.set([holds + usize::from(!left), violated + usize::from(left)]);
    }
}

fn is_excepted(net: &Net, question: &Question, marking: &Marking) -> bool {
    let valuation = sanderling_property::ReferenceValuation::build(net, marking).unwrap();
    question.except().is_some_and(|property| property.formula.holds(&valuation))
}

#[test]
fn a_deadlock_is_one_that_no_exception_is_about() {
    let verdicts = Cell::new([0, 0]);
    let shapes = [Shape::conservative(), Shape::plain(), Shape::special(), Shape::conservative_special()];
    for_seeds(100, |seed| {
        let net = random::net(seed, &shapes[seed as usize % shapes.len()]);
        if let Ok(explored) = naive::explore(&net, LIMIT) {
            check(&net, &explored, seed, &verdicts);
        }
    });
    println!("holds and violated: {:?}", verdicts.get());
    assert!(verdicts.get().iter().all(|&count| is_met(count, 30)), "{:?}", verdicts.get());
}

#[test]
fn the_goal_is_about_tokens_and_a_deadlock_alone() {
    let net = nets::one_way_chain(2);
    let report = answer(&net, except("tokens(p2) = 1 and deadlock and not fireable(t0)", &net));
    assert_eq!(report.verdict, Verdict::Holds);
    assert_eq!(report.except.as_deref(), Some("tokens(p2) = 1 and deadlock and not fireable(t0)"));
    assert_eq!(answer(&net, except("fireable(t0)", &net)).verdict, Verdict::Violated);
    assert_eq!(answer(&net, except("tokens(p2) = 1 and fireable(t0)", &net)).verdict, Verdict::Violated);
}

#[test]
fn rules_that_show_that_there_is_no_deadlock_show_that_none_is_left() {
    let net = nets::net("source", &[0], 1, &[(0, 0, ArcKind::Output, 1)]);
    let report = answer(&net, except("tokens(p0) = 1", &net));
    let by = report.decided_by.map(|decision| decision.technique);
    assert_eq!((report.verdict, by), (Verdict::Holds, Some(Technique::Reduction)));
}

#[test]
fn a_hint_names_the_proper_end_of_a_workflow_and_how_to_except_it() {
    let net = nets::one_way_chain(3);
    for request in [Request::new(Question::Deadlock), Request::new(Question::Deadlock).with_portfolio(&net)] {
        let report = analyse(&net, &request, &Control::default()).unwrap();
        assert_eq!(report.verdict, Verdict::Violated);
        let [hint] = report.hints.as_slice() else { panic!("one hint: {:?}", report.hints) };
        assert_eq!(hint.kind, HintKind::MeantEnd);
        let pasted = hint.except.as_deref().unwrap();
        assert_eq!(pasted, "tokens(p3) == 1 and tokens(p0, p1, p2) == 0");
        let report = answer(&net, except(pasted, &net));
        assert_eq!((report.verdict, report.hints), (Verdict::Holds, Vec::new()));
    }
}

/// A chain whose file declares its end, or another marking, as final.
#[test]
fn deadlocks_in_stated_final_markings_do_not_count() {
    for (tokens, stated, verdict) in [
        (1, Some(1), Verdict::Holds),
        (2, Some(2), Verdict::Holds),
        (2, Some(1), Verdict::Violated),
        (1, Some(2), Verdict::Violated),
        (1, None, Verdict::Violated),
    ] {
        let mut net = nets::one_way_chain(3);
        net.places[0].initial = sanderling_net::Inscription::Tokens(tokens);
        let place = net.place_ids().last().expect("a chain has places");
        net.final_markings =
            stated.map(|tokens| vec![sanderling_net::MarkedPlace { place, tokens }]).into_iter().collect();
        for request in
            [Request::new(Question::Deadlock), Request::new(Question::Deadlock).with_portfolio(&net)]
        {
            let report = analyse(&net, &request, &Control::default()).unwrap();
            assert_eq!(report.verdict, verdict, "{tokens} tokens, {stated:?}");
            let is_hinted = report.hints.iter().any(|hint| hint.kind == HintKind::FinalMarkings);
            assert_eq!((is_hinted, report.except.is_some()), (stated.is_some(), stated.is_some()));
        }
        // The caller can count all deadlocks by giving an exception.
        let all = answer(&net, except("tokens(p0) = 99", &net));
        assert_eq!(all.verdict, Verdict::Violated);
    }
}

#[test]
fn another_deadlock_of_a_workflow_is_no_proper_end() {
    // A case that ends with a token left behind, and one that ends in the middle.
    let arcs = |weight| {
        [
            (0, 0, ArcKind::Input, 1),
            (1, 0, ArcKind::Output, 1),
            (1, 1, ArcKind::Input, weight),
            (2, 1, ArcKind::Output, 1),
        ]
    };
    let stuck = nets::net("stuck", &[1, 0, 0], 2, &arcs(2));
    let left = nets::net("left", &[1, 1, 0], 2, &arcs(1));
    for net in [stuck, left] {
        let report = answer(&net, Question::Deadlock);
        assert_eq!((report.verdict, report.hints), (Verdict::Violated, Vec::new()), "{}", net.id);
    }
}

#[test]
fn a_net_without_tokens_gets_a_hint_for_every_question() {
    let mut net = nets::one_way_chain(2);
    net.places[0].initial = sanderling_net::Inscription::Tokens(0);
    let property = Property::parse("always not deadlock", &net).unwrap();
    let except = except("tokens(p2) = 1", &net);
    for question in [Question::Explore, Question::Deadlock, except, Question::Check(vec![property])] {
        let report = answer(&net, question);
        assert_eq!(report.hints.iter().map(|hint| hint.kind).collect::<Vec<_>>(), [HintKind::NoTokens]);
        assert!(report.hints[0].message.contains("nothing can fire"), "{:?}", report.hints);
    }
    assert_eq!(sanderling::describe(&net).unwrap().hints[0].kind, HintKind::NoTokens);
    let source = nets::net("source", &[0], 1, &[(0, 0, ArcKind::Output, 1)]);
    let hints = answer(&source, Question::Deadlock).hints;
    assert!(hints[0].message.contains("only transitions without inputs"), "{hints:?}");
    assert!(answer(&nets::one_way_chain(2), Question::Explore).hints.is_empty());
}

#[test]
fn an_exception_that_never_holds_changes_nothing() {
    let net = nets::one_way_chain(1);
    let never =
        Property { formula: Formula::Constant(false), ..Property::parse("reach false", &net).unwrap() };
    assert_eq!(answer(&net, Question::deadlock(Some(never))).verdict, Verdict::Violated);
    assert_eq!(Question::deadlock(None), Question::Deadlock);
}
