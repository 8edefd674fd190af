//! The expected statistics of the conformance models of DVE, under both semantics of the language.
//!
//! The statistics are those of the table that comes with the models, except for a few that are deliberately omitted or
//! better defined here than in the tools that the table was made with.

use std::path::Path;

use sanderling_dve::Semantics::{self, Divine2, Ltsmin};

/// Expected statistics of one conformance model under one semantics, with model errors as a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramExpectation {
    /// File name without `.dve`.
    pub model: String,
    /// Semantics of the language.
    pub semantics: Semantics,
    /// States, including the error state.
    pub states: u64,
    /// Steps, including undefined ones.
    pub steps: u64,
    /// States without steps, including the error state.
    pub deadlocks: u64,
    /// Length of a shortest run that ends with an undefined step, if there is one.
    pub model_error: Option<usize>,
}

/// States, steps and deadlocks that differ from the table: freed slots are zero; an undefined step is a model error; a
/// property process does not move; an array is its first element.
const OTHERWISE: &[(&str, Semantics, [u64; 3])] = &[
    ("c13-buffer-stale-slot", Ltsmin, [6, 6, 1]),
    ("c17-index-out-of-bounds", Ltsmin, [3, 2, 2]),
    ("c18-index-error-in-guard", Ltsmin, [3, 2, 2]),
    ("c19-division-by-zero", Ltsmin, [3, 2, 2]),
    ("c26-property-product", Ltsmin, [2, 2, 0]),
    ("c26-property-product", Divine2, [2, 2, 0]),
    ("c27-property-stutter", Ltsmin, [2, 1, 1]),
    ("c27-property-stutter", Divine2, [2, 1, 1]),
    ("c30-unindexed-array", Ltsmin, [3, 2, 1]),
];

/// Models with an undefined step, and the length of the shortest run to one.
const ERRORS: &[(&str, Semantics, usize)] = &[
    ("c01-byte-wrap", Divine2, 3),
    ("c02-int-width", Divine2, 1),
    ("c10-rendezvous-conflict", Divine2, 1),
    ("c17-index-out-of-bounds", Divine2, 1),
    ("c17-index-out-of-bounds", Ltsmin, 1),
    ("c18-index-error-in-guard", Divine2, 1),
    ("c18-index-error-in-guard", Ltsmin, 1),
    ("c19-division-by-zero", Divine2, 1),
    ("c19-division-by-zero", Ltsmin, 1),
];

impl ProgramExpectation {
    /// Reads the table in the folder of the conformance models: two expectations for each model.
    ///
    /// # Panics
    /// If it cannot be read, or a line of it cannot be parsed.
    #[must_use]
    pub fn read(folder: &Path) -> Vec<Self> {
        let path = folder.join("expected.csv");
        let table =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        table.lines().skip(1).flat_map(Self::of_line).collect()
    }

    /// Returns the two expectations of a line: the model, three statistics of DiVinE 2 and three of LTSmin.
    fn of_line(line: &str) -> [Self; 2] {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), 7, "{line}");
        [(Divine2, 1), (Ltsmin, 4)].map(|(semantics, first)| {
            let known = |index: usize| fields[first + index].parse().expect("a number");
            let statistics = otherwise(fields[0], semantics).unwrap_or_else(|| [0, 1, 2].map(known));
            let [states, steps, deadlocks] = statistics;
            let model_error = model_error(fields[0], semantics);
            Self { model: fields[0].to_owned(), semantics, states, steps, deadlocks, model_error }
        })
    }
}

fn otherwise(model: &str, semantics: Semantics) -> Option<[u64; 3]> {
    OTHERWISE.iter().find(|one| (one.0, one.1) == (model, semantics)).map(|one| one.2)
}

fn model_error(model: &str, semantics: Semantics) -> Option<usize> {
    ERRORS.iter().find(|one| (one.0, one.1) == (model, semantics)).map(|one| one.2)
}
