//! The models of a collection: large ones against the machine's memory, small ones against the clock.
//!
//! A search of a large state space waits for memory, so its rate is reported as a share of the rate of random
//! accesses. A small state space fits in the caches, so its rate is reported directly. Everything runs on one
//! thread. The collection is not part of the project. Without it, there is nothing to measure.

mod statistics;
mod table;

use std::path::{Path, PathBuf};

pub(super) use statistics::Models;
pub(super) use table::show;

use super::measurement::{Case, Measurement};
use crate::collection::{Collection, Model};
use crate::runner::exploration::{Exploration, NetSource};

/// Number of states that a measured model must exceed.
const TINY: u128 = 10_000;
/// Default maximum number of states of a model.
const MAX_STATES: u128 = 20_000_000;

/// Where the models are, from the project's root, if no other place is named.
const USUAL_FOLDER: &str = "../shared/corpora/beem";

/// Which models.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The folder of a collection of models with known answers [default: ../shared/corpora/beem]
    #[arg(long, value_name = "DIR")]
    pub(super) models: Option<PathBuf>,
    /// Only models that are known to have at most this number of states [default: 20000000, and with --collection any number]
    #[arg(long, alias = "most-states", value_name = "N")]
    pub(super) max_states: Option<u128>,
}

impl Arguments {
    /// The models whose names are wanted, the smallest first. Where the usual place is not there,
    /// they are skipped, and a line says so.
    ///
    /// # Errors
    /// Why the known answers cannot be read.
    pub(super) fn measurements(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Measurement>, String> {
        let measurement = |case: Case| {
            let exploration = Exploration::of(case.net.clone());
            Measurement { case, exploration, samples: Vec::new() }
        };
        Ok(self.cases(is_wanted)?.into_iter().map(measurement).collect())
    }

    /// See [`measurements`](Self::measurements).
    pub(super) fn cases(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Case>, String> {
        let usual = crate::workspace().join(USUAL_FOLDER);
        if self.models.is_none() && !usual.is_dir() {
            eprintln!("skipped: the models of a collection ({USUAL_FOLDER} is not there)");
            return Ok(Vec::new());
        }
        let max_states = self.max_states.unwrap_or(MAX_STATES);
        let cases = cases(self.models.as_ref().unwrap_or(&usual), max_states)?;
        Ok(cases.into_iter().filter(|case| is_wanted(&case.name)).collect())
    }
}

/// The models in a folder that are large enough to be measured, and not too large.
fn cases(folder: &Path, max_states: u128) -> Result<Vec<Case>, String> {
    let Collection { known, models } = Collection::read(folder, None)?;
    let is_wanted = |model: &Model| (TINY + 1..=max_states).contains(&model.states);
    let case = |model: Model| Case {
        name: model.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        firings: known.answers.count(&model.name, "edges"),
        states: model.states,
        net: NetSource::File(model.path),
    };
    Ok(models.into_iter().filter(is_wanted).map(case).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_between_the_sizes_are_measured_under_their_short_names() {
        let folder = tempfile::tempdir().unwrap();
        let known = "model\tkind\tvalue\ntiny.1.dve\tstates\t10000\nsmall.1.dve\tstates\t10001\n\
                     small.1.dve\tedges\t30000\nlarge.2.dve\tstates\t1000001\nhuge.3.dve\tstates\t5000000\n";
        std::fs::write(folder.path().join("known-answers.tsv"), known).unwrap();
        for name in ["tiny.1", "small.1", "large.2", "huge.3", "unknown.1"] {
            std::fs::write(folder.path().join(format!("{name}.dve")), "").unwrap();
        }
        let cases = cases(folder.path(), 4_000_000).unwrap();
        let found: Vec<_> = cases.iter().map(|case| (case.name.as_str(), case.firings)).collect();
        assert_eq!(found, [("small.1", Some(30_000)), ("large.2", None)]);
        let arguments = Arguments { models: Some(folder.path().to_owned()), max_states: Some(4_000_000) };
        let wanted = arguments.measurements(|name| name.starts_with("large")).unwrap();
        assert_eq!(wanted.len(), 1);
        assert!(Arguments { models: Some("none".into()), ..arguments }.measurements(|_| true).is_err());
    }
}
