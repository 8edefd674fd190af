//! The fuzz targets.
//!
//! A target is a function of bytes that panics if its promise is broken. libFuzzer calls it in `fuzz/fuzz_targets`, a
//! separate workspace that is built with a nightly compiler. The test of this crate calls the same function on the
//! inputs in `fuzz/seeds` and `fuzz/regressions`, with any compiler. To run the targets, see `docs/fuzzing.md`.
//!
//! INVARIANT: the behaviour of a target depends only on the bytes. It uses no clock and no file, and takes the seed of
//! random numbers from the bytes.

mod astg;
mod certificate;
mod cpn;
mod greatspn;
mod helena;
mod lola;
mod ndr;
mod net_json;
mod nets;
mod pflow;
mod pnml;
mod property;
mod property_xml;
mod tina;
mod trace;

#[cfg(feature = "engine")]
mod configurations;
mod dve;
#[cfg(feature = "engine")]
mod frames;
#[cfg(feature = "engine")]
mod net_of_bytes;
#[cfg(feature = "engine")]
mod queries;
#[cfg(feature = "engine")]
mod requests;

/// A fuzz target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name for `cargo fuzz run`, and the name of the folder of inputs.
    pub name: &'static str,
    /// The promise that holds for every input, in one line.
    pub promise: &'static str,
    /// Runs the target on an input. Panics if the promise is broken.
    pub run: fn(&[u8]),
}

/// The targets, by name.
#[cfg(feature = "engine")]
pub const TARGETS: &[Target] = &[
    astg::TARGET,
    certificate::TARGET,
    configurations::TARGET,
    cpn::TARGET,
    dve::TARGET,
    frames::TARGET,
    greatspn::TARGET,
    helena::TARGET,
    lola::TARGET,
    ndr::TARGET,
    net_json::TARGET,
    pflow::TARGET,
    pnml::TARGET,
    property::TARGET,
    property_xml::TARGET,
    queries::TARGET,
    requests::TARGET,
    tina::TARGET,
    trace::TARGET,
];

/// The targets for readers of files, by name.
#[cfg(not(feature = "engine"))]
pub const TARGETS: &[Target] = &[
    astg::TARGET,
    certificate::TARGET,
    cpn::TARGET,
    dve::TARGET,
    greatspn::TARGET,
    helena::TARGET,
    lola::TARGET,
    ndr::TARGET,
    net_json::TARGET,
    pflow::TARGET,
    pnml::TARGET,
    property::TARGET,
    property_xml::TARGET,
    tina::TARGET,
    trace::TARGET,
];

/// Runs the target of this name on an input.
///
/// # Panics
/// If the target's promise is broken, or if there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.unwrap_or_else(|| panic!("there is no target `{name}`")).run)(bytes);
}
