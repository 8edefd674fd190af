//! One random model, explored in one random configuration with random cutoffs, against its known results.
//!
//! The configuration square tries every configuration on few models. Here, a seed chooses everything at
//! once: the kind of model and its size, the query, the configuration, and the [cutoffs](sanderling_cutoff)
//! of the engine. `tests/tests/cutoffs.rs` runs some hundred seeds, and `cargo xtask soak` any number.

mod coloured;
mod plain;
mod programs;
mod proofs;
mod runs;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sanderling_cutoff::{Cutoff, Cutoffs};

/// Larger state spaces of random models are skipped.
const LIMIT: usize = 300;

/// A check of a random model. Returns whether there was anything to compare, and panics if there is a
/// difference.
type Check = fn(&mut StdRng) -> bool;

/// The checks that a seed may choose, by name.
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

/// Returns the names of all kinds of models.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|&(name, _)| name)
}

/// Explores the model of a seed. Returns the kind of model, and whether there was anything to compare.
///
/// # Panics
/// If a result differs from the known one.
#[must_use]
pub fn soak(seed: u64) -> (&'static str, bool) {
    soak_steered(seed, &[])
}

/// Explores the model of a seed, with these values for some cutoffs instead of the drawn ones.
///
/// # Panics
/// If a result differs from the known one.
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
