//! The exit codes, which give scripts the result.

use sanderling_report::{ErrorKind, Verdict};

/// How the program ends. The README and `docs/cli.md` repeat this table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The property holds, or the command succeeded.
    Success = 0,
    /// The property is violated, or the trace is not a run of the net.
    Violated = 1,
    /// There is no answer: a limit was reached, the search was stopped, or the net is unbounded.
    Unknown = 2,
    /// The command line or a file is wrong, or a file cannot be read or written.
    BadInput = 3,
    /// The program has a bug.
    Internal = 4,
}

impl Exit {
    /// The exits from best to worst. A violation is certain, so it is worse than no answer. A file that cannot be read
    /// is worse still, as it has no answer at all.
    const BY_BADNESS: [Self; 5] =
        [Self::Success, Self::Unknown, Self::Violated, Self::BadInput, Self::Internal];

    /// Returns the worse of two exits.
    pub(crate) fn worse(self, other: Self) -> Self {
        let badness = |exit: Self| Self::BY_BADNESS.iter().position(|&one| one == exit);
        if badness(other) > badness(self) { other } else { self }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exit_code_is_ordered_by_badness() {
        use Exit::{BadInput, Internal, Success, Unknown, Violated};
        for exit in [Success, Violated, Unknown, BadInput, Internal] {
            assert!(Exit::BY_BADNESS.contains(&exit), "{exit:?}");
            assert_eq!((Success.worse(exit), exit.worse(Internal)), (exit, Internal));
        }
        assert_eq!((Unknown.worse(Violated), Violated.worse(Unknown)), (Violated, Violated));
        assert_eq!(Violated.worse(BadInput), BadInput);
    }
}
