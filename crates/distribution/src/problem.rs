//! Why processes do not come together.

use std::fmt;

/// Why processes do not come together, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in lower case.
    pub message: String,
    /// What to do.
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
