//! Going on where an assumption of the system broke.
//!
//! First we look whether the broken assumption is the sign of an infinite state space: whether the
//! path to the new state can be repeated from one of the states on it for ever. Since this is asked
//! only when a quantity outgrows its slot, the search pays nothing for it otherwise; a quantity that
//! grows without end outgrows its slot at every power of two. If it is no such sign, or the search is for goals,
//! all states are packed anew for the relaxed system, and the search goes on.

use sanderling_cutoff::RELAXATIONS_ONE_BY_ONE;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Fired, Relaxed, SelfCovering};

use crate::checkpoint::content::{RelaxationStep, SavedRelaxations};
use crate::limits::StopReason;
use crate::store::{NewIds, StoreWithIds, repack};
use crate::witness::states_along;

/// How often assumptions broke, when it last happened, and what was learned by that.
#[derive(Debug, Default)]
pub(crate) struct Relaxations {
    pub(crate) count: u32,
    states_at_last: usize,
    /// What broke, from the first system on.
    steps: Vec<RelaxationStep>,
    /// What `count` and `states_at_last` were before the last one.
    before: (u32, usize),
    /// Why there are infinitely many states, if that is known.
    pub(crate) self_covering: Option<SelfCovering>,
    /// The search goes on where there are infinitely many.
    goes_on: bool,
}

/// The search after a relaxation.
pub(crate) struct Resumed<S, T> {
    pub(crate) system: S,
    pub(crate) store: T,
    /// For each shard and position of the old store, the id in the new one.
    pub(crate) new_ids: NewIds,
}

/// Why there is nothing to resume.
pub(crate) enum Ended {
    /// There are infinitely many states, there is no room for the store a second time, or the successor fits no layout.
    Stop(StopReason),
    /// The last event of a path is undefined.
    Undefined(Vec<EventId>),
}

impl Relaxations {
    /// Nothing has broken. What is known is given; whether the search `goes_on` where there are infinitely many states, too.
    pub(crate) fn new(self_covering: Option<SelfCovering>, goes_on: bool) -> Self {
        Self { self_covering, goes_on, ..Self::default() }
    }

    /// Whether the search ends since there are infinitely many states.
    pub(crate) fn ends(&self) -> bool {
        self.self_covering.is_some() && !self.goes_on
    }

    /// The system without the assumption that the last event of `path` broke, in the state that the others
    /// lead to. So many states are stored.
    pub(crate) fn relax<S: Adaptive>(
        &mut self,
        system: &S,
        stored: usize,
        path: &[EventId],
    ) -> Result<S, Ended> {
        let too_often = self.is_too_often(stored);
        let (&event, before) = path.split_last().expect("an event broke the assumption");
        let states = states_along(system, before);
        let state = &states[before.len()];
        let relaxed = relax_fully(system, state, event, too_often)?;
        if self.self_covering.is_none() {
            self.self_covering = find_self_covering(system, &relaxed, &states, path);
        }
        if self.ends() {
            return Err(Ended::Stop(StopReason::Unbounded));
        }
        self.steps.push(RelaxationStep { state: state.clone(), event: event.index(), others_too: too_often });
        Ok(relaxed)
    }

    /// The system to which the last [`relax`](Self::relax) has led is not taken after all: all is as it was before it.
    pub(crate) fn withdraw(&mut self) {
        self.steps.pop();
        (self.count, self.states_at_last) = self.before;
    }

    /// What a checkpoint keeps.
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

    /// Goes on with what was kept, from the first system on; answers the system that it has led to, if that is another one, or nothing where that
    /// cannot be.
    pub(crate) fn restore<S: Adaptive>(&mut self, saved: &SavedRelaxations, first: &S) -> Option<Option<S>> {
        let mut last: Option<S> = None;
        for RelaxationStep { state, event, others_too } in &saved.steps {
            let system = last.as_ref().unwrap_or(first);
            if state.len() != system.words() || *event >= system.events() {
                return None;
            }
            last = Some(relax_fully(system, state, EventId::new(*event), *others_too).ok()?);
        }
        let events = |events: &[usize]| events.iter().map(|&event| EventId::new(event)).collect();
        self.steps.clone_from(&saved.steps);
        (self.count, self.states_at_last) = (saved.count, saved.states_at_last);
        let known = saved.self_covering.as_ref();
        self.self_covering =
            known.map(|(prefix, cycle)| SelfCovering { prefix: events(prefix), cycle: events(cycle) });
        Some(last)
    }

