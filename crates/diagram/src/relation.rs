//! Events, and the tails that they share.
//!
//! An event reads and changes some variables. A *tail* is the part of an event at a level and below. Equal tails are
//! stored once, so events share results below the levels where they differ.

use std::collections::HashMap;

/// What an event demands of a variable, and how it changes the variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Local {
    /// The least value with which the event is enabled.
    pub low: u32,
    /// The greatest value with which the event is enabled.
    pub high: u32,
    /// The change.
    pub change: Change,
}

/// A change of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// Adds a number, which may be negative. The result must not be negative, or the event is not enabled.
    Add(i32),
    /// Sets the variable to any value from the first number to the second. An event of a net sets one value; the
    /// reverse of such an event leads to many.
    Set(u32, u32),
}

impl Local {
    /// A demand without a change.
    #[must_use]
    pub const fn between(low: u32, high: u32) -> Self {
        Self { low, high, change: Change::Add(0) }
    }

    /// Whether the event is enabled with this value.
    #[inline]
    pub(crate) fn admits(&self, value: u32) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns the least and the greatest new value, for an admitted value. `None` if a value would be negative or
    /// too large for 32 bits.
    #[inline]
    pub(crate) fn targets(&self, value: u32) -> Option<(u32, u32)> {
        match self.change {
            Change::Add(number) => value.checked_add_signed(number).map(|value| (value, value)),
            Change::Set(first, last) => Some((first, last)),
        }
    }

    /// Returns the reverse change. The variable is at most `most` in all states before the event.
    fn reversed(self, most: u32) -> Self {
        match self.change {
            Change::Add(number) => {
                let change = Change::Add(-number);
                if self.high < number.min(0).unsigned_abs() {
                    return Self { low: 1, high: 0, change };
                }
                let low = self.low.saturating_add_signed(number);
                let high =
                    if self.high == u32::MAX { u32::MAX } else { self.high.saturating_add_signed(number) };
                Self { low, high, change }
            }
            Change::Set(first, last) => {
                Self { low: first, high: last, change: Change::Set(self.low, self.high.min(most)) }
            }
        }
    }
}

/// An event: what it does to each variable that it reads or changes, in any order. No variable occurs twice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Event {
    /// Pairs of a variable's level, from 1 at the bottom, and what the event does to it.
    pub locals: Vec<(u32, Local)>,
}

impl Event {
    /// Returns the event that only demands what this one does.
    #[must_use]
    pub fn guard(&self) -> Self {
        let locals = self.locals.iter().map(|&(level, local)| (level, Local::between(local.low, local.high)));
        Self { locals: locals.collect() }
    }

    /// Returns the reverse event. `most` gives the greatest value of each level.
    #[must_use]
    pub fn reversed(&self, most: &[u32]) -> Self {
        let reversed = |&(level, local): &(u32, Local)| (level, local.reversed(most[level as usize - 1]));
        Self { locals: self.locals.iter().map(reversed).collect() }
    }

    fn changes(&self) -> bool {
        self.locals.iter().any(|(_, local)| local.change != Change::Add(0))
    }
}

/// The number of a tail, or [`DONE`] or [`ALL`].
pub(crate) type TailId = u32;

/// The tail of an event below its lowest variable.
pub(crate) const DONE: TailId = 0;

/// A tail that stands for closing a set under all events.
pub(crate) const ALL: TailId = 1;

/// A part of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tail {
    /// The highest level that it touches; 0 for [`DONE`] and [`ALL`].
    pub(crate) level: u32,
    pub(crate) local: Local,
    /// What it does to lower levels.
    pub(crate) below: TailId,
}

/// All tails, each stored once.
pub(crate) struct Tails {
    tails: Vec<Tail>,
    ids: HashMap<Tail, TailId>,
}

impl Tails {
    pub(crate) fn new() -> Self {
        let none = Tail { level: 0, local: Local::between(0, u32::MAX), below: DONE };
        Self { tails: vec![none; 2], ids: HashMap::new() }
    }

    pub(crate) fn count(&self) -> usize {
        self.tails.len()
    }

    #[inline]
    pub(crate) fn get(&self, id: TailId) -> Tail {
        self.tails[id as usize]
    }

    /// Returns the tail of a whole event.
    pub(crate) fn of(&mut self, event: &Event) -> TailId {
        let mut locals = event.locals.clone();
        locals.sort_unstable_by_key(|&(level, _)| level);
        locals.into_iter().fold(DONE, |below, (level, local)| {
            let tail = Tail { level, local, below };
            *self.ids.entry(tail).or_insert_with(|| {
                self.tails.push(tail);
                self.tails.len() as TailId - 1
            })
        })
    }
}

/// The events of a system, by their top levels.
pub(crate) struct Relation {
    /// For each level from 0, the tails of the events with this top level that change something. Those that end
    /// highest come first.
    pub(crate) closing: Vec<Vec<TailId>>,
}

impl Relation {
    pub(crate) fn new(levels: u32, events: &[Event], tails: &mut Tails) -> Self {
        let mut closing = vec![Vec::new(); levels as usize + 1];
        for event in events {
            let tail = tails.of(event);
            if event.changes() {
                let bottom = event.locals.iter().map(|&(level, _)| level).min();
                closing[tails.get(tail).level as usize].push((std::cmp::Reverse(bottom), tail));
            }
        }
        let closing = closing.into_iter().map(|mut events| {
            events.sort_unstable();
            events.dedup();
            events.into_iter().map(|(_, tail)| tail).collect()
        });
        Self { closing: closing.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversed_locals_lead_back() {
        let locals = [
            Local { low: 1, high: u32::MAX, change: Change::Add(-1) },
            Local { low: 0, high: 3, change: Change::Add(2) },
            Local { low: 2, high: 5, change: Change::Set(1, 1) },
            Local { low: 0, high: u32::MAX, change: Change::Set(0, 0) },
            Local { low: 0, high: 7, change: Change::Add(-3) },
            Local { low: 0, high: 2, change: Change::Add(-3) },
        ];
        for local in locals {
            let reversed = local.reversed(9);
            for (before, after) in (0..=9).flat_map(|before| (0..=12).map(move |after| (before, after))) {
                let leads = |local: Local, from: u32, to: u32| {
                    local.admits(from)
                        && local.targets(from).is_some_and(|(first, last)| (first..=last).contains(&to))
                };
                assert_eq!(
                    leads(local, before, after),
                    leads(reversed, after, before),
                    "{local:?} {before} {after}"
                );
            }
        }
    }

    #[test]
    fn equal_tails_are_stored_once() {
        let mut tails = Tails::new();
        let (take, give) = (
            Local { low: 1, high: u32::MAX, change: Change::Add(-1) },
            Local { low: 0, high: u32::MAX, change: Change::Add(1) },
        );
        let one = tails.of(&Event { locals: vec![(3, take), (1, give)] });
        let other = tails.of(&Event { locals: vec![(1, give), (2, take)] });
        assert_ne!(one, other);
        assert_eq!(tails.get(one).below, tails.get(other).below);
        assert_eq!(tails.of(&Event { locals: vec![(1, give), (3, take)] }), one);
    }
}
