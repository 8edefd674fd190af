//! A net built from bytes, explored in three configurations and checked for deadlocks in three more.
//!
//! The bytes select the configurations. If the naive explorer finishes, all statistics must equal its own. It does not
//! finish if there are too many markings or a place overflows. In this case, a configuration may prove the net
//! unbounded or answer `unknown`, and configurations that finish must report the same statistics.

use sanderling::Question;
use sanderling_report::{Count, Report};
use sanderling_tests::{Configuration, Oracle};

use crate::Target;
use crate::net_of_bytes::{Bytes, net};

pub(crate) const TARGET: Target = Target {
    name: "configurations",
    promise: "three configurations a net find the same states, firings and deadlocks, and those of the naive explorer",
    run,
};

/// Maximum number of markings for the naive explorer.
const LIMIT: usize = 300;

/// Number of configurations to compare.
const WAYS: usize = 3;

fn run(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let seed = bytes.seed();
    let net = net(&mut bytes);
    if net.validate().has_errors() {
        return;
    }
    let oracle = Oracle::of(&net, LIMIT);
    let mut counts: Vec<[Option<Count>; 3]> = Vec::new();
    for configuration in Configuration::rotation(seed, WAYS) {
        counts.extend(statistics(&oracle.check(&configuration, Question::Explore)));
    }
    assert!(
        counts.windows(2).all(|two| agree(two[0], two[1])),
        "they found different statistics: {counts:?}"
    );
    for configuration in Configuration::rotation_for(&Question::Deadlock, seed, WAYS) {
        let _report = oracle.check(&configuration, Question::Deadlock);
    }
}

/// Returns the numbers of states, firings and deadlocks of an exhaustive search.
fn statistics(report: &Report) -> Option<[Option<Count>; 3]> {
    report.exhaustive.then_some([report.states, report.firings, report.deadlocks])
}

/// Whether all statistics that both know are equal.
fn agree(one: [Option<Count>; 3], other: [Option<Count>; 3]) -> bool {
    one.into_iter().zip(other).all(|(one, other)| one.is_none() || other.is_none() || one == other)
}
