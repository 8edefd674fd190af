//! Tests of translations on random digits.

use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::Random;

use super::*;

/// Returns the positions of digits with these radices, each in the first word with room among the last two.
fn positions(radices: &[u128]) -> Vec<(PlaceId, Position)> {
    let mut products: Vec<u128> = vec![1];
    let mut position = |&radix: &u128| {
        let first = products.len().saturating_sub(2);
        let fits = (first..products.len()).find(|&word| products[word] <= (1 << 64) / radix);
        let word = fits.unwrap_or(products.len());
        products.resize(products.len().max(word + 1), 1);
        let weight = products[word] as u64;
        products[word] *= radix;
        Position { word: word as u32, weight, radix }
    };
    radices.iter().enumerate().map(|(place, radix)| (PlaceId::new(place), position(radix))).collect()
}

fn packed(positions: &[(PlaceId, Position)], values: &[u64], words: usize) -> Vec<u64> {
    let mut packed = vec![0_u64; words];
    for (&(_, Position { word, weight, .. }), value) in positions.iter().zip(values) {
        packed[word as usize] += weight * value;
    }
    packed
}

fn words(positions: &[(PlaceId, Position)]) -> usize {
    positions.iter().map(|(_, position)| position.word as usize + 1).max().unwrap_or(1)
}

#[test]
fn translated_markings_have_the_same_digits() {
    for_seeds(200, |seed| {
        let mut random = Random::new(seed);
        let mut radix = || match random.below(4) {
            0 => 2 + u128::from(random.below(9)),
            1 => 1 << (1 + random.below(63)),
            2 if random.below(8) == 0 => 1 << 64,
            _ => 2,
        };
        let radices: Vec<u128> = (0..40).map(|_| radix()).collect();
        let wider: Vec<u128> = radices
            .iter()
            .map(|&radix| match random.below(4) {
                0 => (radix * (1 + u128::from(random.below(5)))).min(1 << 64),
                _ => radix,
            })
            .collect();
        let (from, to) = (positions(&radices), positions(&wider));
        let translation = Translation::new(from.iter().copied(), to.iter().copied());
        for _ in 0..10 {
            let mut value = |&radix: &u128| match random.below(3) {
                0 => (radix - 1) as u64,
                _ => (u128::from(random.below(u64::MAX)) % radix) as u64,
            };
            let values: Vec<u64> = radices.iter().map(&mut value).collect();
            let mut translated = vec![u64::MAX; words(&to)];
            translation.translate(&packed(&from, &values, words(&from)), &mut translated);
            assert_eq!(translated, packed(&to, &values, words(&to)), "{values:?}: {radices:?} to {wider:?}");
        }
    });
}

#[test]
fn digits_that_stay_move_in_one_piece() {
    let digits = positions(&[3, 2, 5, 4, 2]);
    let translation = Translation::new(digits.iter().copied(), digits.iter().copied());
    assert_eq!(translation.moves.len(), 1);
}

#[test]
fn another_earlier_layout_gets_its_own_translation() {
    let layouts: Vec<_> =
        [1, 2, 3].map(|width| Arc::new(Layout::of(&[crate::layout::Extent::Assumed(width); 2]))).into();
    let translations = Translations::default();
    for earlier in [&layouts[0], &layouts[1], &layouts[0]] {
        let (mut marking, mut translated) = ([0], [0]);
        earlier.pack(|_| 1, &mut marking);
        translations.translate(earlier, || layouts[2].translation(earlier), &marking, &mut translated);
        assert_eq!(layouts[2].packed(|_| 1), Some(translated.to_vec()));
    }
}
