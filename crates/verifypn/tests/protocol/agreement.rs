//! Random nets and queries: the answers are those of the naive explorer.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Net, PlaceId};
use sanderling_report::{TraceFormat, Verdict};
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};

use crate::calls::{Folder, always, exported, queries, reach};
use crate::reading::{read, run};

/// A condition with its meaning.
type Condition = (String, Box<dyn Fn(&Net, &Marking) -> bool>);

fn atom(net: &Net, random: &mut StdRng) -> Condition {
    let place = PlaceId::new(random.random_range(0..net.places.len()));
    let other = PlaceId::new(random.random_range(0..net.places.len()));
    let number = random.random_range(0..4_u64);
    let transition = random.random_range(0..net.transitions.len());
    let count =
        |place: PlaceId| format!("<tokens-count><place>{}</place></tokens-count>", net.place(place).id);
    match random.random_range(0..4) {
        0 => (
            format!("<integer-le>{}<integer-constant>{number}</integer-constant></integer-le>", count(place)),
            Box::new(move |_, marking| marking.tokens(place) <= number),
        ),
        1 => (
            format!("<integer-lt>{}{}</integer-lt>", count(place), count(other)),
            Box::new(move |_, marking| marking.tokens(place) < marking.tokens(other)),
        ),
        2 => (
            format!("<is-fireable><transition>{}</transition></is-fireable>", net.transitions[transition].id),
            Box::new(move |net, marking| {
                let enabled = Interpreter::new(net).enabled(marking).unwrap();
                enabled.iter().any(|firing| firing.transition.index() == transition)
            }),
        ),
        _ => (
            "<deadlock/>".into(),
            Box::new(|net, marking| Interpreter::new(net).enabled(marking).unwrap().is_empty()),
        ),
    }
}

fn condition(net: &Net, random: &mut StdRng) -> Condition {
    let ((one, holds_one), (other, holds_other)) = (atom(net, random), atom(net, random));
    match random.random_range(0..3) {
        0 => (format!("<negation>{one}</negation>"), Box::new(move |net, marking| !holds_one(net, marking))),
        1 => (
            format!("<conjunction>{one}{other}</conjunction>"),
            Box::new(move |net, marking| holds_one(net, marking) && holds_other(net, marking)),
        ),
        _ => (
            format!("<disjunction>{one}{other}</disjunction>"),
            Box::new(move |net, marking| holds_one(net, marking) || holds_other(net, marking)),
        ),
    }
}

fn options(random: &mut StdRng) -> String {
    let any = |random: &mut StdRng, of: &[&str]| of[random.random_range(0..of.len())].to_owned();
    let bound = any(random, &["", "--k-bound 1", "--k-bound 3", "--k-bound 50"]);
    let strategy = any(random, &["", "-s BFS", "-s DFS", "-s BestFS", "-s RDFS"]);
    let reduction = any(random, &["", "-r 0", "-r 0 -p", "-r 2", "-r 1 -q 0", "-r 1 -p -a 10"]);
    format!("{bound} --trace {strategy} {reduction} -z 1")
}

#[test]
fn answers_are_those_of_the_naive_explorer_and_runs_replay() {
    let shape = Shape { read: 0.0, reset: 0.0, capacity: 0.0, places: 1..=4, ..Shape::special() };
    let (answered, found) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    for_seeds(150, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = random::net(seed, &shape);
        if net.transitions.is_empty() {
            return;
        }
        let Ok(explored) = naive::explore(&net, 3000) else { return };
        let (text, holds) = condition(&net, &mut random);
        let is_reach = random.random_bool(0.5);
        let expected = if is_reach {
            explored.markings.keys().any(|marking| holds(&net, marking))
        } else {
            explored.markings.keys().all(|marking| holds(&net, marking))
        };
        let formula = if is_reach { reach(&text) } else { always(&text) };
        let options = options(&mut random);
        let ran = Folder::new().verify(&options, &exported(&net), &queries(&[&formula]));
        let read = read(&ran.out);
        if let Some(is_satisfied) = read.is_satisfied {
            answered.set(answered.get() + 1);
            assert_eq!(is_satisfied, expected, "{options}\n{formula}\n{ran:?}");
        }
        assert!(
            read.max_tokens.is_none_or(|most| u128::from(most) <= explored.max_tokens_in_marking),
            "{ran:?}"
        );
        let bounds = net.places.iter().map(|place| &place.id).zip(&explored.bounds);
        for ((id, bound), (shown, shown_bound)) in bounds.zip(&read.by_place) {
            assert!(*shown_bound == -1 || (id == shown && *bound == *shown_bound as u64), "{ran:?}");
        }
        if let Some(xml) = run(&ran.err) {
            found.set(found.get() + 1);
            assert_eq!(read.is_satisfied, Some(is_reach), "a run shows it");
            let trace = TraceFormat::Tapaal.read(xml).expect("it is well-formed");
            let replayed = sanderling::replay(&net, &trace);
            assert_eq!(replayed.verdict, Verdict::Holds, "{replayed:?}\n{xml}");
        }
    });
    assert!(is_met(answered.get(), 60) && is_met(found.get(), 20), "{answered:?} {found:?}");
}

