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

/// Which of the enabled events are fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Events {
    /// All of them.
    #[default]
    All,
    /// Of two orders of independent events, one: see [`EdgeLean`].
    EdgeLean,
    /// Those that do not sleep.
    Sleep,
    /// Those of a set that is enough for what is looked for: see [`Stubborn`].
    Stubborn,
    /// Those of such a set that do not sleep.
    StubbornSleep,
}

impl Events {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::All, Self::EdgeLean, Self::Sleep, Self::Stubborn, Self::StubbornSleep];

    /// Whether a set is asked for what is fired.
    #[must_use]
    pub fn are_of_stubborn_sets(self) -> bool {
        matches!(self, Self::Stubborn | Self::StubbornSleep)
    }

    /// Whether events may sleep.
    #[must_use]
    pub fn may_sleep(self) -> bool {
        matches!(self, Self::Sleep | Self::StubbornSleep)
    }

    /// Whether it is asked which events commute.
    #[must_use]
    pub fn need_independence(self) -> bool {
        matches!(self, Self::EdgeLean | Self::Sleep | Self::StubbornSleep)
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
