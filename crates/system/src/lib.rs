//! What the search needs of a model, and nothing more.
//!
//! A [`System`] has an initial state, says which events are enabled in a state, and fires one of
//! them. States are packed: a fixed number of 64-bit words, whose meaning is the system's own. What
//! only some systems can do, or only some searches need, is a capability trait of its own:
//! [`Extremes`], [`Adaptive`], [`Dependencies`].
//!
//! Methods that are called once for each successor take the number of words as the constant `W`,
//! so that the common small sizes compile to straight-line code; `W = 0` stands for "ask
//! [`System::words`]". [`with_words!`] chooses the constant once for a whole search, and [`with_few_words!`] where
//! there would be too much code.

mod adaptive;
mod dependency;
mod extremes;
mod product;
mod words;

pub use adaptive::{Adaptive, Relaxed, SelfCovering};
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
    /// The event with this number.
    ///
    /// # Panics
    /// Where it does not fit 32 bits.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a system has less than 2^32 events"))
    }

    /// The number of the event.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What became of firing an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fired {
    /// The successor has been written.
    Successor,
    /// The successor contradicts something that the system assumed when it chose how to pack its
    /// states. What has been written is no state. An [`Adaptive`] system can go on without the
    /// assumption.
    AssumptionBroken,
    /// The event has no successor in this state although nothing forbids it: the model is wrong here.
    /// What has been written is no state.
    Undefined,
}

/// A transition system over packed states.
///
/// `scratch` in [`enabled`](Self::enabled) and [`fire`](Self::fire) must have been prepared by
/// [`unpack`](Self::unpack) for the same state.
///
/// # Laws
/// 1. A state has exactly [`words`](Self::words) words, at least one, and two states are the same
///    if and only if their words are.
/// 2. `enabled` gives each event at most once, in an order that depends on the state alone.
/// 3. `fire` of an enabled event gives the same result each time, and leaves the state as it was.
/// 4. With `W` the number of words, or 0, every method gives the same result.
/// 5. Where `fire` answers [`Fired::Successor`], the words written are a state of the system.
/// 6. [`fire_changes`](Self::fire_changes) answers what `fire` does, and where there is a successor, it is the state with each
///    word that is given set to what is given with it, no word twice.
pub trait System: Sync {
    /// What a worker keeps at hand for the state that it looks at.
    type Scratch: Send;

    /// Whether drivers have a version for each small number of words. A search of packed states then takes up to a third fewer instructions, and
    /// the drivers minutes more to compile.
    const HAS_CODE_BY_WORDS: bool = false;

    /// Whether the states can be in all stores. If not, the drivers are compiled for packed states in memory and for one process,
    /// as for a system whose words are numbers in tables that grow with the search.
    const HAS_ALL_STORES: bool = true;

    /// The number of words in a state.
    fn words(&self) -> usize;

    /// The number of events: all ids are below it.
    fn events(&self) -> usize;

    /// A scratch that has not seen any state yet.
    fn scratch(&self) -> Self::Scratch;

    /// Writes the initial state.
    fn initial(&self, state: &mut [u64]);

    /// Makes `scratch` ready for `state`.
    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut Self::Scratch);

    /// Appends the events that are enabled in `state`, together with those of which it is undefined
    /// whether they are: these answer [`Fired::Undefined`].
    fn enabled<const W: usize>(&self, state: &[u64], scratch: &Self::Scratch, events: &mut Vec<EventId>);

    /// Whether an event stands for others, which the system cannot tell. It is then the only one that [`enabled`](Self::enabled) gives: what
    /// is enabled is not known, and firing it answers [`Fired::AssumptionBroken`].
    ///
    /// A system may give up on a state for want of time until [`give_up_no_more`](Self::give_up_no_more) is called.
    fn stands_for_others(&self, _event: EventId) -> bool {
        false
    }

    /// From now on [`enabled`](Self::enabled) lists all events of a state, however long that takes: a result was found, and its path is needed.
    fn give_up_no_more(&self) {}

    /// Fires an event that is enabled in `state`.
    fn fire<const W: usize>(
        &self,
        state: &[u64],
        scratch: &Self::Scratch,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired;

    /// Fires an event that is enabled in `state`, and appends the words that change with what they hold then: for states of
    /// many words, of which an event changes few. `successor` is memory for a state.
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

/// Does what [`System::fire_changes`] says by [`System::fire`].
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
