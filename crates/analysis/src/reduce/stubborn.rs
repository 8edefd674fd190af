//! Stubborn sets: a reduction that leaves out events which are not needed to decide a property.
//!
//! In each state a set of events is computed, and its enabled events are fired. The set contains an
//! [up-set](upset) of each target, all events that may interfere with an enabled event of the set, and a
//! necessary enabling set of each disabled one. So the events outside the set can also occur later. Sources:
//! Valmari, *Stubborn Sets for Reduced State Space Generation*, 1989; Schmidt, *Stubborn Sets for Standard
//! Properties*, ICATPN 1999; Kristensen, Schmidt and Valmari, *Question-Guided Stubborn Set Methods for
//! State Properties*, FMSD 29, 2006.
//!
//! The computation uses dependencies between events, as Laarman, Pater, van de Pol and Hansen use guards
//! (*Guard-Based Partial-Order Reduction*, STTT 18, 2016), so that it serves nets and programs alike.
//! INVARIANT: the set depends only on the state and the property. The reduced system can therefore be
//! explored in any order, like any other system. The proof is at [`Stubborn`].

mod closure;
mod components;
mod deletion;
mod dense;
mod direct;
mod keys;
mod marks;
mod memo;
mod one_pass;
mod options;
mod question;
mod relation;
mod rows;
mod target;
mod upset;
mod waiting;
mod workspace;
mod worth;

use std::sync::{Arc, Mutex};

use sanderling_cutoff::DELETED_EVENTS;
use sanderling_system::{Dependencies, Dependency, EventId, SlotId, System};

use self::direct::Direct;
use self::keys::Keys;
use self::question::Question;
use self::relation::Relation;
use self::rows::number;
use self::upset::{SIDES, UpSets};
use self::workspace::{Slots, Workspace};
use super::{Kind, SelectsEvents};
use crate::bits::Bits;
use crate::driver::Options;
use crate::guidance::Guidance;

pub use options::{KeyEvent, StubbornMethod, StubbornOptions};
pub use target::Target;

/// A selection of enabled events by stubborn sets, which depends only on the state.
///
/// The set `T` of a state `s` contains, for each target that does not hold in `s`, (U) an up-set: some event
/// of it occurs on every path to the target. For each event of `T` it contains (E), if the event is enabled,
/// all others that are not independent of it; (N), if it is disabled, all events that can make one of its
/// false conditions true. If computing the set would take too long, or the set leaves too little out, it is
/// the set of all events, which satisfies all of this. The set of a state is remembered for all states that
/// give the same answers to the same questions, so that it does not depend on the history.
///
/// *Commuting* (D1). Let `w·t` be a path from `s`, `t` in `T` and no event of `w` in `T`. Then `t` is
/// enabled in `s`: otherwise a condition of `t` that fails in `s` would still fail after `w`, by (N). It
/// stays enabled along `w`, and may be swapped with each event of `w`, by (E). So `t·w` is a path to the
/// same state, or `t` leads to the end, and does so in `s`.
///
/// *Nothing is lost.* Let a shortest path from a visited state `s` to a target have `n` events, and `n > 0`.
/// By (U) it has a first event `t` of `T`. By (D1) this is enabled in `s`, so it is fired, and from its
/// successor there is a path of `n - 1` events. By induction the target is found along a shortest path. The
/// proof uses only that in each visited state all enabled events of its set are fired. So no cycle proviso
/// is needed, and the order of states, the store, the forgotten closed states and the number of threads do
/// not matter.
///
/// Besides the given targets, events that are undefined or lead to the [end](Dependencies::is_end) are
/// always targets, since they are verdicts too. Each is its own up-set. A target that holds has no up-set:
/// the search has found it. The up-set of a deadlock consists of the events that may disable some enabled
/// event, the *key*. A set with an enabled event contains the up-set of this event by (E), and any other set
/// receives a key (D2). If no target is reachable any more, the selection may be empty. Such a state is no
/// deadlock, since states are observed with all their events.
///
/// A path of the reduced system is a path of the system. So a sequence that can be repeated forever, to a
/// new state each time, can also be repeated in the system. Conversely, the reduced system may be finite
/// although the system is infinite, and its answers still hold. If an assumption breaks, it is repaired
/// without changing the states, and events that are not fired break none. Statistics of the system, such as
/// the number of states, the bound of a value, or events that are never enabled, cannot be derived.
///
/// The set of a state is the same at each request, as long as the system is not relaxed. After that, the
/// order of events and the set may differ, and the events of the state are fired again from the first one.
#[derive(Debug)]
pub struct Stubborn {
    relation: Arc<Relation>,
    upsets: UpSets,
    options: StubbornOptions,
    /// The events that may spoil a [wait](waiting), if the sets serve to wait for a target.
    spoilers: Option<Bits>,
    /// Whether any set with an enabled event suffices in all states.
    needs_key_alone: bool,
    /// If so, the events that form a set by themselves whenever they are enabled.
    alone: Option<Bits>,
    /// If so, and events only add to slots, the order in which keys are tried.
    keys: Option<Keys>,
    /// A set is computed in one of this number of states: in all, or in [a few](worth).
    one_of: u64,
    /// The idle working memory of threads.
    workspaces: Mutex<Vec<Workspace>>,
}

