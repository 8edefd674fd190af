//! The interface between the search and a model.
//!
//! A [`System`] has an initial state, lists the events enabled in a state, and fires one of them. States are packed
//! into a fixed number of 64-bit words, whose meaning is private to the system. Functions that only some systems offer,
//! or only some searches need, are capability traits of their own: [`Extremes`], [`Adaptive`], [`Dependencies`].
//!
//! Methods that are called for each successor take the number of words as the constant `W`, so that the common small
//! sizes compile to straight-line code. `W = 0` means that the number is read from [`System::words`]. [`with_words!`]
//! chooses the constant once for a whole search; [`with_few_words!`] does so for code that would become too large.

mod adaptive;
mod dependency;
mod extremes;
mod product;
mod words;

pub use adaptive::{Adaptive, Relaxed, Room, SelfCovering};
pub use dependency::{Change, Condition, Dependencies, Dependency, SlotId, Test, Write};
pub use extremes::{Extremes, Maxima};
pub use product::product;
pub use words::{MAX_WORDS, word_count};
#[doc(hidden)]
pub use words::{of_its_own, of_its_own_for_few};

/// An event: a number below [`System::events`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(u32);

impl EventId {
    /// Returns the event with this number.
    ///
    /// # Panics
    /// If the number does not fit 32 bits.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a system has less than 2^32 events"))
    }

    /// Returns the number of the event.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The outcome of firing an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fired {
    /// The successor has been written.
    Successor,
    /// The successor contradicts an assumption of the packing of states. The words written are not a state. An
    /// [`Adaptive`] system can continue without the assumption.
    AssumptionBroken,
    /// The event is enabled but has no successor in this state, because of an error in the model. The words written are
    /// not a state.
    Undefined,
}

/// A transition system over packed states.
///
/// The `scratch` passed to [`enabled`](Self::enabled) and [`fire`](Self::fire) must have been prepared by
/// [`unpack`](Self::unpack) for the same state.
///
/// # Laws
/// 1. A state has exactly [`words`](Self::words) words, at least one, and two states are equal if and only if their
///    words are.
/// 2. `enabled` lists each event at most once, in an order that depends on the state alone.
/// 3. `fire` of an enabled event gives the same result each time, and does not change the state.
/// 4. With `W` equal to the number of words or 0, every method gives the same result.
/// 5. If `fire` returns [`Fired::Successor`], the words written are a state of the system.
/// 6. [`fire_changes`](Self::fire_changes) returns the same as `fire`. If there is a successor, it equals the state
///    with each listed word replaced by the listed value, and no word is listed twice.
pub trait System: Sync {
    /// The memory of a worker for the state that it expands.
    type Scratch: Send;

    /// Whether drivers are compiled separately for each small number of words. A search of packed states then takes up
    /// to a third fewer instructions, but the drivers take minutes longer to compile.
    const HAS_CODE_BY_WORDS: bool = false;

    /// Whether the states can be in all stores. If not, the drivers are compiled for packed states in memory and for one process,
    /// as for a system whose words are numbers in tables that grow with the search.
    const HAS_ALL_STORES: bool = true;

    /// Returns the number of words in a state.
    fn words(&self) -> usize;

    /// Returns the number of events. All ids are below it.
    fn events(&self) -> usize;

    /// Creates a scratch that is not yet prepared for any state.
    fn scratch(&self) -> Self::Scratch;

    /// Writes the initial state.
    fn initial(&self, state: &mut [u64]);

    /// Prepares `scratch` for `state`.
    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut Self::Scratch);

    /// Appends the events that are enabled in `state`. Events for which this is undefined are included, and firing them
    /// returns [`Fired::Undefined`].
    fn enabled<const W: usize>(&self, state: &[u64], scratch: &Self::Scratch, events: &mut Vec<EventId>);

    /// Whether an event represents other events that the system could not list.
    ///
    /// Such an event is the only one that [`enabled`](Self::enabled) lists. The enabled events are then unknown, and
    /// firing it returns [`Fired::AssumptionBroken`]. A system may give up on a state when time runs out, until
    /// [`give_up_no_more`](Self::give_up_no_more) is called.
    fn stands_for_others(&self, _event: EventId) -> bool {
        false
    }

    /// Makes [`enabled`](Self::enabled) list all events of a state from now on, no matter how long it takes. Callers
    /// use it when a result was found and its path is needed.
    fn give_up_no_more(&self) {}

    /// Fires an event that is enabled in `state`.
    fn fire<const W: usize>(
        &self,
        state: &[u64],
        scratch: &Self::Scratch,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired;

    /// Fires an event that is enabled in `state`, and appends the indices and new values of the words that change.
    ///
    /// It is meant for states of many words and events that change few of them. `successor` is memory for a state.
    fn fire_changes(
        &self,
        state: &[u64],
        scratch: &Self::Scratch,
        event: EventId,
        successor: &mut [u64],
        changes: &mut Vec<(u32, u64)>,
    ) -> Fired {
        fire_and_compare(self, (state, scratch), event, successor, changes)
    }
}

/// Implements [`System::fire_changes`] by means of [`System::fire`].
pub fn fire_and_compare<S: System + ?Sized>(
    system: &S,
    (state, scratch): (&[u64], &S::Scratch),
    event: EventId,
    successor: &mut [u64],
    changes: &mut Vec<(u32, u64)>,
) -> Fired {
    let fired = system.fire::<0>(state, scratch, event, successor);
    if fired == Fired::Successor {
        let words = (0..).zip(&successor[..system.words()]).zip(state);
        changes.extend(words.filter(|((_, new), old)| new != old).map(|((word, &new), _)| (word, new)));
    }
    fired
}
