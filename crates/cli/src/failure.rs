//! The failure of a command, from where it occurs to where it is printed.

use sanderling_net::{Diagnostics, Source};
use sanderling_query::Mistake;
use sanderling_report as report;
use sanderling_report::ErrorKind;

use crate::diagnostics::{self, Look};
use crate::exit::Exit;

/// A failure, with what is needed to show the positions in a file that it is about.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: ErrorKind,
    message: String,
    file: Option<String>,
    about: Option<Box<(Source, Diagnostics)>>,
    is_stopped: bool,
}

impl Failure {
    /// The command line requests something invalid.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// A file cannot be read or written, or is invalid.
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
    pub(crate) fn diagnosed(message: impl Into<String>, source: Source, diagnostics: Diagnostics) -> Self {
        let file = Some(source.name().to_owned());
        Self { file, about: Some(Box::new((source, diagnostics))), ..Self::input(message) }
    }

    /// The program has a bug; the diagnostics describe it. They have no position in a file.
    pub(crate) fn fault(diagnostics: Diagnostics) -> Self {
        let texts = diagnostics.iter().map(|one| match &one.expected {
            Some(expected) => format!("{}; expected {expected}", one.message),
            None => one.message.clone(),
        });
        let message = format!("internal error: {}", texts.collect::<Vec<_>>().join("; "));
        let about = Some(Box::new((Source::new("", Vec::new()), diagnostics)));
        Self { about, ..Self::internal(message) }
    }

    /// Sets the file that the failure is about.
    pub(crate) fn file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Sets the file that the failure is about, unless one is set.
    pub(crate) fn about_file(self, file: &str) -> Self {
        if self.file.is_some() { self } else { self.file(file) }
    }

    fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), file: None, about: None, is_stopped: false }
    }

    /// Returns the exit code.
    pub(crate) fn exit(&self) -> Exit {
        if self.is_stopped { Exit::Unknown } else { self.kind.into() }
    }

    /// Renders the failure as text for people, with the lines of the file that it is about.
    pub(crate) fn render(&self, look: Look) -> String {
        let mut out = match self.about.as_deref() {
            Some((source, diagnostics)) if self.kind != ErrorKind::Internal => {
                diagnostics::render(source, diagnostics, look)
            }
            _ => String::new(),
        };
        out.push_str(&diagnostics::plain_error(&self.message, look));
        if self.kind == ErrorKind::Internal {
            out.push_str("This is a bug in sanderling, not an error in your input. Please report it, with the file and the command line.\n");
        }
        out
    }

    /// Returns the failure as a JSON object for programs.
    pub(crate) fn to_report(&self) -> report::Failure {
        let diagnostics = self.about.as_deref().map(|(source, found)| {
            let text = source.shown();
            found.iter().map(|one| sanderling::describe_diagnostic(one, Some(&text))).collect()
        });
        report::Failure {
            file: self.file.clone(),
            diagnostics: diagnostics.unwrap_or_default(),
            ..report::Failure::new(self.kind, self.message.clone())
        }
    }
}

impl From<Mistake> for Failure {
    fn from(Mistake { message, about }: Mistake) -> Self {
        match about {
            Ok((source, found)) => Self::diagnosed(message, source, found),
            Err(file) => Self::input(message).file(file),
        }
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::Diagnostic;

    use super::*;

    #[test]
    fn a_fault_of_the_program_has_its_own_exit_code_and_says_what_was_expected() {
        let found = Diagnostic::internal("in the marking p: 1, the words [2]").expected("the words [1]");
        let failure = Failure::fault(found.into()).file("net.pnml");
        assert_eq!(failure.exit(), Exit::Internal);
        let report = failure.to_report();
        assert_eq!(
            report.message,
            "internal error: in the marking p: 1, the words [2]; expected the words [1]"
        );
        assert_eq!(report.diagnostics[0].expected.as_deref(), Some("the words [1]"));
        let text = failure.render(Look::Plain);
        assert!(text.contains(&report.message) && text.contains("Please report it"), "{text}");
    }
}
