//! Sets of markings of random nets, against markings that are listed one by one.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_diagram::order::Heuristic;
use sanderling_model::Structure;
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Net, PlaceId};
use sanderling_property::{Property, ReferenceValuation};
use sanderling_symbolic::{Budget, Order, Reached, Search, Set, Stop};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{Shape, for_seeds, is_met, net};
use sanderling_testkit::random_property;

/// Maximum number of markings to list.
const LIMIT: usize = 3000;

/// The listed markings of a net, by place, with their successors.
struct Listed {
    markings: Vec<Vec<u64>>,
    successors: Vec<Vec<usize>>,
}

impl Listed {
    fn of(net: &Net, explored: &Explored) -> Self {
        let interpreter = Interpreter::new(net);
        let listed: Vec<&Marking> = explored.markings.keys().collect();
        let numbers: HashMap<&Marking, usize> =
            listed.iter().enumerate().map(|(number, &marking)| (marking, number)).collect();
        let successors = listed.iter().map(|&marking| {
            let firings = interpreter.enabled(marking).unwrap();
            let next = firings.iter().map(|firing| {
                let mut next = marking.clone();
                interpreter.fire(&mut next, firing).unwrap();
                numbers[&next]
            });
            next.collect()
        });
        let successors = successors.collect();
        let by_place = |marking: &Marking| net.place_ids().map(|place| marking.tokens(place)).collect();
        Self { markings: listed.iter().map(|&marking| by_place(marking)).collect(), successors }
    }

    /// Returns the numbers of the markings that some run connects with `wanted`, by a fixpoint.
    fn until(&self, on_the_way: &BTreeSet<usize>, wanted: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut set = wanted.clone();
        loop {
            let leads = |&number: &usize| self.successors[number].iter().any(|next| set.contains(next));
            let more: Vec<_> = on_the_way.iter().filter(|n| !set.contains(n) && leads(n)).copied().collect();
            if more.is_empty() {
                return set;
            }
            set.extend(more);
        }
    }

    fn weak_until(&self, on_the_way: &BTreeSet<usize>, wanted: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut set: BTreeSet<usize> = on_the_way | wanted;
        loop {
            let stays = |&number: &usize| {
                let next = &self.successors[number];
                wanted.contains(&number) || next.is_empty() || next.iter().any(|next| set.contains(next))
            };
            let fewer: BTreeSet<usize> = set.iter().filter(|number| stays(number)).copied().collect();
            if fewer.len() == set.len() {
                return set;
            }
            set = fewer;
        }
    }
}

fn assert_is(reached: &mut Reached<'_, '_>, listed: &Listed, set: &Set, expected: &BTreeSet<usize>) {
    for (number, marking) in listed.markings.iter().enumerate() {
        assert_eq!(reached.contains(set, marking), expected.contains(&number), "{marking:?}");
    }
    assert_eq!(reached.count(set).unwrap(), BigUint::from(expected.len()));
}

fn random_order(random: &mut StdRng) -> Option<Order> {
    let names: Vec<&str> = Heuristic::names().collect();
    let mirrored = ["", "-mirrored"][random.random_range(0..2)];
    let name = format!("{}{mirrored}", names[random.random_range(0..names.len())]);
    random.random_bool(0.7).then(|| name.parse().unwrap())
}

fn shape(seed: u64) -> Shape {
    match seed % 4 {
        0 => Shape::special(),
        1 => Shape::conservative(),
        _ => Shape::conservative_special(),
    }
}

