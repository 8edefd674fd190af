//! Numbers of random nets through reductions, against markings that are listed one by one.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use num_bigint::BigUint;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use sanderling_model::Structure;
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition};
use sanderling_symbolic::counting::{RULES, Rule};
use sanderling_symbolic::{Budget, Counting, Counts, Search};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{Shape, for_seeds, is_met, net};

/// Maximum number of markings to list.
const LIMIT: usize = 1500;

/// Returns the numbers of a net through reductions, with the number of applications of each rule; `None` if no rule
/// applies.
fn reduced(net: &Net, rules: &[Rule]) -> Option<(Counts, Counting)> {
    let structure = Structure::build(net).unwrap();
    let counting = Counting::reduce(rules, net, &structure, &|| false).filter(Counting::is_smaller)?;
    let smaller = Structure::build(counting.net()).unwrap();
    let search = Search { structure: &smaller, units: &[], invariants: &[], order: None };
    let budget = Budget { max_tokens: 1 << 12, ..Budget::new(1 << 28, || false) };
    let mut reached = search.run(&budget).unwrap();
    let mut random = StdRng::seed_from_u64(0);
    let missing = counting.missing_marking(&structure, &reached, 20, &mut |of| random.random_range(0..of));
    assert_eq!(missing, None);
    Some((counting.counts(&mut reached).unwrap(), counting))
}

fn counts_of(explored: &Explored) -> Counts {
    Counts {
        markings: BigUint::from(explored.states()),
        firings: BigUint::from(explored.firings),
        max_in_place: u128::from(explored.max_tokens_in_place),
        max_in_marking: explored.max_tokens_in_marking,
    }
}

/// Compares the numbers of a net with those of its listed markings. Returns the applications of the rules.
fn compare(net: &Net, rules: &[Rule]) -> Vec<(&'static str, usize)> {
    let Ok(explored) = naive::explore(net, LIMIT) else { return Vec::new() };
    let Some((counts, counting)) = reduced(net, rules) else { return Vec::new() };
    assert_eq!(counts, counts_of(&explored), "{:?}", counting.applications());
    for marking in explored.markings.keys() {
        let tokens: Vec<u64> = net.place_ids().map(|place| marking.tokens(place)).collect();
        assert!(counting.image(&tokens).is_some());
    }
    counting.applications().to_vec()
}

/// Adds parts to a net that rules are about: moves, copies and complements of places, copies and sequences of
/// transitions.
fn enrich(net: &mut Net, random: &mut StdRng) {
    let any_place = |net: &Net, random: &mut StdRng| PlaceId::new(random.random_range(0..net.places.len()));
    for step in 0..random.random_range(1..7) {
        let add_move = |net: &mut Net, from, to| {
            let transition =
                net.add_transition(Transition::plain(format!("move{step}.{}", net.transitions.len())));
            net.add_arc(Arc::weighted(from, transition, ArcKind::Input, 1));
            net.add_arc(Arc::weighted(to, transition, ArcKind::Output, 1));
        };
        match random.random_range(0..6) {
            // A place behind or before another one, or both.
            0 => {
                let old = any_place(net, random);
                let new = net.add_place(Place::with_tokens(format!("new{step}"), random.random_range(0..2)));
                if random.random_bool(0.8) {
                    add_move(net, old, new);
                }
                if random.random_bool(0.5) {
                    add_move(net, new, old);
                }
            }
            1 => {
                let (from, to) = (any_place(net, random), any_place(net, random));
                add_move(net, from, to);
            }
            // A sum of places, with or without all of its tests.
            2 => {
                let tokens = random.random_range(0..3);
                let mut places = vec![any_place(net, random), any_place(net, random)];
                places.dedup();
                let initial = places.iter().map(|&place| net.place(place).initial.tokens()).sum::<u64>();
                let new = net.add_place(Place::with_tokens(format!("sum{step}"), initial + tokens));
                for arc in net.arcs.clone() {
                    let is_copied = arc.kind != ArcKind::Read || random.random_bool(0.5);
                    if places.contains(&arc.place) && arc.kind != ArcKind::Inhibitor && is_copied {
                        net.add_arc(Arc { place: new, ..arc });
                    }
                }
            }
            // A complement.
            3 => {
                let place = any_place(net, random);
                let tokens = random.random_range(0..4);
                let new = net.add_place(Place::with_tokens(format!("rest{step}"), tokens));
                for arc in net.arcs.clone() {
                    let kind = match arc.kind {
                        ArcKind::Input => ArcKind::Output,
                        ArcKind::Output => ArcKind::Input,
                        _ => continue,
                    };
                    if arc.place == place {
                        net.add_arc(Arc { place: new, kind, ..arc });
                    }
                }
            }
            // A transition that does what another one does, with more demands.
            4 => {
                let Some(other) = net.transition_ids().collect::<Vec<_>>().choose(random).copied() else {
                    continue;
                };
                let transition = net.add_transition(Transition::plain(format!("copy{step}")));
                for arc in net.arcs.clone().into_iter().filter(|arc| arc.transition == other) {
                    net.add_arc(Arc { transition, ..arc });
                }
                if random.random_bool(0.5) {
                    let place = any_place(net, random);
                    net.add_arc(Arc::weighted(place, transition, ArcKind::Read, random.random_range(1..3)));
                }
            }
            // A transition that does what two others do.
            _ => {
                let transitions: Vec<_> = net.transition_ids().collect();
                let Some((&one, &other)) = transitions.choose(random).zip(transitions.choose(random)) else {
                    continue;
                };
                let mut taken: BTreeMap<PlaceId, i64> = BTreeMap::new();
                let mut left: BTreeMap<PlaceId, i64> = BTreeMap::new();
                for part in [one, other] {
                    for kind in [ArcKind::Input, ArcKind::Output] {
                        for arc in net.arcs.iter().filter(|arc| arc.transition == part && arc.kind == kind) {
                            let weight = arc.inscription.tokens() as i64;
                            let here = left.entry(arc.place).or_insert(0);
                            *here += if kind == ArcKind::Input { -weight } else { weight };
                            let lack = taken.entry(arc.place).or_insert(0);
                            *lack = (*lack).max(-*here);
                        }
                    }
                }
                let transition = net.add_transition(Transition::plain(format!("both{step}")));
                for (place, taken) in taken {
                    let put = left[&place] + taken;
                    for (kind, weight) in [(ArcKind::Input, taken), (ArcKind::Output, put)] {
                        if weight > 0 {
                            net.add_arc(Arc::weighted(place, transition, kind, weight as u64));
                        }
                    }
                }
            }
        }
    }
}

