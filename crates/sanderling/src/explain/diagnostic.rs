//! What is found in a text, as reports tell it.

use sanderling_net::{Diagnostic, Position, Severity, Span};
use sanderling_report as report;

/// A diagnostic of a format or a parser as plain data. `text` is what it is about, for how far its part of that reaches; without it, where
/// that begins is all that is told.
#[must_use]
pub fn describe_diagnostic(diagnostic: &Diagnostic, text: Option<&str>) -> report::Diagnostic {
    report::Diagnostic {
        severity: match diagnostic.severity {
            Severity::Error => report::Severity::Error,
            Severity::Warning => report::Severity::Warning,
        },
        message: diagnostic.message.clone(),
        location: diagnostic.span.map(|span| location(span, text)),
        element: diagnostic.element.clone(),
        expected: diagnostic.expected.clone(),
        help: diagnostic.help.clone(),
    }
}

fn location(span: Span, text: Option<&str>) -> report::Location {
    let ends = text.and_then(|text| {
        // What was read in another encoding has other bytes. Lines and columns are the same, and lead to where it begins.
        span.ends(text).or_else(|| Span::at(text, span.line, span.column).ends(text))
    });
    let extent = |(start, end): (Position, Position)| report::Extent {
        end_line: end.line,
        end_column: end.column,
        start: start.offset,
        end: end.offset,
    };
    report::Location { line: span.line, column: span.column, extent: ends.map(extent) }
}
