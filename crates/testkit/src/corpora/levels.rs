//! `beem-levels.tsv`: the numbers of states and edges of each breadth-first level of a model.

use std::collections::HashMap;
use std::path::Path;

/// States and edges of each level, by model; only of the first levels if there are very many.
#[derive(Debug, Clone, Default)]
pub struct KnownLevels(HashMap<String, Vec<(u64, u64)>>);

impl KnownLevels {
    /// Reads the table in the collections' folder.
    ///
    /// # Panics
    /// If it cannot be read, or a line of it cannot be parsed: otherwise the statistics would be missing unnoticed.
    #[must_use]
    pub fn read(corpora: &Path) -> Self {
        Self::read_file(&corpora.join("beem-levels.tsv")).unwrap_or_else(|message| panic!("{message}"))
    }

    /// Reads a table.
    ///
    /// # Errors
    /// If the table cannot be read, or a line cannot be parsed; the error contains the first such line.
    pub fn read_file(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Self::parse(&text)
    }

    /// Parses a table: its title line, and then a model, a level, its states and its edges in each line, the levels of
    /// a model one after the other from 0.
    ///
    /// # Errors
    /// If a line cannot be parsed; the error contains the first such line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut known = Self::default();
        for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
            known.add(line).ok_or_else(|| format!("not the next level of a model: {line}"))?;
        }
        Ok(known)
    }

    fn add(&mut self, line: &str) -> Option<()> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [model, level, states, edges] = fields[..] else { return None };
        let levels = self.0.entry(model.to_owned()).or_default();
        let is_next = level.parse() == Ok(levels.len());
        levels.push((states.parse().ok()?, edges.parse().ok()?));
        is_next.then_some(())
    }

    /// Returns the states and edges of each level, if they are known.
    #[must_use]
    pub fn get(&self, model: &str) -> Option<&[(u64, u64)]> {
        self.0.get(model).map(Vec::as_slice)
    }

    /// Returns the number of models in the table.
    #[must_use]
    pub fn models(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::KnownLevels;
    use crate::corpora::{KnownAnswers, corpora, skip};

    #[test]
    fn levels_come_one_after_the_other() {
        let table = "model\tlevel\tstates\tedges\nm\t0\t1\t3\nm\t1\t3\t5\nn\t0\t1\t0\n";
        let known = KnownLevels::parse(table).unwrap();
        assert_eq!(known.get("m"), Some(&[(1, 3), (3, 5)][..]));
        assert_eq!((known.get("x"), known.models()), (None, 2));
    }

    #[test]
    fn an_invalid_line_is_reported() {
        for line in ["m\t0\t1", "m\t1\t1\t1", "m\t0\tone\t1", "m\t0\t1\t1\t1"] {
            let message = KnownLevels::parse(&format!("model\tlevel\tstates\tedges\n{line}\n")).unwrap_err();
            assert!(message.ends_with(line), "{message}");
        }
    }

    #[test]
    fn the_levels_of_the_collections_add_up_to_the_known_answers() {
        let test = "the_levels_of_the_collections_add_up_to_the_known_answers";
        let Some(corpora) = corpora() else { return skip(test, "../shared/corpora") };
        let (answers, levels) = (KnownAnswers::read(&corpora), KnownLevels::read(&corpora));
        let mut compared = 0;
        for model in answers.models() {
            let Some(levels) = levels.get(model) else { continue };
            let (states, edges) = levels.iter().fold((0, 0), |(s, e), level| (s + level.0, e + level.1));
            let sums = [levels.len() as u128, states.into(), edges.into()];
            let known = ["bfs_levels", "states", "edges"].map(|kind| answers.count(model, kind).unwrap());
            // One table ends before its model does.
            assert!(sums == known || sums[0] < known[0] && sums[1] < known[1], "{model}: {sums:?}");
            compared += usize::from(sums == known);
        }
        assert!(compared + 1 == levels.models() && compared > 30, "{compared}");
    }
}
