//! What is not so is refused, each with its reason: files, lemmas, lines and conditions that are made by hand.

use sanderling_certificate_check::clauses::Clauses;
use sanderling_certificate_check::condition::Condition;
use sanderling_certificate_check::net::{Ground, Net, Place, Transition, number, push_number};
use sanderling_certificate_check::schema::{Formula, Lemma};
use sanderling_certificate_check::{lemma, pnml, unit_propagation};

fn net_of(nodes: &str) -> String {
    format!("<pnml><net id=\"n\" type=\"ptnet\"><page id=\"page\">{nodes}</page></net></pnml>")
}

const NODES: &str = "<place id=\"p\"/><transition id=\"t\"/>";

fn arc(inside: &str) -> String {
    net_of(&format!("{NODES}<arc id=\"a\" source=\"p\" target=\"t\">{inside}</arc>"))
}

#[test]
fn files_beyond_place_transition_nets_are_refused() {
    for (text, why) in [
        ("<pnml/>".to_owned(), "the file does not hold one net"),
        (net_of("<place id=\"p\"><type/></place>"), "`place` has a `type`, which is not known here"),
        (
            net_of("<place id=\"p\" initialMarking=\"1\"/>"),
            "the attribute `initialMarking` is not known here",
        ),
        (net_of("<declaration/>"), "the net has a `declaration`, which is not known here"),
        (net_of("<place/>"), "`place` without `id`"),
        (
            net_of("<place id=\"p\"><initialMarking><text>two</text></initialMarking></place>"),
            "the initialMarking `two` is no number",
        ),
        (arc("<inscription><text>0</text></inscription>"), "an arc with a weight that is 0 or too large"),
        (arc("<type value=\"transfer\"/>"), "an arc of the kind `transfer` from `p` to `t`"),
        (arc("<hlinscription/>"), "`arc` has a `hlinscription`, which is not known here"),
        (
            net_of(&format!("{NODES}<arc id=\"a\" source=\"t\" target=\"p\"><type value=\"reset\"/></arc>")),
            "an arc of the kind `reset` from `t` to `p`",
        ),
        (net_of(&format!("{NODES}<arc id=\"a\" source=\"p\" target=\"p\"/>")), "an arc from `p` to `p`"),
        (
            net_of(
                "<referencePlace id=\"a\" ref=\"b\"/><referencePlace id=\"b\" ref=\"a\"/><arc source=\"a\" target=\"b\"/>",
            ),
            "the reference `b` leads in a circle",
        ),
    ] {
        assert_eq!(pnml::read(text.as_bytes()).unwrap_err(), why, "{text}");
    }
    assert_eq!(pnml::read(b"\xff").unwrap_err(), "the net is not in UTF-8");
}

#[test]
fn parallel_arcs_add_up_and_the_strictest_test_counts() {
    let arc = |inside: &str| format!("<arc source=\"p\" target=\"t\">{inside}</arc>");
    let weight = |kind: &str, weight: u64| {
        arc(&format!("<inscription><text>{weight}</text></inscription><type value=\"{kind}\"/>"))
    };
    let kinds = [("normal", 2), ("normal", 3), ("inhibitor", 9), ("inhibitor", 7), ("read", 5), ("test", 6)];
    let arcs: String = kinds.iter().map(|&(kind, tokens)| weight(kind, tokens)).collect();
    let net = pnml::read(net_of(&format!("{NODES}{arcs}")).as_bytes()).unwrap();
    let Transition { pre, inhibitor, read, .. } = &net.transitions[0];
    assert_eq!((&pre[..], &inhibitor[..], &read[..]), (&[(0, 5)][..], &[(0, 7)][..], &[(0, 6)][..]));
}

fn place(id: &str, initial: u64) -> Place {
    Place { id: id.into(), initial, capacity: None }
}

/// `move` takes the token of `a` to `b`, `back` brings it back, and `empty` empties `c`.
fn net() -> Net {
    let transition = |id: &str, from, to| Transition {
        id: id.into(),
        pre: vec![(from, 1)],
        post: vec![(to, 1)],
        ..Transition::default()
    };
    let empty = Transition { id: "empty".into(), reset: vec![2], ..Transition::default() };
    Net {
        places: vec![place("a", 1), place("b", 0), place("c", 3)],
        transitions: vec![transition("move", 0, 1), transition("back", 1, 0), empty],
    }
}

