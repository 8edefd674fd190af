//! A bounded list of the problems found in a file.

use sanderling_net::{Diagnostic, Diagnostics, Severity};

/// Maximum number of errors, and of warnings, to list.
const MAX: usize = 100;

/// Errors and warnings.
#[derive(Debug, Default)]
pub(super) struct Findings {
    errors: Listed,
    warnings: Listed,
}

#[derive(Debug, Default)]
struct Listed {
    listed: Vec<Diagnostic>,
    left_out: usize,
}

impl Listed {
    fn push(&mut self, diagnostic: Diagnostic) {
        if self.listed.len() < MAX {
            self.listed.push(diagnostic);
        } else {
            self.left_out += 1;
        }
    }
}

impl Findings {
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors.push(diagnostic),
            Severity::Warning => self.warnings.push(diagnostic),
        }
    }

    pub(super) fn has_errors(&self) -> bool {
        !self.errors.listed.is_empty()
    }

    /// Returns all findings in the order of the file, followed by the number of those that are not listed.
    pub(super) fn finish(self) -> Diagnostics {
        let (errors, warnings) = (self.errors.left_out, self.warnings.left_out);
        let mut all = Diagnostics::new();
        all.extend(self.errors.listed);
        all.extend(self.warnings.listed);
        all.sort();
        if errors > 0 {
            all.push(Diagnostic::error(format!("{errors} more errors, which are not listed")));
        }
        if warnings > 0 {
            all.push(Diagnostic::warning(format!("{warnings} more warnings, which are not listed")));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_of_each_kind_are_listed_and_the_rest_is_counted() {
        let mut findings = Findings::default();
        for number in 0..MAX + 7 {
            findings.push(Diagnostic::error(number.to_string()));
            findings.push(Diagnostic::warning(number.to_string()));
        }
        let all = findings.finish();
        let last: Vec<_> = all.iter().skip(2 * MAX).map(|one| one.message.as_str()).collect();
        assert_eq!(last, ["7 more errors, which are not listed", "7 more warnings, which are not listed"]);
    }
}
