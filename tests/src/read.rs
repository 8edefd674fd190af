//! Nets from PNML files.

use std::fs;
use std::path::Path;

use sanderling_net::format::Parsed;
use sanderling_net::{Format, Net, Source};
use sanderling_pnml::Pnml;

/// Reads the nets of a file, with the diagnostics.
///
/// # Panics
/// If the file cannot be read, or is refused.
#[must_use]
pub fn read_nets(path: &Path) -> Parsed {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let source = Source::new(path.to_string_lossy(), bytes);
    Pnml.parse(&source).unwrap_or_else(|found| panic!("{}: {found}", path.display()))
}

/// Reads the only net of a file.
///
/// # Panics
/// If the file cannot be read, is refused, or has several nets.
#[must_use]
pub fn read(path: &Path) -> Net {
    let mut nets = read_nets(path).nets;
    assert_eq!(nets.len(), 1, "{}", path.display());
    nets.remove(0)
}
