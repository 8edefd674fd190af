//! The tables, the slots, and what is asked of a marking besides its events.

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

/// How much the tables hold at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLimits {
    /// The events: transitions with a binding.
    pub events: u32,
    /// The bytes of all tables.
    pub bytes: u64,
}

impl Default for TableLimits {
    /// A million events, and 1 GiB.
    fn default() -> Self {
        Self { events: 1 << 20, bytes: 1 << 30 }
    }
}

/// What is the same in all models that are relaxed from one.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) tables: Tables,
    initial: Marking,
    /// By transition: the places that a firing may change.
    changed: Vec<Vec<PlaceId>>,
    limits: TableLimits,
    /// Whether more tokens never hinder a firing, nor change what it does.
    pub(super) is_monotonic: bool,
}

/// A coloured net with explicit colours: what each coloured place holds has a number in a table.
///
/// Its events are not the transitions: [`firing`](Self::firing) says what an event is. They are numbered in
/// the order in which they are met, and so are the contents of places. With several threads, that order and
/// the words of a state depend on chance (how many states there are, and what they are, does not): who wants
/// the same ways and files each time uses one thread. All events depend on one another as far as dependencies
/// tell, so that reductions gain nothing.
#[derive(Debug, Clone)]
pub struct ColouredModel<'n> {
    pub(super) net: &'n Net,
    pub(super) known: Arc<Known>,
    pub(super) layout: Layout,
    /// By place: the bits of its slot.
    widths: Vec<u32>,
    pub(super) stop: Stop<'n>,
    /// Where it is noted that a negative difference disabled a binding.
    pub(super) negative_difference: Option<&'n AtomicBool>,
}

/// Whether to stop working out the firings of a marking.
#[derive(Clone, Default)]
pub(super) struct Stop<'n>(pub(super) Option<Arc<dyn Fn() -> bool + Send + Sync + 'n>>);

impl std::fmt::Debug for Stop<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "stop" } else { "never" })
    }
}

impl<'n> ColouredModel<'n> {
    /// The event of a marking with more bindings than can be tried, or with more firings than there is room
    /// for. It never leads anywhere.
    pub const OUT_OF_ROOM: usize = 0;

    /// The model of any net.
    ///
    /// # Errors
    /// Where the initial marking has no meaning, or is too large for `limits`.
    ///
    /// # Panics
    /// Where [`Net::validate`] finds errors in the net.
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

    /// The model that gives up working out the firings of a marking as soon as `is_stopped` returns `true`: a marking may have a million
    /// bindings. The search then ends with [`Shortage::Time`].
    #[must_use]
    pub fn stopping(self, is_stopped: impl Fn() -> bool + Send + Sync + 'n) -> Self {
        Self { stop: Stop(Some(Arc::new(is_stopped))), ..self }
    }

    /// The model that sets this to `true` as soon as only a negative difference of multisets keeps a binding from being enabled.
    #[must_use]
    pub fn noting_negative_differences(self, noted: &'n AtomicBool) -> Self {
        Self { negative_difference: Some(noted), ..self }
    }

    pub(super) fn with_widths(net: &'n Net, known: Arc<Known>, widths: Vec<u32>) -> Self {
        let extents: Vec<_> = widths.iter().map(|&width| Extent::Assumed(width)).collect();
        let layout = Layout::of(&extents);
        Self { net, known, layout, widths, stop: Stop::default(), negative_difference: None }
    }

    /// The transition and the binding that an event is; `None` for [`OUT_OF_ROOM`](Self::OUT_OF_ROOM).
    ///
    /// # Panics
    /// Where the event has not been met.
    #[must_use]
    pub fn firing(&self, event: EventId) -> Option<Arc<Firing>> {
        self.known.tables.firing(event)
    }

    /// The memory of the tables, about. It is not part of what the search counts.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.known.tables.bytes()
    }

    pub(super) fn max_events(&self) -> usize {
        self.known.limits.events.max(1) as usize
    }

    /// The tokens in a place.
    pub(super) fn multiset(&self, state: &[u64], place: PlaceId) -> Multiset {
        self.known.tables.multiset(place, self.layout.tokens(state, place))
    }

    /// The numbers of places in the initial marking, which are all known.
    pub(super) fn initial_number(&self, place: PlaceId) -> u64 {
        let tokens = self.known.initial.place(place).clone();
        self.known.tables.number(place, tokens).expect("the initial marking was numbered first")
    }

    /// Fires, and gives the numbers of the places that may have changed.
    ///
    /// # Errors
    /// Where that has no meaning, or where there is no room for what comes of it.
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

    /// Notes what there was not enough of.
    fn out_of_room(&self, shortage: Shortage) -> NotFired {
        self.known.tables.note(shortage);
        NotFired::OutOfRoom
    }

    /// The model in which these places have slots for these numbers; all others' slots are wider, too, if
    /// that is wanted.
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

/// Why a firing has no successor.
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
        // Where there are too many bindings to try, the event of its own says so.
        attempts.is_ok_and(|attempts| !attempts.is_empty())
    }

    fn marking(&self, _: &[u64], scratch: &ColouredScratch<'n>) -> Option<Marking> {
        Some(scratch.marking.clone())
    }

    /// What has not been met yet gets a number.
    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        let number = |place| self.known.tables.number(place, marking.place(place).clone());
        let numbers: Vec<u64> = self.net.place_ids().map(number).collect::<Option<_>>()?;
        self.layout.packed(|place| numbers[place.index()])
    }

    /// Nothing is proved, and what is assumed is about numbers of contents.
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

/// By transition: the places that a firing takes tokens from, puts some to, or empties.
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
