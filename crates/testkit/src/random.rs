//! Random nets from a seed.
//!
//! The same seed and shape give the same net, and the net's id contains the seed, so that a failure can be reproduced.
//! [`for_seeds`] runs a test on many of them and prints the one on which it failed.
//!
//! [`net()`] makes place/transition nets of any [`Shape`]; many of them are unbounded unless the shape requires
//! conservative ones. [`unit_safe_net`] makes nets whose units are safe by construction, [`coloured::net`] small
//! coloured ones, and [`symmetric::net`] coloured ones of finite sorts with all kinds of arcs. [`parts`] has nets of equal parts. [`classes`] has nets of
//! the classical classes, [`workflow`] workflow nets, sound and unsound.

pub mod classes;
pub mod coloured;
pub mod parts;
mod shape;
pub mod symmetric;
mod units;
pub mod workflow;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};

pub use shape::Shape;
pub use units::unit_safe_net;

/// Number of seeds for each one that a usual run uses.
const SEEDS_PER_TAKEN: u64 = 4;
/// Minimum number of seeds in a usual run. A test with less than twice as many uses half of them.
const MIN_SEEDS: u64 = 12;
/// Number of occurrences for each one that a usual run requires. It is twice [`SEEDS_PER_TAKEN`], since a quarter of
/// the seeds may have less than a quarter of the occurrences.
const TIMES_PER_REQUIRED: u64 = 8;

/// Runs `test` for a quarter of `count` seeds, but for at least 12, or half of them if there are fewer than 24. If the
/// test panics, the seed is printed.
///
/// Two environment variables change the seeds. `SANDERLING_SEEDS=all` uses all of them, as `cargo xtask soak --tests`
/// does, and `SANDERLING_SEEDS=N` uses `N`. `SANDERLING_SEED=S` uses only the seed `S`.
///
/// For two seeds of three the [cutoffs](sanderling_cutoff) of the engine are also chosen at random, if they can be set:
/// no correct result may depend on them.
///
/// # Panics
/// If the test does, or if a variable is not a number.
pub fn for_seeds(count: u64, test: impl Fn(u64)) {
    for_seeds_as_usual(count, |seed| {
        let _entered = (seed % 3 > 0).then(|| sanderling_cutoff::Cutoffs::drawn(seed).enter());
        test(seed);
    });
}

/// Runs a test for seeds with the usual cutoffs: for tests that are not about correctness, but about the amount of
/// results. It uses as many seeds as [`for_seeds`].
///
/// # Panics
/// As [`for_seeds`].
pub fn for_seeds_as_usual(count: u64, test: impl Fn(u64)) {
    let usual = if takes_all() { count } else { share_of(count) };
    let count = chosen_count().unwrap_or(usual);
    let seeds = match number("SANDERLING_SEED") {
        Some(seed) => seed..=seed,
        None => 0..=count.saturating_sub(1),
    };
    for seed in seeds {
        let _note = SeedNote(seed);
        test(seed);
    }
}

/// Returns whether a random test met its subject more than `times` times, where `times` is for all of its seeds. A
/// usual run uses a part of the seeds, and then an eighth of `times` is enough; a run with a chosen number of seeds, or
/// with a single one, may meet nothing.
///
/// # Panics
/// If a variable of [`for_seeds`] is not a number.
#[must_use]
pub fn is_met(count: impl TryInto<u64>, times: u64) -> bool {
    let is_chosen = number("SANDERLING_SEED").or_else(chosen_count).is_some();
    let enough = if takes_all() { times } else { times / TIMES_PER_REQUIRED };
    is_chosen || count.try_into().is_ok_and(|count| count > enough)
}

/// Returns the number of seeds that a usual run uses of `count`.
fn share_of(count: u64) -> u64 {
    (count / SEEDS_PER_TAKEN).max(MIN_SEEDS.min(count.div_ceil(2)))
}

/// Returns whether tests use all of their seeds.
fn takes_all() -> bool {
    std::env::var_os("SANDERLING_SEEDS").is_some_and(|seeds| seeds == "all")
}

/// Returns the number of seeds that every test uses, if it is set.
fn chosen_count() -> Option<u64> {
    if takes_all() { None } else { number("SANDERLING_SEEDS") }
}

/// Returns the number in an environment variable, if it is set.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

/// Prints the seed if it is dropped during a panic.
struct SeedNote(u64);

impl Drop for SeedNote {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with SANDERLING_SEED={}", self.0);
        }
    }
}

/// Returns a place/transition net of this shape.
///
/// # Panics
/// If the shape has no places but requires arcs.
#[must_use]
pub fn net(seed: u64, shape: &Shape) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-{seed}"));
    for i in 0..random.random_range(shape.places.clone()) {
        let tokens =
            if random.random_bool(shape.marked) { random.random_range(1..=shape.max_tokens) } else { 0 };
        let mut place = Place::with_tokens(format!("p{i}"), tokens);
        if random.random_bool(shape.capacity) {
            place.capacity = Some(tokens.saturating_add(random.random_range(0..=shape.max_tokens)));
        }
        net.add_place(place);
    }
    for i in 0..random.random_range(shape.transitions.clone()) {
        let transition = net.add_transition(Transition::plain(format!("t{i}")));
        if shape.conservative {
            add_conservative_arcs(&mut net, transition, shape, &mut random);
        } else {
            add_arcs(&mut net, transition, ArcKind::Input, shape, &mut random);
            add_arcs(&mut net, transition, ArcKind::Output, shape, &mut random);
        }
        add_special_arcs(&mut net, transition, shape, &mut random);
    }
    if random.random_bool(shape.units) {
        units::add_random_units(&mut net, &mut random);
    }
    net
}

fn any_place(net: &Net, random: &mut StdRng) -> PlaceId {
    PlaceId::new(random.random_range(0..net.places.len()))
}

/// Adds some arcs with weights, sometimes parallel ones.
fn add_arcs(net: &mut Net, transition: TransitionId, kind: ArcKind, shape: &Shape, random: &mut StdRng) {
    for _ in 0..random.random_range(shape.arcs.clone()) {
        let (place, weight) = (any_place(net, random), random.random_range(1..=shape.max_weight));
        net.add_arc(Arc::weighted(place, transition, kind, weight));
    }
}

/// Adds arcs that add as many tokens as they consume.
fn add_conservative_arcs(net: &mut Net, transition: TransitionId, shape: &Shape, random: &mut StdRng) {
    let first = net.arcs.len();
    add_arcs(net, transition, ArcKind::Input, shape, random);
    let mut left: u64 = net.arcs[first..].iter().map(|arc| arc.inscription.tokens()).sum();
    while left > 0 {
        let weight = random.random_range(1..=left);
        net.add_arc(Arc::weighted(any_place(net, random), transition, ArcKind::Output, weight));
        left -= weight;
    }
}

fn add_special_arcs(net: &mut Net, transition: TransitionId, shape: &Shape, random: &mut StdRng) {
    let kinds =
        [(ArcKind::Inhibitor, shape.inhibitor), (ArcKind::Read, shape.read), (ArcKind::Reset, shape.reset)];
    for (kind, probability) in kinds {
        if random.random_bool(probability) {
            let weight = if kind == ArcKind::Reset { 1 } else { random.random_range(1..=shape.max_weight) };
            net.add_arc(Arc::weighted(any_place(net, random), transition, kind, weight));
        }
    }
}

#[cfg(test)]
mod tests;
