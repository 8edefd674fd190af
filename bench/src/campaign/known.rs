//! The known answers about a model, from a table or from the sidecar beside the model.
//!
//! Answers have the names that the table uses, and are texts: digits, `+inf`, `TRUE` or `FALSE`.

use std::collections::BTreeMap;
use std::path::Path;

use sanderling_query::contest::Examination;
use sanderling_testkit::corpora::{Answer, KnownAnswers};
use toml::{Table, Value};

use super::models::Model;
use super::suite::{Ask, Question, Suite};
use crate::collection::{known_file, read_answers};

/// The keys of a sidecar, with the corresponding names of answers.
const SIDECAR: &[(&str, &str)] = &[
    ("states", "states"),
    ("firings", "edges"),
    ("deadlocks", "deadlock_states"),
    ("max_tokens_in_place", "max_token_in_place"),
    ("max_tokens_in_marking", "max_token_per_marking"),
];

/// The names of the statistics of a state space.
const STATISTICS: &[&str] =
    &["states", "edges", "deadlock_states", "max_token_in_place", "max_token_per_marking"];

/// The known answers about the models of a collection.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) table: KnownAnswers,
    /// Models and answers that are disputed and ignored, by prefixes of their names.
    disputed: Vec<(String, String)>,
}

impl Known {
    /// Reads the table that a suite names, or the one in the collection or above it. Without a table, only
    /// the answers of sidecars are known.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(super) fn read(suite: &Suite, collection: &Path) -> Result<Self, String> {
        let file = suite.answers.clone().or_else(|| known_file(collection).ok());
        let table = file.map_or_else(|| Ok(KnownAnswers::default()), |file| read_answers(&file))?;
        let disputed = suite.disputed.as_ref().map_or(Ok(Vec::new()), |file| disputed(file))?;
        Ok(Self { table, disputed })
    }

    /// Returns the known answers to a question about a model, by name.
    pub(super) fn answers(&self, model: &Model, question: &Question) -> BTreeMap<String, String> {
        let mut known = beside(model);
        let table = self.table.all(&model.name, "").into_iter();
        known.extend(table.map(|(name, answer)| (name.to_owned(), text(answer))));
        known.retain(|name, _| requests(question, name) && !self.is_disputed(&model.name, name));
        known
    }

    fn is_disputed(&self, model: &str, name: &str) -> bool {
        self.disputed.iter().any(|(other, start)| other == model && name.starts_with(start))
    }
}

/// Reads the table of disputed answers: a header, and then lines with a model, a prefix of answers' names and
/// a reason, separated by tabs.
fn disputed(path: &Path) -> Result<Vec<(String, String)>, String> {
    let about = |message: String| format!("{}: {message}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| about(error.to_string()))?;
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    let pairs = lines.map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [model, start, _why] => Ok((model.to_owned(), start.to_owned())),
        _ => Err(about(format!("not three fields: {line}"))),
    });
    pairs.collect()
}

/// Returns whether a question requests an answer of this name.
fn requests(question: &Question, name: &str) -> bool {
    match question.ask {
        Ask::Explore => STATISTICS.contains(&name),
        Ask::Deadlock => name == "deadlock",
        Ask::Check => question.property.is_none() && name.starts_with("assertion "),
        Ask::Examination => question.examination().is_some_and(|examination| is_of(examination, name)),
    }
}

/// Returns whether an examination requests an answer.
fn is_of(examination: Examination, name: &str) -> bool {
    match examination {
        Examination::StateSpace => STATISTICS.contains(&name) && name != "deadlock_states",
        Examination::ReachabilityDeadlock => name == "deadlock",
        Examination::OneSafe => name == "one_safe",
        Examination::QuasiLiveness => name == "quasi_live",
        Examination::StableMarking => name == "stable_marking",
        Examination::Liveness => name == "live",
        Examination::UpperBounds => name.starts_with("bound UpperBounds-"),
        Examination::ReachabilityCardinality
        | Examination::ReachabilityFireability
        | Examination::LtlCardinality
        | Examination::LtlFireability
        | Examination::CtlCardinality
        | Examination::CtlFireability => name
            .strip_prefix("formula ")
            .is_some_and(|rest| rest.rsplit_once('-').is_some_and(|(file, _)| file == examination.name())),
    }
}

