//! Reductions: which enabled events of a state are fired. An axis of the search.
//!
//! A reduction removes events that cannot lead to new results for the property. It shortens the list of
//! enabled events, so that a search without reduction has no overhead. States are observed before the
//! reduction, with all their enabled events.

mod cast;
mod edge_lean;
mod independence;
mod sleep;
mod stubborn;

pub use edge_lean::EdgeLean;
pub use independence::{Independence, TooManyEvents};
pub use sleep::SetId;
pub(crate) use sleep::SleepSets;
pub use stubborn::{
    KeyEvent, SelectEvents, Stubborn, StubbornMethod, StubbornOptions, StubbornWorkspace, Target,
};

/// The choice of fired events: a selection, optionally combined with sleep sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Events {
    /// The selection of events.
    pub selection: Selection,
    /// Whether sleep sets are used. An event sleeps if another order of the same events has led to the same
    /// successor.
    pub sleep: bool,
}

/// The selection of enabled events in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Selection {
    /// All enabled events.
    #[default]
    All,
    /// One of two orders of independent events (see [`EdgeLean`]).
    EdgeLean,
    /// The enabled events of a stubborn set (see [`Stubborn`]).
    Stubborn,
}

impl Events {
    /// Fires all enabled events.
    pub const ALL: Self = Self { selection: Selection::All, sleep: false };
    /// Fires one of two orders of independent events.
    pub const EDGE_LEAN: Self = Self { selection: Selection::EdgeLean, sleep: false };
    /// Fires the enabled events that do not sleep.
    pub const SLEEP: Self = Self { selection: Selection::All, sleep: true };
    /// Fires the enabled events of a stubborn set.
    pub const STUBBORN: Self = Self { selection: Selection::Stubborn, sleep: false };
    /// Fires the enabled events of a stubborn set that do not sleep.
    pub const STUBBORN_SLEEP: Self = Self { selection: Selection::Stubborn, sleep: true };

    /// All valid combinations. The edge-lean reduction skips orders that sleep sets rely on.
    pub const CHOICES: [Self; 5] =
        [Self::ALL, Self::EDGE_LEAN, Self::SLEEP, Self::STUBBORN, Self::STUBBORN_SLEEP];

    /// Whether the search may skip reachable states, so that its counts are not those of the system.
    #[must_use]
    pub fn leave_states_out(self) -> bool {
        match self.selection {
            Selection::All | Selection::EdgeLean => false,
            Selection::Stubborn => true,
        }
    }

    /// Whether the selection uses stubborn sets.
    #[must_use]
    pub fn are_of_stubborn_sets(self) -> bool {
        self.selection == Selection::Stubborn
    }

    /// Whether the reduction needs the independence relation.
    #[must_use]
    pub fn need_independence(self) -> bool {
        self.sleep || self.selection == Selection::EdgeLean
    }
}

/// The handling of states with a single enabled event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Chains {
    /// These states are handled like all others.
    #[default]
    Kept,
    /// These states leave the termination-detection tree as soon as they lead to another state.
    OffTree,
    /// These states are not stored, except for each `every`-th one after the last stored state.
    Unstored {
        /// The number of steps from one stored state of a chain to the next.
        every: u32,
    },
}
