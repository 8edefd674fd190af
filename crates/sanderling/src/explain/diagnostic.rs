//! What is found in a text, as reports tell it.

use sanderling_net::{Diagnostic, Severity};
use sanderling_report as report;

/// A diagnostic of a format or a parser as plain data.
#[must_use]
pub fn describe_diagnostic(diagnostic: &Diagnostic) -> report::Diagnostic {
    report::Diagnostic {
        severity: match diagnostic.severity {
            Severity::Error => report::Severity::Error,
            Severity::Warning => report::Severity::Warning,
        },
        message: diagnostic.message.clone(),
        location: diagnostic.span.map(|span| report::Location { line: span.line, column: span.column }),
        element: diagnostic.element.clone(),
        expected: diagnostic.expected.clone(),
        help: diagnostic.help.clone(),
    }
}
