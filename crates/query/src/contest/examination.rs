//! The kinds of queries.

use std::fmt;

use sanderling_property::Logic;

/// A kind of query that the contest poses about a net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Examination {
    /// The numbers of markings, firings and tokens.
    StateSpace,
    /// Whether a deadlock is reachable.
    ReachabilityDeadlock,
    /// Whether every place always holds at most one token; on a coloured net, of all colours together.
    OneSafe,
    /// Whether every transition is enabled in some reachable marking; on a coloured net, in some binding.
    QuasiLiveness,
    /// Whether some place holds the same number of tokens in every reachable marking; on a coloured net, of all
    /// colours together.
    StableMarking,
    /// Whether from every reachable marking every transition can be enabled again; on a coloured net, in some binding.
    Liveness,
    /// Formulas about numbers of tokens, in a file.
    ReachabilityCardinality,
    /// Formulas about transitions that are enabled, in a file.
    ReachabilityFireability,
    /// Upper bounds of the sums of tokens of some places, in a file.
    UpperBounds,
    /// Formulas of linear time about numbers of tokens, in a file.
    LtlCardinality,
    /// Formulas of linear time about transitions that are enabled, in a file.
    LtlFireability,
    /// Formulas of branching time about numbers of tokens, in a file.
    CtlCardinality,
    /// Formulas of branching time about transitions that are enabled, in a file.
    CtlFireability,
}

impl Examination {
    /// Every examination, in the order of the contest.
    pub const ALL: [Self; 13] = [
        Self::StateSpace,
        Self::ReachabilityDeadlock,
        Self::OneSafe,
        Self::QuasiLiveness,
        Self::StableMarking,
        Self::Liveness,
        Self::ReachabilityCardinality,
        Self::ReachabilityFireability,
        Self::UpperBounds,
        Self::LtlCardinality,
        Self::LtlFireability,
        Self::CtlCardinality,
        Self::CtlFireability,
    ];

    /// Returns the examination with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|examination| examination.name() == name)
    }

    /// Returns the contest's name for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::StateSpace => "StateSpace",
            Self::ReachabilityDeadlock => "ReachabilityDeadlock",
            Self::OneSafe => "OneSafe",
            Self::QuasiLiveness => "QuasiLiveness",
            Self::StableMarking => "StableMarking",
            Self::Liveness => "Liveness",
            Self::ReachabilityCardinality => "ReachabilityCardinality",
            Self::ReachabilityFireability => "ReachabilityFireability",
            Self::UpperBounds => "UpperBounds",
            Self::LtlCardinality => "LTLCardinality",
            Self::LtlFireability => "LTLFireability",
            Self::CtlCardinality => "CTLCardinality",
            Self::CtlFireability => "CTLFireability",
        }
    }

    /// Returns the logic of its formulas, if these are about runs.
    #[must_use]
    pub fn logic(self) -> Option<Logic> {
        match self {
            Self::LtlCardinality | Self::LtlFireability => Some(Logic::Ltl),
            Self::CtlCardinality | Self::CtlFireability => Some(Logic::Ctl),
            _ => None,
        }
    }

    /// Returns the name of the file with its properties, in the folder of an instance, if it has one.
    #[must_use]
    pub fn property_file(self) -> Option<String> {
        (self >= Self::ReachabilityCardinality).then(|| format!("{}.xml", self.name()))
    }
}

impl fmt::Display for Examination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
