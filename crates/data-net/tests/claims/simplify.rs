//! The claims of `simplify` and `estimate`, on random contents.

use sanderling_data_net::{Binary, CellId, Expression, Interval, simplify};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Random, value};

/// Returns a random number or condition. The claims hold for both.
fn expression(random: &mut Random) -> Expression {
    if random.below(2) == 0 { random.number(4) } else { random.condition(4) }
}

#[test]
fn simplified_expressions_have_the_same_value_or_none() {
    for_seeds(150, |seed| {
        let mut random = Random::new(seed);
        let (world, expression) = (random.world(), expression(&mut random));
        let simple = simplify(&expression, &world.ranges);
        world.for_each_content(|contents| {
            let (known, found) = (value(&expression, contents), value(&simple, contents));
            assert_eq!(found, known, "{contents:?}: {expression:?} became {simple:?}");
        });
    });
}

#[test]
fn estimates_cover_all_values_and_say_where_there_may_be_none() {
    for_seeds(150, |seed| {
        let mut random = Random::new(seed);
        let (world, expression) = (random.world(), expression(&mut random));
        let estimate = expression.estimate(&world.ranges);
        world.for_each_content(|contents| match value(&expression, contents) {
            Some(number) => {
                assert!(estimate.range.contains(number), "{contents:?}: {estimate:?} {expression:?}");
            }
            None => assert!(estimate.may_fail, "{contents:?}: {expression:?}"),
        });
    });
}

#[test]
fn a_part_is_simplified_by_what_those_before_it_say() {
    let mut random = Random::new(0);
    let mut world = random.world();
    let x = CellId::new(0);
    world.ranges.0[0] = Interval::new(0, 4);
    let compare = |operation, number| {
        Expression::Binary(operation, Box::new([Expression::Cell(x), Expression::Number(number)]))
    };
    let chain = Expression::All(vec![compare(Binary::Less, 2), compare(Binary::Unequal, 3)]);
    assert_eq!(simplify(&chain, &world.ranges), compare(Binary::Less, 2));
}