/// The working memory of a thread that computes stubborn sets.
#[derive(Debug)]
pub struct StubbornWorkspace<'a> {
    stubborn: &'a Stubborn,
    workspace: Option<Box<Workspace>>,
}

/// A choice among the enabled events of a state.
pub trait SelectEvents<S: System>: Send + Sync {
    /// Returns the working memory for a thread.
    fn workspace(&self) -> StubbornWorkspace<'_>;

    /// Removes the events that need not be fired in the state. `scratch` is prepared for it.
    fn select(
        &self,
        workspace: &mut StubbornWorkspace<'_>,
        state: (&S, &[u64], &S::Scratch),
        events: &mut Vec<EventId>,
    );

    /// The memory of the selection, in bytes.
    fn bytes(&self) -> usize;
}

pub(super) const KIND: Kind = Kind {
    name: "stubborn",
    help: "skips what the query does not need",
    needs_independence: false,
    needs_arrival: false,
    keeps_shortest_paths: true,
    leaves_states_out: true,
    against_sleep: None,
};

/// The selection by the stubborn sets of the guidance.
pub(crate) struct OfSets<'a, S: System> {
    sets: &'a dyn SelectEvents<S>,
    workspace: StubbornWorkspace<'a>,
}

impl<'a, S: System> SelectsEvents<'a, S> for OfSets<'a, S> {
    fn new(guidance: &'a Guidance<'a, S>, _: &Options) -> Self {
        let sets = guidance.stubborn.as_deref().expect("stubborn sets need targets");
        Self { sets, workspace: sets.workspace() }
    }

    #[inline(always)]
    fn select(&mut self, state: (&S, &[u64], &S::Scratch), _: Option<EventId>, events: &mut Vec<EventId>) {
        self.sets.select(&mut self.workspace, state, events);
    }
}

/// The values of the slots of a packed state.
struct Unpacked<'a, S: System>(&'a S, &'a [u64], &'a S::Scratch);

impl<S: Dependencies> Slots for Unpacked<'_, S> {
    #[inline]
    fn value(&self, slot: SlotId) -> i128 {
        self.0.value(self.1, self.2, slot)
    }
}

impl Stubborn {
    /// Creates sets that preserve these targets. Takes time and memory about linear in the size of the
    /// dependencies, plus the time of two hundred sets and up to 2^15 processed events.
    #[must_use]
    pub fn of(system: &impl Dependencies, targets: &[Target], options: StubbornOptions) -> Self {
        let dependencies = system.dependencies();
        let relation = Arc::new(Self::relation(&dependencies, options));
        Self::with(relation, targets, &dependencies, options).where_worth_while(system)
    }

    fn relation(dependencies: &[Dependency], options: StubbornOptions) -> Relation {
        let relation = Relation::of(dependencies);
        if options.method == StubbornMethod::Deletion { relation.and_backwards() } else { relation }
    }

    /// Creates sets that are computed in all states, with a known relation.
    fn with(
        relation: Arc<Relation>,
        targets: &[Target],
        dependencies: &[Dependency],
        options: StubbornOptions,
    ) -> Self {
        let upsets = UpSets::of(targets, &relation, dependencies);
        let mut sets = Self {
            needs_key_alone: relation.verdicts.is_empty() && upsets.need_key_alone(),
            relation,
            upsets,
            options,
            spoilers: None,
            alone: None,
            keys: None,
            one_of: 1,
            workspaces: Mutex::default(),
        };
        if sets.needs_key_alone && options.key == KeyEvent::Fewest {
            sets.alone = sets.direct().map(|direct| direct.alone(sets.relation.events));
            sets.keys = (sets.alone.is_some() && sets.relation.only_adds).then(|| Keys::of(&sets.relation));
        }
        sets
    }

