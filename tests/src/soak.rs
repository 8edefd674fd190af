//! One random model, explored in one random configuration with random cutoffs, against what is known of it.
//!
//! The square tries every configuration on few models. Here a seed chooses everything at once: the kind of model and
//! its size, the question, the configuration, and the [cutoffs](sanderling_cutoff) of the engine. `tests/tests/cutoffs.rs`
//! takes some hundred seeds, `cargo xtask soak` as many as one has time for.

mod coloured;
mod plain;
mod programs;
mod proofs;
mod runs;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sanderling_cutoff::{Cutoff, Cutoffs};

/// Larger state spaces of random models are left out.
const LIMIT: usize = 300;

/// Answers whether there was anything to compare, and panics where there is a difference.
type Check = fn(&mut StdRng) -> bool;

/// What may be done with a seed, by name.
const KINDS: &[(&str, Check)] = &[
    ("net", plain::any_question),
    ("decided net", plain::decided),
    ("proof", proofs::proved),
    ("sized net", plain::sized),
    ("net of many markings", plain::many_markings),
    ("decided sized net", plain::decided_sized),
    ("levels", plain::levels),
    ("runs of a net", runs::decided),
    ("runs of a coloured net", runs::decided_of_coloured),
    ("fair runs of a net", runs::fair),
    ("livelocks of a net", runs::livelocks),
    ("property process", programs::watched),
    ("net to a depth", plain::to_depth),
    ("program", programs::explored),
    ("program with holes", programs::with_holes),
    ("unfolded net", coloured::unfolded),
    ("coloured net", coloured::not_unfolded),
];

/// The names of all kinds of models.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|&(name, _)| name)
}

/// Explores the model of a seed; answers the kind of model, and whether there was anything to compare.
///
/// # Panics
/// Where something is not as it is known to be.
#[must_use]
pub fn soak(seed: u64) -> (&'static str, bool) {
    soak_steered(seed, &[])
}

/// Explores the model of a seed, where these cutoffs have these numbers instead of those that were drawn.
///
/// # Panics
/// Where something is not as it is known to be.
#[must_use]
pub fn soak_steered(seed: u64, steered: &[(Cutoff, u64)]) -> (&'static str, bool) {
    let mut random = StdRng::seed_from_u64(seed);
    let &(name, check) = KINDS.choose(&mut random).expect("there are some");
    let cutoffs = match random.random_range(0..6) {
        0 => Cutoffs::smallest(),
        1 => Cutoffs::largest(),
        _ => Cutoffs::drawn(seed),
    };
    let cutoffs = steered.iter().fold(cutoffs, |cutoffs, &(cutoff, number)| cutoffs.with(cutoff, number));
    let _entered = cutoffs.enter();
    (name, check(&mut random))
}
