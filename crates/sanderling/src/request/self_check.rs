//! Which states a search compares with the reference semantics.

use std::fmt;
use std::str::FromStr;

/// The states of a search to compare with the net's reference semantics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SelfCheckMode {
    /// No states are compared.
    None,
    /// The first few hundred expanded states, and then increasingly fewer, within half a percent of the time.
    #[default]
    Sample,
    /// All expanded states.
    All,
}

impl SelfCheckMode {
    /// Returns the name on the command line and in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Sample => "sample",
            Self::All => "all",
        }
    }
}

impl fmt::Display for SelfCheckMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for SelfCheckMode {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let modes = [Self::None, Self::Sample, Self::All];
        let found = modes.into_iter().find(|mode| mode.as_str() == name);
        found.ok_or_else(|| format!("unknown self-check `{name}`: expected none, sample or all"))
    }
}
