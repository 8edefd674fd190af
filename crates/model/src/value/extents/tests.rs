//! Tests of `extents` on random contents.

use std::cell::Cell;

use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::rules::{Random, cells};

use super::*;

const SORT: Interval = Interval::new(-500, 500);

/// Returns cells, their proved ranges, and their sampled ranges.
fn known(random: &mut Random) -> (Cells, CellRanges, Vec<Interval>) {
    let cells = cells([SORT; 3], SORT, SORT);
    let proof: Vec<Interval> = cells.ids().map(|id| random.range(cells.cell(id).sort, 1000)).collect();
    let seen = proof.iter().map(|&proved| random.range(proved, 9)).collect();
    (cells, CellRanges(proof), seen)
}

fn check(extents: &[Extent], proof: &CellRanges) {
    for (extent, &proved) in extents.iter().zip(&proof.0) {
        assert!(proved.includes(extent.range), "{extent:?} beyond {proved:?}");
        assert_eq!(extent.is_proved, extent.range == proved, "{extent:?} of {proved:?}");
    }
}

#[test]
fn assumed_extents_cover_what_was_seen_in_as_few_bits() {
    for_seeds(300, |seed| {
        let (cells, proof, seen) = known(&mut Random::new(seed));
        let extents = assumed(&cells, &proof, &seen);
        check(&extents, &proof);
        for (extent, seen) in extents.iter().zip(seen) {
            assert!(extent.range.includes(seen) && extent.range.bits() <= seen.bits(), "{extent:?} {seen:?}");
        }
    });
}

#[test]
fn widening_covers_the_number_and_never_leaves_the_proof() {
    for_seeds(300, |seed| {
        let mut random = Random::new(seed);
        let (cells, proof, seen) = known(&mut random);
        let mut extents = assumed(&cells, &proof, &seen);
        // The loop ends when nothing is assumed any more, since every step widens an extent.
        while let Some(cell) = cells.ids().find(|cell| !extents[cell.index()].is_proved) {
            let (proved, narrow) = (proof.0[cell.index()], extents[cell.index()].range);
            let outside = if narrow.low > proved.low { narrow.low - 1 } else { proved.high };
            let others_too = random.below(2) == 0;
            let wide = widen(&extents, (&cells, &proof), (cell, outside), others_too);
            check(&wide, &proof);
            assert!(wide[cell.index()].is_proved || wide[cell.index()].range.bits() > narrow.bits());
            assert!(wide[cell.index()].range.contains(outside), "{narrow:?} of {proved:?} for {outside}");
            for (wide, narrow) in wide.iter().zip(&extents) {
                assert!(wide.range.includes(narrow.range), "{wide:?} was {narrow:?}");
                let grows = wide.range.bits() > narrow.range.bits() || narrow.is_proved || !others_too;
                assert!(grows, "{narrow:?} does not grow with others");
            }
            extents = wide;
        }
    });
}

#[test]
fn a_counter_that_falls_from_the_top_of_its_proof_is_widened_a_few_times() {
    let cells = cells([SORT; 3], SORT, SORT);
    let proof = CellRanges(cells.ids().map(|id| cells.cell(id).sort).collect());
    let cell = CellId::new(0);
    let mut extents = assumed(&cells, &proof, &vec![Interval::new(495, 500); cells.len()]);
    let mut widened = 0;
    for number in (SORT.low..=SORT.high).rev() {
        if !extents[cell.index()].range.contains(number) {
            extents = widen(&extents, (&cells, &proof), (cell, number), false);
            widened += 1;
        }
    }
    assert_eq!(widened, 7, "from 8 numbers to 1001, doubled each time");
}

#[test]
fn elements_of_an_array_are_widened_alike() {
    let cells = cells([SORT; 3], SORT, SORT);
    let proof = CellRanges(cells.ids().map(|id| cells.cell(id).sort).collect());
    let extents = assumed(&cells, &proof, &vec![Interval::only(0); cells.len()]);
    let wide = widen(&extents, (&cells, &proof), (CellId::new(3), 5), false);
    assert_eq!(wide[4], wide[3]);
    assert_eq!(wide[2], extents[2]);
}

#[test]
fn covering_includes_what_was_seen() {
    for_seeds(300, |seed| {
        let mut random = Random::new(seed);
        let (cells, proof, seen) = known(&mut random);
        let mut extents = assumed(&cells, &proof, &seen);
        let narrow = extents.clone();
        let more: Vec<Interval> = proof.0.iter().map(|&proved| random.range(proved, 50)).collect();
        cover(&mut extents, &proof, &more);
        check(&extents, &proof);
        for (at, extent) in extents.iter().enumerate() {
            assert!(extent.range.includes(narrow[at].range.hull(more[at])), "{extent:?}");
        }
    });
}

#[test]
fn spending_widens_once_more_what_has_grown_within_the_same_words() {
    let spent = Cell::new(0);
    for_seeds(1000, |seed| {
        let mut random = Random::new(seed);
        let (cells, proof, seen) = known(&mut random);
        let earlier = assumed(&cells, &proof, &seen);
        let mut extents = earlier.clone();
        let more: Vec<Interval> = proof.0.iter().map(|&proved| random.range(proved, 50)).collect();
        cover(&mut extents, &proof, &more);
        let narrow = extents.clone();
        let bits =
            |extents: &[Extent]| extents.iter().map(|extent| u64::from(extent.range.bits())).sum::<u64>();
        let most = bits(&narrow) + random.below(30);
        let room = |extents: &[Extent]| most.checked_sub(bits(extents));
        spend(&mut extents, &earlier, (&cells, &proof), room);
        check(&extents, &proof);
        let spendable = (most - bits(&narrow)) * SPENT_PERCENT.number() / 100;
        assert!(bits(&extents) <= bits(&narrow) + spendable, "{spendable} of {most}");
        for ((wide, narrow), earlier) in extents.iter().zip(&narrow).zip(&earlier) {
            assert!(wide.range.includes(narrow.range), "{wide:?} was {narrow:?}");
            let more = wide.range.bits() - narrow.range.bits();
            assert!(
                more == 0 || more == 1 && narrow.range != earlier.range,
                "{earlier:?} {narrow:?} {wide:?}"
            );
            spent.set(spent.get() + more);
        }
    });
    assert!(is_met(spent.get(), 1000), "{spent:?}");
}

#[test]
fn nothing_is_spent_where_words_are_full_or_states_would_get_longer() {
    let cells = cells([SORT; 3], SORT, SORT);
    let proof = CellRanges(cells.ids().map(|id| cells.cell(id).sort).collect());
    let earlier = assumed(&cells, &proof, &vec![Interval::only(0); cells.len()]);
    let wide = widen(&earlier, (&cells, &proof), (CellId::new(0), 5), false);
    for left in [Some(0), Some(1), None] {
        let mut extents = wide.clone();
        spend(&mut extents, &earlier, (&cells, &proof), |_| left);
        assert_eq!(extents, wide, "{left:?}");
    }
    let mut extents = wide.clone();
    let room = |extents: &[Extent]| (extents == wide).then_some(2);
    spend(&mut extents, &earlier, (&cells, &proof), room);
    assert_eq!(extents, wide);
    spend(&mut extents, &earlier, (&cells, &proof), |_| Some(2));
    assert_eq!(extents[0].range.bits(), wide[0].range.bits() + 1);
}
