//! Tests of effects against the statements from which they were compiled.

use sanderling_data_net::CellRanges;
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Firing, Random, World, fire, passes};

use super::super::guard;
use super::super::machine::{Machine, Ran, Registers};
use super::super::random;
use super::super::slot::Slots;
use super::super::tables::Tables;
use super::*;

/// Creates a world in which every number of the sorts may occur, so that no assumption breaks.
fn world(random: &mut Random) -> World {
    let cells = random.world().cells;
    let ranges = CellRanges(cells.ids().map(|id| cells.cell(id).sort).collect());
    World { cells, ranges }
}

fn apply(effect: &Effect, machine: &Machine, slots: &Slots, words: &mut [u64]) -> Firing {
    let registers = Registers::default();
    match effect.program.map_or(Ran::Done, |program| machine.execute(program, words, &registers)) {
        Ran::Done => {}
        Ran::Undefined => return Firing::Undefined,
        ran => panic!("{ran:?}: {:?}", registers.breach),
    }
    for check in &effect.checks {
        assert_eq!(check.breach(words), None);
    }
    effect.masks.iter().for_each(|mask| mask.apply(words));
    Firing::Successor(slots.cells().map(|cell| slots.slot(cell).read(words)).collect())
}

#[test]
fn effects_do_what_statements_say() {
    for_seeds(5000, |seed| {
        let mut random = Random::new(seed);
        let world = world(&mut random);
        let mut rule = random.rule(&world.cells);
        if random.below(2) == 0 {
            rule.guard.clear();
            rule.conditions.clear();
        }
        let (slots, tables) = (random::slots(&mut random, &world), Tables::default());
        let mut compiler = Compiler::new(&world.cells, &slots, &tables);
        let mut narrowed = Narrowed::new(&world.ranges);
        if !guard::analyse(&compiler, &rule, &mut narrowed).is_possible {
            return;
        }
        let effect = compile(&mut compiler, &rule, narrowed).unwrap_or_else(|_| panic!("{rule:?}"));
        let mut words = vec![0; slots.words()];
        world.for_each_content(|contents| {
            if passes(&rule, contents) == Some(true) {
                slots.pack(|cell| contents[cell.index()], &mut words);
                let fired = apply(&effect, &compiler.machine, &slots, &mut words);
                assert_eq!(fired, fire(&rule, &world.cells, contents), "{contents:?}: {rule:?}");
            }
        });
    });
}
