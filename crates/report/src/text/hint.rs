//! Hints as text: a line each, and another one with what can be pasted.

use std::fmt::Write;

use crate::Hint;

pub(super) fn hints(hints: &[Hint], out: &mut String) {
    for Hint { message, except, .. } in hints {
        let _ = writeln!(out, "  hint: {message}");
        if let Some(condition) = except {
            let _ = writeln!(out, "    to leave it out: --except {}", quoted(condition));
        }
    }
}

/// A text as a word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
