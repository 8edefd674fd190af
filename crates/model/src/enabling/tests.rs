//! Tests of tables against individual tests, and of mixed-radix numbers against bit fields.

use sanderling_net::Net;
use sanderling_system::{EventId, Fired, System};
use sanderling_testkit::random::{Shape, for_seeds, net};

use super::*;
use crate::knowledge::Knowledge;
use crate::layout::Layout;
use crate::net_model::CountModel;
use crate::trigger::Triggers;
use crate::{FieldModel, RadixModel};

/// Returns a pseudo-random number.
fn mixed(seed: u64, number: usize) -> u64 {
    let product =
        u128::from(seed + 1) * u128::from(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1));
    (product >> 32) as u64 ^ product as u64
}

fn shapes() -> [Shape; 4] {
    [Shape::plain(), Shape::conservative_special(), Shape::many_events(), Shape::large_counts()]
}

fn enabled(tables: &EnablingTables, rules: &Rules, marking: &[u64]) -> Vec<usize> {
    let mut events = Vec::new();
    tables.enabled(rules, marking, &mut events);
    events.into_iter().map(EventId::index).collect()
}

/// Compares the tables with individual tests, in markings with arbitrary contents.
fn compare(net: &Net, seed: u64) {
    let knowledge = Knowledge::of(net).expect("it is a net");
    let layout = Layout::of(knowledge.extents());
    let rules = Rules::compile(&knowledge, &layout);
    let triggers = Triggers::of(&rules, &layout, &[]);
    // The net is small, but not always smaller than the cutoffs.
    let Some(tables) = EnablingTables::of(&rules, triggers.transitions(), &[]) else { return };
    for sample in 0..50 {
        let mut marking = vec![0; layout.words()];
        let tokens = |place: sanderling_net::PlaceId| {
            let number = mixed(seed, sample * 64 + place.index());
            // Few tokens are as likely as many.
            let least = number >> 32 & 3;
            if number & 1 == 0 { least } else { number >> 8 }
        };
        for (place, field) in layout.fields() {
            field.write(tokens(place) & field.most(), &mut marking);
        }
        let transitions = triggers.transitions().iter().map(|&transition| transition as usize);
        let expected: Vec<usize> =
            transitions.filter(|&transition| rules.is_enabled::<0>(transition, &marking)).collect();
        assert_eq!(enabled(&tables, &rules, &marking), expected, "{marking:x?}");
    }
}

#[test]
fn tables_say_what_the_tests_say() {
    for shape in shapes() {
        for_seeds(60, |seed| compare(&net(seed, &shape), seed));
    }
}

#[test]
fn tests_of_slots_in_no_piece_are_made_besides() {
    let wide = Shape::large_counts();
    let besides = |seed| {
        let knowledge = Knowledge::of(&net(seed, &wide)).expect("it is a net");
        let layout = Layout::of(knowledge.extents());
        let rules = Rules::compile(&knowledge, &layout);
        let transitions: Vec<u32> = (0..rules.len() as u32).collect();
        let tables = EnablingTables::of(&rules, &transitions, &[]).expect("it is small");
        tables.tested_besides.iter().any(|&word| word != 0)
    };
    assert!((0..20).any(besides), "some of the nets have slots that are too wide for a piece");
}