#[test]
fn sets_of_markings_are_those_that_are_listed() {
    let (compared, with_runs) = (Cell::new(0), Cell::new(0));
    for_seeds(1200, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = net(seed, &shape(seed));
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        let structure = Structure::build(&net).unwrap();
        let budget = Budget { first_cache: 4, ..Budget::new(1 << 28, || false) };
        let order = random_order(&mut random);
        let search = Search { structure: &structure, units: &[], invariants: &[], order };
        let mut reached = search.run(&budget).unwrap();
        let measures = reached.measures().unwrap();
        assert_eq!(measures.members, BigUint::from(explored.states()));
        assert_eq!(measures.firings, BigUint::from(explored.firings));
        assert_eq!(measures.most.iter().map(|&most| u64::from(most)).collect::<Vec<_>>(), explored.bounds);
        assert_eq!(u128::from(measures.max_in_total), explored.max_tokens_in_marking);
        for transition in net.transition_ids() {
            assert_eq!(measures.enabled[transition.index()], explored.fired.contains(&transition));
        }
        assert_eq!(reached.missing_marking(5, &mut |of| random.random_range(0..of)), None);

        let listed = Listed::of(&net, &explored);
        let mut sets = Vec::new();
        for _ in 0..2 {
            let text = random_property(&net, &mut random);
            let formula = Property::parse(&text, &net).unwrap().formula;
            let holds = |marking: &Vec<u64>| {
                let reference = Marking::of_tokens(marking);
                formula.holds(&ReferenceValuation::build(&net, &reference).unwrap())
            };
            let expected: BTreeSet<usize> =
                (0..listed.markings.len()).filter(|&number| holds(&listed.markings[number])).collect();
            let set = reached.satisfying(&formula).unwrap().unwrap();
            assert_is(&mut reached, &listed, &set, &expected);
            sets.push((set, expected));
        }
        let [(one, some), (other, others)] = &sets[..] else { unreachable!() };
        let until = reached.until(one, other).unwrap();
        assert_is(&mut reached, &listed, &until, &listed.until(some, others));
        let weak = reached.weak_until(one, other).unwrap();
        assert_is(&mut reached, &listed, &weak, &listed.weak_until(some, others));
        let before = reached.before(one).unwrap();
        let leads = |number: &usize| listed.successors[*number].iter().any(|next| some.contains(next));
        assert_is(&mut reached, &listed, &before, &(0..listed.markings.len()).filter(leads).collect());

        let everything: BTreeSet<usize> = (0..listed.markings.len()).collect();
        let comes_back = listed.until(&everything, some) == everything;
        assert_eq!(reached.is_always_reachable(one).unwrap(), comes_back);
        let initial = listed.markings.iter().position(|marking| marking[..] == *structure.initial());
        let returns = listed.until(&everything, &initial.into_iter().collect()) == everything;
        assert_eq!(reached.always_returns().unwrap(), returns);
        let sum: Vec<_> = net.place_ids().map(|place| (random.random_range(-2..3), place)).collect();
        let value = |marking: &Vec<u64>| -> i128 {
            sum.iter().map(|&(weight, place)| i128::from(weight) * i128::from(marking[place.index()])).sum()
        };
        assert_eq!(Some(reached.greatest(&sum).unwrap()), listed.markings.iter().map(value).max());

        let run = reached.run_to(one).unwrap();
        assert_eq!(run.is_none(), some.is_empty());
        if let Some(run) = run {
            let nearest = explored.markings.iter().filter(|(marking, _)| {
                let marking: Vec<u64> = net.place_ids().map(|place: PlaceId| marking.tokens(place)).collect();
                reached.contains(one, &marking)
            });
            assert_eq!(Some(run.len()), nearest.map(|(_, &distance)| distance).min());
            with_runs.set(with_runs.get() + usize::from(!run.is_empty()));
        }
        compared.set(compared.get() + 1);
    });
    assert!(is_met(compared.get(), 500) && is_met(with_runs.get(), 40), "{compared:?} {with_runs:?}");
}

#[test]
fn unbounded_nets_end_with_a_reason() {
    let ended = Cell::new(0);
    for_seeds(300, |seed| {
        let net = net(seed, &Shape::special());
        let structure = Structure::build(&net).unwrap();
        let search = Search { structure: &structure, units: &[], invariants: &[], order: None };
        let budget = Budget { max_tokens: 20, ..Budget::new(1 << 26, || false) };
        match (naive::explore(&net, LIMIT), search.run(&budget)) {
            (Ok(explored), Ok(mut reached)) => {
                let all = reached.everything();
                assert_eq!(reached.count(&all).unwrap(), BigUint::from(explored.states()));
            }
            (Ok(explored), Err(stopped)) => {
                assert_eq!(stopped.stop, Stop::Value);
                assert!(explored.bounds.iter().any(|&bound| bound > 20));
            }
            (Err(_), Err(stopped)) => {
                assert_eq!(stopped.stop, Stop::Value);
                ended.set(ended.get() + 1);
            }
            (Err(_), Ok(mut reached)) => {
                let all = reached.everything();
                assert!(reached.count(&all).unwrap() > BigUint::from(LIMIT));
            }
        }
    });
    assert!(is_met(ended.get(), 20));
}
