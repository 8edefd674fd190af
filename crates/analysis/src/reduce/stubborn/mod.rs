//! Stubborn sets: events that may wait, since what is asked can be answered without them.
//!
//! In each state a set of events is found, and those of it that are enabled are fired. It contains an [up-set](upset) of each
//! thing that is looked for, all that gets in the way of an event of it that is enabled, and all that one which is not
//! enabled waits for: so what is left out could as well happen later. Sources: Valmari, *Stubborn Sets for
//! Reduced State Space Generation*, 1989; Schmidt, *Stubborn Sets for Standard Properties*, ICATPN 1999; Kristensen, Schmidt
//! and Valmari, *Question-Guided Stubborn Set Methods for State Properties*, FMSD 29, 2006.
//!
//! We go by the footprints, as Laarman, Pater, van de Pol and Hansen by guards, *Guard-Based Partial-Order Reduction*,
//! STTT 18, 2016: one way for nets and programs. INVARIANT: the set depends on the state and the question alone. So the
//! reduced system is a system like any other, to be explored in any order; the proof stands at [`Stubborn`].

mod bits;
mod closure;
mod components;
mod deletion;
mod dense;
mod desk;
mod direct;
mod marks;
mod one_pass;
mod options;
mod question;
mod recall;
mod relation;
mod rows;
mod target;
mod upset;
mod worth;

use std::sync::Mutex;

use sanderling_cutoff::DELETED_EVENTS;
use sanderling_system::{EventId, Footprints, SlotId, System};

use self::bits::Bits;
use self::desk::{Desk, Slots};
use self::direct::Direct;
use self::question::Question;
use self::relation::Relation;
use self::rows::number;
use self::upset::{SIDES, UpSets};

pub use options::{KeyEvent, StubbornMethod, StubbornOptions};
pub use target::Target;

/// Chooses which of the enabled events of a state are fired, by the state alone.
///
/// The set `T` of a state `s` contains (U) for each thing that is looked for and not found in `s` an up-set: some event
/// of it occurs on every way there; and for each event of `T`, (E) where it is enabled, all others that are not
/// independent of it; (N) where it is not, all that can make one of its conditions true that fails. Where the
/// set would take too long, or leaves [too little](worth) out, it is all events, with which all of this holds. What was found for a
/// state is [remembered](recall) for all that answer the same questions alike, so that nothing depends on what came before.
///
/// *Waiting* (D1). Let `w·t` be a way from `s`, `t` in `T` and no event of `w` in `T`. Then `t` is enabled in `s`: otherwise a
/// condition of `t` that fails in `s` would fail behind `w`, by (N). It stays enabled all along `w`, and may be swapped with
/// each event of `w`, by (E): so `t·w` is a way to the same state. Or `t` leads to the end, and does so in `s`.
///
/// *Nothing is lost.* Let a shortest way from a visited state `s` to something that is looked for have `n` events, and
/// `n > 0`. By (U) it has a first event `t` of `T`; by (D1) this is enabled in `s`, so it is fired, and from where it leads
/// there is a way of `n - 1` events. By induction what is looked for is found, along a way that is as short as any. No proviso for
/// cycles is needed, and it does not matter in which order states come, how they are stored, which closed ones are
/// forgotten, or how many threads there are: all that was used is that in each visited state all enabled events of
/// its set are fired.
///
/// What is looked for are the targets, and besides them always events that are undefined or lead to the
/// [end](Footprints::is_end): these are verdicts, too, and each is its own up-set. Where a target holds it has no up-set: the
/// search knows it. The up-set of a deadlock are the events that may disable an enabled one, the *key*, of which a set with
/// an enabled event has one by (E), and another set is given one (D2). Where nothing that is looked for can be reached any
/// more, nothing may be fired; such a state is no deadlock, since states are observed with all their events.
///
/// A way of the reduced system is one of the system. So a sequence that can be repeated for ever, to a new state each time, can be
/// so there. The other way round, the reduced system may be finite where the system is not: its answers hold all the same.
/// Where an assumption breaks, that is repaired and the states are what they were; events that are not fired break
/// none. No figures of the system can be read off: how many states there are, how large a value gets, which event is
/// never enabled.
///
/// The set of a state is the same each time it is asked for, as long as the system is not relaxed. Then events may come
/// in another order and the set be another one; the state's events are fired from the first one on again.
#[derive(Debug)]
pub struct Stubborn {
    relation: Relation,
    upsets: UpSets,
    options: StubbornOptions,
    /// Whether any set with an enabled event will do, in all states.
    asks_for_key_alone: bool,
    /// There, the events each of which is a set by itself wherever it is enabled.
    alone: Option<Bits>,
    /// Sets are asked for in one of so many states: in all, or in [a few](worth).
    one_of: u64,
    /// What threads work with, while they do not.
    desks: Mutex<Vec<Desk>>,
}

