//! Tests of selected transitions against each guard.

use sanderling_data_net::{CellId, Narrowed, Rule};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Random, World, passes};

use super::super::compile::Compiler;
use super::super::guard::Guard;
use super::super::listing::select;
use super::super::random;
use super::super::slot::Slots;
use super::super::tables::Tables;
use super::*;

/// Compares the events enabled by the lists with the rules, for all contents of a world.
fn check(world: &World, rules: &[Rule], slots: &Slots, control: &[CellId]) {
    let tables = Tables::default();
    let mut compiler = Compiler::new(&world.cells, slots, &tables);
    let analyse = |rule| guard::analyse(&compiler, rule, &mut Narrowed::new(&world.ranges));
    let guards: Vec<Guard> = rules.iter().map(analyse).collect();
    let selector = select(&mut compiler, &guards, control, &world.ranges, &|| false)
        .unwrap_or_else(|_| panic!("{rules:?}"))
        .expect("it is never stopped");
    let (machine, registers) = (compiler.machine, Registers::default());
    let (mut words, mut events) = (vec![0; slots.words()], Vec::new());
    world.for_each_content(|contents| {
        slots.pack(|cell| contents[cell.index()], &mut words);
        events.clear();
        selector.enabled::<0>(&machine, &words, &registers, &mut events);
        let mut found: Vec<usize> = events.iter().map(|event| event.index()).collect();
        found.sort_unstable();
        let is_enabled = |&index: &usize| passes(&rules[index], contents) != Some(false);
        let expected: Vec<usize> = (0..rules.len()).filter(is_enabled).collect();
        assert_eq!(found, expected, "{contents:?}: {rules:?}");
    });
}

#[test]
fn each_event_whose_guard_holds_or_is_undefined_is_selected_once() {
    for_seeds(100, |seed| {
        let mut random = Random::new(seed);
        let world = random.world();
        let rules: Vec<Rule> = (0..1 + random.below(12)).map(|_| random.rule(&world.cells)).collect();
        let control: Vec<CellId> = (0..random.below(3) as usize).map(CellId::new).collect();
        check(&world, &rules, &random::slots(&mut random, &world), &control);
    });
}

#[test]
fn without_rules_nothing_is_selected() {
    let mut random = Random::new(0);
    let world = random.world();
    check(&world, &[], &random::slots(&mut random, &world), &[CellId::new(0)]);
}
