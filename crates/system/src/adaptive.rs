//! Capability to continue a search after an assumption of the packing turned out to be false.
//!
//! A system may pack its states on assumptions that it could not prove, for example that a quantity stays below some
//! bound. It checks them at every event. If one breaks, [`Adaptive::relax`] returns a system with weaker assumptions.
//! All known states are translated into it, and the search continues where it stopped. A wrong assumption costs time,
//! but never a result.

use crate::{EventId, System};

/// The outcome of relaxing a broken assumption.
#[derive(Debug)]
pub enum Relaxed<S> {
    /// The system with a different packing of states.
    System(S),
    /// The successor's quantities are too large for any packing.
    Unrepresentable,
}

/// The assumptions to weaken in addition to broken ones, so that fewer relaxations follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Room {
    /// Approximate number of events to test on paths from the broken assumption, to find others that will break.
    pub tests_ahead: usize,
    /// Whether assumptions of the same kind are weakened as well, unless looking ahead finds any. Callers set it when
    /// relaxing one assumption at a time takes too many rounds.
    pub others_too: bool,
}

impl Room {
    /// The room for others of the same kind, without looking ahead.
    pub const OTHERS: Self = Self { tests_ahead: 0, others_too: true };
}

/// A system that can drop its assumptions.
///
/// # Laws
/// 1. In the relaxed system, the event that broke the assumption fires or breaks another one. After finitely many
///    relaxations it fires, is undefined, or is [`Relaxed::Unrepresentable`].
/// 2. `translate` maps the initial state to the initial state, is injective, and commutes with firing: events keep
///    their ids and their meaning.
/// 3. If `pumps` holds, the path can be fired from the descendant again and again, for ever, and no two of the states
///    in which its repetitions end are equal.
pub trait Adaptive: System + Sized {
    /// Returns the system without the assumption that firing `event` in `state` contradicts.
    /// `room` allows it to weaken others.
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self>;

    /// Writes the state of this system that corresponds to `state` of `earlier`, from which this system was relaxed.
    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]);

    /// Whether the path of events from `ancestor` to `descendant` can be repeated for ever and reaches a new state each
    /// time. May return `false` if it cannot decide this.
    fn pumps(&self, ancestor: &[u64], path: &[EventId], descendant: &[u64]) -> bool;
}

/// A proof that there are infinitely many states.
///
/// After the prefix, the cycle can be fired again and again, and reaches a new state each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfCovering {
    /// The events from the initial state to the first state of the cycle.
    pub prefix: Vec<EventId>,
    /// The events of the cycle.
    pub cycle: Vec<EventId>,
}
