//! A collector of diagnostics with a limit: further errors and warnings are only counted.

use crate::format::Parsed;
use crate::{Diagnostic, Diagnostics, Net, Severity};

/// Maximum number of errors, and of warnings, to show.
const SHOWN: usize = 20;

/// The diagnostics of a reader that continues after errors.
#[derive(Debug, Default)]
pub struct Report {
    diagnostics: Diagnostics,
    errors: usize,
    warnings: usize,
}

impl Report {
    /// Adds an error or a warning.
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

    /// Returns whether a further error would only be counted. Its wording then does not matter.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.errors >= SHOWN
    }

    /// Returns whether there is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the content of a file with one net. Validates the net if there are no errors so far.
    ///
    /// # Errors
    /// All diagnostics, if one of them is an error.
    pub fn parsed(mut self, net: Net) -> Result<Parsed, Diagnostics> {
        if !self.has_errors() {
            net.validate().into_iter().for_each(|diagnostic| self.say(diagnostic));
        }
        let is_refused = self.has_errors();
        let found = self.finish();
        if is_refused { Err(found) } else { Ok(Parsed { nets: vec![net], warnings: found }) }
    }

    /// Returns all diagnostics in the order of the file, followed by the number of those that are not shown.
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
