//! Tests of `undefined` on random contents.

use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Firing, Random, fire};

use super::*;

#[test]
fn a_rule_that_cannot_be_undefined_never_is() {
    for_seeds(300, |seed| {
        let mut random = Random::new(seed);
        let world = random.world();
        let rule = random.rule(&world.cells);
        if !may_be(&rule, &world.ranges, &world.cells) {
            world.for_each_content(|contents| {
                let firing = fire(&rule, &world.cells, contents);
                assert_ne!(firing, Firing::Undefined, "{contents:?}: {rule:?}");
            });
        }
    });
}
