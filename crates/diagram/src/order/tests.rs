//! Tests of orders.

use std::cell::Cell;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use sanderling_testkit::random::for_seeds;

use super::*;

/// An incidence that owns its lists.
#[derive(Debug, Default)]
struct Owned {
    variables: usize,
    events: Vec<Vec<u32>>,
    units: Vec<Vec<u32>>,
    invariants: Vec<Vec<u32>>,
}

impl Owned {
    fn incidence(&self) -> Incidence<'_> {
        let Self { variables, events, units, invariants } = self;
        Incidence { variables: *variables, events, units, invariants }
    }

    /// Returns an incidence in which some variables are isolated and some events are empty, equal or large.
    fn random(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let variables: u32 = [0, 1, 2, 7, 30, 100][seed as usize % 6];
        let used = random.random_range(0..=variables);
        let mut sets = |count: usize, max: u32| {
            let mut set = |_| {
                let size =
                    if random.random_bool(0.1) { used } else { random.random_range(0..=max.min(used)) };
                let mut set: Vec<u32> = (0..size).map(|_| random.random_range(0..used)).collect();
                set.sort_unstable();
                set.dedup();
                set
            };
            (0..count).map(&mut set).collect::<Vec<_>>()
        };
        let (events, invariants) = (sets(variables as usize, 4), sets(4, 10));
        let mut units = vec![Vec::new(); random.random_range(0..5)];
        for variable in shuffled(variables, seed) {
            let unit = random.random_range(0..=units.len());
            units.get_mut(unit).into_iter().for_each(|unit| unit.push(variable));
        }
        Self { variables: variables as usize, events, units, invariants }
    }

    /// Returns the incidence of a chain of variables with random numbers, whose events are in random order.
    fn chain(variables: u32, seed: u64) -> Self {
        let numbers = shuffled(variables, seed);
        let mut events: Vec<_> = numbers.windows(2).map(<[u32]>::to_vec).collect();
        events.iter_mut().for_each(|event| event.sort_unstable());
        events.shuffle(&mut StdRng::seed_from_u64(!seed));
        Self { variables: variables as usize, events, ..Self::default() }
    }
}

fn shuffled(variables: u32, seed: u64) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..variables).collect();
    numbers.shuffle(&mut StdRng::seed_from_u64(seed));
    numbers
}

fn all_orders() -> impl Iterator<Item = Order> {
    let both = |(heuristic, _)| [false, true].map(|mirrored| Order { heuristic, mirrored });
    NAMES.into_iter().flat_map(both)
}

fn plain(heuristic: Heuristic) -> Order {
    Order { heuristic, mirrored: false }
}

fn assert_permutation(arranged: &[u32], variables: usize) {
    let mut sorted = arranged.to_vec();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..variables as u32), "{arranged:?}");
}

#[test]
fn names_read_back() {
    assert!(all_orders().all(|order| order.to_string().parse() == Ok(order)));
    assert!(Heuristic::names().all(|name| name.parse::<Heuristic>().unwrap().to_string() == name));
    assert_eq!(
        "louvain-force-mirrored".parse(),
        Ok(Order { mirrored: true, ..plain(Heuristic::LouvainForce) })
    );
    for text in ["", "Force", "mirrored", "-mirrored", "force-mirrored-mirrored"] {
        assert!(
            text.parse::<Order>().unwrap_err().ends_with("louvain, louvain-force, units, invariants"),
            "{text}"
        );
    }
}

#[test]
fn every_order_is_a_permutation_and_its_mirror_image_the_reverse() {
    for_seeds(240, |seed| {
        let owned = Owned::random(seed);
        let incidence = owned.incidence();
        for order in all_orders().filter(|order| !order.mirrored) {
            let arranged = order.arrange(&incidence, &|| false);
            assert_permutation(&arranged, owned.variables);
            let mut mirrored = Order { mirrored: true, ..order }.arrange(&incidence, &|| false);
            let (low, high) = (sum_of_tops(&incidence, &arranged), sum_of_tops(&incidence, &mirrored));
            assert!(low <= high || order.heuristic == Heuristic::Given, "{order} in {owned:?}");
            mirrored.reverse();
            assert_eq!(arranged, mirrored, "{order} of {owned:?}");
        }
    });
}

