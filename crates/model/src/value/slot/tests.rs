//! Tests of slots on random contents.

use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::Random;

use super::super::random;
use super::*;

fn random_slots(random: &mut Random) -> (Vec<Extent>, Slots) {
    let sort = if random.below(2) == 0 { Interval::I32 } else { Interval::new(-3, 4) };
    let extents = random::extents(random, 30, sort);
    let first: Vec<CellId> = (0..random.below(5)).map(|_| CellId::new(random.below(30) as usize)).collect();
    let slots = Slots::of(&extents, &first, random.below(2) as u32).unwrap();
    (extents, slots)
}

#[test]
fn slots_do_not_overlap_and_have_room_for_their_extents() {
    for_seeds(100, |seed| {
        let mut random = Random::new(seed);
        let (extents, slots) = random_slots(&mut random);
        let mut taken = vec![0; slots.words()];
        for (cell, extent) in slots.cells().zip(&extents) {
            let slot = slots.slot(cell);
            assert_eq!(taken[slot.word as usize] & slot.mask(), 0, "{cell:?} of {extents:?}");
            assert!(u32::from(slot.shift) + u32::from(slot.width) <= 64);
            taken[slot.word as usize] |= slot.mask();
            assert!(slot.bits_of(extent.range.low).is_some() && slot.bits_of(extent.range.high).is_some());
            assert_eq!(slot.bits_of(extent.range.low - 1), None);
        }
    });
}

#[test]
fn slots_hold_what_is_packed_and_then_written() {
    for_seeds(100, |seed| {
        let mut random = Random::new(seed);
        let (extents, slots) = random_slots(&mut random);
        let mut numbers: Vec<i64> = extents.iter().map(|extent| random.of(extent.range)).collect();
        let mut words = vec![u64::MAX; slots.words()];
        slots.pack(|cell| numbers[cell.index()], &mut words);
        for (cell, extent) in slots.cells().zip(&extents) {
            let read: Vec<i64> = slots.cells().map(|cell| slots.slot(cell).read(&words)).collect();
            assert_eq!(read, numbers, "{extents:?}");
            let (slot, number) = (slots.slot(cell), random.of(extent.range));
            slot.write_raw(slot.bits_of(number).unwrap(), &mut words);
            numbers[cell.index()] = number;
        }
    });
}

#[test]
fn cells_that_come_first_share_the_first_word() {
    let extents = [Extent { range: Interval::I32, is_proved: true }; 6];
    let slots = Slots::of(&extents, &[CellId::new(5), CellId::new(3)], 0).unwrap();
    let words: Vec<u16> = slots.cells().map(|cell| slots.slot(cell).word).collect();
    assert_eq!(words, [1, 1, 2, 0, 2, 0]);
    assert_eq!((slots.words(), slots.bits()), (3, 192));
}
