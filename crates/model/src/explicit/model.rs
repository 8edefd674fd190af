//! The explicit coloured model: its tables, its slots, and queries about a marking other than its events.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sanderling_cutoff::COLOUR_BITS;
use sanderling_net::semantics::{self, FireError, Firing, Marking, SemanticsError};
use sanderling_net::{ArcKind, Net, PlaceId, SortId, TransitionId};
use sanderling_system::EventId;
use sanderling_unfolding::{Compiled, Evaluator};

use super::finder::Finder;
use super::numbering::Numbering;
use super::system::ColouredScratch;
use super::tables::{Shortage, Tables};
use crate::contradiction::Contradiction;
use crate::knowledge::ClaimStatus;
use crate::layout::{Extent, Layout, bits};
use crate::net_model::NetModel;
use crate::translation::Translations;

/// Limits on the size of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLimits {
    /// Maximum number of events: transitions with a binding.
    pub events: u32,
    /// Maximum size of all tables, in bytes.
    pub bytes: u64,
}

impl Default for TableLimits {
    /// Returns limits of a million events and 1 GiB.
    fn default() -> Self {
        Self { events: 1 << 20, bytes: 1 << 30 }
    }
}

/// The parts that all models relaxed from one share.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) tables: Tables,
    pub(super) transitions: Vec<Compiled>,
    /// The numbers of the initial contents of places.
    pub(super) initial: Vec<u64>,
    /// By transition: the places that a firing may change.
    changed: Vec<Vec<PlaceId>>,
    limits: TableLimits,
    /// Whether more tokens never prevent a firing or change its effect.
    pub(super) is_monotonic: bool,
}

/// A coloured net with explicit colours. The contents of each coloured place are numbered in a table.
///
/// Its events are not the transitions; [`firing`](Self::firing) describes an event. Events and the contents of places
/// are numbered in the order of discovery. With several threads, that order and the words of a state depend on timing,
/// but the number and meaning of states do not. Reproducible paths and files require one thread. Dependencies treat all
/// events as dependent, so reductions have no effect.
#[derive(Debug, Clone)]
pub struct ColouredModel<'n> {
    pub(super) net: &'n Net,
    pub(super) known: Arc<Known>,
    pub(super) layout: Arc<Layout>,
    pub(super) translations: Translations,
    /// By place: the number of bits of its slot.
    widths: Vec<u32>,
    pub(super) stop: Stop<'n>,
    /// The flag to set when a negative difference disables a binding.
    pub(super) negative_difference: Option<&'n AtomicBool>,
}

/// A function that decides whether to stop computing the firings of a marking.
#[derive(Clone, Default)]
pub(super) struct Stop<'n>(pub(super) Option<Arc<dyn Fn() -> bool + Send + Sync + 'n>>);

impl std::fmt::Debug for Stop<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "stop" } else { "never" })
    }
}

impl<'n> ColouredModel<'n> {
    /// The event of a marking with too many bindings to try, or with more firings than fit the table. It never has a
    /// successor.
    pub const OUT_OF_ROOM: usize = 0;

    /// Creates the model of any net.
    ///
    /// # Errors
    /// If the initial marking is undefined, or too large for `limits`.
    ///
    /// # Panics
    /// If [`Net::validate`] finds errors in the net.
    pub fn build(net: &'n Net, limits: TableLimits) -> Result<Self, SemanticsError> {
        let initial = semantics::initial(net)?;
        let mut evaluator = Evaluator::new(net);
        let transitions = Compiled::all(net, &mut evaluator);
        let lens: Vec<usize> = transitions.iter().map(|one| one.places().len()).collect();
        let mut numbering = Numbering::new(net, limits, evaluator.colours, &lens);
        let (mut numbers, mut widths) =
            (Vec::with_capacity(net.places.len()), Vec::with_capacity(net.places.len()));
        for (place, tokens) in net.place_ids().zip(initial.iter()) {
            let number = numbering.number(place, tokens).ok_or_else(|| too_many(net.place(place)))?;
            let is_plain = net.place(place).sort == SortId::DOT;
            widths.push(if is_plain { bits(number) } else { COLOUR_BITS.bits() });
            numbers.push(number);
        }
        let tables = Tables::new(numbering, transitions.iter().map(|one| one.scope().to_vec()).collect());
        let (changed, is_monotonic) = (changed(net), is_monotonic(net));
        let known = Known { tables, transitions, initial: numbers, changed, limits, is_monotonic };
        Ok(Self::with_widths(net, Arc::new(known), widths))
    }