fn named(places: &[(i128, &str)]) -> Vec<(i128, String)> {
    places.iter().map(|&(factor, place)| (factor, place.to_owned())).collect()
}

/// A claim that `a` and `b` never hold two tokens, with these weights as evidence.
fn lemma(weights: &[(i128, &str)]) -> Lemma {
    let inequalities = vec![(named(&[(1, "a"), (1, "b")]), 2, 1)];
    Lemma { inequalities, traps: Vec::new(), capacities: Vec::new(), weights: named(weights) }
}

#[test]
fn lemmas_are_refused_with_the_reason() {
    let net = net();
    let ground = Ground::of(&net).unwrap();
    let check = |lemma: &Lemma| lemma::check(&ground, lemma).map(|_| ());
    assert_eq!(check(&lemma(&[(1, "a"), (1, "b")])), Ok(()));
    for (weights, why) in [
        (&[(1, "a")][..], "the weight of `b` is too small"),
        (&[(1, "a"), (2, "b")], "`move` raises the weighted sum"),
        (&[(2, "a"), (2, "b")], "the weighted sum is 2 at the start, and 2 is needed: no gap"),
        (&[(1, "a"), (1, "b"), (-1, "c")], "`empty` raises the weighted sum"),
        (&[(1, "a"), (1, "b"), (1, "d")], "there is no place `d`"),
        (&[(1, "a"), (1, "b"), (1, "a")], "`a` has two weights"),
    ] {
        assert_eq!(check(&lemma(weights)), Err(why.into()));
    }
    let trap = |places: &[&str]| {
        let places = places.iter().map(|&place| place.to_owned()).collect();
        let empty = vec![(named(&[(-1, "a"), (-1, "b")]), 0, 1)];
        check(&Lemma { inequalities: empty, traps: vec![(places, 1)], ..lemma(&[]) })
    };
    assert_eq!(trap(&["a", "b"]), Ok(()));
    assert_eq!(
        trap(&["a"]),
        Err("`move` may take the last token from a set that is claimed to be a trap".into())
    );
    assert_eq!(trap(&["b"]), Err("a trap that is empty at the start".into()));
    let capacity = Lemma { capacities: vec![("a".into(), 1)], ..lemma(&[(1, "a"), (1, "b")]) };
    assert_eq!(check(&capacity), Err("`a` has no capacity".into()));
    let large = Lemma { inequalities: vec![(named(&[(i128::MAX, "a")]), 1, 1)], ..lemma(&[]) };
    assert_eq!(check(&large), Err("an inequality with numbers that are too large".into()));
    let product = Lemma { inequalities: vec![(named(&[(1, "a")]), 2, i128::MAX)], ..lemma(&[]) };
    assert_eq!(check(&product), Err("a sum goes beyond 128 bits".into()));
}

#[test]
fn lines_follow_by_unit_propagation_or_are_refused() {
    // Two variables, and every combination of them is forbidden.
    let clauses = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
    let check = |lines: &[Vec<i32>]| unit_propagation::check(&clauses, 2, lines);
    assert_eq!(check(&[vec![1]]), Ok(()));
    assert_eq!(check(&[vec![-2], vec![]]), Ok(()));
    assert_eq!(check(&[vec![]]), Err("line 1 does not follow by unit propagation".into()));
    assert_eq!(check(&[]), Err("there is no contradiction after 0 lines".into()));
    assert_eq!(check(&[vec![3]]), Err("line 1 has the literal 3, which is none".into()));
    let open = [vec![1, 2], vec![1, -2]];
    assert_eq!(
        unit_propagation::check(&open, 2, &[vec![1]]),
        Err("there is no contradiction after 1 lines".into())
    );
    assert_eq!(
        unit_propagation::check(&open, 2, &[vec![2]]),
        Err("line 1 does not follow by unit propagation".into())
    );
    assert_eq!(unit_propagation::check(&[vec![1, 1], vec![-1, -1]], 1, &[]), Ok(()));
}

