//! Tests of learned measures on tiny systems, random nets and programs.

use std::collections::BTreeMap;

use sanderling_dve::{Dve, Semantics};
use sanderling_model::{CountModel, FieldModel, Knowledge, ModelErrors, ValueModel};
use sanderling_net::{Format, Net};
use sanderling_system::Dependencies;
use sanderling_testkit::files;
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_testkit::tiny::systems::{clock, diamond, one_way_chain};
use sanderling_testkit::tiny::{Counter, nets};

use super::{Classes, Component, Effort, LEVELS, Measure, Sample, learn, learn_from};

/// Returns the progress of each state of a sample.
fn progress(sample: &Sample, measure: &Measure) -> Vec<Vec<i64>> {
    let value = |state: usize, slot| {
        let known = sample.slots.iter().find(|known| known.slot == slot);
        known.map_or(0, |known| known.values[known.position(state as u32)])
    };
    let of_state = |state| measure.components.iter().map(|it| it.of(&|slot| value(state, slot))).collect();
    (0..sample.states()).map(of_state).collect()
}

/// Checks that no level exceeds its share of regress. Returns the number of classes at each.
fn check(system: &impl Dependencies) -> Vec<usize> {
    let sample = Sample::of(system, Effort { states: 2000, ..Effort::default() });
    let check_level = |share: f64| {
        let measure = learn_from(&sample, share);
        let progress = progress(&sample, &measure);
        let is_regress = |&&(from, to): &&(u32, u32)| progress[from as usize] > progress[to as usize];
        let regressing = sample.steps.iter().filter(is_regress).count();
        assert!(regressing as f64 <= share * sample.steps() as f64, "{regressing} of {}", sample.steps());
        let classes: BTreeMap<_, _> = progress.iter().map(|progress| (progress, ())).collect();
        classes.len()
    };
    LEVELS.map(check_level).into()
}

fn fields(net: &Net) -> FieldModel {
    FieldModel::compile(Knowledge::of(net).unwrap())
}

#[test]
fn increasing_values_are_used_unchanged() {
    let measure = learn(&one_way_chain(20), 0.0, Effort::default());
    let [Component::Linear(linear)] = &measure.components[..] else { panic!("{measure:?}") };
    assert_eq!(linear.terms[0].1, 1);
    assert_eq!(check(&one_way_chain(20)), [21; 6]);
    assert_eq!(check(&diamond(7)), [128; 6], "the numbers of the nodes grow");
}

#[test]
fn a_clock_regresses_once_a_round_or_not_at_all() {
    assert_eq!(check(&clock(50)), [1, 1, 50, 50, 50, 50]);
    assert_eq!(check(&clock(4)), [1; 6], "every fourth step is more than a fifth");
}

#[test]
fn a_counter_that_goes_both_ways_has_no_progress() {
    assert_eq!(check(&Counter::up_and_down(1)), [1; 6]);
}

#[test]
fn no_level_lets_more_regress_than_it_may() {
    for net in [nets::philosophers(5), nets::ring(6, 4), nets::lock_order(), nets::diamond(8)] {
        check(&fields(&net));
    }
    for_seeds(40, |seed| {
        check(&fields(&random::net(seed, &Shape::conservative_special())));
    });
}

#[test]
fn programs_fall_into_more_classes_the_more_may_regress() {
    let (mut least, mut most) = (0, 0);
    for path in files::own("dve") {
        let parsed = Dve { semantics: Semantics::Ltsmin }.parse(&files::source(&path));
        let net = parsed.expect("our models are read").nets.remove(0);
        let classes = check(&ValueModel::build(&net, ModelErrors::State).unwrap());
        least += classes[0];
        most += classes[5];
    }
    assert!(least > 16 && most > 4 * least, "{least} {most}");
}

#[test]
fn classes_are_divided_as_predicted() {
    let mut classes = Classes::one(6);
    assert_eq!(classes.squares(), 36);
    for (positions, ranks, squares) in [
        ([0, 1, 2, 0, 1, 2], [0, 1, 0], 16 + 4),
        ([0, 0, 0, 1, 1, 1], [0, 1, 2], 4 + 4 + 1 + 1),
        ([0, 1, 2, 0, 1, 2], [2, 0, 1], 6),
    ] {
        assert_eq!(classes.squares_divided(&positions, &ranks, &mut Vec::new()), squares);
        classes.divide(&positions, &ranks);
        assert_eq!(classes.squares(), squares);
    }
    assert_eq!(classes.each().count(), 6);
}
