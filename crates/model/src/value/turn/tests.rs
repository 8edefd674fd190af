//! Tests of turned bytes, for all bytes.

use sanderling_testkit::rules::cells;

use super::super::slot::{Extent, Slots};
use super::*;

/// Encodes three scalars, an array of two and a list of bytes, for which these numbers have been sampled.
fn turns(seen: [&[i64]; 3]) -> (Turns, Seen) {
    let cells = cells([BYTE; 3], BYTE, BYTE);
    let mut all = Seen::only(cells.ids().map(|cell| cells.cell(cell).initial));
    for (index, numbers) in seen.iter().enumerate() {
        numbers.iter().for_each(|&number| all.see(CellId::new(index), number));
    }
    (Turns::of(&cells, &cells.sorts(), &all), all)
}

#[test]
fn bytes_are_turned_where_that_saves_bits() {
    let (turns, seen) = turns([&[0, 7, 255], &[0, 129], &[1, 127]]);
    let is_turned: Vec<bool> = (0..3).map(|index| turns.is_turned(CellId::new(index))).collect();
    assert_eq!(is_turned, [true, true, false]);
    let ranges = [(-1, 7), (-127, 0), (0, 127)].map(|(low, high)| Interval { low, high });
    assert_eq!(turns.seen(&seen)[..3], ranges);
}

#[test]
fn slots_of_turned_bytes_hold_the_numbers_in_their_range() {
    let (turns, _) = turns([&[0, 255], &[], &[]]);
    let cell = CellId::new(0);
    for low in -128..=127 {
        for high in low..=127 {
            let inside = |number: i64| (low..=high).contains(&turns.in_slot(cell, number));
            let numbers = turns.numbers(cell, Interval { low, high });
            assert!((0..256).filter(|&number| inside(number)).all(|number| numbers.contains(number)));
            assert!(low < 0 && high >= 0 || numbers.size() == Interval { low, high }.size());
        }
    }
}

#[test]
fn turned_slots_hold_255_as_the_number_before_0() {
    let (turns, _) = turns([&[0, 255], &[], &[]]);
    let cells = cells([BYTE; 3], BYTE, BYTE);
    let extent = Extent { range: Interval::new(-1, 6), is_proved: false };
    let slots = Slots::of(&vec![extent; cells.ids().count()], &[], 0).unwrap().turned(&turns);
    let slot = slots.slot(CellId::new(0));
    let fitting: Vec<i64> = (0..256).filter(|&number| slot.bits_of(number).is_some()).collect();
    assert_eq!(fitting, [0, 1, 2, 3, 4, 5, 6, 255]);
    assert!(fitting.iter().all(|&number| slot.bits_of(number).map(|raw| slot.number(raw)) == Some(number)));
}
