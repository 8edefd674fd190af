//! Random nets from a seed.
//!
//! The same seed and shape give the same net, and the net's id names the seed, so that a failure can
//! be repeated. [`for_seeds`] runs a test on many of them and says which one it failed on.
//!
//! [`net()`] makes place/transition nets of any [`Shape`]; many of them are unbounded unless the
//! shape asks for conservative ones. [`unit_safe_net`] makes nets whose units are safe by
//! construction, [`coloured::net`] small coloured ones, and [`symmetric::net`] coloured ones of finite sorts
//! with all kinds of arcs. [`classes`] has nets of the classical classes, [`workflow`] workflow nets, sound and unsound.

pub mod classes;
pub mod coloured;
mod shape;
pub mod symmetric;
mod units;
pub mod workflow;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};

pub use shape::Shape;
pub use units::unit_safe_net;

/// A usual run takes one seed in this many.
const SEEDS_PER_TAKEN: u64 = 4;
/// Minimum number of seeds in a usual run. A test with fewer seeds takes all of them.
const MIN_SEEDS: u64 = 12;
/// A usual run requires one time in this many. It is twice [`SEEDS_PER_TAKEN`], as a quarter of the seeds may meet less than a quarter.
const TIMES_PER_REQUIRED: u64 = 8;

/// Runs `test` for a quarter of `count` seeds, but for at least 12, or all if there are fewer. If the test panics, the seed is printed.
///
/// Two environment variables change the seeds. `SANDERLING_SEEDS=all` takes all of them, as `cargo xtask soak --tests` does, and
/// `SANDERLING_SEEDS=N` takes `N`. `SANDERLING_SEED=S` takes the seed `S` alone.
///
/// With two seeds of three the [cutoffs](sanderling_cutoff) of the engine are drawn, too, where they can be set: nothing that is
/// right may depend on them.
///
/// # Panics
/// Where the test does, or where a variable is no number.
pub fn for_seeds(count: u64, test: impl Fn(u64)) {
    for_seeds_as_usual(count, |seed| {
        let _entered = (seed % 3 > 0).then(|| sanderling_cutoff::Cutoffs::drawn(seed).enter());
        test(seed);
    });
}

/// Runs a test for seeds with the usual cutoffs: for what is not about right and wrong, but about how much is
/// found out. It takes as many seeds as [`for_seeds`].
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

/// Whether a random test met what it is about more than `times` times, where `times` is for all of its seeds. A usual run takes a
/// share of the seeds, and then an eighth of `times` is enough; a run with a number of seeds, or with a single one, may meet nothing.
///
/// # Panics
/// If a variable of [`for_seeds`] is no number.
#[must_use]
pub fn is_met(count: impl TryInto<u64>, times: u64) -> bool {
    let is_chosen = number("SANDERLING_SEED").or_else(chosen_count).is_some();
    let enough = if takes_all() { times } else { times / TIMES_PER_REQUIRED };
    is_chosen || count.try_into().is_ok_and(|count| count > enough)
}

/// The number of seeds that a usual run takes of `count`.
fn share_of(count: u64) -> u64 {
    (count / SEEDS_PER_TAKEN).max(MIN_SEEDS.min(count))
}

/// Whether tests take all of their seeds.
fn takes_all() -> bool {
    std::env::var_os("SANDERLING_SEEDS").is_some_and(|seeds| seeds == "all")
}

/// The number of seeds that every test takes, if it is set.
fn chosen_count() -> Option<u64> {
    if takes_all() { None } else { number("SANDERLING_SEEDS") }
}

/// The number in an environment variable, if it is set.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

/// Prints the seed while a panic goes by.
struct SeedNote(u64);

impl Drop for SeedNote {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with SANDERLING_SEED={}", self.0);
        }
    }
}

/// A place/transition net of this shape.
///
/// # Panics
/// Where the shape has no places but asks for arcs.
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

/// Some arcs with weights; now and then parallel ones.
fn add_arcs(net: &mut Net, transition: TransitionId, kind: ArcKind, shape: &Shape, random: &mut StdRng) {
    for _ in 0..random.random_range(shape.arcs.clone()) {
        let (place, weight) = (any_place(net, random), random.random_range(1..=shape.max_weight));
        net.add_arc(Arc::weighted(place, transition, kind, weight));
    }
}

/// Arcs that put as many tokens as they take.
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
