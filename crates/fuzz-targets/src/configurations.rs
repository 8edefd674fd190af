//! A net built from bytes, explored in three ways drawn from them, and asked for a deadlock in three more.
//!
//! The naive explorer says what every figure has to be where it comes to an end; where it does not, since there are too many
//! markings or a place overflows, a configuration may prove the net unbounded or say that it does not know. Two that
//! come to an end all the same have to tell the same statistics.

use sanderling::Question;
use sanderling_report::{Count, Report};
use sanderling_tests::{Configuration, Oracle};

use crate::Target;
use crate::net_of_bytes::{Bytes, net};

/// The target.
pub(crate) const TARGET: Target = Target {
    name: "configurations",
    promise: "three configurations a net find the same states, firings and deadlocks, and those of the naive explorer",
    run,
};

/// The naive explorer looks at this number of markings.
const LIMIT: usize = 300;

/// So many configurations are compared.
const WAYS: usize = 3;

fn run(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let seed = bytes.seed();
    let net = net(&mut bytes);
    if net.validate().has_errors() {
        return;
    }
    let oracle = Oracle::of(&net, LIMIT);
    let mut told: Vec<[Option<Count>; 3]> = Vec::new();
    for configuration in Configuration::rotation(seed, WAYS) {
        told.extend(statistics(&oracle.check(&configuration, Question::Explore)));
    }
    assert!(told.windows(2).all(|two| agree(two[0], two[1])), "they found different statistics: {told:?}");
    for configuration in Configuration::rotation_for(&Question::Deadlock, seed, WAYS) {
        let _report = oracle.check(&configuration, Question::Deadlock);
    }
}

/// States, firings and deadlocks of a search that came to its end.
fn statistics(report: &Report) -> Option<[Option<Count>; 3]> {
    report.exhaustive.then_some([report.states, report.firings, report.deadlocks])
}

/// Whether no figure that both know differs.
fn agree(one: [Option<Count>; 3], other: [Option<Count>; 3]) -> bool {
    one.into_iter().zip(other).all(|(one, other)| one.is_none() || other.is_none() || one == other)
}
