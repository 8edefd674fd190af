//! Tests of keys on random contents.

use sanderling_data_net::Interval;
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::Random;

use super::super::random;
use super::super::slot::Extent;
use super::*;

#[test]
fn runs_read_the_contents_that_a_key_takes_apart() {
    for_seeds(200, |seed| {
        let mut random = Random::new(seed);
        let extents = random::extents(&mut random, 12, Interval::new(-3, 4));
        let slots = Slots::of(&extents, &[], random.below(64) as u32).unwrap();
        let chosen: Vec<CellId> =
            (0..1 + random.below(5)).map(|_| CellId::new(random.below(12) as usize)).collect();
        let key = Key::of(&chosen, &slots);
        let numbers: Vec<i64> = extents.iter().map(|extent: &Extent| random.of(extent.range)).collect();
        let mut words = vec![0; slots.words()];
        slots.pack(|cell| numbers[cell.index()], &mut words);
        let content = |cell: CellId| slots.slot(cell).raw(&words);
        let value = read(key.runs(), &words) as u64;
        let together = key.cells().fold(0, |all, cell| all | content(cell) << key.position(cell));
        assert_eq!(value, together, "{chosen:?} in {extents:?}");
        assert!(value < 1 << key.bits());
        for cell in slots.cells() {
            let known = chosen.contains(&cell).then(|| content(cell));
            assert_eq!(key.content(value, cell, &slots), known, "{cell:?} of {chosen:?} in {extents:?}");
        }
    });
}

#[test]
fn neighbours_are_read_in_one_piece() {
    let extents = [Extent { range: Interval::new(0, 3), is_proved: true }; 4];
    let slots = Slots::of(&extents, &[], 0).unwrap();
    let key = |cells: &[usize]| Key::of(&cells.iter().map(|&at| CellId::new(at)).collect::<Vec<_>>(), &slots);
    assert_eq!(key(&[2, 0, 1]).runs().len(), 1);
    assert_eq!(key(&[3, 0, 1]).runs().len(), 2);
    assert_eq!(key(&[1, 1]).bits(), 2);
}