    /// Returns the model that stops computing the firings of a marking as soon as `is_stopped` returns `true`. A
    /// marking may have a million bindings. The search then ends with [`Shortage::Time`].
    #[must_use]
    pub fn stopping(self, is_stopped: impl Fn() -> bool + Send + Sync + 'n) -> Self {
        Self { stop: Stop(Some(Arc::new(is_stopped))), ..self }
    }

    /// Returns the model that sets `noted` to `true` as soon as a binding is disabled only by a negative difference of
    /// multisets.
    #[must_use]
    pub fn noting_negative_differences(self, noted: &'n AtomicBool) -> Self {
        Self { negative_difference: Some(noted), ..self }
    }

    pub(super) fn with_widths(net: &'n Net, known: Arc<Known>, widths: Vec<u32>) -> Self {
        let extents: Vec<_> = widths.iter().map(|&width| Extent::Assumed(width)).collect();
        let (layout, translations) = (Arc::new(Layout::of(&extents)), Translations::default());
        Self { net, known, layout, translations, widths, stop: Stop::default(), negative_difference: None }
    }

    /// Returns the transition and binding of an event, or `None` for [`OUT_OF_ROOM`](Self::OUT_OF_ROOM).
    ///
    /// # Panics
    /// If the event has not been discovered.
    #[must_use]
    pub fn firing(&self, event: EventId) -> Option<Arc<Firing>> {
        self.known.tables.firing(event)
    }

    /// Returns the approximate memory of the tables, in bytes. The search does not count it.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.known.tables.bytes()
    }

    pub(super) fn max_events(&self) -> usize {
        self.known.limits.events.max(1) as usize
    }

    /// Fires, and stores the new numbers of the places that may have changed in the scratch's `fired`.
    ///
    /// # Errors
    /// If firing is undefined, or there is no room for the result.
    #[inline(always)]
    pub(super) fn fired(
        &self,
        finder: &mut Finder<'n>,
        numbers: &[u64],
        event: EventId,
    ) -> Result<(), NotFired> {
        let mut numbering = self.known.tables.lock();
        let number = numbering.firings.of_event(event.index()).ok_or(NotFired::OutOfRoom)?;
        finder.fired.clear();
        match numbering.fire(number, numbers, |place, number| finder.fired.push((place, number))) {
            Ok(true) => Ok(()),
            Ok(false) => self.fired_by_reference(finder, numbers, &mut numbering, number),
            Err(shortage) => Err(self.out_of_room(shortage)),
        }
    }

    /// Fires a binding for which terms are undefined or too large.
    #[cold]
    fn fired_by_reference(
        &self,
        finder: &mut Finder<'n>,
        numbers: &[u64],
        numbering: &mut Numbering,
        number: u32,
    ) -> Result<(), NotFired> {
        let transition = numbering.firings.transition(number);
        let firing = numbering.firing(number, self.known.tables.scope(transition));
        let mut marking = numbering.marking(numbers);
        finder.interpreter.fire(&mut marking, &firing).map_err(|error| match error {
            FireError::Undefined(error) if error.problem.is_model_error() => NotFired::Undefined,
            FireError::Overflow(_) => self.out_of_room(Shortage::Tokens),
            _ => self.out_of_room(Shortage::Steps),
        })?;
        for &place in &self.known.changed[transition.index()] {
            let number = numbering.number(place, marking.place(place));
            finder.fired.push((place, number.ok_or_else(|| self.out_of_room(Shortage::Room))?));
        }
        Ok(())
    }

    /// Records the shortage.
    pub(super) fn out_of_room(&self, shortage: Shortage) -> NotFired {
        self.known.tables.note(shortage);
        NotFired::OutOfRoom
    }

    /// Returns the model with slots wide enough for these numbers. If `others_too` is set, all other slots are widened
    /// as well.
    pub(super) fn widened(&self, numbers: &[(PlaceId, u64)], others_too: bool) -> Self {
        let mut widths = self.widths.clone();
        for &(place, number) in numbers {
            widths[place.index()] = widths[place.index()].max(bits(number));
        }
        if others_too {
            for (width, place) in widths.iter_mut().zip(&self.net.places) {
                *width = (*width * 2).min(if place.sort == SortId::DOT { 64 } else { 32 }).max(*width);
            }
        }
        let (stop, negative_difference) = (self.stop.clone(), self.negative_difference);
        Self { stop, negative_difference, ..Self::with_widths(self.net, Arc::clone(&self.known), widths) }
    }
}

