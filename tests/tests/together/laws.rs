//! Both encodings of nets obey the numbered laws of the system traits.

use sanderling_model::{CountModel, FieldModel, Knowledge, RadixModel};
use sanderling_net::Net;
use sanderling_system::Dependencies;
use sanderling_testkit::files::own;
use sanderling_testkit::laws::{
    Compared, check_adaptive_laws, check_dependency_laws, check_extremes_laws, check_system_laws,
};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::tiny::nets;
use sanderling_tests::read_nets;

fn check<M: CountModel + Dependencies + Clone>(net: &Net, seed: u64) -> usize {
    let model = M::compile(Knowledge::of(net).unwrap());
    check_system_laws(&model, seed);
    check_extremes_laws(&model, seed);
    check_dependency_laws(&model, seed);
    check_adaptive_laws(&model, seed)
}

/// Checks both encodings. Returns the number of broken assumptions.
fn check_both(net: &Net, seed: u64) -> usize {
    check::<FieldModel>(net, seed) + check::<RadixModel>(net, seed)
}

/// Checks random nets of a shape. Returns whether assumptions broke, by [`is_met`].
fn check_shape(shape: &Shape, seeds: u64) -> bool {
    let broken = std::cell::Cell::new(0);
    for_seeds(seeds, |seed| broken.set(broken.get() + check_both(&random::net(seed, shape), seed)));
    is_met(broken.get(), 0)
}

#[test]
fn plain_nets_obey_the_laws() {
    assert!(check_shape(&Shape::plain(), 60), "some of them outgrow what was assumed");
}

#[test]
fn nets_with_every_kind_of_arc_obey_the_laws() {
    check_shape(&Shape::special(), 60);
    check_shape(&Shape::conservative_special(), 60);
}

#[test]
fn nets_with_large_counts_obey_the_laws() {
    check_shape(&Shape::large_counts(), 40);
    check_shape(&Shape { max_weight: 1 << 62, max_tokens: u64::MAX, ..Shape::conservative_special() }, 40);
}

#[test]
fn nets_of_many_words_obey_the_laws() {
    check_shape(&Shape { places: 70..=90, transitions: 40..=60, ..Shape::special() }, 8);
    let large = Shape { places: 6..=9, max_tokens: 1 << 40, max_weight: 1 << 38, ..Shape::special() };
    check_shape(&large, 20);
}

#[test]
fn nets_with_units_obey_the_laws() {
    check_shape(&Shape::claimed_units(), 40);
    let growing = Shape { conservative: false, marked: 0.2, ..Shape::claimed_units() };
    assert!(check_shape(&growing, 40), "some of the claims are false, which turns up");
    for_seeds(60, |seed| {
        assert_eq!(check_both(&random::unit_safe_net(seed), seed), 0, "a true claim breaks");
    });
}

#[test]
fn tiny_nets_obey_the_laws() {
    let tiny = [nets::empty(), nets::deadlock(), nets::self_loop(), nets::source(), nets::every_arc()];
    let families = [nets::ring(4, 3), nets::philosophers(6), nets::lock_order(), nets::filling(9)];
    for net in tiny.into_iter().chain(families) {
        check_both(&net, 1);
    }
}

#[test]
fn footprints_of_our_nets_obey_the_laws_and_leave_much_to_reduce() {
    let mut compared = Compared::default();
    for path in own("pnml") {
        for net in read_nets(&path).nets {
            let knowledge = Knowledge::of(&net).unwrap();
            let fields = check_dependency_laws(&FieldModel::compile(knowledge.clone()), 1);
            let radix = check_dependency_laws(&RadixModel::compile(knowledge), 1);
            assert_eq!(fields.states, radix.states, "both walk alike in {}", path.display());
            compared += fields;
        }
    }
    assert!(compared.states > 1000 && compared.diamonds > 3 * compared.states, "{compared:?}");
}
