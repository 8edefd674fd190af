//! The fuzz targets: what each of them does with an input, and what must not happen then.
//!
//! A target is a function of bytes that panics where its promise is broken. The same function is called by libFuzzer
//! (`fuzz/fuzz_targets`, a workspace of its own, built with a nightly compiler) and by this crate's test, which replays the
//! inputs in `fuzz/seeds` and `fuzz/regressions` with any compiler. `docs/fuzzing.md` says how to run them.
//!
//! INVARIANT: what a target does depends on the bytes alone: no clock, no file, no random numbers but from a seed in them.

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
    /// What `cargo fuzz run` calls it; also the name of its folder of inputs.
    pub name: &'static str,
    /// What the target promises of any input, in a line.
    pub promise: &'static str,
    /// What the target does with an input. It panics where the promise is broken.
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

/// The targets that read, by name.
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
/// Where the target's promise is broken, or where there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.unwrap_or_else(|| panic!("there is no target `{name}`")).run)(bytes);
}
