//! Going on after an assumption turned out to be false: a capability.
//!
//! A system may pack its states on assumptions that it could not prove: that a quantity stays below
//! some bound, say. It checks them at every event. When one breaks, [`Adaptive::relax`] gives a
//! system that assumes less, into which all known states are translated, and the search goes on
//! where it was. So an assumption costs time when it is wrong, but never a result.

use crate::{EventId, System};

/// What comes after a broken assumption.
#[derive(Debug)]
pub enum Relaxed<S> {
    /// The system with states packed otherwise.
    System(S),
    /// The successor's quantities are too large for any packing.
    Unrepresentable,
}

/// A system that can do without its assumptions.
///
/// # Laws
/// 1. In the relaxed system, the event that broke the assumption fires, or breaks another one;
///    after finitely many relaxations it fires, is undefined, or is [`Relaxed::Unrepresentable`].
/// 2. `translate` maps the initial state to the initial state, is injective, and commutes with
///    firing: events keep their ids and their meaning.
/// 3. Where `pumps` holds, the path can be fired from the descendant again, and again, for ever,
///    and no two of the states that its repetitions end in are the same.
pub trait Adaptive: System + Sized {
    /// The system without the assumption that firing `event` in `state` contradicts.
    ///
    /// `others_too` asks to weaken the assumptions of the same kind along with it: the caller finds
    /// that relaxing one at a time takes too many rounds.
    fn relax(&self, state: &[u64], event: EventId, others_too: bool) -> Relaxed<Self>;

    /// Writes what `state` of `earlier`, a system that this one was relaxed from, is here.
    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]);

    /// Whether the path of events from `ancestor` to `descendant` can be repeated for ever, to a
    /// new state each time. May answer `false` where it cannot tell.
    fn pumps(&self, ancestor: &[u64], path: &[EventId], descendant: &[u64]) -> bool;
}

/// A proof that there are infinitely many states: after the prefix, the cycle can be fired again and again, to a new state each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfCovering {
    /// The events from the initial state to the first state of the cycle.
    pub prefix: Vec<EventId>,
    /// The events of the cycle.
    pub cycle: Vec<EventId>,
}
