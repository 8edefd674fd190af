//! Stubborn sets: events that may wait, since what is asked can be answered without them.
//!
//! In each state a set of events is found, and those of it that are enabled are fired. It contains an [up-set](upset) of each
//! thing that is looked for, all that gets in the way of an event of it that is enabled, and all that one which is not
//! enabled waits for: so what is left out could as well happen later. Sources: Valmari, *Stubborn Sets for
//! Reduced State Space Generation*, 1989; Schmidt, *Stubborn Sets for Standard Properties*, ICATPN 1999; Kristensen, Schmidt
//! and Valmari, *Question-Guided Stubborn Set Methods for State Properties*, FMSD 29, 2006.
//!
//! We go by the dependencies, as Laarman, Pater, van de Pol and Hansen by guards, *Guard-Based Partial-Order Reduction*,
//! STTT 18, 2016: one way for nets and programs. INVARIANT: the set depends on the state and the question alone. So the
//! reduced system is a system like any other, to be explored in any order; the proof stands at [`Stubborn`].

mod closure;
mod components;
mod deletion;
mod dense;
mod direct;
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
use self::question::Question;
use self::relation::Relation;
use self::rows::number;
use self::upset::{SIDES, UpSets};
use self::workspace::{Slots, Workspace};
use crate::bits::Bits;

pub use options::{KeyEvent, StubbornMethod, StubbornOptions};
pub use target::Target;

/// Chooses which of the enabled events of a state are fired, by the state alone.
///
/// The set `T` of a state `s` contains (U) for each thing that is looked for and not found in `s` an up-set: some event
/// of it occurs on every path there; and for each event of `T`, (E) where it is enabled, all others that are not
/// independent of it; (N) where it is not, all that can make one of its conditions true that fails. Where the
/// set would take too long, or leaves too little out, it is all events, with which all of this holds. What was found for a
/// state is remembered for all that answer the same questions alike, so that nothing depends on what came before.
///
/// *Waiting* (D1). Let `w·t` be a path from `s`, `t` in `T` and no event of `w` in `T`. Then `t` is enabled in `s`: otherwise a
/// condition of `t` that fails in `s` would fail behind `w`, by (N). It stays enabled all along `w`, and may be swapped with
/// each event of `w`, by (E): so `t·w` is a path to the same state. Or `t` leads to the end, and does so in `s`.
///
/// *Nothing is lost.* Let a shortest path from a visited state `s` to something that is looked for have `n` events, and
/// `n > 0`. By (U) it has a first event `t` of `T`; by (D1) this is enabled in `s`, so it is fired, and from where it leads
/// there is a path of `n - 1` events. By induction what is looked for is found, along a path that is as short as any. No proviso for
/// cycles is needed, and it does not matter in which order states come, how they are stored, which closed ones are
/// forgotten, or how many threads there are: all that was used is that in each visited state all enabled events of
/// its set are fired.
///
/// What is looked for are the targets, and besides them always events that are undefined or lead to the
/// [end](Dependencies::is_end): these are verdicts, too, and each is its own up-set. Where a target holds it has no up-set: the
/// search knows it. The up-set of a deadlock are the events that may disable an enabled one, the *key*, of which a set with
/// an enabled event has one by (E), and another set is given one (D2). Where nothing that is looked for can be reached any
/// more, nothing may be fired; such a state is no deadlock, since states are observed with all their events.
///
/// A path of the reduced system is one of the system. So a sequence that can be repeated for ever, to a new state each time, can be
/// so there. The other way round, the reduced system may be finite where the system is not: its answers hold all the same.
/// Where an assumption breaks, that is repaired and the states are what they were; events that are not fired break
/// none. No statistics of the system can be read off: how many states there are, how large a value gets, which event is
/// never enabled.
///
/// The set of a state is the same each time it is asked for, as long as the system is not relaxed. Then events may come
/// in another order and the set be another one; the state's events are fired from the first one on again.
#[derive(Debug)]
pub struct Stubborn {
    relation: Arc<Relation>,
    upsets: UpSets,
    options: StubbornOptions,
    /// Where sets are for as long as something is [waited for](waiting), the events that may spoil that.
    spoilers: Option<Bits>,
    /// Whether any set with an enabled event will do, in all states.
    asks_for_key_alone: bool,
    /// There, the events each of which is a set by itself wherever it is enabled.
    alone: Option<Bits>,
    /// Sets are asked for in one of this number of states: in all, or in [a few](worth).
    one_of: u64,
    /// What threads work with, while they do not.
    workspaces: Mutex<Vec<Workspace>>,
}

/// What a thread works with while it finds stubborn sets.
#[derive(Debug)]
pub struct StubbornWorkspace<'a> {
    stubborn: &'a Stubborn,
    workspace: Option<Box<Workspace>>,
}

