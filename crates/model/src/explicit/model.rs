//! The explicit coloured model: its tables, its slots, and queries about a marking other than its events.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sanderling_cutoff::COLOUR_BITS;
use sanderling_net::semantics::{self, FireError, Firing, Marking, Multiset, SemanticsError};
use sanderling_net::{ArcKind, Net, PlaceId, SortId, TransitionId};
use sanderling_system::EventId;

use super::system::ColouredScratch;
use super::tables::{Shortage, Tables};
use crate::contradiction::Contradiction;
use crate::knowledge::ClaimStatus;
use crate::layout::{Extent, Layout, bits};
use crate::net_model::NetModel;

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
    initial: Marking,
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
    pub(super) layout: Layout,
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
        let tables = Tables::of(net, limits);
        let known = Known { tables, changed: changed(net), is_monotonic: is_monotonic(net), limits, initial };
        let mut widths = Vec::with_capacity(net.places.len());
        for (place, tokens) in net.place_ids().zip(known.initial.iter()) {
            let number = known.tables.number(place, tokens.clone());
            let number = number.ok_or_else(|| too_many(net.place(place)))?;
            let is_plain = net.place(place).sort == SortId::DOT;
            widths.push(if is_plain { bits(number) } else { COLOUR_BITS.bits() });
        }
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
        let layout = Layout::of(&extents);
        Self { net, known, layout, widths, stop: Stop::default(), negative_difference: None }
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

    /// Returns the tokens in a place.
    pub(super) fn multiset(&self, state: &[u64], place: PlaceId) -> Multiset {
        self.known.tables.multiset(place, self.layout.tokens(state, place))
    }

    /// Returns the number of the initial contents of a place, which is always known.
    pub(super) fn initial_number(&self, place: PlaceId) -> u64 {
        let tokens = self.known.initial.place(place).clone();
        self.known.tables.number(place, tokens).expect("the initial marking was numbered first")
    }

    /// Fires, and returns the new numbers of the places that may have changed.
    ///
    /// # Errors
    /// If firing is undefined, or there is no room for the result.
    pub(super) fn fired(
        &self,
        scratch: &ColouredScratch<'n>,
        firing: &Firing,
    ) -> Result<Vec<(PlaceId, u64)>, NotFired> {
        let mut marking = scratch.marking.clone();
        scratch.interpreter.fire(&mut marking, firing).map_err(|error| match error {
            FireError::Undefined(error) if error.problem.is_model_error() => NotFired::Undefined,
            FireError::Overflow(_) => self.out_of_room(Shortage::Tokens),
            _ => self.out_of_room(Shortage::Steps),
        })?;
        let changed = self.known.changed[firing.transition.index()].iter();
        let number = |&place: &PlaceId| {
            let tokens = marking.place(place).clone();
            Some((place, self.known.tables.number(place, tokens)?))
        };
        changed.map(number).collect::<Option<_>>().ok_or(NotFired::OutOfRoom)
    }

    /// Records the shortage.
    fn out_of_room(&self, shortage: Shortage) -> NotFired {
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
        scratch.marking.tokens(place)
    }

    fn is_enabled(&self, _: &[u64], scratch: &ColouredScratch<'n>, transition: TransitionId) -> bool {
        let attempts = scratch.interpreter.attempts_of(&scratch.marking, transition);
        // If there are too many bindings to try, the special event represents them.
        attempts.is_ok_and(|attempts| !attempts.is_empty())
    }

    fn marking(&self, _: &[u64], scratch: &ColouredScratch<'n>) -> Option<Marking> {
        Some(scratch.marking.clone())
    }

    /// Numbers contents that have not been met before.
    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        let number = |place| self.known.tables.number(place, marking.place(place).clone());
        let numbers: Vec<u64> = self.net.place_ids().map(number).collect::<Option<_>>()?;
        self.layout.packed(|place| numbers[place.index()])
    }

    /// Nothing is proved, and assumptions are only about numbers of contents.
    fn contradiction(&self, _: &Marking) -> Option<Contradiction> {
        None
    }

    fn asserts(&self, _: &[u64], scratch: &ColouredScratch<'n>, assertion: usize) -> bool {
        scratch.interpreter.holds(&self.net.assertions[assertion], &scratch.marking) == Ok(true)
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