fn random_net(seed: u64) -> Net {
    let shape = match seed % 4 {
        0 => Shape::special(),
        1 => Shape::conservative_special(),
        _ => Shape::conservative(),
    };
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = net(seed, &Shape { places: 1..=5, transitions: 0..=4, ..shape });
    enrich(&mut net, &mut random);
    net
}

#[test]
fn numbers_through_all_rules_are_those_of_the_listed_markings() {
    let applications: RefCell<BTreeMap<&str, usize>> = RefCell::default();
    for_seeds(12_000, |seed| {
        for (name, count) in compare(&random_net(seed), RULES) {
            *applications.borrow_mut().entry(name).or_insert(0) += usize::from(count > 0);
        }
    });
    for rule in RULES {
        let count = applications.borrow().get(rule.name).copied().unwrap_or(0);
        assert!(is_met(count, 300), "{} was applied to {count} nets", rule.name);
    }
}

#[test]
fn numbers_through_some_rules_are_those_of_the_listed_markings() {
    let compared = Cell::new(0);
    for_seeds(6000, |seed| {
        let net = random_net(seed);
        let mut random = StdRng::seed_from_u64(seed);
        let alone = RULES[seed as usize % RULES.len()];
        let mut some: Vec<_> = RULES.iter().copied().filter(|_| random.random_bool(0.5)).collect();
        some.shuffle(&mut random);
        for rules in [&[alone][..], &some] {
            compared.set(compared.get() + usize::from(!compare(&net, rules).is_empty()));
        }
    });
    assert!(is_met(compared.get(), 2000));
}

/// Returns a small net whose places are often covered by invariants, with up to `most` tokens in a place.
fn bounded_net(seed: u64, most: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let shape = Shape {
        places: 2..=4,
        transitions: 1..=4,
        arcs: 1..=2,
        max_weight: 1 + seed % 5 / 4,
        max_tokens: most,
        ..Shape::conservative()
    };
    let mut net = net(seed, &shape);
    enrich(&mut net, &mut random);
    // Reversed transitions make more solutions reachable.
    for transition in net.transition_ids().collect::<Vec<_>>() {
        if !random.random_bool(0.5) {
            continue;
        }
        let reverse = net.add_transition(Transition::plain(format!("reverse{}", transition.index())));
        for arc in net.arcs.clone().into_iter().filter(|arc| arc.transition == transition) {
            let kind = match arc.kind {
                ArcKind::Input => ArcKind::Output,
                ArcKind::Output => ArcKind::Input,
                kind => kind,
            };
            net.add_arc(Arc { transition: reverse, kind, ..arc });
        }
    }
    net
}

#[test]
fn solutions_of_invariants_are_counted_like_listed_markings() {
    let (few, many) = (Cell::new(0), Cell::new(0));
    for_seeds(12_000, |seed| {
        let most = if seed % 2 == 0 { 3 } else { 30 };
        let net = bounded_net(seed, most);
        let structure = Structure::build(&net).unwrap();
        let counting = if seed % 3 == 0 {
            Counting::reduce(RULES, &net, &structure, &|| false)
        } else {
            Counting::unreduced(&net, &structure)
        };
        let counting = counting.unwrap();
        let Some(counts) = counting.solve(&|| false) else { return };
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        assert_eq!(counts, counts_of(&explored), "{:?}", counting.applications());
        if explored.states() > 5 {
            let met = if most == 3 { &few } else { &many };
            met.set(met.get() + 1);
        }
    });
    assert!(is_met(few.get(), 100) && is_met(many.get(), 200), "{few:?} {many:?}");
}

