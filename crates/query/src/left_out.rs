//! The unsupported properties of a contest's file, with reasons; the others are answered.
//!
//! Each is a warning with its position in the file, and has its own answer, which is unknown.

use sanderling_net::{Diagnostic, Diagnostics, Severity};
use sanderling_report::{Answer, Reason, Report, Verdict};

use crate::Properties;
use crate::contest::ContestQuery;

/// A property that is not answered.
#[derive(Debug)]
pub struct LeftOut {
    id: String,
    why: String,
    /// The warning for the user.
    pub warning: Diagnostic,
}

impl LeftOut {
    /// Creates the entry for a property with errors. It shows the first one.
    #[must_use]
    pub fn mistaken(id: String, file: &str, found: Diagnostics) -> Self {
        let more = found.len().saturating_sub(1);
        let first = found.into_iter().next().unwrap_or_else(|| Diagnostic::error("no query"));
        let why = match more {
            0 => first.message.clone(),
            more => format!("{} (and {more} more)", first.message),
        };
        let message = format!("the property `{id}` in `{file}` is not answered: {why}");
        Self { id, why, warning: Diagnostic { severity: Severity::Warning, message, ..first } }
    }

    /// Creates the entry for an unsupported property.
    #[must_use]
    pub fn unsupported(id: String, file: &str, query: &ContestQuery) -> Self {
        let why = why_not(query);
        let warning = Diagnostic::warning(format!("the property `{id}` in `{file}` {why}"));
        Self { id, why, warning }
    }

    fn answer(&self) -> Answer {
        Answer {
            name: Some(self.id.clone()),
            property: self.why.clone(),
            verdict: Verdict::Unknown,
            reason: Some(Reason::NotUnderstood),
            trace: None,
            decided_by: None,
        }
    }
}

/// Returns the reason why a query of the contest is not supported.
pub(crate) fn why_not(query: &ContestQuery) -> String {
    match query {
        ContestQuery::Formula(_) => "is not a query for a bound".to_owned(),
        ContestQuery::Temporal(_) => {
            "is about runs, which only the LTL and CTL examinations support".to_owned()
        }
        ContestQuery::Bound(_) => "is a query for a bound, which only `sanderling mcc` computes".to_owned(),
        ContestQuery::Unsupported(element) => {
            format!("uses `{element}`, and is not a formula of LTL or CTL")
        }
    }
}

impl Properties {
    /// Inserts the omitted properties into the answers of a report, each at its position among all properties.
    pub fn complete(&self, report: &mut Report) {
        for (position, one) in &self.left_out {
            let position = (*position).min(report.answers.len());
            report.answers.insert(position, one.answer());
        }
        if !self.left_out.is_empty() && report.verdict == Verdict::Holds {
            let (left_out, all) = (self.left_out.len(), report.answers.len());
            (report.verdict, report.trace) = (Verdict::Unknown, None);
            report.reason = Some(Reason::NotUnderstood);
            report.reason_text = Some(format!("{left_out} of {all} properties are not answered"));
        }
    }

    /// Returns the warnings about all omitted properties.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.left_out.iter().map(|(_, one)| &one.warning)
    }
}
