//! Continuing after an assumption of the system broke.
//!
//! First, the search checks whether the broken assumption indicates an infinite state space: whether a part
//! of the path to the new state can be repeated forever. This check runs only when a quantity exceeds its
//! slot, so it costs nothing otherwise. A quantity that grows without bound exceeds its slot at every power
//! of two. If the check fails, or the search has goals, all states are packed again for the relaxed system,
//! and the search continues.
//!
//! Repacking is amortised. After a few relaxations, another one is alone only if the store has doubled since
//! the last such one, so all of these repack at most twice the final number of states. Any other one makes
//! room. The first of these look ahead for assumptions that will break, with an effort in proportion to the
//! number of stored states, and mostly find all of them. Later ones weaken all similar assumptions by a
//! constant factor. Ten of them make every slot of a count as wide as a word. So if all slots are of counts, a
//! search repacks at most 28 times its final number of states.

use sanderling_cutoff::{RELAXATIONS_LOOKING_AHEAD, RELAXATIONS_ONE_BY_ONE, TESTS_AHEAD};
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Fired, Relaxed, Room, SelfCovering};

use crate::checkpoint::content::{RelaxationStep, SavedRelaxations};
use crate::driver::Options;
use crate::limits::StopReason;
use crate::store::{NewIds, StoreWithIds, repack};
use crate::witness::states_along;

/// The number of broken assumptions, the time of the last one, and the findings.
#[derive(Debug, Default)]
pub(crate) struct Relaxations {
    pub(crate) count: u32,
    states_at_last: usize,
    /// The relaxations, starting with the first system.
    steps: Vec<RelaxationStep>,
    /// The values of `count` and `states_at_last` before the last relaxation.
    before: (u32, usize),
    /// The proof that there are infinitely many states, if known.
    pub(crate) self_covering: Option<SelfCovering>,
    /// Whether the search continues if there are infinitely many states.
    continues_if_unbounded: bool,
}

/// The search after a relaxation.
pub(crate) struct Resumed<S, T> {
    pub(crate) system: S,
    pub(crate) store: T,
    /// The new ids, by shard and position of the old store.
    pub(crate) new_ids: NewIds,
}

/// The reason why the search cannot continue.
pub(crate) enum Ended {
    /// There are infinitely many states, memory does not suffice for a second store, or the successor fits
    /// no layout.
    Stop(StopReason),
    /// The last event of the path is undefined.
    Undefined(Vec<EventId>),
}

impl Relaxations {
    /// Creates a value without broken assumptions. `continues_if_unbounded` says whether the search continues if there are
    /// infinitely many states.
    pub(crate) fn new(self_covering: Option<SelfCovering>, continues_if_unbounded: bool) -> Self {
        Self { self_covering, continues_if_unbounded, ..Self::default() }
    }

    /// Whether the search ends because there are infinitely many states.
    pub(crate) fn ends(&self) -> bool {
        self.self_covering.is_some() && !self.continues_if_unbounded
    }

    /// Returns the system without the assumption that the last event of `path` broke in the state before it.
    /// `stored` is the number of stored states.
    pub(crate) fn relax<S: Adaptive>(
        &mut self,
        system: &S,
        stored: usize,
        path: &[EventId],
    ) -> Result<S, Ended> {
        let room = self.room(stored);
        let (&event, before) = path.split_last().expect("an event broke the assumption");
        let states = states_along(system, before);
        let state = &states[before.len()];
        let relaxed = relax_fully(system, state, event, room)?;
        if self.self_covering.is_none() {
            self.self_covering = find_self_covering(system, &relaxed, &states, path);
        }
        if self.ends() {
            return Err(Ended::Stop(StopReason::Unbounded));
        }
        let Room { tests_ahead, others_too } = room;
        self.steps.push(RelaxationStep {
            state: state.clone(),
            event: event.index(),
            others_too,
            tests_ahead,
        });
        Ok(relaxed)
    }

    /// Undoes the last [`relax`](Self::relax), whose system is not used after all.
    pub(crate) fn withdraw(&mut self) {
        self.steps.pop();
        (self.count, self.states_at_last) = self.before;
    }

    /// Returns what a checkpoint stores.
    pub(crate) fn saved(&self) -> SavedRelaxations {
        let events = |events: &[EventId]| events.iter().map(|event| event.index()).collect();
        SavedRelaxations {
            steps: self.steps.clone(),
            count: self.count,
            states_at_last: self.states_at_last,
            self_covering: self
                .self_covering
                .as_ref()
                .map(|SelfCovering { prefix, cycle }| (events(prefix), events(cycle))),
        }
    }

    /// Restores what a checkpoint stored, from the first system on. Returns the resulting system if it
    /// differs from the first, or `None` if that is impossible.
    pub(crate) fn restore<S: Adaptive>(&mut self, saved: &SavedRelaxations, first: &S) -> Option<Option<S>> {
        let mut last: Option<S> = None;
        for &RelaxationStep { ref state, event, others_too, tests_ahead } in &saved.steps {
            let system = last.as_ref().unwrap_or(first);
            if state.len() != system.words() || event >= system.events() {
                return None;
            }
            last =
                Some(relax_fully(system, state, EventId::new(event), Room { tests_ahead, others_too }).ok()?);
        }
        let events = |events: &[usize]| events.iter().map(|&event| EventId::new(event)).collect();
        self.steps.clone_from(&saved.steps);
        (self.count, self.states_at_last) = (saved.count, saved.states_at_last);
        let known = saved.self_covering.as_ref();
        self.self_covering =
            known.map(|(prefix, cycle)| SelfCovering { prefix: events(prefix), cycle: events(cycle) });
        Some(last)
    }