/// Returns a net of places with their tokens, and transitions as "a + b > c".
fn net_of(places: &[(&str, u64)], transitions: &[&str]) -> Net {
    let mut net = Net::new("written");
    let ids: BTreeMap<&str, PlaceId> = places
        .iter()
        .map(|&(name, tokens)| (name, net.add_place(Place::with_tokens(name, tokens))))
        .collect();
    for (number, text) in transitions.iter().enumerate() {
        let transition = net.add_transition(Transition::plain(format!("t{number}")));
        let (taken, put) = text.split_once('>').unwrap();
        for (names, kind) in [(taken, ArcKind::Input), (put, ArcKind::Output)] {
            for name in names.split('+').map(str::trim) {
                net.add_arc(Arc::weighted(ids[name], transition, kind, 1));
            }
        }
    }
    net
}

fn assert_solved(net: &Net, markings: &str, firings: &str, in_place: u128, in_marking: u128) {
    let structure = Structure::build(net).unwrap();
    let expected = Counts {
        markings: markings.parse().unwrap(),
        firings: firings.parse().unwrap(),
        max_in_place: in_place,
        max_in_marking: in_marking,
    };
    let unreduced = Counting::unreduced(net, &structure).unwrap();
    assert_eq!(unreduced.solve(&|| false), Some(expected));
}

/// Numbers that tools agree on in the Model Checking Contest.
#[test]
fn nets_with_many_tokens_have_the_known_numbers() {
    let many = 100_000;
    let erk = net_of(
        &[
            ("raf", many),
            ("rkip", many),
            ("mekpp", many),
            ("erk", many),
            ("rp", many),
            ("raf-rkip", 0),
            ("raf-rkip-erkpp", 0),
            ("mekpp-erk", 0),
            ("erkpp", 0),
            ("rkipp", 0),
            ("rkipp-rp", 0),
        ],
        &[
            "raf + rkip > raf-rkip",
            "raf-rkip > raf + rkip",
            "raf-rkip + erkpp > raf-rkip-erkpp",
            "raf-rkip-erkpp > raf-rkip + erkpp",
            "mekpp + erk > mekpp-erk",
            "mekpp-erk > erk + mekpp",
            "rp + rkipp > rkipp-rp",
            "rkipp-rp > rp + rkipp",
            "raf-rkip-erkpp > erk + rkipp + raf",
            "mekpp-erk > erkpp + mekpp",
            "rkipp-rp > rkip + rp",
        ],
    );
    assert_solved(&erk, "13890805661114069488750335001", "152792861684732680646666970000", 100_000, 500_000);
    let system = net_of(
        &[
            ("disk", 4096),
            ("free", 4096),
            ("controller", 2048),
            ("cpu", 4096),
            ("loading", 0),
            ("ready", 0),
            ("suspended", 0),
            ("unloading", 0),
            ("executing", 0),
        ],
        &[
            "disk + free + controller > loading",
            "loading > ready + controller + disk",
            "unloading > disk + controller + ready",
            "suspended + controller + disk > unloading",
            "ready + cpu > executing",
            "cpu + suspended > executing",
            "executing > cpu + suspended",
            "ready > free",
        ],
    );
    assert_solved(&system, "7834866769539585", "62602512205127680", 4096, 14336);
    let clock = net_of(
        &[
            ("da", 1),
            ("dr", 1),
            ("r-cap", 1000),
            ("mr-cap", 1000),
            ("ma-cap", 1000),
            ("c-cap", 1000),
            ("a-cap", 1000),
            ("a", 0),
            ("r", 0),
            ("c", 0),
            ("ma", 0),
            ("mr", 0),
            ("da-a", 0),
            ("dr-a", 0),
        ],
        &[
            "da + a > da-a + a-cap",
            "a + dr > dr-a + a-cap",
            "a + r + c-cap > c + r-cap + a-cap",
            "a > a-cap",
            "c + r-cap > r + c-cap",
            "ma > ma-cap",
            "mr > mr-cap",
            "r > r-cap",
            "da-a + a-cap > da + a",
            "dr-a + a-cap > a + dr",
            "da + ma-cap > ma + da",
            "da-a + ma-cap > ma + da-a",
            "dr + mr-cap > mr + dr",
            "dr-a + mr-cap > mr + dr-a",
            "ma + a-cap > a + ma",
            "mr + r-cap > r + mr",
        ],
    );
    assert_solved(&clock, "4020040040020004", "48172232140032000", 1000, 5002);
}