#[test]
fn a_condition_and_its_negation_share_the_markings() {
    let net = net();
    let ground = Ground::of(&net).unwrap();
    let compare =
        |relation: &str, number| Formula::Compare(named(&[(2, "a"), (-4, "b")]), relation.into(), number);
    let mut formulas = vec![Formula::Deadlock, Formula::Enabled(vec!["move".into(), "back".into()])];
    for relation in ["<", "<=", ">", ">=", "==", "!="] {
        formulas.extend((-5..5).map(|number| compare(relation, number)));
    }
    for formula in formulas {
        let condition = Condition::of(&ground, &formula).unwrap();
        let negated = condition.clone().negated().unwrap();
        for marking in [[0, 0, 0], [1, 0, 3], [0, 1, 0], [3, 1, 1], [2, 1, 0], [0, 2, 9]] {
            assert_ne!(condition.holds(&marking), negated.holds(&marking), "{formula:?} in {marking:?}");
            if let Formula::Compare(_, relation, number) = &formula {
                let sum = 2 * i128::from(marking[0]) - 4 * i128::from(marking[1]);
                let expected = match &relation[..] {
                    "<" => sum < *number,
                    "<=" => sum <= *number,
                    ">" => sum > *number,
                    ">=" => sum >= *number,
                    "==" => sum == *number,
                    _ => sum != *number,
                };
                assert_eq!(condition.holds(&marking), expected, "{formula:?} in {marking:?}");
            }
        }
    }
    assert!(Condition::of(&ground, &Formula::Enabled(vec!["missing".into()])).is_err());
    assert_eq!(Condition::of(&ground, &compare("=", 1)), Err("`=` is no relation".into()));
}

#[test]
fn more_of_a_sum_implies_less() {
    let net = net();
    let ground = Ground::of(&net).unwrap();
    let at_least = |number| Formula::Compare(named(&[(1, "a")]), ">=".into(), number);
    let both = Formula::And(vec![at_least(3), Formula::Not(Box::new(at_least(2)))]);
    let clauses = Clauses::of(&Condition::of(&ground, &both).unwrap(), &[]);
    assert_eq!(clauses.clauses, [vec![1], vec![-2], vec![-1, 2]]);
    assert_eq!(unit_propagation::check(&clauses.clauses, clauses.variables(), &[]), Ok(()));
}

#[test]
fn numbers_are_packed_in_their_order() {
    let numbers = [0, 1, 247, 248, 255, 256, 65_535, 65_536, u64::from(u32::MAX), 1 << 40, u64::MAX];
    let packed = numbers.map(|one| {
        let mut bytes = Vec::new();
        push_number(&mut bytes, one);
        bytes
    });
    assert!(packed.is_sorted_by(|a, b| a < b), "{packed:?}");
    for (one, bytes) in numbers.iter().zip(&packed) {
        let mut rest = &bytes[..];
        assert_eq!((number(&mut rest), rest), (Some(*one), &[][..]));
    }
    let marking = [0, 300, 0, 7];
    assert_eq!(Net::unpack(&Net::pack(&marking), 4), marking);
}

#[test]
fn a_net_with_two_nodes_of_a_name_or_arcs_that_weigh_nothing_is_refused() {
    let place = |id: &str| Place { id: id.into(), ..Place::default() };
    let transition = |id: &str| Transition { id: id.into(), ..Transition::default() };
    let refused = |transitions: Vec<Transition>, places: &[&str]| {
        let net = Net { places: places.iter().map(|id| place(id)).collect(), transitions };
        Ground::of(&net).map(|_| ()).unwrap_err()
    };
    assert_eq!(refused(vec![], &["p", "p"]), "two places are called `p`");
    let twice = "`t` stands for two transitions, or has two arcs of a kind to a place";
    assert_eq!(refused(vec![transition("t"), transition("t")], &[]), twice);
    assert_eq!(refused(vec![Transition { reset: vec![0, 0], ..transition("t") }], &["p"]), twice);
    let weightless = [(0, 0)].to_vec();
    for all in [
        Transition { pre: weightless.clone(), ..transition("t") },
        Transition { post: weightless.clone(), ..transition("t") },
        Transition { read: weightless.clone(), ..transition("t") },
        Transition { inhibitor: weightless.clone(), ..transition("t") },
    ] {
        assert_eq!(refused(vec![all], &["p"]), "`t` has an arc with a weight of 0");
    }
}

#[test]
fn no_bound_is_known_of_a_place_that_nothing_bounds() {
    let net = Net { places: vec![Place { id: "p".into(), ..Place::default() }], transitions: vec![] };
    let ground = Ground::of(&net).unwrap();
    let formula = Formula::Compare(vec![(1, "p".into())], ">".into(), u64::MAX.into());
    assert!(matches!(Condition::of(&ground, &formula), Ok(Condition::AtLeast(_))));
}
