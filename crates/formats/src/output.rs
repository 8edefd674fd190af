//! The standard error of a converter, as diagnostics.
//!
//! A line `3:14: error: message` is about that position of the file; `error: message` and `warning: message` are about
//! the whole file. Any other line is an error if the converter failed, and a warning otherwise.

use sanderling_net::{Diagnostic, Diagnostics, Severity, Source, Span};

use crate::foreign::START;

/// Maximum number of lines to read.
const MAX_LINES: usize = 50;

/// Parses the lines.
pub(crate) fn diagnostics(messages: &[u8], source: &Source, has_succeeded: bool) -> Diagnostics {
    let text = String::from_utf8_lossy(messages);
    let otherwise = if has_succeeded { Severity::Warning } else { Severity::Error };
    let mut found = Diagnostics::new();
    for line in text.lines().map(printable).filter(|line| !line.is_empty()).take(MAX_LINES) {
        let diagnostic = diagnostic(&line, source, otherwise);
        // An error is only a warning if the converter succeeded nevertheless.
        let severity = if has_succeeded { Severity::Warning } else { diagnostic.severity };
        found.push(Diagnostic { severity, ..diagnostic });
    }
    found
}

fn diagnostic(line: &str, source: &Source, otherwise: Severity) -> Diagnostic {
    let (span, rest) = match place(line) {
        Some((row, column, rest)) => (Span::at(&source.shown(), row, column), rest),
        None => (START, line),
    };
    let (severity, message) = match rest.split_once(':') {
        Some(("error", message)) => (Severity::Error, message),
        Some(("warning", message)) => (Severity::Warning, message),
        _ => (otherwise, rest),
    };
    let made = match severity {
        Severity::Error => Diagnostic::error(message.trim()),
        Severity::Warning => Diagnostic::warning(message.trim()),
    };
    made.at(span)
}

/// Returns the line and column before a message, and the message.
fn place(line: &str) -> Option<(u32, u32, &str)> {
    let (row, rest) = line.split_once(':')?;
    let (column, rest) = rest.split_once(':')?;
    let (row, column) = (row.trim().parse().ok()?, column.trim().parse().ok()?);
    (row > 0 && column > 0).then(|| (row, column, rest.trim_start()))
}

/// Returns the line without characters that control a terminal.
fn printable(line: &str) -> String {
    line.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostics_of(line: &str, has_succeeded: bool) -> String {
        let source = Source::new("x", "one\ntwo\n");
        diagnostics(line.as_bytes(), &source, has_succeeded).to_string()
    }

    #[test]
    fn lines_with_a_place_are_located() {
        assert_eq!(diagnostics_of("2:3: error: a bad word", false), "2:3: error: a bad word");
        let source = Source::new("x", "one\ntwo\n");
        let found = diagnostics(b"2:3: warning: hm", &source, false);
        assert_eq!(found.iter().next().unwrap().span.unwrap().start, 6);
    }

    #[test]
    fn other_lines_take_their_weight_from_the_outcome() {
        assert_eq!(diagnostics_of("Traceback: it broke", false), "1:1: error: Traceback: it broke");
        assert_eq!(diagnostics_of("reading", true), "1:1: warning: reading");
        assert_eq!(diagnostics_of("error: odd", true), "1:1: warning: odd");
        assert_eq!(diagnostics_of("\n\n", false), "");
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(diagnostics_of("a\u{1b}[31mb", true), "1:1: warning: a [31mb");
    }
}