/// A Boolean combination of formulas over all or some markings, whether it holds, and whether a run may show it.
fn combination(net: &Net, markings: &[Marking], random: &mut StdRng, depth: u32) -> (String, bool) {
    if depth == 0 || random.random_bool(0.2) {
        let (text, holds) = condition(net, random);
        return if random.random_bool(0.5) {
            (reach(&text), markings.iter().any(|marking| holds(net, marking)))
        } else {
            (always(&text), markings.iter().all(|marking| holds(net, marking)))
        };
    }
    let (one, holds) = combination(net, markings, random, depth - 1);
    let (other, other_holds) = combination(net, markings, random, depth - 1);
    match random.random_range(0..6) {
        0 => (format!("<negation>{one}</negation>"), !holds),
        1 => (format!("<conjunction>{one}{other}</conjunction>"), holds && other_holds),
        2 => (format!("<disjunction>{one}{other}</disjunction>"), holds || other_holds),
        3 => (format!("<implication>{one}{other}</implication>"), !holds || other_holds),
        4 => (format!("<equivalence>{one}{other}</equivalence>"), holds == other_holds),
        _ => (format!("<exclusive-disjunction>{one}{other}</exclusive-disjunction>"), holds != other_holds),
    }
}

#[test]
fn combinations_of_queries_are_answered_as_their_parts_are() {
    let shape = Shape { read: 0.0, reset: 0.0, capacity: 0.0, places: 1..=4, ..Shape::special() };
    let (answered, found) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    for_seeds(150, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = random::net(seed, &shape);
        if net.places.is_empty() || net.transitions.is_empty() {
            return;
        }
        let Ok(explored) = naive::explore(&net, 3000) else { return };
        let markings: Vec<Marking> = explored.markings.keys().cloned().collect();
        let (formula, expected) = combination(&net, &markings, &mut random, 2);
        let options = options(&mut random);
        let ran = Folder::new().verify(&options, &exported(&net), &queries(&[&formula]));
        let read = read(&ran.out);
        if let Some(is_satisfied) = read.is_satisfied {
            answered.set(answered.get() + 1);
            assert_eq!(is_satisfied, expected, "{options}\n{formula}\n{ran:?}");
        }
        if let Some(xml) = run(&ran.err) {
            found.set(found.get() + 1);
            let trace = TraceFormat::Tapaal.read(xml).expect("it is well-formed");
            assert_eq!(sanderling::replay(&net, &trace).verdict, Verdict::Holds, "{xml}");
        }
    });
    assert!(is_met(answered.get(), 60) && is_met(found.get(), 10), "{answered:?} {found:?}");
}

#[test]
fn answers_within_a_bound_are_correct() {
    // Most of these nets are unbounded. A witness must replay, and an unreachable condition must not hold on a random walk.
    let shape =
        Shape { read: 0.0, reset: 0.0, capacity: 0.0, places: 1..=3, max_tokens: 2, ..Shape::special() };
    for_seeds(30, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = random::net(seed, &shape);
        if net.transitions.is_empty() || naive::explore(&net, 200).is_ok() {
            return;
        }
        let (text, holds) = condition(&net, &mut random);
        let options = "--k-bound 5 --trace -r 0 -p -z 1";
        let ran = Folder::new().verify(options, &exported(&net), &queries(&[&reach(&text)]));
        let is_satisfied = read(&ran.out).is_satisfied;
        assert_eq!(is_satisfied == Some(true), run(&ran.err).is_some(), "{ran:?}");
        if is_satisfied == Some(false) {
            let interpreter = Interpreter::new(&net);
            let mut marking = sanderling_net::semantics::initial(&net).unwrap();
            for _ in 0..200 {
                assert!(!holds(&net, &marking), "{text}: {ran:?}");
                let enabled = interpreter.enabled(&marking).unwrap();
                if enabled.is_empty() {
                    break;
                }
                interpreter.fire(&mut marking, &enabled[random.random_range(0..enabled.len())]).unwrap();
            }
        } else if let Some(xml) = run(&ran.err) {
            let trace = TraceFormat::Tapaal.read(xml).expect("it is well-formed");
            assert_eq!(sanderling::replay(&net, &trace).verdict, Verdict::Holds);
        }
    });
}