    /// Continues after firing the last event of `path` broke an assumption of the system in the state before
    /// it.
    ///
    /// In the new store, the states of each shard are ordered by `group`, then by old id.
    pub(crate) fn resume<S: Adaptive, T: StoreWithIds>(
        &mut self,
        (system, store, options): (&S, &mut T, &Options),
        path: &[EventId],
        (groups, group): (usize, impl Fn(StateId) -> usize),
        may_translate: bool,
    ) -> Result<Resumed<S, T>, Ended> {
        let relaxed = self.relax(system, store.len(), path)?;
        if !may_translate {
            self.withdraw();
            return Err(Ended::Stop(StopReason::Memory));
        }
        let packed = store.repack((system, options), &relaxed, groups, group);
        let (store, new_ids) = packed.ok_or(Ended::Stop(StopReason::StoreFull))?;
        Ok(Resumed { system: relaxed, store, new_ids })
    }

    /// Continues a search that terminates even if there are infinitely many states, after firing `event` in
    /// `state` broke an assumption. Returns the relaxed system, the new store, and the new ids.
    pub(crate) fn adapt<S: Adaptive>(
        &mut self,
        (system, store): (&S, &PackedStore),
        (state, event): (&[u64], EventId),
        may_translate: bool,
    ) -> Result<(S, PackedStore, NewIds), StopReason> {
        let relaxed = match relax_fully(system, state, event, self.room(store.len())) {
            Ok(relaxed) if may_translate => relaxed,
            Err(Ended::Stop(reason)) => return Err(reason),
            _ => return Err(StopReason::Memory),
        };
        let packed = repack((system, store), &relaxed, 1, |_| 0);
        let (store, new_ids) = packed.ok_or(StopReason::StoreFull)?;
        Ok((relaxed, store, new_ids))
    }

    /// Counts another relaxation, and returns the room that it makes. It makes some if it comes too soon after the last
    /// one that made none.
    fn room(&mut self, stored: usize) -> Room {
        self.before = (self.count, self.states_at_last);
        self.count += 1;
        let others_too = !RELAXATIONS_ONE_BY_ONE.admits(self.count) && stored < 2 * self.states_at_last;
        if !others_too {
            self.states_at_last = stored;
        }
        let looks_ahead = others_too && RELAXATIONS_LOOKING_AHEAD.admits(self.count);
        let tests_ahead = if looks_ahead { stored.saturating_mul(TESTS_AHEAD.size()) } else { 0 };
        Room { tests_ahead, others_too }
    }
}

/// Returns the system without the assumptions that firing an event in a state breaks, for a search that
/// restarts. `others_too` also drops similar assumptions that no event has broken yet.
///
/// # Errors
/// If a quantity does not fit the largest slot, or the event is undefined.
pub fn relaxed<S: Adaptive>(
    system: &S,
    state: &[u64],
    event: EventId,
    others_too: bool,
) -> Result<S, StopReason> {
    relax_fully(system, state, event, Room { others_too, ..Room::default() }).map_err(|ended| match ended {
        Ended::Stop(reason) => reason,
        Ended::Undefined(_) => StopReason::Undefined,
    })
}

/// Relaxes the system until the event can be fired, since it may break several assumptions.
fn relax_fully<S: Adaptive>(system: &S, state: &[u64], event: EventId, room: Room) -> Result<S, Ended> {
    let mut relaxed = relax(system, state, event, room)?;
    loop {
        let mut here = vec![0; relaxed.words()];
        relaxed.translate(system, state, &mut here);
        if fired(&relaxed, &here, event).0 != Fired::AssumptionBroken {
            return Ok(relaxed);
        }
        relaxed = relax(&relaxed, &here, event, Room { tests_ahead: 0, ..room })?;
    }
}

fn relax<S: Adaptive>(system: &S, state: &[u64], event: EventId, room: Room) -> Result<S, Ended> {
    match system.relax(state, event, room) {
        Relaxed::System(relaxed) => Ok(relaxed),
        Relaxed::Unrepresentable => Err(Ended::Stop(StopReason::Unrepresentable)),
    }
}

/// Fires an event, and returns the result with the written words.
fn fired<S: Adaptive>(system: &S, state: &[u64], event: EventId) -> (Fired, Vec<u64>) {
    let mut scratch = system.scratch();
    system.unpack::<0>(state, &mut scratch);
    let mut successor = vec![0; system.words()];
    (system.fire::<0>(state, &scratch, event, &mut successor), successor)
}

/// Finds the shortest end of the path that can be repeated forever. `states` are those along the path.
fn find_self_covering<S: Adaptive>(
    system: &S,
    relaxed: &S,
    states: &[Vec<u64>],
    path: &[EventId],
) -> Option<SelfCovering> {
    let last = states.len() - 1;
    let mut state = vec![0; relaxed.words()];
    relaxed.translate(system, &states[last], &mut state);
    let (Fired::Successor, descendant) = fired(relaxed, &state, path[last]) else { return None };
    let start = (0..states.len()).rev().find(|&start| {
        relaxed.translate(system, &states[start], &mut state);
        relaxed.pumps(&state, &path[start..], &descendant)
    })?;
    Some(SelfCovering { prefix: path[..start].to_vec(), cycle: path[start..].to_vec() })
}

impl<S, T> Resumed<S, T> {
    /// Returns the new id of a state.
    pub(crate) fn new_id(&self, id: StateId) -> StateId {
        self.new_ids[id.shard()][id.position()]
    }
}
