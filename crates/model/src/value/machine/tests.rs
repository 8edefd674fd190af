//! Tests of programs against the expressions from which they were compiled.

use sanderling_data_net::simplify;
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Random, value};

use super::super::compile::Compiler;
use super::super::random;
use super::super::tables::Tables;
use super::*;

#[test]
fn programs_compute_what_expressions_are() {
    for_seeds(100, |seed| {
        let mut random = Random::new(seed);
        let (world, expression) = (random.world(), random.number(4));
        let (slots, tables) = (random::slots(&mut random, &world), Tables::default());
        let mut compiler = Compiler::new(&world.cells, &slots, &tables);
        let start = compiler.here();
        let simple = simplify(&expression, &world.ranges);
        compiler.compute(&simple, 0).unwrap_or_else(|_| panic!("{simple:?}"));
        compiler.emit(Operation::End);
        let (machine, registers) = (compiler.machine, Registers::default());
        let mut words = vec![0; slots.words()];
        world.for_each_content(|contents| {
            slots.pack(|cell| contents[cell.index()], &mut words);
            let ran = machine.holds(start, &words, &registers);
            let computed = (ran == Ran::Done).then(|| registers.get(0));
            assert_eq!(computed, value(&expression, contents), "{contents:?}: {expression:?}, {ran:?}");
        });
    });
}

#[test]
fn programs_require_what_conditions_say() {
    for_seeds(100, |seed| {
        let mut random = Random::new(seed);
        // Half of the conditions are long enough for a diagram.
        let condition = random.condition(if seed % 2 == 0 { 3 } else { 5 });
        let world = random.world();
        let (slots, tables) = (random::slots(&mut random, &world), Tables::default());
        let mut compiler = Compiler::new(&world.cells, &slots, &tables);
        let start = compiler.here();
        let simple = simplify(&condition, &world.ranges);
        compiler.require(&simple).unwrap_or_else(|_| panic!("{simple:?}"));
        compiler.emit(Operation::End);
        let (machine, registers) = (compiler.machine, Registers::default());
        let mut words = vec![0; slots.words()];
        world.for_each_content(|contents| {
            slots.pack(|cell| contents[cell.index()], &mut words);
            let expected = match value(&condition, contents) {
                None => Ran::Undefined,
                Some(0) => Ran::Failed,
                Some(_) => Ran::Done,
            };
            let ran = machine.holds(start, &words, &registers);
            assert_eq!(ran, expected, "{contents:?}: {condition:?}, simplified {simple:?}");
        });
    });
}
