//! The exit codes: what a script learns without reading a word.

use std::process::ExitCode;

use sanderling_report::{ErrorKind, Verdict};

/// How the program ends. The README and `docs/cli.md` repeat this table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The property holds, or what was wanted is done.
    Success = 0,
    /// The property is violated, or the trace is not a run of the net.
    Violated = 1,
    /// There is no answer: a limit was reached, the search was stopped, or the net is unbounded.
    Unknown = 2,
    /// The command line or a file is not what it should be, or cannot be read or written.
    BadInput = 3,
    /// The program is wrong.
    Internal = 4,
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Holds | Verdict::Computed => Self::Success,
            Verdict::Violated => Self::Violated,
            Verdict::Unknown => Self::Unknown,
        }
    }
}

impl From<ErrorKind> for Exit {
    fn from(error: ErrorKind) -> Self {
        match error {
            ErrorKind::Usage | ErrorKind::Input => Self::BadInput,
            ErrorKind::Internal => Self::Internal,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
