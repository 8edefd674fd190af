//! A collection of models with known answers.

mod known;
mod model;

use std::path::Path;

pub(crate) use known::{Known, known_file, read_answers};
pub(crate) use model::Model;

/// A collection.
#[derive(Debug)]
pub(crate) struct Collection {
    pub(crate) known: Known,
    /// The models, those with the fewest states first.
    pub(crate) models: Vec<Model>,
}

impl Collection {
    /// Reads the models in a folder, with the given table of answers or the one in the folder or above it.
    ///
    /// # Errors
    /// There is no table, or it or a folder cannot be read.
    pub(crate) fn read(folder: &Path, table: Option<&Path>) -> Result<Self, String> {
        let table = table.map_or_else(|| known_file(folder), |table| Ok(table.to_owned()))?;
        Self::with(folder, table.parent().unwrap_or(folder), Known::read(&table)?)
    }

    /// Reads a collection with or without a table.
    ///
    /// # Errors
    /// The table or a folder cannot be read.
    pub(crate) fn read_with_or_without_table(folder: &Path) -> Result<Self, String> {
        match known_file(folder) {
            Ok(table) => Self::read(folder, Some(&table)),
            Err(_) => Self::with(folder, folder, Known::default()),
        }
    }

    fn with(folder: &Path, root: &Path, known: Known) -> Result<Self, String> {
        let models = model::models(folder, root, &known.answers).map_err(|error| error.to_string())?;
        Ok(Self { known, models })
    }
}
