//! What is said about a model: a bounded number of errors and warnings, the rest counted.

use crate::format::Parsed;
use crate::{Diagnostic, Diagnostics, Net, Severity};

/// How many errors, and how many warnings, are shown.
const SHOWN: usize = 20;

/// The diagnostics so far, of a reader that goes on behind an error.
#[derive(Debug, Default)]
pub struct Report {
    diagnostics: Diagnostics,
    errors: usize,
    warnings: usize,
}

impl Report {
    /// Puts an error or a warning down.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= SHOWN {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether a further error would only be counted: then it need not be worded well.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.errors >= SHOWN
    }

    /// Whether an error was put down.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// What was read of a file with one net, which is validated where nothing was wrong so far.
    ///
    /// # Errors
    /// All diagnostics, where one of them is an error.
    pub fn parsed(mut self, net: Net) -> Result<Parsed, Diagnostics> {
        if !self.has_errors() {
            net.validate().into_iter().for_each(|diagnostic| self.say(diagnostic));
        }
        let is_refused = self.has_errors();
        let found = self.finish();
        if is_refused { Err(found) } else { Ok(Parsed { nets: vec![net], warnings: found }) }
    }

    /// All diagnostics in the order of the file, with a last line on what is not shown.
    #[must_use]
    pub fn finish(mut self) -> Diagnostics {
        self.diagnostics.sort();
        if self.errors > SHOWN {
            let rest = self.errors - SHOWN;
            self.diagnostics.push(Diagnostic::error(format!("{rest} more errors are not shown")));
        }
        if self.warnings > SHOWN {
            let rest = self.warnings - SHOWN;
            self.diagnostics.push(Diagnostic::warning(format!("{rest} more warnings are not shown")));
        }
        self.diagnostics
    }
}