/// The reason why a firing has no successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotFired {
    Undefined,
    OutOfRoom,
}

impl<'n> NetModel for ColouredModel<'n> {
    fn encoding(&self) -> &'static str {
        "explicit"
    }

    fn bits_per_state(&self) -> u64 {
        self.layout.bits()
    }

    fn tokens(&self, _: &[u64], scratch: &ColouredScratch<'n>, place: PlaceId) -> u64 {
        self.known.tables.lock().counts(place.index(), scratch.numbers[place.index()]).0
    }

    fn is_enabled(&self, _: &[u64], scratch: &ColouredScratch<'n>, transition: TransitionId) -> bool {
        // If there are too many bindings to try, the special event represents them.
        let mut events = Vec::new();
        self.add_events(scratch, transition, &mut self.known.tables.lock(), &mut events).is_ok()
            && !events.is_empty()
    }

    fn marking(&self, _: &[u64], scratch: &ColouredScratch<'n>) -> Option<Marking> {
        Some(self.known.tables.lock().marking(&scratch.numbers))
    }

    /// Numbers contents that have not been met before.
    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        let mut numbering = self.known.tables.lock();
        let number = |place| numbering.number(place, marking.place(place));
        let numbers: Vec<u64> = self.net.place_ids().map(number).collect::<Option<_>>()?;
        self.layout.packed(|place| numbers[place.index()])
    }

    /// Nothing is proved, and assumptions are only about numbers of contents.
    fn contradiction(&self, _: &Marking) -> Option<Contradiction> {
        None
    }

    fn asserts(&self, _: &[u64], scratch: &ColouredScratch<'n>, assertion: usize) -> bool {
        let marking = self.known.tables.lock().marking(&scratch.numbers);
        scratch.finder.borrow().interpreter.holds(&self.net.assertions[assertion], &marking) == Ok(true)
    }

    fn claim_status(&self) -> &ClaimStatus {
        match &self.net.units {
            Some(units) if units.claims_safe => &ClaimStatus::Unchecked,
            _ => &ClaimStatus::NoClaim,
        }
    }

    fn tables(&self) -> Option<&Tables> {
        Some(&self.known.tables)
    }

    fn is_stopped(&self) -> bool {
        !self.known.tables.stops_no_more() && self.stop.0.as_ref().is_some_and(|is_stopped| is_stopped())
    }
}

/// Returns by transition the places from which a firing takes tokens, into which it puts some, or which it empties.
fn changed(net: &Net) -> Vec<Vec<PlaceId>> {
    let mut changed = vec![BTreeSet::new(); net.transitions.len()];
    for arc in &net.arcs {
        if !matches!(arc.kind, ArcKind::Inhibitor | ArcKind::Read) {
            changed[arc.transition.index()].insert(arc.place);
        }
    }
    changed.into_iter().map(|places| places.into_iter().collect()).collect()
}

fn is_monotonic(net: &Net) -> bool {
    net.arcs.iter().all(|arc| !matches!(arc.kind, ArcKind::Inhibitor | ArcKind::Reset))
        && net.places.iter().all(|place| place.capacity.is_none())
}

fn too_many(place: &sanderling_net::Place) -> SemanticsError {
    let problem = semantics::Problem::TooMany("more tokens than there is room for");
    SemanticsError { element: place.id.clone(), problem }
}
