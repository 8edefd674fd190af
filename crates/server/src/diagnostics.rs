//! Diagnostics of formats and parsers, as they are told to clients.

use sanderling_net::{Diagnostic, Diagnostics, Severity};
use sanderling_report as report;

/// All of them.
pub(crate) fn told(diagnostics: &Diagnostics) -> Vec<report::Diagnostic> {
    diagnostics.iter().map(one).collect()
}

fn one(diagnostic: &Diagnostic) -> report::Diagnostic {
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
