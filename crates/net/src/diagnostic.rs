//! What a format or a compiler has to say about a model: errors and warnings with their place.
//!
//! A diagnostic names what was found and what was expected, in lower-case fragments without a
//! final full stop, and, where there is something to do about it, says what. How it is printed is
//! the caller's business.

use std::fmt;

use crate::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The model can be used; the reader may have meant something else.
    Warning,
    /// The model cannot be used.
    Error,
}

/// One thing to say about a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What was found, as a lower-case fragment: `weight 0 on an arc`.
    pub message: String,
    /// Where, if it has a place in the file.
    pub span: Option<Span>,
    /// The id of the element concerned, if it has one.
    pub element: Option<String>,
    /// What was expected instead: `a positive integer`.
    pub expected: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// A second place that belongs to it, with its label: where an id was first used, say.
    pub related: Option<(Span, String)>,
    /// Whether it is the program that is wrong, and not the model: then there is no answer, and the report of it is a
    /// report of a fault.
    pub is_internal: bool,
}

impl Diagnostic {
    /// An error that says what was found.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message.into())
    }

    /// A warning that says what was found.
    #[must_use]
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message.into())
    }

    /// An error of the program itself, that says what was found.
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

    /// Says which part of the file the diagnostic is about.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Says which element the diagnostic is about, by its id.
    #[must_use]
    pub fn element(mut self, id: impl Into<String>) -> Self {
        self.element = Some(id.into());
        self
    }

    /// Says what was expected instead.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another part of the file that the diagnostic is about, with a note.
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

/// Everything there is to say about a model, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// A list without diagnostics.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Whether there is an error among them.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether one of them is about the program itself.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.0.iter().any(|d| d.is_internal)
    }

    /// Iterates over the diagnostics.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// The number of diagnostics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sorts them by their place in the file; those without a place come first.
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
