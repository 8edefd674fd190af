//! Which of a state's enabled events are fired: an axis of the search.
//!
//! A reduction takes events away that lead to nothing new for the question that is asked. It
//! shortens the list of enabled events itself, so that firing all of them costs nothing. States are
//! observed before, with all their events.

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

/// Which of the enabled events are fired: those that are selected in a state, and of these, where events may sleep, those
/// that do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Events {
    /// Which are selected.
    pub selection: Selection,
    /// Whether they may sleep, for what another order of the same events has led to already.
    pub sleep: bool,
}

/// Which of the enabled events are selected in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Selection {
    /// All enabled events are selected.
    #[default]
    All,
    /// Of two orders of independent events, one: see [`EdgeLean`].
    EdgeLean,
    /// The enabled events of a stubborn set are selected: see [`Stubborn`].
    Stubborn,
}

impl Events {
    /// All enabled events.
    pub const ALL: Self = Self { selection: Selection::All, sleep: false };
    /// Of two orders of independent events, one.
    pub const EDGE_LEAN: Self = Self { selection: Selection::EdgeLean, sleep: false };
    /// The enabled events that do not sleep.
    pub const SLEEP: Self = Self { selection: Selection::All, sleep: true };
    /// The enabled events of a stubborn set.
    pub const STUBBORN: Self = Self { selection: Selection::Stubborn, sleep: false };
    /// The enabled events of a stubborn set that do not sleep.
    pub const STUBBORN_SLEEP: Self = Self { selection: Selection::Stubborn, sleep: true };

    /// All choices that go together: the edge-lean reduction leaves out orders that sleep sets count on.
    pub const CHOICES: [Self; 5] =
        [Self::ALL, Self::EDGE_LEAN, Self::SLEEP, Self::STUBBORN, Self::STUBBORN_SLEEP];

    /// Whether a set is asked for what is fired.
    #[must_use]
    pub fn are_of_stubborn_sets(self) -> bool {
        self.selection == Selection::Stubborn
    }

    /// Whether the reduction needs to know which events commute.
    #[must_use]
    pub fn need_independence(self) -> bool {
        self.sleep || self.selection == Selection::EdgeLean
    }
}

/// What is made of states with a single enabled event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Chains {
    /// States with a single enabled event are kept as others are.
    #[default]
    Kept,
    /// States with a single enabled event are taken off the termination-detection tree as soon as they lead
    /// to another state.
    OffTree,
    /// States with a single enabled event are not stored, but for every `every`-th behind the last stored
    /// one.
    Unstored {
        /// The length of a chain from one stored state to the next.
        every: u32,
    },
}
