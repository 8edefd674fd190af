//! `known-answers.tsv`: a model, the kind of a known answer, and its value.

use std::collections::HashMap;
use std::path::Path;

/// Known answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A number.
    Count(u128),
    /// A number with more than 38 digits.
    Huge(String),
    /// Infinitely many.
    Infinite,
    /// A truth value.
    Truth(bool),
}

impl Answer {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "TRUE" => Some(Self::Truth(true)),
            "FALSE" => Some(Self::Truth(false)),
            "+inf" | "inf" => Some(Self::Infinite),
            digits if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
                Some(digits.parse().map_or_else(|_| Self::Huge(digits.to_owned()), Self::Count))
            }
            _ => None,
        }
    }
}

/// Known answers, by model and kind.
#[derive(Debug, Clone, Default)]
pub struct KnownAnswers(HashMap<String, HashMap<String, Answer>>);

impl KnownAnswers {
    /// Reads the table in the collections' folder.
    ///
    /// # Panics
    /// If it cannot be read, or a line of it cannot be parsed: otherwise the statistics would be missing unnoticed.
    #[must_use]
    pub fn read(corpora: &Path) -> Self {
        Self::read_file(&corpora.join("known-answers.tsv")).unwrap_or_else(|message| panic!("{message}"))
    }

    /// Reads a table.
    ///
    /// # Errors
    /// If the table cannot be read, or a line cannot be parsed; the error contains the first such line.
    pub fn read_file(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Self::parse(&text)
    }

    /// Parses a table: its title line, and then a model, a kind and a value in each line.
    ///
    /// # Errors
    /// If a line cannot be parsed; the error contains the first such line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut known = Self::default();
        for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [model, kind, value] = fields[..] else { return Err(format!("not three fields: {line}")) };
            let answer = Answer::parse(value).ok_or_else(|| format!("not an answer: {line}"))?;
            known.0.entry(model.to_owned()).or_default().insert(kind.to_owned(), answer);
        }
        Ok(known)
    }

    /// Returns the answers of both tables; if both have an answer, that of this one.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        for (model, answers) in other.0 {
            let own = self.0.entry(model).or_default();
            for (kind, answer) in answers {
                own.entry(kind).or_insert(answer);
            }
        }
        self
    }

    /// Returns the known answer of this kind about a model: `states`, `edges`, `deadlock`, `formula …`.
    #[must_use]
    pub fn get(&self, model: &str, kind: &str) -> Option<&Answer> {
        self.0.get(model)?.get(kind)
    }

    /// Returns the known number, if it is a number of ordinary size.
    #[must_use]
    pub fn count(&self, model: &str, kind: &str) -> Option<u128> {
        match self.get(model, kind)? {
            Answer::Count(count) => Some(*count),
            _ => None,
        }
    }

    /// Returns the models, in alphabetical order.
    #[must_use]
    pub fn models(&self) -> Vec<&str> {
        let mut models: Vec<&str> = self.0.keys().map(String::as_str).collect();
        models.sort_unstable();
        models
    }

    /// Returns all known answers about a model whose kind begins with `prefix`, sorted by kind.
    #[must_use]
    pub fn all(&self, model: &str, prefix: &str) -> Vec<(&str, &Answer)> {
        let known = self.0.get(model).into_iter().flatten();
        let mut all: Vec<_> =
            known.filter(|(kind, _)| kind.starts_with(prefix)).map(|(kind, a)| (kind.as_str(), a)).collect();
        all.sort_unstable_by_key(|&(kind, _)| kind);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, KnownAnswers};
    use crate::corpora::{corpora, skip};

    #[test]
    fn answers_of_all_kinds_are_understood() {
        let table = "model\tkind\tvalue\nm\tstates\t12\nm\tdeadlock\tTRUE\nn\tstates\t+inf\n\
                     n\tedges\t999999999999999999999999999999999999999999\nm\tformula B\tFALSE\nm\tformula A\tTRUE\n";
        let known = KnownAnswers::parse(table).unwrap();
        assert_eq!(known.count("m", "states"), Some(12));
        assert_eq!(known.get("n", "states"), Some(&Answer::Infinite));
        assert!(matches!(known.get("n", "edges"), Some(Answer::Huge(_))));
        assert_eq!(known.get("m", "edges"), None);
        assert_eq!(known.models(), ["m", "n"]);
        let formulas = [("formula A", &Answer::Truth(true)), ("formula B", &Answer::Truth(false))];
        assert_eq!(known.all("m", "formula "), formulas);
        let other = KnownAnswers::parse("model\tkind\tvalue\nm\tstates\t13\nm\tltl\tTRUE\n").unwrap();
        let both = known.or(other);
        assert_eq!((both.count("m", "states"), both.get("m", "ltl")), (Some(12), Some(&Answer::Truth(true))));
    }

    #[test]
    fn an_invalid_line_is_reported() {
        for line in ["m\tstates", "m\tstates\tmany", "m\tstates\t1\t2"] {
            let message = KnownAnswers::parse(&format!("model\tkind\tvalue\n{line}\n")).unwrap_err();
            assert!(message.ends_with(line), "{message}");
        }
    }

    #[test]
    fn the_table_of_the_collections_is_read_whole() {
        let Some(corpora) = corpora() else {
            return skip("the_table_of_the_collections_is_read_whole", "../shared/corpora");
        };
        let known = KnownAnswers::read(&corpora);
        assert_eq!(known.count("editors/ltsmin/Philosophers-5.pnml", "states"), Some(243));
        assert!(known.models().len() > 100, "{}", known.models().len());
    }
}
