//! Tests of decision diagrams on random contents.

use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Random, value};

use super::super::random;
use super::*;

/// Evaluates a diagram for a packed marking and the corresponding numbers.
fn decide(diagram: &Diagram, slots: &Slots, words: &[u64], contents: &[i64]) -> Option<bool> {
    let mut branch = diagram.root;
    loop {
        match branch {
            Branch::Holds => return Some(true),
            Branch::Fails => return Some(false),
            Branch::Node(node) => match &diagram.nodes[node as usize] {
                Node::Switch(cell, branches) => branch = branches[slots.slot(*cell).raw(words) as usize],
                Node::Evaluate(rest) => return value(rest, contents).map(|number| number != 0),
            },
        }
    }
}

#[test]
fn a_diagram_decides_as_the_condition_does() {
    for_seeds(60, |seed| {
        let mut random = Random::new(seed);
        let world = random.world();
        let slots = random::slots(&mut random, &world);
        let condition = Expression::Any((0..4).map(|_| random.condition(4)).collect());
        let diagram = diagram(&condition, &world.cells, &slots);
        let mut words = vec![0; slots.words()];
        world.for_each_content(|contents| {
            slots.pack(|cell| contents[cell.index()], &mut words);
            let known = value(&condition, contents).map(|number| number != 0);
            assert_eq!(decide(&diagram, &slots, &words, contents), known, "{contents:?}: {condition:?}");
        });
    });
}

#[test]
fn an_assigned_cell_keeps_the_value() {
    for_seeds(100, |seed| {
        let mut random = Random::new(seed);
        let world = random.world();
        let (condition, cell) = (random.condition(4), CellId::new(random.below(3) as usize));
        world.for_each_content(|contents| {
            let rest = assign(&condition, cell, contents[cell.index()]);
            assert_eq!(value(&rest, contents), value(&condition, contents), "{contents:?}: {condition:?}");
        });
    });
}