    /// Reduces the frequency of sets to what random walks show to be worthwhile.
    fn where_worth_while(mut self, system: &impl Dependencies) -> Self {
        let mut workspace = self.take_workspace();
        self.learn_keys(&mut workspace, system);
        self.one_of = worth::how_seldom(&self, &mut workspace, system);
        self.give_back(workspace);
        self
    }

    /// Computes the sets in all states, even if they leave out few events.
    #[must_use]
    pub fn in_every_state(self) -> Self {
        Self { one_of: 1, ..self }
    }

    fn give_back(&self, workspace: Workspace) {
        if let Ok(mut workspaces) = self.workspaces.lock() {
            workspaces.push(workspace);
        }
    }

    fn take_workspace(&self) -> Workspace {
        let spare = self.workspaces.lock().ok().and_then(|mut workspaces| workspaces.pop());
        spare.unwrap_or_else(|| Workspace::new(&self.relation))
    }

    fn choose(&self, workspace: &mut Workspace, slots: &impl Slots, events: &mut Vec<EventId>) {
        if let Some(one) = self.alone(events) {
            events.clear();
            return events.push(one);
        }
        if let Some(keys) = &self.keys
            && (keys.skips_size(events.len()) || self.choose_by_key(keys, workspace, slots, events))
        {
            return;
        }
        let remembers = workspace.memo.is_worth_while();
        let answer = |question| self.answer(slots, question);
        if remembers && let Some(chosen) = workspace.memo.find(events, answer) {
            keep(chosen, events);
            workspace.remembered += 1;
            return workspace.memo.count(true);
        }
        let mut chosen = std::mem::take(&mut workspace.chosen);
        chosen.clear();
        let is_smaller = self.search(workspace, slots, events);
        let set = if self.direct().is_some() { workspace.dense.events() } else { &workspace.set.events };
        let is_chosen = |event: &EventId| !is_smaller || set.has(number(event.index()));
        chosen.extend((0..).zip(events.iter()).filter(|(_, event)| is_chosen(event)).map(|(at, _)| at));
        if is_smaller && self.is_spoilt(events, &chosen) {
            chosen.clear();
            chosen.extend(0..number(events.len()));
        }
        if remembers {
            workspace.memo.note(events, &workspace.trail, &chosen, |question| self.answers(question));
            workspace.memo.count(false);
        }
        keep(&chosen, events);
        workspace.chosen = chosen;
    }

    /// Returns an event that forms a set by itself, if there is one.
    fn alone(&self, events: &[EventId]) -> Option<EventId> {
        let alone = self.alone.as_ref()?;
        events.iter().copied().find(|event| alone.has(number(event.index())))
    }

    /// Returns the answer to a question.
    #[inline]
    fn answer(&self, slots: &impl Slots, question: u32) -> u32 {
        match self.relation.questions.get(question as usize) {
            Some(question) => question.class(slots.value(question.slot)),
            None => self.upsets.side(slots, question - number(self.relation.questions.len())) as u32,
        }
    }

    /// Returns the number of possible answers to a question.
    fn answers(&self, question: u32) -> usize {
        self.relation.questions.get(question as usize).map_or(SIDES, Question::classes)
    }

    /// Computes a set. Returns whether it leaves out some of these events, which are the enabled ones.
    fn search(&self, workspace: &mut Workspace, slots: &impl Slots, events: &[EventId]) -> bool {
        workspace.begin(&self.relation, events);
        let needs_key =
            self.needs_key_alone || self.upsets.seed(workspace, slots, number(self.relation.questions.len()));
        if self.spoilers.is_some() && self.upsets.is_one_met(&workspace.truths) {
            return false;
        }
        let seeds = std::mem::take(&mut workspace.truths.seeds);
        let verdicts = self.relation.verdicts.iter().map(|event| number(event.index()));
        let first = verdicts.chain(seeds.iter().copied());
        let is_smaller = match self.direct() {
            Some(direct) => {
                workspace.dense.begin();
                first.for_each(|event| workspace.put(event));
                let rows = (&*self.relation, direct);
                workspace.find_dense(rows, slots, events, (self.options.key, needs_key, self.keys.is_some()))
            }
            None => {
                workspace.begin_set();
                first.for_each(|event| workspace.add(event));
                self.search_lists(workspace, slots, events, needs_key)
            }
        };
        workspace.truths.seeds = seeds;
        is_smaller
    }

