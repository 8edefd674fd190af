//! The explicit coloured model as a system.

use std::cell::RefCell;
use std::sync::atomic::Ordering;

use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{
    Adaptive, Change, Condition, Dependencies, Dependency, EventId, Extremes, Fired, Maxima, Relaxed, Room,
    SlotId, System, Test, Write,
};
use sanderling_unfolding::includes;

use super::finder::Finder;
use super::model::{ColouredModel, NotFired};
use super::numbering::Numbering;
use super::tables::Shortage;
use crate::layout::Slot;
use crate::net_model::NetModel;

/// The numbers of the contents of the places, and the evaluators that find the firings.
pub struct ColouredScratch<'n> {
    pub(super) finder: RefCell<Finder<'n>>,
    pub(super) numbers: Vec<u64>,
}

/// The greatest token counts of some markings.
#[derive(Debug, Clone)]
pub struct ColouredExtremes {
    totals: Vec<u64>,
    counts: Vec<u64>,
    sum: u128,
}

/// Raises each number to the corresponding one, if that is greater.
fn raise_each(numbers: &mut [u64], to: &[u64]) {
    numbers.iter_mut().zip(to).for_each(|(number, &to)| *number = to.max(*number));
}

impl<'n> ColouredModel<'n> {
    fn places(&self) -> impl Iterator<Item = PlaceId> + use<> {
        self.net.place_ids()
    }

    /// Adds the enabled events of a transition.
    ///
    /// # Errors
    /// If they could not be computed.
    #[inline(always)]
    pub(super) fn add_events(
        &self,
        scratch: &ColouredScratch<'n>,
        transition: TransitionId,
        numbering: &mut Numbering,
        events: &mut Vec<EventId>,
    ) -> Result<(), Shortage> {
        let (compiled, numbers) = (&self.known.transitions[transition.index()], scratch.numbers.as_slice());
        let is_met = compiled.needs().iter().all(|need| {
            let number = numbers[need.place.index()];
            need.least <= number && need.below.is_none_or(|below| number < below)
        });
        if !is_met {
            return Ok(());
        }
        let key = compiled.places().iter().map(|place| numbers[place.index()]);
        let event = |&event: &u32| EventId::new(event as usize);
        if let Some(stored) = numbering.stored(transition, &key) {
            events.extend(stored.iter().map(event));
            return Ok(());
        }
        let mut finder = scratch.finder.borrow_mut();
        let is_stopped = || self.is_stopped();
        let found = finder.events(compiled, numbering, (transition, numbers), &is_stopped)?;
        events.extend(found.iter().map(event));
        numbering.store(transition, key, found);
        Ok(())
    }
}

impl<'n> System for ColouredModel<'n> {
    type Scratch = ColouredScratch<'n>;

    const HAS_ALL_STORES: bool = false;

    fn words(&self) -> usize {
        self.layout.words()
    }

    fn events(&self) -> usize {
        self.max_events()
    }

    fn scratch(&self) -> ColouredScratch<'n> {
        ColouredScratch { finder: RefCell::new(Finder::new(self.net)), numbers: Vec::new() }
    }

    fn initial(&self, state: &mut [u64]) {
        self.layout.pack(|place| self.known.initial[place.index()], state);
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut ColouredScratch<'n>) {
        scratch.numbers.clear();
        scratch.numbers.extend(self.places().map(|place| self.layout.tokens(state, place)));
    }

    fn enabled<const W: usize>(&self, _: &[u64], scratch: &ColouredScratch<'n>, events: &mut Vec<EventId>) {
        let before = events.len();
        let mut numbering = self.known.tables.lock();
        let mut transitions = self.net.transition_ids();
        let result = transitions.try_for_each(|one| self.add_events(scratch, one, &mut numbering, events));
        if let Some(noted) = self.negative_difference.filter(|_| numbering.has_met_negative_difference) {
            noted.store(true, Ordering::Relaxed);
        }
        if let Err(shortage) = result {
            self.known.tables.note(shortage);
            events.truncate(before);
            events.push(EventId::new(Self::OUT_OF_ROOM));
        }
    }

    fn stands_for_others(&self, event: EventId) -> bool {
        event.index() == Self::OUT_OF_ROOM
    }

    fn give_up_no_more(&self) {
        self.known.tables.stop_no_more();
    }

    fn fire<const W: usize>(
        &self,
        state: &[u64],
        scratch: &ColouredScratch<'n>,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        let mut finder = scratch.finder.borrow_mut();
        match self.fired(&mut finder, &scratch.numbers, event) {
            Ok(()) => {}
            Err(NotFired::Undefined) => return Fired::Undefined,
            Err(NotFired::OutOfRoom) => return Fired::AssumptionBroken,
        }
        successor[..self.words()].copy_from_slice(&state[..self.words()]);
        for &(place, number) in &finder.fired {
            // All slots are fields, since the contents of a place are only ever assumed.
            let Slot::Field(field) = self.layout.slot(place) else { continue };
            if number > field.most() {
                return Fired::AssumptionBroken;
            }
            successor[field.word as usize] &= !field.mask();
            field.write(number, successor);
        }
        Fired::Successor
    }
}

