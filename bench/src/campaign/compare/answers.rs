//! Determines which answers changed, and whether they improved.
//!
//! A missing answer counts as not given, so a case that crashed lost all its answers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::CaseName;
use crate::campaign::case::Case;
use crate::campaign::record::{Answer, Rating};

/// How an answer changed. The order is that of lists: the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    /// The answer became wrong.
    BecameWrong,
    /// The answer was wrong before, too.
    StillWrong,
    /// An answer is no longer given.
    BecameUnknown,
    /// The answer changed, and the correct one is not known.
    #[serde(rename = "told_otherwise")]
    BecameDifferent,
    /// The answer became right.
    BecameRight,
    /// An answer is given for the first time, and the correct one is not known.
    BecameAnswered,
}

/// All kinds of changes.
pub(super) const CHANGES: [Change; 6] = [
    Change::BecameWrong,
    Change::StillWrong,
    Change::BecameUnknown,
    Change::BecameDifferent,
    Change::BecameRight,
    Change::BecameAnswered,
];

/// An answer that changed, or that is still wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct AnswerChange {
    pub(super) change: Change,
    #[serde(flatten)]
    pub(super) case: CaseName,
    pub(super) answer: String,
    pub(super) old: Option<String>,
    pub(super) new: Option<String>,
    pub(super) known: Option<String>,
}

/// Returns all changes of answers, the worst first. In new cases, only wrong answers count as changes.
pub(super) fn changes(
    before: &BTreeMap<CaseName, Case<'_>>,
    after: &BTreeMap<CaseName, Case<'_>>,
) -> Vec<AnswerChange> {
    let mut changes = Vec::new();
    for (name, new) in after {
        let old = before.get(name);
        let is_listed = |change: &AnswerChange| old.is_some() || change.change == Change::BecameWrong;
        let (old, new) = (old.map(Case::answers).unwrap_or_default(), new.answers());
        let answers: BTreeSet<_> = old.keys().chain(new.keys()).collect();
        let found = answers.into_iter().filter_map(|&answer| {
            change_of(name, answer, old.get(answer).copied(), new.get(answer).copied())
        });
        changes.extend(found.filter(is_listed));
    }
    changes.sort_by_key(|change| change.change);
    changes
}

fn change_of(
    case: &CaseName,
    answer: &str,
    old: Option<&Answer>,
    new: Option<&Answer>,
) -> Option<AnswerChange> {
    let value = |answer: Option<&Answer>| answer.and_then(|answer| answer.value.clone());
    Some(AnswerChange {
        change: classified(old, new)?,
        case: case.clone(),
        answer: answer.to_owned(),
        old: value(old),
        new: value(new),
        known: new.or(old).and_then(|answer| answer.known.clone()),
    })
}

fn classified(old: Option<&Answer>, new: Option<&Answer>) -> Option<Change> {
    use Rating::{Right, Unknown, Unrated, Wrong};
    let rating = |answer: Option<&Answer>| answer.map_or(Unknown, |answer| answer.rating);
    let value = |answer: Option<&Answer>| answer.and_then(|answer| answer.value.clone());
    match (rating(old), rating(new)) {
        (Wrong, Wrong) => Some(Change::StillWrong),
        (_, Wrong) => Some(Change::BecameWrong),
        // A change of the known answers is not a change of the program.
        (Right | Unrated | Unknown, _) if value(old) == value(new) => None,
        (_, Unknown) => Some(Change::BecameUnknown),
        (_, Right) => Some(Change::BecameRight),
        (Unknown, Unrated) => Some(Change::BecameAnswered),
        (_, Unrated) => Some(Change::BecameDifferent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_held_against_what_they_were() {
        let answer = |value: Option<&str>, known: Option<&str>| {
            Answer::new("states", value.map(str::to_owned), known.map(str::to_owned), false)
        };
        let (right, wrong, unknown) =
            (answer(Some("4"), Some("4")), answer(Some("5"), Some("4")), answer(None, Some("4")));
        let (four, five) = (answer(Some("4"), None), answer(Some("5"), None));
        let expected = [
            (Some(&right), Some(&wrong), Some(Change::BecameWrong)),
            (None, Some(&wrong), Some(Change::BecameWrong)),
            (Some(&wrong), Some(&wrong), Some(Change::StillWrong)),
            (Some(&wrong), Some(&right), Some(Change::BecameRight)),
            (Some(&unknown), Some(&right), Some(Change::BecameRight)),
            (Some(&right), Some(&unknown), Some(Change::BecameUnknown)),
            (Some(&right), None, Some(Change::BecameUnknown)),
            (Some(&four), Some(&five), Some(Change::BecameDifferent)),
            (Some(&unknown), Some(&four), Some(Change::BecameAnswered)),
            (Some(&right), Some(&four), None),
            (Some(&right), Some(&right), None),
            (Some(&unknown), None, None),
        ];
        for (old, new, change) in expected {
            assert_eq!(classified(old, new), change, "{old:?} {new:?}");
        }
    }
}
