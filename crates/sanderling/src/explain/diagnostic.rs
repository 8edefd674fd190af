//! Converts diagnostics to the form that reports contain.

use sanderling_net::{Diagnostic, Position, Severity, Span};
use sanderling_report as report;

/// Converts a diagnostic of a format or a parser to plain data. With the `text` that was parsed, the location
/// has an end; without it, only a start.
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
        // The text may have been read in another encoding, which changes byte offsets but not lines and
        // columns. Use those to find the start.
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