impl Extremes for ColouredModel<'_> {
    type Extremes = ColouredExtremes;

    fn no_extremes(&self) -> ColouredExtremes {
        let places = self.net.places.len();
        ColouredExtremes { totals: vec![0; places], counts: vec![0; places], sum: 0 }
    }

    fn absorb<const W: usize>(
        &self,
        _: &[u64],
        scratch: &ColouredScratch<'_>,
        extremes: &mut ColouredExtremes,
    ) {
        let (numbering, mut sum) = (self.known.tables.lock(), 0);
        for (place, &number) in scratch.numbers.iter().enumerate() {
            let (total, max_count) = numbering.counts(place, number);
            extremes.totals[place] = extremes.totals[place].max(total);
            extremes.counts[place] = extremes.counts[place].max(max_count);
            sum += u128::from(total);
        }
        extremes.sum = extremes.sum.max(sum);
    }

    fn join(&self, extremes: &mut ColouredExtremes, others: &ColouredExtremes) {
        raise_each(&mut extremes.totals, &others.totals);
        raise_each(&mut extremes.counts, &others.counts);
        extremes.sum = extremes.sum.max(others.sum);
    }

    /// Raises the greatest total of each place, followed by the greatest count of one colour in each.
    fn raise(&self, extremes: &ColouredExtremes, maxima: &mut Maxima) {
        maxima.each.resize(2 * self.net.places.len(), 0);
        let (totals, counts) = maxima.each.split_at_mut(self.net.places.len());
        raise_each(totals, &extremes.totals);
        raise_each(counts, &extremes.counts);
        maxima.sum = maxima.sum.max(extremes.sum);
    }
}

impl Adaptive for ColouredModel<'_> {
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self> {
        let mut scratch = self.scratch();
        self.unpack::<0>(state, &mut scratch);
        let finder = scratch.finder.get_mut();
        match self.fired(finder, &scratch.numbers, event) {
            Ok(()) => Relaxed::System(self.widened(&finder.fired, room.others_too)),
            Err(_) => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        let create = || self.layout.translation(&earlier.layout);
        self.translations.translate(&earlier.layout, create, state, translated);
    }

    /// If more tokens never prevent a firing or change its effect, firings that are possible with fewer tokens are
    /// possible with more. A path to a greater marking can therefore be repeated.
    fn pumps(&self, ancestor: &[u64], _: &[EventId], descendant: &[u64]) -> bool {
        let numbering = self.known.tables.lock();
        let is_included = |place| {
            let [less, more] = [ancestor, descendant].map(|state| self.layout.tokens(state, place));
            match (numbering.contents(place, less), numbering.contents(place, more)) {
                (Some(less), Some(more)) => includes(more, less),
                _ => less <= more,
            }
        };
        self.known.is_monotonic && ancestor != descendant && self.places().all(is_included)
    }
}

impl Dependencies for ColouredModel<'_> {
    fn slots(&self) -> usize {
        self.net.places.len()
    }

    fn value(&self, state: &[u64], _: &ColouredScratch<'_>, slot: SlotId) -> i128 {
        i128::from(self.layout.tokens(state, PlaceId::new(slot.index())))
    }

    /// Every event may depend on every place and change it, since future events are not yet known.
    fn dependencies(&self) -> Vec<Dependency> {
        let slots = || (0..self.slots()).map(SlotId::new);
        let tests = slots().map(|slot| Test { slot, condition: Condition::Depends }).collect();
        let writes = slots().map(|slot| Write { slot, change: Change::Assign }).collect();
        let dependency = Dependency::new(tests, slots().collect(), writes).undefined_at_times();
        vec![dependency; self.events()]
    }
}