/// Walks through a net over numbers and bit fields at once, with occasional restarts. Finally unpacks all visited
/// markings together.
fn walk_over_both(net: &Net, seed: u64) {
    let knowledge = Knowledge::of(net).expect("it is a net");
    let (radix, fields) = (RadixModel::compile(knowledge.clone()), FieldModel::compile(knowledge));
    let mut start = (vec![0; radix.words()], vec![0; fields.words()]);
    radix.initial(&mut start.0);
    fields.initial(&mut start.1);
    let (mut number, mut marking) = start.clone();
    let (mut scratch, mut met) = (radix.scratch(), Vec::new());
    for step in 0..80 {
        if step % 30 == 29 {
            (number, marking) = start.clone();
        }
        let (mut by_number, mut by_fields) = (Vec::new(), Vec::new());
        radix.unpack::<0>(&number, &mut scratch);
        assert_eq!(scratch[..marking.len()], marking);
        met.push((number.clone(), marking.clone()));
        radix.enabled::<0>(&number, &scratch, &mut by_number);
        fields.enabled::<0>(&marking, &(), &mut by_fields);
        assert_eq!(by_number, by_fields);
        let Some(&event) = by_fields.get(mixed(seed, step) as usize % by_fields.len().max(1)) else {
            break;
        };
        let mut successors = (number.clone(), marking.clone());
        let fired = fields.fire::<0>(&marking, &(), event, &mut successors.1);
        assert_eq!(radix.fire::<0>(&number, &scratch, event, &mut successors.0), fired);
        if fired != Fired::Successor {
            break;
        }
        (number, marking) = successors;
    }
    let (numbers, markings): (Vec<_>, Vec<_>) = met.into_iter().unzip();
    let mut unpacked = vec![Vec::new(); fields.words()];
    radix.unpack_all(&mut word_by_word(&numbers), &mut unpacked);
    assert_eq!(unpacked, word_by_word(&markings));
}

/// Returns for each word its values in some states.
fn word_by_word(states: &[Vec<u64>]) -> Vec<Vec<u64>> {
    (0..states[0].len()).map(|word| states.iter().map(|state| state[word]).collect()).collect()
}

#[test]
fn numbers_are_taken_apart_into_pieces_that_say_the_same() {
    for shape in shapes() {
        for_seeds(60, |seed| walk_over_both(&net(seed, &shape), seed));
    }
}

#[test]
fn numbers_of_many_words_are_taken_apart_by_what_has_changed() {
    use sanderling_net::ArcKind::{Input, Output};
    for buffers in [200, 300] {
        let moves = |from, to, transition| [(from, transition, Input, 1), (to, transition, Output, 1)];
        let there_and_back =
            |i: usize| [moves(2 * i, 2 * i + 1, 2 * i), moves(2 * i + 1, 2 * i, 2 * i + 1)].concat();
        let arcs: Vec<_> = (0..buffers).flat_map(there_and_back).collect();
        let net = sanderling_testkit::tiny::nets::net("buffers", &[3, 0].repeat(buffers), 2 * buffers, &arcs);
        assert!(RadixModel::compile(Knowledge::of(&net).expect("it is a net")).words() >= buffers / 40);
        for_seeds(4, |seed| walk_over_both(&net, seed));
    }
}

#[test]
fn a_digit_with_more_values_than_a_table_has_rows_is_taken_apart() {
    use sanderling_net::ArcKind::{Input, Output};
    // One token may be in any of the places.
    let places = 300;
    let moves = |i: usize| [(i, i, Input, 1), ((i + 1) % places, i, Output, 1)];
    let arcs: Vec<_> = (0..places).flat_map(moves).collect();
    let tokens: Vec<u64> = (0..places).map(|place| u64::from(place == 0)).collect();
    let net = sanderling_testkit::tiny::nets::net("ring", &tokens, places, &arcs);
    assert_eq!(RadixModel::compile(Knowledge::of(&net).expect("it is a net")).words(), 1);
    for_seeds(9, |seed| walk_over_both(&net, seed));
}

#[test]
fn a_net_that_is_too_large_has_no_tables() {
    let places = 40 * ENABLING_WORDS.size();
    let arc = |at: usize| (at, at, sanderling_net::ArcKind::Input, 1);
    let arcs: Vec<_> = (0..places).map(arc).collect();
    let net = sanderling_testkit::tiny::nets::net("large", &vec![1; places], places, &arcs);
    let knowledge = Knowledge::of(&net).expect("it is a net");
    let layout = Layout::of(knowledge.extents());
    let rules = Rules::compile(&knowledge, &layout);
    let triggers = Triggers::of(&rules, &layout, &[]);
    assert!(EnablingTables::of(&rules, triggers.transitions(), &[]).is_none());
}