/// Formats an answer as text.
pub(crate) fn text(answer: &Answer) -> String {
    match answer {
        Answer::Count(number) => number.to_string(),
        Answer::Huge(digits) => digits.clone(),
        Answer::Infinite => "+inf".to_owned(),
        Answer::Truth(truth) => truth_word(*truth),
    }
}

pub(crate) fn truth_word(truth: bool) -> String {
    if truth { "TRUE" } else { "FALSE" }.to_owned()
}

/// Returns the answers of the sidecar beside a model. An invalid sidecar has none.
fn beside(model: &Model) -> BTreeMap<String, String> {
    let mut known = BTreeMap::new();
    let sidecar = std::fs::read_to_string(model.path.with_extension("toml")).ok();
    let Some(sidecar) = sidecar.and_then(|text| text.parse::<Table>().ok()) else { return known };
    for (key, name) in SIDECAR {
        let value = match sidecar.get(*key) {
            Some(Value::Integer(number)) => number.to_string(),
            Some(Value::String(text)) => text.clone(),
            _ => continue,
        };
        known.insert((*name).to_owned(), value);
    }
    if let Some(verdict) = sidecar.get("deadlock").and_then(Value::as_str) {
        known.insert("deadlock".to_owned(), truth_word(verdict == "violated"));
    }
    for (assertion, verdict) in sidecar.get("assertions").and_then(Value::as_table).into_iter().flatten() {
        let verdict = verdict.as_str().unwrap_or_default();
        known.insert(format!("assertion {assertion}"), truth_word(verdict == "holds"));
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(file: &str) -> Model {
        Model {
            name: "m".into(),
            path: crate::workspace().join("nets").join(file),
            net: None,
            format: "pnml".into(),
            trouble: None,
            states: None,
        }
    }

    fn question(ask: Ask, examination: Option<&str>) -> Question {
        Question { name: "q".into(), ask, property: None, examination: examination.map(str::to_owned) }
    }

    #[test]
    fn sidecars_have_the_requested_answers() {
        let answers = |file: &str, ask| Known::default().answers(&model(file), &question(ask, None));
        let known = answers("kanban-2.pnml", Ask::Explore);
        assert_eq!(known["states"], "4600");
        assert_eq!(known["edges"], "28120");
        let known = answers("bakery-broken-2.dve", Ask::Deadlock);
        assert_eq!(Vec::from_iter(known), [("deadlock".to_owned(), "FALSE".to_owned())]);
        assert_eq!(answers("bakery-broken-2.dve", Ask::Check)["assertion A.served"], "FALSE");
    }

    #[test]
    fn tables_have_the_requested_answers_that_are_not_disputed() {
        let table = KnownAnswers::parse(
            "title\nm\tstates\t3\nm\tedges\t+inf\nm\tdeadlock\tTRUE\nm\tone_safe\tFALSE\n\
             m\tformula ReachabilityFireability-01\tTRUE\nm\tbound UpperBounds-02\t7\n\
             m\tformula ReachabilityCardinality-01\tTRUE\n",
        )
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("disputed.tsv");
        std::fs::write(&file, "title\nm\tformula ReachabilityCardinality-\tno run does so\n").unwrap();
        let known = Known { table, disputed: disputed(&file).unwrap() };
        let answers_to = |examination: &str| {
            let answers = known.answers(&model("none.pnml"), &question(Ask::Examination, Some(examination)));
            answers.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
        };
        assert_eq!(answers_to("StateSpace"), ["edges=+inf", "states=3"]);
        assert_eq!(answers_to("OneSafe"), ["one_safe=FALSE"]);
        assert_eq!(answers_to("ReachabilityFireability"), ["formula ReachabilityFireability-01=TRUE"]);
        assert!(answers_to("ReachabilityCardinality").is_empty());
        assert_eq!(answers_to("UpperBounds"), ["bound UpperBounds-02=7"]);
        std::fs::write(&file, "title\nm\tstates\n").unwrap();
        assert!(disputed(&file).unwrap_err().contains("not three fields"));
    }
}
