//! Options whose value is one of a few names.

use sanderling_analysis::Driver;
use sanderling_analysis::retention::Retention;
use sanderling_checkpoint::Which;
use sanderling_model::ModelErrors;
use sanderling_runs::Fairness;

use crate::request::fair_to::FairTo;
use crate::request::{Encoding, Engine};

/// A choice: its name, its meaning for the help, and its value.
type Named<T> = (&'static str, &'static str, T);

pub(super) const DRIVERS: &[Named<Driver>] = &[
    ("auto", "Batched if the order allows it", Driver::Auto),
    ("sequential", "One state at a time", Driver::Sequential),
    ("batched", "Blocks of states of a level", Driver::Batched),
];

pub(super) const ENCODINGS: &[Named<Encoding>] = &[
    (Encoding::Auto.as_str(), "Chosen for the net", Encoding::Auto),
    (Encoding::Fields.as_str(), "Bit fields", Encoding::Fields),
    (Encoding::Radix.as_str(), "Mixed radix", Encoding::Radix),
];

pub(super) const ENGINES: &[Named<Engine>] = &[
    ("auto", "All of them, whichever decides first", Engine::Auto),
    ("explicit", "One by one", Engine::Explicit),
    ("diagram", "As a set, in a decision diagram", Engine::Diagram),
    ("symmetric", "One marking of each class of symmetric ones", Engine::Symmetric),
];

pub(super) const FAIRNESS: &[Named<(Fairness, FairTo)>] = &[
    (
        "weak",
        "A transition that is always enabled from some marking on fires infinitely often",
        (Fairness::Weak, FairTo::Transitions),
    ),
    (
        "strong",
        "A transition that is enabled infinitely often fires infinitely often",
        (Fairness::Strong, FairTo::Transitions),
    ),
    (
        "weak:process",
        "A process that can always move from some marking on moves infinitely often",
        (Fairness::Weak, FairTo::Processes),
    ),
    (
        "strong:process",
        "A process that is enabled infinitely often moves infinitely often",
        (Fairness::Strong, FairTo::Processes),
    ),
];

pub(super) const SWITCH: &[Named<bool>] = &[("on", "Enabled", true), ("off", "Disabled", false)];

pub(super) const RESUMED: &[Named<Which>] =
    &[("newest", "The newest one", Which::Newest), ("earlier", "The one before it", Which::Earlier)];

pub(super) const PRESETS: &[Named<Retention>] = &[
    ("auto", "Keep all states until memory is used up", Retention::Auto),
    ("exhaustive", "Keep all states", Retention::KeepAll),
];

pub(super) const RETENTIONS: &[Named<Retention>] = &[
    ("auto", "All states until memory is used up", Retention::Auto),
    ("all", "All states", Retention::KeepAll),
    ("cache", "The states that fit in a cache", Retention::Cache),
    ("sweep", "The states that a sweep-line has not passed", Retention::Sweep),
    ("cache+sweep", "Both", Retention::CacheAndSweep),
];

pub(super) const ON_MODEL_ERRORS: &[Named<ModelErrors>] = &[
    ("report", "A violation, with its trace", ModelErrors::Report),
    ("state", "A step to the error state", ModelErrors::State),
];

/// Returns the names with their meanings.
pub(super) fn names<T>(choices: &[Named<T>]) -> Vec<(&'static str, &'static str)> {
    choices.iter().map(|&(name, meaning, _)| (name, meaning)).collect()
}

/// Parses a name.
pub(super) fn parse<T: Copy>(choices: &[Named<T>], text: &str) -> Result<T, String> {
    let found = choices.iter().find(|(name, ..)| *name == text);
    found.map(|&(.., choice)| choice).ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, ..)| *name).collect();
        format!("expected {}", names.join(", "))
    })
}

/// Returns the name of a value.
pub(super) fn name<T: PartialEq>(choices: &[Named<T>], choice: &T) -> &'static str {
    choices.iter().find(|(.., one)| one == choice).map_or("", |&(name, ..)| name)
}