#[test]
fn force_never_lengthens_the_spans_of_its_start() {
    for_seeds(120, |seed| {
        let owned = Owned::random(seed);
        let incidence = owned.incidence();
        let spans = |heuristic| sum_of_spans(&incidence, &plain(heuristic).arrange(&incidence, &|| false));
        assert!(spans(Heuristic::Force) <= spans(Heuristic::Given), "{owned:?}");
        let without_invariants = Incidence { invariants: &[], ..incidence };
        let improved = plain(Heuristic::LouvainForce).arrange(&without_invariants, &|| false);
        assert!(sum_of_spans(&incidence, &improved) <= spans(Heuristic::Louvain), "{owned:?}");
    });
}

#[test]
fn interrupted_orders_are_permutations() {
    let mut owned = Owned::chain(3000, 5);
    owned.events.push((0..3000).collect());
    owned.units = shuffled(2000, 6).chunks(7).map(<[u32]>::to_vec).collect();
    owned.invariants = vec![(0..100).collect()];
    for order in all_orders() {
        for calls in [1, 2, 3, 5, 8, 13, 21, 34] {
            let called = Cell::new(0);
            let is_over = || {
                called.set(called.get() + 1);
                called.get() >= calls
            };
            assert_permutation(&order.arrange(&owned.incidence(), &is_over), owned.variables);
            assert!(called.get() <= calls, "{order} did not stop");
            assert!(called.get() == calls || calls > 3 || order.heuristic == Heuristic::Given, "{order}");
        }
    }
}

#[test]
fn a_chain_with_random_numbers_is_put_in_line() {
    for_seeds(12, |seed| {
        for (variables, slack) in [(2, 1.0), (30, 1.3), (200, 2.0)] {
            let owned = Owned::chain(variables, seed);
            let incidence = owned.incidence();
            let shortest = f64::from(2 * (variables - 1));
            let spans =
                |heuristic| sum_of_spans(&incidence, &plain(heuristic).arrange(&incidence, &|| false)) as f64;
            assert!(spans(Heuristic::Force) <= shortest * slack, "{}", spans(Heuristic::Force));
            assert_eq!([Heuristic::Louvain, Heuristic::LouvainForce].map(spans), [shortest; 2]);
        }
    });
}

#[test]
fn units_have_neighbouring_levels() {
    for_seeds(120, |seed| {
        let owned = Owned::random(seed);
        let arranged = plain(Heuristic::Units).arrange(&owned.incidence(), &|| false);
        let levels = levels(&arranged);
        for unit in owned.units.iter().filter(|unit| !unit.is_empty()) {
            let levels = unit.iter().map(|&variable| levels[variable as usize]);
            let extent = levels.clone().max().unwrap() - levels.min().unwrap() + 1;
            assert_eq!(extent as usize, unit.len(), "{unit:?} in {arranged:?}");
        }
    });
}

#[test]
fn invariants_draw_their_variables_together() {
    let owned =
        Owned { invariants: vec![vec![0, 9]], variables: 10, events: vec![vec![0, 1]], ..Owned::default() };
    let distance = |heuristic| {
        let levels = levels(&plain(heuristic).arrange(&owned.incidence(), &|| false));
        levels[0].abs_diff(levels[9])
    };
    assert_eq!([Heuristic::Force, Heuristic::Invariants].map(distance), [9, 1]);
}

#[test]
fn only_useful_orders_are_candidates() {
    let mut owned = Owned::chain(3, 0);
    let is_candidate = |owned: &Owned, heuristic| candidates(&owned.incidence()).contains(&plain(heuristic));
    assert!(is_candidate(&owned, Heuristic::Louvain) && is_candidate(&owned, Heuristic::Given));
    assert!(!is_candidate(&owned, Heuristic::Units) && !is_candidate(&owned, Heuristic::Invariants));
    (owned.units, owned.invariants) = (vec![vec![0, 1]], vec![vec![0, 2]]);
    let orders = candidates(&owned.incidence());
    assert_eq!(orders[0], plain(Heuristic::Louvain));
    assert!(all_orders().all(|order| orders.iter().filter(|&&other| other == order).count() == 1));
    owned.events = vec![vec![0], vec![]];
    assert_eq!(candidates(&owned.incidence()), [plain(Heuristic::Given)]);
}

#[test]
fn sums_count_levels_from_one() {
    let events = vec![vec![0, 2], vec![], vec![1]];
    let owned = Owned { variables: 3, events, ..Owned::default() };
    let sums =
        |arranged| [sum_of_tops(&owned.incidence(), arranged), sum_of_spans(&owned.incidence(), arranged)];
    assert_eq!([sums(&[0, 1, 2]), sums(&[1, 0, 2])], [[3 + 2, 3 + 1], [3 + 1, 2 + 1]]);
}
