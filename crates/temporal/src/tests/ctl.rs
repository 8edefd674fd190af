//! Computation tree logic: meaning, rules and implications on random graphs with deadlocks.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rand::RngExt;
use rand::rngs::StdRng;

use super::random::{for_seeds, random_from, seeds, word};
use crate::ctl::RULES;
use crate::{Ctl, Kripke, Lasso, Ltl, Path, TooLarge};

fn formula(random: &mut StdRng, operators: usize) -> Ctl {
    match operators {
        0 if random.random_bool(0.1) => Ctl::Constant(random.random_bool(0.5)),
        0 => Ctl::Atom(random.random_range(0..2)),
        3 if random.random_bool(0.2) => similar(random),
        _ if random.random_bool(0.5) => unary(random, operators - 1),
        _ => binary(random, operators - 1),
    }
}

fn path(random: &mut StdRng, path: Path) -> Ctl {
    if random.random_bool(0.5) { Ctl::Exists(path) } else { Ctl::All(path) }
}

fn unary(random: &mut StdRng, operators: usize) -> Ctl {
    let operand = Box::new(formula(random, operators));
    let of = match random.random_range(0..4) {
        0 => return Ctl::Not(operand),
        1 => Path::Next(operand),
        2 => Path::Finally(operand),
        _ => Path::Globally(operand),
    };
    path(random, of)
}

fn binary(random: &mut StdRng, operators: usize) -> Ctl {
    let left = random.random_range(0..=operators);
    let of = Box::new([formula(random, left), formula(random, operators - left)]);
    let of = match random.random_range(0..5) {
        0 => return Ctl::And(of.to_vec()),
        1 => return Ctl::Or(of.to_vec()),
        2 => Path::Until(of),
        3 => Path::WeakUntil(of),
        _ => Path::Release(of),
    };
    path(random, of)
}

/// Two formulas with the same operator, joined.
fn similar(random: &mut StdRng) -> Ctl {
    let operator = [Path::Next, Path::Finally].get(random.random_range(0..4)).copied();
    let exists = random.random_bool(0.5);
    let is_until = random.random_bool(0.5);
    let mut one = || {
        let mut atom = || formula(random, 0);
        let path = match operator {
            Some(unary) => unary(Box::new(atom())),
            None if is_until => Path::Until(Box::new([atom(), atom()])),
            None => Path::Release(Box::new([atom(), atom()])),
        };
        if exists { Ctl::Exists(path) } else { Ctl::All(path) }
    };
    let both = vec![one(), one()];
    if random.random_bool(0.5) { Ctl::And(both) } else { Ctl::Or(both) }
}

/// A graph of up to six states, a fifth of them deadlocks.
fn graph(random: &mut StdRng) -> Kripke {
    let states = random.random_range(1..=6);
    let labels = (0..states).map(|_| random.random_range(0..4)).collect();
    let successors = (0..states).map(|_| match random.random_range(0..5) {
        0 => Vec::new(),
        count => (0..count).map(|_| random.random_range(0..states)).collect(),
    });
    Kripke { labels, successors: successors.collect() }
}

/// The formula and what is below it.
fn below(formula: &Ctl) -> Vec<&Ctl> {
    let mut found = vec![formula];
    found.extend(formula.operands().iter().flat_map(below));
    found
}

#[test]
fn rules_keep_the_meaning() {
    let applied: RefCell<BTreeMap<&str, u64>> = RefCell::default();
    for_seeds(seeds(100_000), |seed| {
        let random = &mut random_from(seed);
        let formula = formula(random, 6);
        let graphs: Vec<_> = (0..6).map(|_| graph(random)).collect();
        let normal = formula.normal(true);
        let simple = formula.simplified().expect("it is small");
        for graph in &graphs {
            assert_eq!(normal.labelling(graph), formula.labelling(graph), "{formula}\n{normal}\n{graph:?}");
            assert_eq!(simple.labelling(graph), formula.labelling(graph), "{formula}\n{simple}\n{graph:?}");
        }
        for part in below(&normal) {
            let negation = part.normal(false);
            let rewritten =
                RULES.iter().filter_map(|rule| Some((rule.name, rule.rewritten(part, &negation)?)));
            for (rule, new) in rewritten {
                *applied.borrow_mut().entry(rule).or_default() += 1;
                for graph in &graphs {
                    assert_eq!(
                        new.labelling(graph),
                        part.labelling(graph),
                        "{rule}: {part}\n{new}\n{graph:?}"
                    );
                }
            }
        }
    });
    let applied = applied.into_inner();
    for rule in RULES.iter().filter(|_| std::env::var_os("SANDERLING_SEED").is_none()) {
        assert!(applied.contains_key(rule.name), "never applied: {}", rule.name);
    }
}

#[test]
fn implications_and_classes_hold() {
    for_seeds(seeds(50_000), |seed| {
        let random = &mut random_from(seed);
        let normal = [formula(random, 5).normal(true), formula(random, 3).normal(true)];
        let parts: Vec<_> = normal.iter().flat_map(below).collect();
        for graph in (0..4).map(|_| graph(random)) {
            let holds: Vec<_> = parts.iter().map(|part| part.labelling(&graph)).collect();
            for (a, holds_a) in parts.iter().zip(&holds) {
                for (b, holds_b) in parts.iter().zip(&holds).filter(|(b, _)| a.implies(b)) {
                    let fails = (0..holds_a.len()).find(|&state| holds_a[state] && !holds_b[state]);
                    assert_eq!(fails, None, "{a} does not imply {b}\n{graph:?}");
                }
                for (state, successors) in graph.successors.iter().enumerate() {
                    for &next in successors {
                        assert!(!a.is_eventual() || holds_a[state] || !holds_a[next], "{a}\n{graph:?}");
                        assert!(!a.is_universal() || !holds_a[state] || holds_a[next], "{a}\n{graph:?}");
                    }
                }
            }
        }
    });
}

