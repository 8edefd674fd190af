//! Sleep sets: events that need not be fired because another order of the events is explored.
//!
//! Source: Godefroid, Holzmann and Pirottin, *State-Space Caching Revisited*, CAV 1992, section 3. A state
//! is discovered with a set of sleeping events. Firing `t` in a state with the sleep set `Z`, after other
//! events there, leads to a state whose sleep set contains the events of `Z` and the earlier events that are
//! independent of `t`.
//!
//! If a state is met again with another sleep set, the paper does nothing. We follow the rule of Godefroid's
//! monograph (*Partial-Order Methods for the Verification of Concurrent Systems*, LNCS 1032, 1996, chapter
//! 5), which does not depend on the search order: events that slept at all earlier meetings and do not sleep
//! now are fired, and no longer sleep. Events fired in this round do not let those of earlier rounds sleep.
//!
//! In combination with [stubborn sets](super::Stubborn), the first meeting with a state fires the events of
//! the set that do not sleep. Later meetings fire the events that wake up, *whether they are in the set or
//! not*: the proof requires that.
//!
//! # Nothing is lost
//! This holds in any search order, and also if states are forgotten. A *round* at a state consists of the
//! events fired for one meeting, with `Z` sleeping; `Z` shrinks from round to round. Sleeping events are
//! enabled: each was enabled when it was fired or slept before, and is independent of the events fired
//! since. Two paths from a state are *alike* if one becomes the other by swapping neighbours that are
//! enabled in the same state, do not disable each other there and lead to the same state in both orders.
//! Such paths have equal length, and end in the same state or with the same undefined event. The *first
//! events* of a path are the events that begin the paths like it.
//!
//! *Claim:* let a path `w` lead from a visited state `s` to a target, and let no first event of it sleep in
//! the last round at `s`. Then a target is visited, or the search ends at an undefined event. The proof is
//! by induction on the length of `w`, which is 0 if `s` itself is a target. Otherwise some first event of
//! `w` is *chosen*, that is, fired at `s` unless it sleeps. Without stubborn sets, any first event is. With
//! them, by (U) and (D1) it is the first event of `w` that is in the set, since it may be swapped with all
//! before it, or leads to the end, which is then the target. If it sleeps in the first round, it does not in
//! the last one, and when it woke up it was fired. So some round fires first events of `w`. Take the last
//! such round, and the first one, `t`, that it fires. `w` is like a path `t·v`. Suppose that a first event
//! `u` of `v` still sleeps at `s·t` in the last round. Then it is independent of `t`, and either sleeps at
//! `s` in this round or has been fired before `t` in it. It is enabled at `s`, so it may be swapped with
//! `t`, and is a first event of `w`. So it was not fired before `t`. Nor does it sleep at `s` in the last
//! round: then it woke up and was fired in a later round. Neither is possible, and the claim holds for `v`
//! at `s·t`.
//!
//! No event sleeps at the first state, so a target is found: without stubborn sets every state, as if each
//! were a target; with them, what these preserve. A forgotten state has had its last round, and starts again
//! when it is rediscovered. A round that is restarted, as when the system is relaxed, counts as two. Paths
//! may not be shortest: the path that is found may be any path like a shortest one, but a state on it may
//! have been discovered by a longer path before.

use std::collections::HashMap;

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;
use sanderling_system::EventId;

use super::Independence;
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};
use crate::growth::make_room;
use crate::store::{ById, StoreWithIds};

/// A set of events, given by its number in a `SleepSets`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SetId(u32);

impl SetId {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// Stands for all events that do not sleep, instead of a set of due events.
    pub(crate) const ALL: Self = Self(u32::MAX);
}

impl Snapshot for SetId {
    fn save(&self, to: &mut Sink<'_>) {
        self.0.save(to);
    }

    fn load(from: &mut Source) -> Option<Self> {
        u32::load(from).map(Self)
    }
}

/// The sleeping events of each stored state.
#[derive(Debug)]
pub(crate) struct SleepSets<'i> {
    independence: &'i Independence,
    /// The sets of events, each stored once and sorted. The first is empty.
    sets: Vec<Box<[EventId]>>,
    numbers: HashMap<Box<[EventId]>, SetId>,
    bytes: usize,
    /// The sleep set of each stored state.
    asleep: Vec<Vec<SetId>>,
    /// Buffer for a new set.
    made: Vec<EventId>,
}

impl<'i> SleepSets<'i> {
    pub(crate) fn new(independence: &'i Independence) -> Self {
        Self {
            independence,
            sets: vec![Box::default()],
            numbers: HashMap::from([(Box::default(), SetId::EMPTY)]),
            bytes: 0,
            asleep: vec![Vec::new(); SHARDS],
            made: Vec::new(),
        }
    }

    fn set(&self, id: SetId) -> &[EventId] {
        &self.sets[id.0 as usize]
    }