/// A choice among the enabled events of a state.
pub trait SelectEvents<S: System>: Send + Sync {
    /// What a thread works with.
    fn workspace(&self) -> StubbornWorkspace<'_>;

    /// Takes away the events that need not be fired in the state. `scratch` is prepared for it.
    fn select(
        &self,
        workspace: &mut StubbornWorkspace<'_>,
        state: (&S, &[u64], &S::Scratch),
        events: &mut Vec<EventId>,
    );

    /// The memory that it takes.
    fn bytes(&self) -> usize;
}

/// The slots of a packed state.
struct Unpacked<'a, S: System>(&'a S, &'a [u64], &'a S::Scratch);

impl<S: Dependencies> Slots for Unpacked<'_, S> {
    #[inline]
    fn value(&self, slot: SlotId) -> i128 {
        self.0.value(self.1, self.2, slot)
    }
}

impl Stubborn {
    /// Sets by which these targets are found. Time and memory: about as large as the dependencies, and two hundred sets.
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

    /// Sets in all states, by a relation that is known.
    fn with(
        relation: Arc<Relation>,
        targets: &[Target],
        dependencies: &[Dependency],
        options: StubbornOptions,
    ) -> Self {
        let upsets = UpSets::of(targets, &relation, dependencies);
        let mut sets = Self {
            asks_for_key_alone: relation.verdicts.is_empty() && upsets.ask_for_key_alone(),
            relation,
            upsets,
            options,
            spoilers: None,
            alone: None,
            one_of: 1,
            workspaces: Mutex::default(),
        };
        if sets.asks_for_key_alone && options.key == KeyEvent::Fewest {
            sets.alone = sets.direct().map(|direct| direct.alone(sets.relation.events));
        }
        sets
    }

    /// These sets, asked for as often as walks show that they are worth it.
    fn where_worth_while(mut self, system: &impl Dependencies) -> Self {
        let mut workspace = self.take_workspace();
        self.one_of = worth::how_seldom(&self, &mut workspace, system);
        self.give_back(workspace);
        self
    }

    /// These stubborn sets, computed in all states, even if they leave out little.
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
        if let Some(alone) = &self.alone
            && let Some(&one) = events.iter().find(|event| alone.has(number(event.index())))
        {
            events.clear();
            return events.push(one);
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

    /// The answer to a question.
    #[inline]
    fn answer(&self, slots: &impl Slots, question: u32) -> u32 {
        match self.relation.questions.get(question as usize) {
            Some(question) => question.class(slots.value(question.slot)),
            None => self.upsets.side(slots, question - number(self.relation.questions.len())) as u32,
        }
    }

    /// How many answers a question has.
    fn answers(&self, question: u32) -> usize {
        self.relation.questions.get(question as usize).map_or(SIDES, Question::classes)
    }

    /// Finds a set; answers whether it does not have all these events, which are the enabled ones.
    fn search(&self, workspace: &mut Workspace, slots: &impl Slots, events: &[EventId]) -> bool {
        workspace.begin(&self.relation, events);
        let needs_key = self.asks_for_key_alone
            || self.upsets.seed(workspace, slots, number(self.relation.questions.len()));
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
                workspace.find_dense(rows, slots, events, (self.options.key, needs_key))
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

    /// The rows of bits, where sets are found with them.
    fn direct(&self) -> Option<&Direct> {
        self.relation.direct.as_ref().filter(|_| self.options.method == StubbornMethod::Insertion)
    }

    /// Closes a set by lists, beginning with what is in it.
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
        // The key of a set that has enabled events already is one of them.
        if needs_key && workspace.set.enabled == 0 && !self.add_key(workspace, slots, events) {
            return false;
        }
        if deletes && workspace.set.enabled > usize::from(needs_key) {
            workspace.thin_out(&self.relation, slots, (fixed, needs_key));
        }
        true
    }

    /// Adds an enabled event with all that it needs; answers whether not all events are in then.
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
            // Whatever draws it in has no fewer events.
            workspace.dead_ends.insert(event);
        }
        workspace.keys = keys;
        let Some(key) = best else { return false };
        if !is_there {
            workspace.set.back_to(base);
            // It was closed before, and so it will be again.
            workspace.dead_ends.clear();
            workspace.work_limit = usize::MAX;
            workspace.add(key);
            workspace.close(relation, slots, (usize::MAX, true));
        }
        true
    }
}

/// Leaves over the events at these positions, which are in order.
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
        // One event alone might be left out, too, but that is not worth the time.
        let is_asked = events.len() > 1 && (self.one_of == 1 || worth::is_asked(state, self.one_of));
        if let Some(workspace) = workspace.workspace.as_mut().filter(|_| is_asked) {
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
