//! Guards letter by letter.

use rand::RngExt;
use rand::rngs::StdRng;

use super::random::{for_seeds, random_from, seeds};
use crate::guard::{covers, maximal};
use crate::{Cube, Guard};

const ATOMS: u32 = 5;

fn cube(random: &mut StdRng) -> Cube {
    let [mentioned, holds] = [0; 2].map(|_: u64| random.random_range(0..1_u64 << ATOMS));
    Cube { positive: mentioned & holds, negative: mentioned & !holds }
}

fn cubes(random: &mut StdRng) -> Vec<Cube> {
    (0..random.random_range(0..6)).map(|_| cube(random)).collect()
}

#[test]
fn operations_are_those_on_sets_of_letters() {
    for_seeds(seeds(50_000), |seed| {
        let random = &mut random_from(seed);
        let (a, b) = (cubes(random), cubes(random));
        let (left, right) = (Guard::any_of(a.clone()), Guard::any_of(b.clone()));
        let (both, rest) = (left.and(&right), left.minus_if_small(right.cubes()));
        let largest = maximal(a.clone());
        let allow = |cubes: &[Cube], letter: u64| cubes.iter().any(|cube| cube.allows(letter));
        for letter in 0..1 << ATOMS {
            let (in_left, in_right) = (allow(&a, letter), allow(&b, letter));
            assert_eq!(left.allows(letter), in_left, "{a:?} {left}");
            assert_eq!(both.allows(letter), in_left && in_right, "{left} and {right}: {both}");
            assert_eq!(rest.allows(letter), in_left && !in_right, "{left} minus {right}: {rest}");
            assert_eq!(allow(&largest, letter), in_left, "{a:?} {largest:?}");
        }
        let is_subset = (0..1 << ATOMS).all(|letter| !allow(&a, letter) || allow(&b, letter));
        assert_eq!(left.is_covered(&b), is_subset, "{left} within {right}");
        assert_eq!(left.is_never(), rest.is_never() && both.is_never());
    });
}

#[test]
fn guards_are_irredundant() {
    for_seeds(seeds(20_000), |seed| {
        let guard = Guard::any_of(cubes(&mut random_from(seed)));
        for (index, &cube) in guard.cubes().iter().enumerate() {
            let mut others = guard.cubes().to_vec();
            others.remove(index);
            assert!(!covers(&others, cube), "{cube} is not needed in {guard}");
            for atom in (0..ATOMS).map(|i| 1 << i).filter(|atom| (cube.positive | cube.negative) & atom != 0)
            {
                let wider = Cube { positive: cube.positive & !atom, negative: cube.negative & !atom };
                assert!(!covers(guard.cubes(), wider), "{cube} is too small in {guard}");
            }
        }
    });
}

#[test]
fn covers_gives_up_on_large_sets_of_cubes() {
    // All letters, one by one; each split leads to two more.
    let letters = |atoms: u32| {
        (0..1_u64 << atoms)
            .map(move |letter| Cube { positive: letter, negative: !letter & ((1 << atoms) - 1) })
    };
    assert!(covers(&letters(13).collect::<Vec<_>>(), Cube::TRUE));
    assert!(!covers(&letters(14).collect::<Vec<_>>(), Cube::TRUE));
}