/// What a thread works with while it finds stubborn sets.
#[derive(Debug)]
pub struct StubbornDesk<'a> {
    stubborn: &'a Stubborn,
    desk: Option<Box<Desk>>,
}

/// A choice among the enabled events of a state.
pub trait SelectEvents<S: System>: Send + Sync {
    /// What a thread works with.
    fn desk(&self) -> StubbornDesk<'_>;

    /// Takes away the events that need not be fired in the state. `scratch` is prepared for it.
    fn select(
        &self,
        desk: &mut StubbornDesk<'_>,
        state: (&S, &[u64], &S::Scratch),
        events: &mut Vec<EventId>,
    );

    /// The memory that it takes.
    fn bytes(&self) -> usize;
}

/// The slots of a packed state.
struct Unpacked<'a, S: System>(&'a S, &'a [u64], &'a S::Scratch);

impl<S: Footprints> Slots for Unpacked<'_, S> {
    #[inline]
    fn value(&self, slot: SlotId) -> i128 {
        self.0.value(self.1, self.2, slot)
    }
}

impl Stubborn {
    /// Sets by which these targets are found. Time and memory: about as large as the footprints, and two hundred sets.
    #[must_use]
    pub fn of(system: &impl Footprints, targets: &[Target], options: StubbornOptions) -> Self {
        let footprints = system.footprints();
        let mut relation = Relation::of(&footprints);
        if options.method == StubbornMethod::Deletion {
            relation = relation.and_backwards();
        }
        let upsets = UpSets::of(targets, &relation, &footprints);
        let desks = Mutex::default();
        let asks_for_key_alone = relation.verdicts.is_empty() && upsets.ask_for_key_alone();
        let mut sets = Self { relation, upsets, options, asks_for_key_alone, alone: None, one_of: 1, desks };
        if sets.asks_for_key_alone && options.key == KeyEvent::Fewest {
            sets.alone = sets.direct().map(|direct| direct.alone(sets.relation.events));
        }
        let mut desk = sets.take_desk();
        sets.one_of = worth::how_seldom(&sets, &mut desk, system);
        sets.give_back(desk);
        sets
    }

    /// The same, asked for in all states, even if little is left out.
    #[must_use]
    pub fn in_every_state(self) -> Self {
        Self { one_of: 1, ..self }
    }

    fn give_back(&self, desk: Desk) {
        if let Ok(mut desks) = self.desks.lock() {
            desks.push(desk);
        }
    }

    fn take_desk(&self) -> Desk {
        let spare = self.desks.lock().ok().and_then(|mut desks| desks.pop());
        spare.unwrap_or_else(|| Desk::new(&self.relation))
    }

