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

use sanderling_system::{EventId, System};

use crate::driver::Options;
use crate::guidance::Guidance;

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

/// A reduction of events: its name, its effect, and what does not go with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The name, for options and reports.
    pub name: &'static str,
    /// The effect, as a predicate for the help.
    pub help: &'static str,
    /// Whether the reduction needs the independence relation.
    pub needs_independence: bool,
    /// Whether it depends on the event that discovered the state. Only the sequential driver knows this event.
    pub needs_arrival: bool,
    /// Whether a shortest path to each goal remains.
    pub keeps_shortest_paths: bool,
    /// Whether the search may skip reachable states, so that its counts are not those of the system.
    pub leaves_states_out: bool,
    /// Why sleep sets do not go with the reduction, as a predicate, if they do not.
    pub against_sleep: Option<&'static str>,
}

/// A selection of the enabled events to fire in a state.
///
/// 1. The selection depends only on the state, on the event that discovered it, and on the goals.
/// 2. A search that fires the selected events reaches every goal that the system reaches.
/// 3. If the selection leaves no states out, an event is selected unless the selection [skips](Self::skips) it.
pub(crate) trait SelectsEvents<'a, S: System>: Sized {
    /// Creates the selection.
    ///
    /// # Panics
    /// If the guidance lacks what the selection needs.
    fn new(guidance: &'a Guidance<'a, S>, options: &Options) -> Self;

    /// Whether an event is skipped in a state discovered by `arrival`.
    #[inline(always)]
    fn skips(&self, _arrival: EventId, _event: EventId) -> bool {
        false
    }

    /// Removes the events that are not fired in a state discovered by `arrival`. The scratch is prepared for
    /// this state.
    #[inline(always)]
    fn select(
        &mut self,
        _state: (&S, &[u64], &S::Scratch),
        arrival: Option<EventId>,
        events: &mut Vec<EventId>,
    ) {
        if let Some(arrival) = arrival {
            events.retain(|&event| !self.skips(arrival, event));
        }
    }

    /// Sorts events into the order in which they are fired.
    #[inline(always)]
    fn put_in_order(&self, _events: &mut [EventId]) {}
}

/// Generates the choice of a selection, and its dispatch: one branch for each state. A row has the name of a
/// variant, its module, which has the constant `KIND`, and the type that [selects](SelectsEvents).
macro_rules! reductions {
    ($(#[doc = $doc:literal] $name:ident: $module:ident, $selector:ty;)*) => {
        /// The selection of enabled events in a state.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum Selection {
            /// All enabled events.
            #[default]
            All,
            $(#[doc = $doc] $name,)*
        }

        impl Selection {
            /// The selections other than all events.
            pub const REDUCTIONS: &'static [Self] = &[$(Self::$name),*];

            /// Returns the reduction, or `None` if all events are fired.
            #[must_use]
            pub const fn kind(self) -> Option<&'static Kind> {
                match self {
                    Self::All => None,
                    $(Self::$name => Some(&$module::KIND),)*
                }
            }
        }

        /// The selection of a search. Sleeping events depend on the search and are handled elsewhere.
        pub(crate) enum Reducer<'a, S: System> {
            All,
            $($name($selector),)*
        }

        impl<'a, S: System> Reducer<'a, S> {
            /// # Panics
            /// If the guidance lacks what the reduction needs.
            pub(crate) fn new(guidance: &'a Guidance<'a, S>, options: &Options) -> Self {
                match options.events.selection {
                    Selection::All => Self::All,
                    $(Selection::$name => Self::$name(SelectsEvents::new(guidance, options)),)*
                }
            }

            /// See [`SelectsEvents::skips`].
            pub(crate) fn skips(&self, arrival: EventId, event: EventId) -> bool {
                match self {
                    Self::All => false,
                    $(Self::$name(one) => SelectsEvents::<S>::skips(one, arrival, event),)*
                }
            }

            /// See [`SelectsEvents::select`].
            #[inline(always)]
            pub(crate) fn select(
                &mut self,
                state: (&S, &[u64], &S::Scratch),
                arrival: Option<EventId>,
                events: &mut Vec<EventId>,
            ) {
                match self {
                    Self::All => {}
                    $(Self::$name(one) => SelectsEvents::select(one, state, arrival, events),)*
                }
            }

            /// See [`SelectsEvents::put_in_order`].
            #[inline(always)]
            pub(crate) fn put_in_order(&self, events: &mut [EventId]) {
                match self {
                    Self::All => {}
                    $(Self::$name(one) => SelectsEvents::<S>::put_in_order(one, events),)*
                }
            }
        }
    };
}

reductions! {
    /// One of two orders of independent events (see [`EdgeLean`]).
    EdgeLean: edge_lean, EdgeLean<'a>;
    /// The enabled events of a stubborn set (see [`Stubborn`]).
    Stubborn: stubborn, stubborn::OfSets<'a, S>;
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

    /// Returns all valid combinations.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let selections = || [Selection::All].iter().chain(Selection::REDUCTIONS);
        let combinations = [false, true]
            .into_iter()
            .flat_map(|sleep| selections().map(move |&selection| Self { selection, sleep }));
        combinations.filter(|events| events.refusal().is_none()).collect()
    }

    /// Returns why the selection does not go with sleep sets, if both are chosen and it does not.
    #[must_use]
    pub fn refusal(self) -> Option<&'static str> {
        self.selection.kind().filter(|_| self.sleep).and_then(|kind| kind.against_sleep)
    }

    /// Whether the search may skip reachable states, so that its counts are not those of the system.
    #[must_use]
    pub fn leave_states_out(self) -> bool {
        self.selection.kind().is_some_and(|kind| kind.leaves_states_out)
    }

    /// Whether a breadth-first search with these events finds shortest paths. Sleep sets may remove these.
    #[must_use]
    pub fn keep_shortest_paths(self) -> bool {
        !self.sleep && self.selection.kind().is_none_or(|kind| kind.keeps_shortest_paths)
    }

    /// Whether the selection uses stubborn sets.
    #[must_use]
    pub fn are_of_stubborn_sets(self) -> bool {
        self.selection == Selection::Stubborn
    }

    /// Whether the reduction needs the independence relation.
    #[must_use]
    pub fn need_independence(self) -> bool {
        self.sleep || self.selection.kind().is_some_and(|kind| kind.needs_independence)
    }

    /// Whether a choice of events depends on how a state was discovered.
    pub(crate) fn need_arrival(self) -> bool {
        self.sleep || self.selection.kind().is_some_and(|kind| kind.needs_arrival)
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
