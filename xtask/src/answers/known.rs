//! What is known of the models of a collection: answers, and the sizes of breadth-first levels.

use std::path::Path;

use sanderling_testkit::corpora::{KnownAnswers, KnownLevels};

/// The table of levels, where there is one: beside that of the answers.
const LEVELS: &str = "beem-levels.tsv";

/// What is known.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) answers: KnownAnswers,
    pub(super) levels: KnownLevels,
}

impl Known {
    /// Reads the table of answers, and that of levels if it stands beside it.
    ///
    /// # Errors
    /// Where a table cannot be read, or a line of it is not understood.
    pub(super) fn read(answers: &Path) -> Result<Self, String> {
        let levels = answers.with_file_name(LEVELS);
        Ok(Self {
            answers: KnownAnswers::read_file(answers)?,
            levels: if levels.is_file() { KnownLevels::read_file(&levels)? } else { KnownLevels::default() },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_levels_may_stand_beside_that_of_answers() {
        let folder = tempfile::tempdir().unwrap();
        let answers = folder.path().join("known-answers.tsv");
        std::fs::write(&answers, "model\tkind\tvalue\nm\tstates\t4\n").unwrap();
        assert_eq!(Known::read(&answers).unwrap().levels.models(), 0);
        std::fs::write(folder.path().join(LEVELS), "title\nm\t0\t1\t3\nm\t1\t3\t0\n").unwrap();
        assert_eq!(Known::read(&answers).unwrap().levels.get("m"), Some(&[(1, 3), (3, 0)][..]));
        assert!(Known::read(&folder.path().join("none.tsv")).is_err());
    }
}
