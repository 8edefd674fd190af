//! The models of a collection: large ones against the machine's memory, small ones against the clock.
//!
//! A search of a large state space waits for memory, and so its rate is told as a share of that of random
//! accesses; what a small one does stays in the caches, and its rate is told as it is. Everything runs
//! on one thread. The collection is no part of the project: without it, there is nothing to measure.

mod case;
mod statistics;
mod table;

use std::path::{Path, PathBuf};

pub(super) use case::{Case, Measurement};
pub(super) use statistics::Models;
pub(super) use table::show;

use crate::collection::{Known, known_file, models};

/// Where the models are, from the project's root, if no other place is named.
const USUAL_FOLDER: &str = "../shared/corpora/beem";

/// Which models.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The folder of a collection of models with known answers [default: ../shared/corpora/beem]
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Only models of the collection that are known to have at most so many states
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_states: u128,
}

impl Arguments {
    /// The models whose names are wanted, the smallest first. Where the usual place is not there,
    /// they are skipped, and a line says so.
    ///
    /// # Errors
    /// Why the known answers cannot be read.
    pub(super) fn measurements(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Measurement>, String> {
        Ok(self.cases(is_wanted)?.into_iter().map(Measurement::new).collect())
    }

    /// See [`measurements`](Self::measurements).
    pub(super) fn cases(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Case>, String> {
        let usual = crate::workspace().join(USUAL_FOLDER);
        if self.models.is_none() && !usual.is_dir() {
            eprintln!("skipped: the models of a collection ({USUAL_FOLDER} is not there)");
            return Ok(Vec::new());
        }
        let cases = cases(self.models.as_ref().unwrap_or(&usual), self.max_states)?;
        Ok(cases.into_iter().filter(|case| is_wanted(&case.name)).collect())
    }
}

/// The models in a folder that are large enough to be measured, and not too large.
fn cases(folder: &Path, max_states: u128) -> Result<Vec<Case>, String> {
    let file = known_file(folder)?;
    let known = Known::read(&file)?;
    let root = file.parent().unwrap_or(folder);
    let models = models(folder, root, &known.answers).map_err(|error| error.to_string())?;
    let models = models.into_iter().filter(|model| model.states <= max_states);
    Ok(models.filter_map(|model| Case::of(model, &known)).collect())
}

#[cfg(test)]
mod tests {
    use super::case::Size;
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
        let found: Vec<_> = cases.iter().map(|case| (case.name.as_str(), case.size())).collect();
        assert_eq!(found, [("small.1", Size::Small), ("large.2", Size::Large)]);
        let arguments = Arguments { models: Some(folder.path().to_owned()), max_states: 4_000_000 };
        let wanted = arguments.measurements(|name| name.starts_with("large")).unwrap();
        assert_eq!(wanted.len(), 1);
        assert!(Arguments { models: Some("none".into()), ..arguments }.measurements(|_| true).is_err());
    }
}
