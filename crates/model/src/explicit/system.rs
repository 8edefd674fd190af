//! The explicit coloured model as a system.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use sanderling_net::PlaceId;
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_system::{
    Adaptive, Change, Condition, Dependencies, Dependency, EventId, Extremes, Fired, Maxima, Relaxed, SlotId,
    System, Test, Write,
};

use super::model::{ColouredModel, NotFired};
use super::tables::Shortage;
use crate::layout::Slot;
use crate::net_model::NetModel;

/// A marking, and the interpreter that finds its firings.
pub struct ColouredScratch<'n> {
    pub(super) interpreter: Interpreter<'n>,
    pub(super) marking: Marking,
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
        ColouredScratch { interpreter: Interpreter::new(self.net), marking: Marking::of_tokens(&[]) }
    }

    fn initial(&self, state: &mut [u64]) {
        self.layout.pack(|place| self.initial_number(place), state);
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut ColouredScratch<'n>) {
        scratch.marking = self.places().map(|place| self.multiset(state, place)).collect();
    }

    fn enabled<const W: usize>(&self, _: &[u64], scratch: &ColouredScratch<'n>, events: &mut Vec<EventId>) {
        let before = events.len();
        let is_stopped = || self.is_stopped();
        for transition in self.net.transition_ids() {
            let visited =
                scratch.interpreter.visit_attempts(&scratch.marking, transition, &is_stopped, |attempt| {
                    let Some(event) = self.known.tables.event(attempt.firing) else {
                        return ControlFlow::Break(());
                    };
                    events.push(event);
                    ControlFlow::Continue(())
                });
            if let Some(noted) =
                self.negative_difference.filter(|_| scratch.interpreter.has_met_negative_difference())
            {
                noted.store(true, Ordering::Relaxed);
            }
            if visited.is_err() {
                self.known.tables.note(if is_stopped() { Shortage::Time } else { Shortage::Steps });
            }
            if !matches!(visited, Ok(ControlFlow::Continue(()))) {
                events.truncate(before);
                events.push(EventId::new(Self::OUT_OF_ROOM));
                return;
            }
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
        let Some(firing) = self.firing(event) else { return Fired::AssumptionBroken };
        let numbers = match self.fired(scratch, &firing) {
            Ok(numbers) => numbers,
            Err(NotFired::Undefined) => return Fired::Undefined,
            Err(NotFired::OutOfRoom) => return Fired::AssumptionBroken,
        };
        successor[..self.words()].copy_from_slice(&state[..self.words()]);
        for (place, number) in numbers {
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
        for (place, tokens) in scratch.marking.iter().enumerate() {
            extremes.totals[place] = extremes.totals[place].max(tokens.total());
            extremes.counts[place] = extremes.counts[place].max(tokens.max_count());
        }
        extremes.sum = extremes.sum.max(scratch.marking.total());
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
    fn relax(&self, state: &[u64], event: EventId, others_too: bool) -> Relaxed<Self> {
        let mut scratch = self.scratch();
        self.unpack::<0>(state, &mut scratch);
        let numbers = self.firing(event).and_then(|firing| self.fired(&scratch, &firing).ok());
        match numbers {
            Some(numbers) => Relaxed::System(self.widened(&numbers, others_too)),
            None => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        self.layout.pack(|place| earlier.layout.tokens(state, place), translated);
    }

    /// If more tokens never prevent a firing or change its effect, firings that are possible with fewer tokens are
    /// possible with more. A path to a greater marking can therefore be repeated.
    fn pumps(&self, ancestor: &[u64], _: &[EventId], descendant: &[u64]) -> bool {
        let includes = |place| self.multiset(descendant, place).includes(&self.multiset(ancestor, place));
        self.known.is_monotonic && ancestor != descendant && self.places().all(includes)
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