    fn contains(&self, set: SetId, event: EventId) -> bool {
        self.set(set).binary_search(&event).is_ok()
    }

    /// Removes the events that sleep, and those that are not `due` in this round.
    pub(crate) fn select(&self, sleep: SetId, due: SetId, events: &mut Vec<EventId>) {
        if due != SetId::ALL {
            events.retain(|&event| self.contains(due, event));
        } else if sleep != SetId::EMPTY {
            events.retain(|&event| !self.contains(sleep, event));
        }
    }

    /// Whether all sleeping events are among these events.
    pub(crate) fn are_among(&self, sleep: SetId, events: &[EventId]) -> bool {
        self.set(sleep).iter().all(|event| events.contains(event))
    }

    /// Whether an event sleeps.
    pub(crate) fn sleeps(&self, sleep: SetId, event: EventId) -> bool {
        self.contains(sleep, event)
    }

    /// Returns the sleep set of the successor by `event`, given the sleep set of the state and the events
    /// `fired` before it in this round.
    pub(crate) fn behind(&mut self, sleep: SetId, fired: &[EventId], event: EventId) -> SetId {
        self.made.clear();
        let candidates = self.sets[sleep.0 as usize].iter().chain(fired).copied();
        self.made.extend(candidates.filter(|&other| self.independence.are_independent(other, event)));
        self.made.sort_unstable();
        self.number()
    }

    /// Returns the number of the set in the buffer.
    fn number(&mut self) -> SetId {
        if let Some(&known) = self.numbers.get(self.made.as_slice()) {
            return known;
        }
        let id = SetId(u32::try_from(self.sets.len()).expect("fewer sets than states"));
        let set: Box<[EventId]> = self.made.as_slice().into();
        // Each set is stored twice, with its number and two fat pointers.
        self.bytes += 2 * size_of_val(&*set) + size_of::<(Box<[EventId]>, SetId, Box<[EventId]>)>() * 3 / 2;
        self.sets.push(set.clone());
        self.numbers.insert(set, id);
        id
    }

    /// Records the sleep set of a newly stored state.
    pub(crate) fn discovered(&mut self, id: StateId, sleep: SetId) {
        let asleep = &mut self.asleep[id.shard()];
        if asleep.len() <= id.position() {
            make_room(asleep, id.position() + 1);
            asleep.resize(id.position() + 1, SetId::EMPTY);
        }
        asleep[id.position()] = sleep;
    }

    /// Records another arrival at a stored state with the sleep set `sleep`. Returns the new sleep set and
    /// the due events, if any are due.
    pub(crate) fn met(&mut self, id: StateId, sleep: SetId) -> Option<(SetId, SetId)> {
        let known = self.asleep[id.shard()][id.position()];
        if known == SetId::EMPTY || known == sleep {
            return None;
        }
        let (both, due): (Vec<EventId>, Vec<EventId>) =
            self.set(known).iter().partition(|&&event| self.contains(sleep, event));
        if due.is_empty() {
            return None;
        }
        self.made = due;
        let due = self.number();
        self.made = both;
        let both = self.number();
        self.asleep[id.shard()][id.position()] = both;
        Some((both, due))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.asleep.iter().map(|asleep| asleep.capacity() * size_of::<SetId>()).sum::<usize>()
    }

    /// Writes the sleep sets to a checkpoint.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        self.sets.save(to);
        self.asleep.save(to);
    }

    /// Reads sleep sets from a checkpoint into an empty value. Returns `None` if they do not belong to the
    /// states of the store.
    pub(crate) fn load(&mut self, from: &mut Source, events: usize, store: &ById) -> Option<()> {
        let sets: Vec<Box<[EventId]>> = Snapshot::load(from)?;
        for (number, set) in sets.iter().enumerate() {
            let is_set = set.is_sorted() && set.iter().all(|event| event.index() < events);
            self.made = set.to_vec();
            // Each set occurs once and gets its former number.
            if !is_set || self.number().0 as usize != number {
                return None;
            }
        }
        self.asleep = Snapshot::load(from)?;
        let knows_all = self.asleep.len() == SHARDS
            && (0..SHARDS).all(|shard| self.asleep[shard].len() >= store.positions_in(shard))
            && self.asleep.iter().flatten().all(|&set| self.has(set));
        knows_all.then_some(())
    }

    /// Whether there is a set with this number.
    pub(crate) fn has(&self, set: SetId) -> bool {
        (set.0 as usize) < self.sets.len()
    }

    /// Replaces the ids of the states.
    pub(crate) fn moved(&mut self, moves: impl Iterator<Item = (StateId, StateId)>) {
        let before = std::mem::replace(&mut self.asleep, vec![Vec::new(); SHARDS]);
        for (old, new) in moves {
            self.discovered(new, before[old.shard()][old.position()]);
        }
    }
}
