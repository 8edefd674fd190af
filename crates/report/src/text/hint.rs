//! Hints as text: one line each, and another one with a command to paste.

use std::fmt::Write;

use crate::Hint;

pub(super) fn hints(hints: &[Hint], out: &mut String) {
    for Hint { message, except, .. } in hints {
        let _ = writeln!(out, "  hint: {message}");
        if let Some(condition) = except {
            let _ = writeln!(out, "    to exclude it: --except {}", quoted(condition));
        }
    }
}

/// Quotes a text for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
