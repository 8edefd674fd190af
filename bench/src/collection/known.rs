//! The known answers about the models of a collection, and the sizes of breadth-first levels.

use std::path::{Path, PathBuf};

use sanderling_testkit::corpora::{KnownAnswers, KnownLevels};

/// File name of the table of answers, in the folder of the models or above it.
const ANSWERS: &str = "known-answers.tsv";
/// File name of the optional table of levels, beside that of answers.
const LEVELS: &str = "beem-levels.tsv";

/// File name of the optional table of answers about runs, beside that of answers.
const TEMPORAL: &str = "known-answers-temporal.tsv";

/// Reads the table of answers, and that of answers about runs if there is one beside it.
///
/// # Errors
/// A table cannot be read, or a line of it is invalid.
pub(crate) fn read_answers(file: &Path) -> Result<KnownAnswers, String> {
    let (answers, temporal) = (KnownAnswers::read_file(file)?, file.with_file_name(TEMPORAL));
    if temporal.is_file() { Ok(answers.or(KnownAnswers::read_file(&temporal)?)) } else { Ok(answers) }
}

/// The known answers and levels.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) answers: KnownAnswers,
    pub(crate) levels: KnownLevels,
}

impl Known {
    /// Reads the table of answers, and that of levels if there is one beside it.
    ///
    /// # Errors
    /// A table cannot be read, or a line of it is invalid.
    pub(crate) fn read(answers: &Path) -> Result<Self, String> {
        let levels = answers.with_file_name(LEVELS);
        Ok(Self {
            answers: KnownAnswers::read_file(answers)?,
            levels: if levels.is_file() { KnownLevels::read_file(&levels)? } else { KnownLevels::default() },
        })
    }
}

/// Returns the table of answers in a folder, or nearest above it.
///
/// # Errors
/// There is no table or no such folder.
pub(crate) fn known_file(folder: &Path) -> Result<PathBuf, String> {
    let found = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut candidates = found.ancestors().map(|folder| folder.join(ANSWERS));
    candidates
        .find(|path| path.is_file())
        .ok_or_else(|| format!("{}: there is no {ANSWERS} in it or above it", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_levels_may_stand_beside_that_of_answers() {
        let folder = tempfile::tempdir().unwrap();
        let answers = folder.path().join(ANSWERS);
        std::fs::write(&answers, "model\tkind\tvalue\nm\tstates\t4\n").unwrap();
        assert_eq!(Known::read(&answers).unwrap().levels.models(), 0);
        std::fs::write(folder.path().join(LEVELS), "title\nm\t0\t1\t3\nm\t1\t3\t0\n").unwrap();
        assert_eq!(Known::read(&answers).unwrap().levels.get("m"), Some(&[(1, 3), (3, 0)][..]));
        assert!(Known::read(&folder.path().join("none.tsv")).is_err());
        assert_eq!(read_answers(&answers).unwrap().all("m", "").len(), 1);
        std::fs::write(folder.path().join(TEMPORAL), "title\nm\tltl\tTRUE\n").unwrap();
        assert_eq!(read_answers(&answers).unwrap().all("m", "").len(), 2);
        let models = folder.path().join("models");
        std::fs::create_dir(&models).unwrap();
        assert_eq!(known_file(&models), Ok(answers.canonicalize().unwrap()));
        assert!(known_file(&folder.path().join("none")).is_err());
    }
}