/// What a formula says where there is only one path.
fn linear(formula: &Ctl) -> Ltl {
    let of: Vec<_> = formula.operands().iter().map(linear).collect();
    let one = || Box::new(of[0].clone());
    let two = || Box::new([of[0].clone(), of[1].clone()]);
    match formula {
        Ctl::Constant(value) => Ltl::Constant(*value),
        Ctl::Atom(atom) => Ltl::Atom(*atom),
        Ctl::Not(_) => Ltl::Not(one()),
        Ctl::And(_) => Ltl::And(of),
        Ctl::Or(_) => Ltl::Or(of),
        Ctl::Exists(path) | Ctl::All(path) => match path {
            Path::Next(_) => Ltl::Next(one()),
            Path::Finally(_) => Ltl::Finally(one()),
            Path::Globally(_) => Ltl::Globally(one()),
            Path::Until(_) => Ltl::Until(two()),
            Path::WeakUntil(_) => Ltl::WeakUntil(two()),
            Path::Release(_) => Ltl::Release(two()),
        },
    }
}

#[test]
fn on_one_path_both_logics_agree() {
    for_seeds(seeds(50_000), |seed| {
        let random = &mut random_from(seed);
        let formula = formula(random, 6);
        let word: Lasso = word(random, 2);
        let successors = (0..word.len()).map(|position| vec![word.next(position)]).collect();
        let graph = Kripke { labels: word.letters().collect(), successors };
        assert_eq!(formula.labelling(&graph)[0], linear(&formula).holds_on(&word), "{formula}\n{word:?}");
    });
}

#[test]
fn a_deadlock_ends_its_path() {
    let graph = Kripke { labels: vec![1, 2], successors: vec![vec![1], vec![]] };
    let path = |exists: bool, path| if exists { Ctl::Exists(path) } else { Ctl::All(path) };
    let [p, q] = [|| Box::new(Ctl::Atom(0)), || Box::new(Ctl::Atom(1))];
    for exists in [true, false] {
        assert_eq!(path(exists, Path::Next(q())).labelling(&graph), [true, !exists]);
        assert_eq!(path(exists, Path::Next(p())).labelling(&graph), [false, !exists]);
        assert_eq!(path(exists, Path::Globally(q())).labelling(&graph), [false, true]);
        assert_eq!(path(exists, Path::Finally(q())).labelling(&graph), [true, true]);
        assert_eq!(path(exists, Path::Finally(p())).labelling(&graph), [true, false]);
        assert!(path(exists, Path::Until(Box::new([*p(), *q()]))).holds_everywhere(&graph));
        assert!(!path(exists, Path::Until(Box::new([*q(), *p()]))).holds_everywhere(&graph));
        assert!(path(exists, Path::WeakUntil(Box::new([*q(), *p()]))).holds_everywhere(&graph));
        assert_eq!(path(exists, Path::Release(Box::new([*p(), *q()]))).labelling(&graph), [false, true]);
    }
}

#[test]
fn formulas_become_short() {
    let [p, q] = [|| Ctl::Atom(0), || Ctl::Atom(1)];
    let ef = |a: Ctl| Ctl::Exists(Path::Finally(Box::new(a)));
    let af = |a: Ctl| Ctl::All(Path::Finally(Box::new(a)));
    let ag = |a: Ctl| Ctl::All(Path::Globally(Box::new(a)));
    let eg = |a: Ctl| Ctl::Exists(Path::Globally(Box::new(a)));
    let eu = |a: Ctl, b: Ctl| Ctl::Exists(Path::Until(Box::new([a, b])));
    let au = |a: Ctl, b: Ctl| Ctl::All(Path::Until(Box::new([a, b])));
    let known = [
        (ef(eu(p(), q())), ef(q())),
        (ef(au(p(), q())), ef(q())),
        (ef(ef(p())), ef(p())),
        (ef(af(p())), ef(p())),
        (af(ef(p())), ef(p())),
        (af(au(p(), q())), af(q())),
        (ag(ag(p())), ag(p())),
        (ag(eg(p())), ag(p())),
        (eg(ag(p())), ag(p())),
        (eg(eg(p())), eg(p())),
        (au(p(), ef(q())), ef(q())),
        (eu(p(), p()), p()),
        (ef(Ctl::Or(vec![p(), ef(q())])), ef(Ctl::Or(vec![p(), q()]))),
        (Ctl::And(vec![ag(p()), ag(q())]), ag(Ctl::And(vec![p(), q()]))),
        (Ctl::Not(Box::new(ef(Ctl::Not(Box::new(p()))))), ag(p())),
        (af(eg(p())), af(eg(p()))),
        (af(eu(p(), q())), af(eu(p(), q()))),
        (
            Ctl::Exists(Path::Next(Box::new(Ctl::Constant(true)))),
            Ctl::Exists(Path::Next(Box::new(Ctl::Constant(true)))),
        ),
    ];
    for (formula, simple) in known {
        assert_eq!(formula.simplified().expect("it is small"), simple, "{formula}");
    }
}

#[test]
fn what_is_too_deep_or_too_large_is_refused() {
    let deep = |levels: usize| {
        (0..levels).fold(Ctl::Atom(0), |formula, _| Ctl::Exists(Path::Next(Box::new(formula))))
    };
    assert!(matches!(deep(10_000).simplified(), Err(TooLarge::Depth(_))));
    assert_eq!(deep(400).simplified(), Ok(deep(400)));
    let wide = Ctl::Or((0..100_000).map(|i| Ctl::Atom(i % 64)).collect());
    assert!(matches!(wide.simplified(), Err(TooLarge::Subformulas(_))));
}
