//! Errors when processes connect.

use std::fmt;

/// An error when processes connect, with advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The problem, in lower case.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

impl Problem {
    pub(crate) fn new(message: impl Into<String>, help: &'static str) -> Self {
        Self { message: message.into(), help }
    }

    pub(crate) fn of_system(message: impl Into<String>) -> Self {
        Self::new(message, "see what the operating system allows this user")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.help)
    }
}
