//! Tests of actions against the statements from which they were computed.

use std::cell::Cell;

use sanderling_system::with_words;
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Firing, Random, fire, passes};

use super::super::random;
use super::super::tables::Tables;
use super::*;

#[test]
fn actions_do_what_statements_say() {
    let (taken, all) = (Cell::new(0), Cell::new(0));
    for_seeds(3000, |seed| {
        let mut random = Random::new(seed);
        let world = random.world();
        let rule = random.rule(&world.cells);
        let (slots, tables) = (random::slots(&mut random, &world), Tables::default());
        let mut compiler = Compiler::new(&world.cells, &slots, &tables);
        let mut narrowed = Narrowed::new(&world.ranges);
        let guard = guard::analyse(&compiler, &rule, &mut narrowed);
        if !guard.is_possible {
            return;
        }
        let refused = || -> ! { panic!("{rule:?}") };
        let effect = effect::compile(&mut compiler, &rule, narrowed.clone()).unwrap_or_else(|_| refused());
        let mut actions = Actions::new(slots.words());
        let added = actions.add(&mut compiler, (&rule, &guard, &effect), &world.ranges, &narrowed);
        added.unwrap_or_else(|_| refused());
        let (mut words, mut successor) = (vec![0; slots.words()], vec![0; slots.words()]);
        world.for_each_content(|contents| {
            if passes(&rule, contents) == Some(false) {
                return;
            }
            slots.pack(|cell| contents[cell.index()], &mut words);
            all.set(all.get() + 1);
            if with_words!(slots.words(), W => actions.fire::<W>(0, &words, &mut successor)) {
                taken.set(taken.get() + 1);
                assert_eq!(passes(&rule, contents), Some(true), "{contents:?}: {rule:?}");
                let numbers = slots.cells().map(|cell| slots.slot(cell).read(&successor)).collect();
                let expected = fire(&rule, &world.cells, contents);
                assert_eq!(Firing::Successor(numbers), expected, "{contents:?}: {rule:?}");
            }
        });
    });
    assert!(taken.get() > all.get() / 25, "{taken:?} of {all:?} firings are actions");
}
