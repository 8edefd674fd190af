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
    /// All of them.
    #[default]
    All,
    /// Of two orders of independent events, one: see [`EdgeLean`].
    EdgeLean,
    /// Those of a set that is enough for what is looked for: see [`Stubborn`].
    Stubborn,
}

impl Events {
    /// All of them.
    pub const ALL: Self = Self { selection: Selection::All, sleep: false };
    /// Of two orders of independent events, one.
    pub const EDGE_LEAN: Self = Self { selection: Selection::EdgeLean, sleep: false };
    /// Those that do not sleep.
    pub const SLEEP: Self = Self { selection: Selection::All, sleep: true };
    /// Those of a stubborn set.
    pub const STUBBORN: Self = Self { selection: Selection::Stubborn, sleep: false };
    /// Those of a stubborn set that do not sleep.
    pub const STUBBORN_SLEEP: Self = Self { selection: Selection::Stubborn, sleep: true };

    /// All choices that go together: the edge-lean reduction leaves out orders that sleep sets count on.
    pub const CHOICES: [Self; 5] =
        [Self::ALL, Self::EDGE_LEAN, Self::SLEEP, Self::STUBBORN, Self::STUBBORN_SLEEP];

    /// Whether a set is asked for what is fired.
    #[must_use]
    pub fn are_of_stubborn_sets(self) -> bool {
        self.selection == Selection::Stubborn
    }

    /// Whether it is asked which events commute.
    #[must_use]
    pub fn need_independence(self) -> bool {
        self.sleep || self.selection == Selection::EdgeLean
    }
}

/// What is made of states with a single enabled event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Chains {
    /// The same as of others.
    #[default]
    Kept,
    /// They are taken off the termination-detection tree as soon as they lead to another state.
    OffTree,
    /// They are not stored, but for every one that comes so many behind the last stored one.
    Unstored {
        /// How many.
        every: u32,
    },
}
