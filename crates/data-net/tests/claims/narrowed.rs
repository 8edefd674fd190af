//! The claims of `narrowed`, on random contents.

use sanderling_data_net::{Binary, CellId, Expression, Interval, Narrowed, Ranges};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Random, value};

#[test]
fn contents_that_meet_what_is_assumed_stay_inside() {
    for_seeds(150, |seed| {
        let mut random = Random::new(seed);
        let world = random.world();
        let assumed = [(); 2].map(|()| (random.condition(3), random.below(2) == 1));
        let mut narrowed = Narrowed::new(&world.ranges);
        let can_be = assumed.iter().all(|(condition, truth)| narrowed.assume(condition, *truth));
        world.for_each_content(|contents| {
            let holds = |(condition, truth): &(Expression, bool)| {
                value(condition, contents).is_some_and(|number| (number != 0) == *truth)
            };
            if assumed.iter().all(holds) {
                let is_inside = |cell: CellId| narrowed.cell(cell).contains(contents[cell.index()]);
                assert!(can_be && world.cells.ids().all(is_inside), "{contents:?}: {assumed:?}");
            }
        });
    });
}

#[test]
fn comparisons_narrow_both_sides() {
    let mut world = Random::new(0).world();
    let [x, y] = [0, 1].map(CellId::new);
    world.ranges.0[0] = Interval::new(0, 9);
    world.ranges.0[1] = Interval::new(3, 5);
    let less = Expression::Binary(Binary::Less, Box::new([Expression::Cell(x), Expression::Cell(y)]));
    let mut narrowed = Narrowed::new(&world.ranges);
    assert!(narrowed.assume(&less, true));
    assert_eq!((narrowed.cell(x), narrowed.cell(y)), (Interval::new(0, 4), Interval::new(3, 5)));
    assert!(narrowed.assume(&less, false));
    assert_eq!((narrowed.cell(x), narrowed.cell(y)), (Interval::new(3, 4), Interval::new(3, 4)));
}
