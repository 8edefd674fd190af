//! Tests of orders of values in which few steps go back.

use super::Steps;

fn steps(values: usize, arcs: &[(usize, usize, usize)]) -> Steps {
    let mut steps = Steps::new(values);
    for &(from, to, weight) in arcs {
        (0..weight).for_each(|_| steps.add(from, to));
    }
    steps
}

/// Returns the minimum weight going back over all orders.
fn min_back(steps: &Steps) -> u64 {
    fn permute(steps: &Steps, ranks: &mut Vec<u32>, at: usize) -> u64 {
        if at == ranks.len() {
            return steps.back(ranks);
        }
        let swapped = |with: usize, ranks: &mut Vec<u32>| {
            ranks.swap(at, with);
            let least = permute(steps, ranks, at + 1);
            ranks.swap(at, with);
            least
        };
        (at..ranks.len()).map(|with| swapped(with, ranks)).min().expect("at least one")
    }
    permute(steps, &mut (0..steps.values as u32).collect(), 0)
}

#[test]
fn without_a_circle_nothing_goes_back() {
    let steps = steps(5, &[(3, 0, 4), (0, 4, 1), (4, 1, 9), (3, 2, 1), (2, 4, 2)]);
    let total = steps.total();
    assert_eq!(steps.back(&total), 0);
    let mut sorted = total.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [0, 1, 2, 3, 4]);
    assert_eq!(steps.within(&total, 0), total, "each value is a component");
}

#[test]
fn a_circle_is_cut_where_least_goes_round() {
    let steps = steps(4, &[(2, 0, 9), (0, 3, 8), (3, 1, 2), (1, 2, 9)]);
    let total = steps.total();
    assert_eq!(total, [2, 0, 1, 3]);
    assert_eq!(steps.back(&total), 2);
    assert_eq!(steps.within(&total, 1), [0; 4], "too little to cut it");
    assert_eq!(steps.within(&total, 2), total);
}

#[test]
fn values_on_a_heavy_circle_share_a_rank() {
    let steps = steps(5, &[(0, 1, 5), (1, 0, 5), (1, 2, 1), (2, 3, 1), (3, 4, 7), (4, 2, 3)]);
    let total = steps.total();
    assert_eq!(steps.within(&total, 0), [0, 0, 1, 1, 1]);
    let ranks = steps.within(&total, 1);
    assert_eq!((ranks[0], steps.back(&ranks)), (ranks[1], 1));
}

#[test]
fn orders_of_few_values_are_near_the_best() {
    let mut random = 1_u64;
    let (mut found, mut best) = (0, 0);
    for _ in 0..200 {
        let mut steps = Steps::new(6);
        for _ in 0..14 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            steps.add((random >> 40) as usize % 6, (random >> 20) as usize % 6);
        }
        let total = steps.total();
        assert!(steps.back(&total) >= min_back(&steps));
        found += steps.back(&total);
        best += min_back(&steps);
        for budget in 0..4 {
            assert!(steps.back(&steps.within(&total, budget)) <= budget);
        }
    }
    assert!(found * 100 <= best * 103, "{found} instead of {best}");
}

#[test]
fn two_ways_round_and_no_way_at_all_are_no_trouble() {
    assert_eq!(steps(1, &[]).total(), [0]);
    let steps = steps(2, &[(0, 0, 5), (0, 1, 1), (1, 0, 1)]);
    assert_eq!(steps.back(&steps.total()), 1, "a step to itself goes nowhere");
}
