//! Failures, which become exceptions of `sanderling.errors`.

use pyo3::prelude::*;
use sanderling::describe_diagnostic;
use sanderling::options::{GROUPS, Misuse};
use sanderling_net::{Diagnostics, Source};
use sanderling_query::Mistake;
use sanderling_report::{self as report, ErrorKind, to_json_line};

use crate::options::keyword;

/// A failure: the object that the command line prints, and whether the work was stopped by a limit or the user.
#[derive(Debug)]
pub(crate) struct Failure {
    report: report::Failure,
    is_stopped: bool,
}

impl Failure {
    /// The request is invalid.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// A net, or a text about it, is invalid.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Input, message)
    }

    /// The user or a limit has stopped the work.
    pub(crate) fn stopped(message: impl Into<String>) -> Self {
        Self { is_stopped: true, ..Self::input(message) }
    }

    /// The program has a bug.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// A text is invalid; the diagnostics say why.
    pub(crate) fn diagnosed(message: impl Into<String>, source: &Source, found: &Diagnostics) -> Self {
        let text = source.shown();
        let diagnostics = found.iter().map(|one| describe_diagnostic(one, Some(&text))).collect();
        let kind = if found.is_internal() { ErrorKind::Internal } else { ErrorKind::Input };
        let report = report::Failure {
            file: Some(source.name().to_owned()),
            diagnostics,
            ..report::Failure::new(kind, message)
        };
        Self { report, is_stopped: false }
    }

    /// The text of a keyword is invalid.
    pub(crate) fn of_text(name: &str, text: &str, found: &Diagnostics) -> Self {
        let message = format!("invalid text for `{name}`");
        Self::diagnosed(message, &Source::new(name, text), found)
    }

    /// Sets the file that the failure is about.
    pub(crate) fn file(mut self, file: &str) -> Self {
        self.report.file = Some(file.to_owned());
        self
    }

    fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { report: report::Failure::new(kind, message), is_stopped: false }
    }
}

impl From<Misuse> for Failure {
    fn from(misuse: Misuse) -> Self {
        match misuse {
            Misuse::Text { name, text, found } => Self::of_text(name, &text, &found),
            other => {
                let names = GROUPS.iter().flat_map(|group| group.options).map(|option| option.name);
                Self::usage(names.fold(other.to_string(), |message, name| {
                    message.replace(&format!("`{name}`"), &format!("`{}`", keyword(name)))
                }))
            }
        }
    }
}

impl From<Mistake> for Failure {
    fn from(Mistake { message, about }: Mistake) -> Self {
        match about {
            Ok((source, found)) => Self::diagnosed(message, &source, &found),
            Err(file) => Self::input(message).file(&file),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| {
            let made = py
                .import("sanderling.errors")
                .and_then(|errors| errors.getattr("_failed"))
                .and_then(|failed| failed.call1((to_json_line(&failure.report), failure.is_stopped)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}