    /// Returns the rows of bits, if they are used to compute sets.
    fn direct(&self) -> Option<&Direct> {
        self.relation.direct.as_ref().filter(|_| self.options.method == StubbornMethod::Insertion)
    }

    /// Closes the current set, using lists.
    fn search_lists(
        &self,
        workspace: &mut Workspace,
        slots: &impl Slots,
        events: &[EventId],
        needs_key: bool,
    ) -> bool {
        let fixed = workspace.set.members().len();
        let deletes = self.options.method == StubbornMethod::Deletion;
        if deletes && DELETED_EVENTS.admits(self.relation.events) {
            (0..number(self.relation.events)).for_each(|event| workspace.add(event));
            workspace.thin_out(&self.relation, slots, (fixed, needs_key));
            return true;
        }
        if !workspace.close(&self.relation, slots, (events.len(), true)) {
            return false;
        }
        // A set with enabled events already contains a key.
        if needs_key && workspace.set.enabled == 0 && !self.add_key(workspace, slots, events) {
            return false;
        }
        if deletes && workspace.set.enabled > usize::from(needs_key) {
            workspace.thin_out(&self.relation, slots, (fixed, needs_key));
        }
        true
    }

    /// Adds an enabled event and closes the set. Returns whether the set leaves out an enabled event.
    fn add_key(&self, workspace: &mut Workspace, slots: &impl Slots, events: &[EventId]) -> bool {
        let relation = &self.relation;
        if self.options.method == StubbornMethod::Components {
            let Some(key) = workspace.best_key(relation, slots, events) else { return false };
            workspace.add(key);
            return workspace.close(relation, slots, (events.len(), false));
        }
        let base = workspace.set.size();
        let (mut best, mut is_there) = (None, false);
        let mut fewest = events.len();
        workspace.list_keys(relation, events, self.options.key);
        let keys = std::mem::take(&mut workspace.keys);
        for &event in &keys {
            workspace.set.back_to(base);
            workspace.add(event);
            is_there = workspace.close(relation, slots, (fewest, true));
            if is_there {
                (best, fewest) = (Some(event), workspace.set.enabled);
            }
            if fewest == 1
                || workspace.work_limit == 0
                || (self.options.key == KeyEvent::First && best.is_some())
            {
                break;
            }
            // A set that contains this event has no fewer enabled events.
            workspace.dead_ends.insert(event);
        }
        workspace.keys = keys;
        let Some(key) = best else { return false };
        if !is_there {
            workspace.set.back_to(base);
            // This closure succeeded before, so it succeeds again.
            workspace.dead_ends.clear();
            workspace.work_limit = usize::MAX;
            workspace.add(key);
            workspace.close(relation, slots, (usize::MAX, true));
        }
        true
    }
}

/// Keeps the events at these positions, which are sorted.
#[inline]
fn keep(positions: &[u32], events: &mut Vec<EventId>) {
    if positions.len() < events.len() {
        for (to, &from) in positions.iter().enumerate() {
            events[to] = events[from as usize];
        }
        events.truncate(positions.len());
    }
}

impl<S: Dependencies> SelectEvents<S> for Stubborn {
    fn workspace(&self) -> StubbornWorkspace<'_> {
        StubbornWorkspace { stubborn: self, workspace: Some(Box::new(self.take_workspace())) }
    }

    fn select(
        &self,
        workspace: &mut StubbornWorkspace<'_>,
        (system, state, scratch): (&S, &[u64], &S::Scratch),
        events: &mut Vec<EventId>,
    ) {
        // A single event might be left out too, but checking that is not worth the time.
        let is_computed = events.len() > 1 && (self.one_of == 1 || worth::is_sampled(state, self.one_of));
        if let Some(workspace) = workspace.workspace.as_mut().filter(|_| is_computed) {
            self.choose(workspace, &Unpacked(system, state, scratch), events);
        }
    }

    fn bytes(&self) -> usize {
        self.relation.bytes() + self.upsets.bytes()
    }
}

impl Drop for StubbornWorkspace<'_> {
    fn drop(&mut self) {
        if let Some(workspace) = self.workspace.take() {
            self.stubborn.give_back(*workspace);
        }
    }
}

#[cfg(test)]
mod tests;
