//! Tests of translations on random contents.

use sanderling_data_net::Interval;
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::Random;

use super::super::random;
use super::super::slot::Extent;
use super::*;

/// Returns the extents, some of them with more room below or above.
fn wider(random: &mut Random, extents: &[Extent]) -> Vec<Extent> {
    let widen = |extent: &Extent| match random.below(3) {
        0 => {
            let (below, above) = (random.below(40) as i64, random.below(40) as i64);
            let range = Interval::new(extent.range.low - below, extent.range.high + above);
            Extent { range, is_proved: false }
        }
        _ => *extent,
    };
    extents.iter().map(widen).collect()
}

#[test]
fn translated_markings_hold_the_same_numbers() {
    for_seeds(200, |seed| {
        let mut random = Random::new(seed);
        let extents = random::extents(&mut random, 25, Interval::new(-300, 300));
        let (wide, first) = (wider(&mut random, &extents), [CellId::new(random.below(25) as usize)]);
        let [from, to] = [&extents, &wide].map(|extents| Slots::of(extents, &first, 1).unwrap());
        let translation = Translation::new(&from, &to);
        for _ in 0..10 {
            let numbers: Vec<i64> = extents.iter().map(|extent| random.of(extent.range)).collect();
            let (mut marking, mut translated) = (vec![0; from.words()], vec![u64::MAX; to.words()]);
            from.pack(|cell| numbers[cell.index()], &mut marking);
            translation.translate(&marking, &mut translated);
            let mut packed = vec![0; to.words()];
            to.pack(|cell| numbers[cell.index()], &mut packed);
            assert_eq!(translated, packed, "{numbers:?}: from {extents:?} to {wide:?}");
        }
    });
}

#[test]
fn slots_that_stay_move_in_one_piece() {
    let extents = vec![Extent { range: Interval::new(0, 3), is_proved: true }; 10];
    let slots = Slots::of(&extents, &[], 0).unwrap();
    assert_eq!(Translation::new(&slots, &slots).pieces.len(), 1);
}
