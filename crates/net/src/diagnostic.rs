//! Diagnostics: errors and warnings that a format or a compiler reports about a model, with their positions.
//!
//! A diagnostic says what was found and what was expected, in lower-case fragments without a final full stop. If the
//! user can do something about it, it says what. The caller decides how to print it.

use std::fmt;

use crate::Span;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The model can be used, but may not mean what the modeller intended.
    Warning,
    /// The model cannot be used.
    Error,
}

/// An error or a warning about a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// What was found, as a lower-case fragment: `weight 0 on an arc`.
    pub message: String,
    /// The position in the file, if there is one.
    pub span: Option<Span>,
    /// The id of the element concerned, if it has one.
    pub element: Option<String>,
    /// What was expected instead, such as `a positive integer`.
    pub expected: Option<String>,
    /// What the user can do about it.
    pub help: Option<String>,
    /// A second position in the file that matters here, with a label; for example, where an id was first used.
    pub related: Option<(Span, String)>,
    /// Whether the fault is in the program and not in the model. There is then no answer, and the diagnostic is
    /// reported as a fault of the program.
    pub is_internal: bool,
}

impl Diagnostic {
    /// Creates an error that says what was found.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message.into())
    }

    /// Creates a warning that says what was found.
    #[must_use]
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message.into())
    }

    /// Creates an error about a fault of the program itself.
    #[must_use]
    pub fn internal(message: impl Into<String>) -> Self {
        Self { is_internal: true, ..Self::error(message) }
    }

    fn new(severity: Severity, message: String) -> Self {
        Self {
            severity,
            message,
            span: None,
            element: None,
            expected: None,
            help: None,
            related: None,
            is_internal: false,
        }
    }

    /// Sets the part of the file that the diagnostic is about.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets the id of the element that the diagnostic is about.
    #[must_use]
    pub fn element(mut self, id: impl Into<String>) -> Self {
        self.element = Some(id.into());
        self
    }

    /// Sets what was expected instead.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Sets what the user can do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another part of the file that matters here, with a label.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related = Some((span, label.into()));
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(span) = self.span {
            write!(f, "{}:{}: ", span.line, span.column)?;
        }
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: {}", self.message)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        if let Some((span, label)) = &self.related {
            write!(f, " ({label} at {}:{})", span.line, span.column)?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

/// All diagnostics about a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Creates an empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns whether one of the diagnostics is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// Returns whether one of the diagnostics is about a fault of the program itself.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.0.iter().any(|d| d.is_internal)
    }

    /// Iterates over the diagnostics.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// Returns the number of diagnostics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no diagnostics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sorts the diagnostics by their position in the file; those without a position come first.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|d| d.span.map(|s| s.start));
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.0.extend(iter);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