    fn choose(&self, desk: &mut Desk, slots: &impl Slots, events: &mut Vec<EventId>) {
        if let Some(alone) = &self.alone
            && let Some(&one) = events.iter().find(|event| alone.has(number(event.index())))
        {
            events.clear();
            return events.push(one);
        }
        let remembers = desk.recall.is_worth_while();
        let answer = |question| self.answer(slots, question);
        if remembers && let Some(chosen) = desk.recall.find(events, answer) {
            keep(chosen, events);
            desk.recalled += 1;
            return desk.recall.count(true);
        }
        let mut chosen = std::mem::take(&mut desk.chosen);
        chosen.clear();
        let is_smaller = self.search(desk, slots, events);
        let set = if self.direct().is_some() { desk.dense.events() } else { &desk.set.events };
        let is_chosen = |event: &EventId| !is_smaller || set.has(number(event.index()));
        chosen.extend((0..).zip(events.iter()).filter(|(_, event)| is_chosen(event)).map(|(at, _)| at));
        if remembers {
            desk.recall.note(events, &desk.trail, &chosen, |question| self.answers(question));
            desk.recall.count(false);
        }
        keep(&chosen, events);
        desk.chosen = chosen;
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
    fn search(&self, desk: &mut Desk, slots: &impl Slots, events: &[EventId]) -> bool {
        desk.begin(&self.relation, events);
        let needs_key =
            self.asks_for_key_alone || self.upsets.seed(desk, slots, number(self.relation.questions.len()));
        let seeds = std::mem::take(&mut desk.truths.seeds);
        let verdicts = self.relation.verdicts.iter().map(|event| number(event.index()));
        let first = verdicts.chain(seeds.iter().copied());
        let is_smaller = match self.direct() {
            Some(direct) => {
                desk.dense.begin();
                first.for_each(|event| desk.put(event));
                let rows = (&self.relation, direct);
                desk.find_dense(rows, slots, events, (self.options.key, needs_key))
            }
            None => {
                desk.begin_set();
                first.for_each(|event| desk.add(event));
                self.search_lists(desk, slots, events, needs_key)
            }
        };
        desk.truths.seeds = seeds;
        is_smaller
    }

    /// The rows of bits, where sets are found with them.
    fn direct(&self) -> Option<&Direct> {
        self.relation.direct.as_ref().filter(|_| self.options.method == StubbornMethod::Insertion)
    }

    /// The same by lists, beginning with what is in the set.
    fn search_lists(&self, desk: &mut Desk, slots: &impl Slots, events: &[EventId], needs_key: bool) -> bool {
        let fixed = desk.set.members().len();
        let deletes = self.options.method == StubbornMethod::Deletion;
        if deletes && DELETED_EVENTS.admits(self.relation.events) {
            (0..number(self.relation.events)).for_each(|event| desk.add(event));
            desk.thin_out(&self.relation, slots, (fixed, needs_key));
            return true;
        }
        if !desk.close(&self.relation, slots, (events.len(), true)) {
            return false;
        }
        // The key of a set that has enabled events already is one of them.
        if needs_key && desk.set.enabled == 0 && !self.add_key(desk, slots, events) {
            return false;
        }
        if deletes && desk.set.enabled > usize::from(needs_key) {
            desk.thin_out(&self.relation, slots, (fixed, needs_key));
        }
        true
    }

    /// Adds an enabled event with all that it needs; answers whether not all events are in then.
    fn add_key(&self, desk: &mut Desk, slots: &impl Slots, events: &[EventId]) -> bool {
        let relation = &self.relation;
        if self.options.method == StubbornMethod::Components {
            let Some(key) = desk.best_key(relation, slots, events) else { return false };
            desk.add(key);
            return desk.close(relation, slots, (events.len(), false));
        }
        let base = desk.set.size();
        let (mut best, mut is_there) = (None, false);
        let mut fewest = events.len();
        desk.list_keys(relation, events, self.options.key);
        let keys = std::mem::take(&mut desk.keys);
        for &event in &keys {
            desk.set.back_to(base);
            desk.add(event);
            is_there = desk.close(relation, slots, (fewest, true));
            if is_there {
                (best, fewest) = (Some(event), desk.set.enabled);
            }
            if fewest == 1 || desk.patience == 0 || (self.options.key == KeyEvent::First && best.is_some()) {
                break;
            }
            // Whatever draws it in has no fewer events.
            desk.hopeless.insert(event);
        }
        desk.keys = keys;
        let Some(key) = best else { return false };
        if !is_there {
            desk.set.back_to(base);
            // It was closed before, and so it will be again.
            desk.hopeless.clear();
            desk.patience = usize::MAX;
            desk.add(key);
            desk.close(relation, slots, (usize::MAX, true));
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

impl<S: Footprints> SelectEvents<S> for Stubborn {
    fn desk(&self) -> StubbornDesk<'_> {
        StubbornDesk { stubborn: self, desk: Some(Box::new(self.take_desk())) }
    }

    fn select(
        &self,
        desk: &mut StubbornDesk<'_>,
        (system, state, scratch): (&S, &[u64], &S::Scratch),
        events: &mut Vec<EventId>,
    ) {
        // One event alone might be left out, too, but that is not worth the time.
        let is_asked = events.len() > 1 && (self.one_of == 1 || worth::is_asked(state, self.one_of));
        if let Some(desk) = desk.desk.as_mut().filter(|_| is_asked) {
            self.choose(desk, &Unpacked(system, state, scratch), events);
        }
    }

    fn bytes(&self) -> usize {
        self.relation.bytes() + self.upsets.bytes()
    }
}

impl Drop for StubbornDesk<'_> {
    fn drop(&mut self) {
        if let Some(desk) = self.desk.take() {
            self.stubborn.give_back(*desk);
        }
    }
}

#[cfg(test)]
mod tests;