    /// What comes after firing the last event of `path` broke an assumption of the system, in the state
    /// that the others lead to.
    ///
    /// In the new store, the states of each shard are ordered by `group`, then by old id.
    pub(crate) fn resume<S: Adaptive, T: StoreWithIds>(
        &mut self,
        (system, store): (&S, &mut T),
        path: &[EventId],
        (groups, group): (usize, impl Fn(StateId) -> usize),
        may_translate: bool,
    ) -> Result<Resumed<S, T>, Ended> {
        let relaxed = self.relax(system, store.len(), path)?;
        if !may_translate {
            self.withdraw();
            return Err(Ended::Stop(StopReason::Memory));
        }
        let packed = store.repack(system, &relaxed, groups, group);
        let (store, new_ids) = packed.ok_or(Ended::Stop(StopReason::StoreFull))?;
        Ok(Resumed { system: relaxed, store, new_ids })
    }

    /// What comes after it in a search of its own that ends although there are infinitely many states, after firing `event`
    /// in `state` broke an assumption: the relaxed system, the new store, and the new ids.
    pub(crate) fn adapt<S: Adaptive>(
        &mut self,
        (system, store): (&S, &PackedStore),
        (state, event): (&[u64], EventId),
        may_translate: bool,
    ) -> Result<(S, PackedStore, NewIds), StopReason> {
        let relaxed = match relax_fully(system, state, event, self.is_too_often(store.len())) {
            Ok(relaxed) if may_translate => relaxed,
            Err(Ended::Stop(reason)) => return Err(reason),
            _ => return Err(StopReason::Memory),
        };
        let packed = repack((system, store), &relaxed, 1, |_| 0);
        let (store, new_ids) = packed.ok_or(StopReason::StoreFull)?;
        Ok((relaxed, store, new_ids))
    }

    /// Counts another relaxation; answers whether it comes too soon after the last one.
    fn is_too_often(&mut self, stored: usize) -> bool {
        self.before = (self.count, self.states_at_last);
        self.count += 1;
        let too_often = !RELAXATIONS_ONE_BY_ONE.admits(self.count) && stored < 2 * self.states_at_last;
        if !too_often {
            self.states_at_last = stored;
        }
        too_often
    }
}

/// The system without the assumptions that firing an event in a state breaks, for a search that starts again.
pub(crate) fn relaxed<S: Adaptive>(
    system: &S,
    state: &[u64],
    event: EventId,
    others_too: bool,
) -> Result<S, StopReason> {
    relax_fully(system, state, event, others_too).map_err(|ended| match ended {
        Ended::Stop(reason) => reason,
        Ended::Undefined(_) => StopReason::Undefined,
    })
}

/// Relaxes until the event can be fired: it may contradict several assumptions.
fn relax_fully<S: Adaptive>(system: &S, state: &[u64], event: EventId, others_too: bool) -> Result<S, Ended> {
    let mut relaxed = relax(system, state, event, others_too)?;
    loop {
        let mut here = vec![0; relaxed.words()];
        relaxed.translate(system, state, &mut here);
        if fired(&relaxed, &here, event).0 != Fired::AssumptionBroken {
            return Ok(relaxed);
        }
        relaxed = relax(&relaxed, &here, event, others_too)?;
    }
}

fn relax<S: Adaptive>(system: &S, state: &[u64], event: EventId, others_too: bool) -> Result<S, Ended> {
    match system.relax(state, event, others_too) {
        Relaxed::System(relaxed) => Ok(relaxed),
        Relaxed::Unrepresentable => Err(Ended::Stop(StopReason::Unrepresentable)),
    }
}

/// What becomes of firing an event, with what was written.
fn fired<S: Adaptive>(system: &S, state: &[u64], event: EventId) -> (Fired, Vec<u64>) {
    let mut scratch = system.scratch();
    system.unpack::<0>(state, &mut scratch);
    let mut successor = vec![0; system.words()];
    (system.fire::<0>(state, &scratch, event, &mut successor), successor)
}

/// The shortest end of the path that can be repeated for ever. `states` are those along it.
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
    /// The new id of a state.
    pub(crate) fn new_id(&self, id: StateId) -> StateId {
        self.new_ids[id.shard()][id.position()]
    }
}
