//! The tables, the slots, and what is asked of a marking besides its events.

use std::collections::BTreeSet;
use std::sync::Arc;

use sanderling_net::semantics::{self, FireError, Firing, Marking, Multiset, SemanticsError};
use sanderling_net::{ArcKind, Net, PlaceId, SortId, TransitionId, Value};
use sanderling_system::EventId;

use super::system::InternedScratch;
use super::table::{Room, Table};
use crate::layout::{Extent, Layout, bits};
use crate::net_model::NetModel;

/// The bits that a coloured place starts with.
const FIRST_BITS: u32 = 4;

/// How much is interned at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    /// The events: transitions with a binding.
    pub events: u32,
    /// The bytes of all tables.
    pub bytes: u64,
}

impl Default for Most {
    /// A million events, and 1 GiB.
    fn default() -> Self {
        Self { events: 1 << 20, bytes: 1 << 30 }
    }
}

/// What has been met.
#[derive(Debug)]
pub(super) struct Tables {
    /// By place; `None` for places of plain tokens, which are counted.
    multisets: Vec<Option<Table<Multiset>>>,
    firings: Table<Firing>,
    room: Room,
}

/// What is the same in all models that are relaxed from one.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) tables: Tables,
    initial: Marking,
    /// By transition: the places that a firing may change.
    changed: Vec<Vec<PlaceId>>,
    most: Most,
    /// Whether more tokens never hinder a firing, nor change what it does.
    pub(super) is_monotonic: bool,
}

/// A coloured net whose markings are interned, place by place.
///
/// Its events are not the transitions: [`firing`](Self::firing) tells what an event is. They are numbered in
/// the order in which they are met, and so are the contents of places. With several threads, that order and
/// the words of a state depend on chance (how many states there are, and what they are, does not): who wants
/// the same ways and files each time uses one thread. All events depend on one another as far as footprints
/// tell, so that reductions gain nothing.
#[derive(Debug, Clone)]
pub struct InternedModel<'n> {
    pub(super) net: &'n Net,
    pub(super) known: Arc<Known>,
    pub(super) layout: Layout,
    /// By place: the bits of its slot.
    widths: Vec<u32>,
}

impl<'n> InternedModel<'n> {
    /// The event of a marking with more bindings than can be tried, or with more firings than there is room
    /// for. It never leads anywhere.
    pub const OUT_OF_ROOM: usize = 0;

    /// The model of any net.
    ///
    /// # Errors
    /// Where the initial marking has no meaning, or is too large for `most`.
    ///
    /// # Panics
    /// Where [`Net::validate`] finds errors in the net.
    pub fn build(net: &'n Net, most: Most) -> Result<Self, SemanticsError> {
        let initial = semantics::initial(net)?;
        let table = |place: &sanderling_net::Place| (place.sort != SortId::DOT).then(|| Table::new(u32::MAX));
        let multisets = net.places.iter().map(table).collect();
        let tables =
            Tables { multisets, firings: Table::new(most.events.max(1) - 1), room: Room::new(most.bytes) };
        let known = Known { tables, changed: changed(net), is_monotonic: is_monotonic(net), most, initial };
        let mut widths = Vec::with_capacity(net.places.len());
        for (place, tokens) in net.place_ids().zip(known.initial.iter()) {
            let number = known.tables.number(place, tokens.clone());
            let number = number.ok_or_else(|| too_many(net.place(place)))?;
            let is_plain = net.place(place).sort == SortId::DOT;
            widths.push(if is_plain { bits(number) } else { FIRST_BITS });
        }
        Ok(Self::with_widths(net, Arc::new(known), widths))
    }

    pub(super) fn with_widths(net: &'n Net, known: Arc<Known>, widths: Vec<u32>) -> Self {
        let extents: Vec<_> = widths.iter().map(|&width| Extent::Assumed(width)).collect();
        Self { net, known, layout: Layout::of(&extents), widths }
    }

    /// The transition and the binding that an event is; `None` for [`OUT_OF_ROOM`](Self::OUT_OF_ROOM).
    ///
    /// # Panics
    /// Where the event has not been met.
    #[must_use]
    pub fn firing(&self, event: EventId) -> Option<Arc<Firing>> {
        let number = event.index().checked_sub(1)?;
        Some(self.known.tables.firings.get(number as u32))
    }

    /// The event of a firing; `None` where there is no room for it.
    pub(super) fn event(&self, firing: Firing) -> Option<EventId> {
        let Tables { firings, room, .. } = &self.known.tables;
        let number = firings.number(firing, firing_bytes, room)?;
        Some(EventId::new(number as usize + 1))
    }

    /// The memory of the tables, about. It is not part of what the search counts.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.known.tables.room.bytes()
    }

    pub(super) fn most_events(&self) -> usize {
        self.known.most.events.max(1) as usize
    }

    /// The tokens in a place.
    pub(super) fn multiset(&self, state: &[u64], place: PlaceId) -> Multiset {
        let number = self.layout.tokens(state, place);
        match &self.known.tables.multisets[place.index()] {
            None => Multiset::of(Value::Dot, number),
            Some(table) => (*table.get(number as u32)).clone(),
        }
    }

    /// The numbers of places in the initial marking, which are all known.
    pub(super) fn initial_number(&self, place: PlaceId) -> u64 {
        let tokens = self.known.initial.place(place).clone();
        self.known.tables.number(place, tokens).expect("the initial marking was interned first")
    }

    /// Fires, and gives the numbers of the places that may have changed.
    ///
    /// # Errors
    /// Where that has no meaning, or where there is no room for what comes of it.
    pub(super) fn fired(
        &self,
        scratch: &InternedScratch<'n>,
        firing: &Firing,
    ) -> Result<Vec<(PlaceId, u64)>, NotFired> {
        let mut marking = scratch.marking.clone();
        scratch.interpreter.fire(&mut marking, firing).map_err(|error| match error {
            FireError::Undefined(error) if error.problem.is_model_error() => NotFired::Undefined,
            _ => NotFired::OutOfRoom,
        })?;
        let changed = self.known.changed[firing.transition.index()].iter();
        let number = |&place: &PlaceId| {
            let tokens = marking.place(place).clone();
            Some((place, self.known.tables.number(place, tokens)?))
        };
        changed.map(number).collect::<Option<_>>().ok_or(NotFired::OutOfRoom)
    }

    /// The model in which these places have slots for these numbers; all others' slots are wider, too, if
    /// that is wanted.
    pub(super) fn widened(&self, numbers: &[(PlaceId, u64)], others_too: bool) -> Self {
        let mut widths = self.widths.clone();
        for &(place, number) in numbers {
            widths[place.index()] = widths[place.index()].max(bits(number));
        }
        if others_too {
            for (width, table) in widths.iter_mut().zip(&self.known.tables.multisets) {
                *width = (*width * 2).min(if table.is_some() { 32 } else { 64 }).max(*width);
            }
        }
        Self::with_widths(self.net, Arc::clone(&self.known), widths)
    }
}

/// Why a firing has no successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotFired {
    Undefined,
    OutOfRoom,
}

impl Tables {
    /// What stands in a place's slot where it holds these tokens.
    fn number(&self, place: PlaceId, tokens: Multiset) -> Option<u64> {
        match &self.multisets[place.index()] {
            None => Some(tokens.total()),
            Some(table) => table.number(tokens, multiset_bytes, &self.room).map(u64::from),
        }
    }
}

impl<'n> NetModel for InternedModel<'n> {
    fn encoding(&self) -> &'static str {
        "interned"
    }

    fn bits_per_state(&self) -> u64 {
        self.layout.bits()
    }

    fn tokens(&self, _: &[u64], scratch: &InternedScratch<'n>, place: PlaceId) -> u64 {
        scratch.marking.tokens(place)
    }

    fn is_enabled(&self, _: &[u64], scratch: &InternedScratch<'n>, transition: TransitionId) -> bool {
        let attempts = scratch.interpreter.attempts_of(&scratch.marking, transition);
        // Where there are too many bindings to try, the event of its own says so.
        attempts.is_ok_and(|attempts| !attempts.is_empty())
    }

    fn marking(&self, _: &[u64], scratch: &InternedScratch<'n>) -> Option<Marking> {
        Some(scratch.marking.clone())
    }

    fn asserts(&self, _: &[u64], scratch: &InternedScratch<'n>, assertion: usize) -> bool {
        scratch.interpreter.holds(&self.net.assertions[assertion], &scratch.marking) == Ok(true)
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

/// The memory of an entry besides what it holds: in the table, in the map, and of the allocation.
const ENTRY_BYTES: u64 = 96;

fn multiset_bytes(multiset: &Multiset) -> u64 {
    ENTRY_BYTES + multiset.iter().map(|(value, _)| 16 + value_bytes(value)).sum::<u64>()
}

fn firing_bytes(firing: &Firing) -> u64 {
    ENTRY_BYTES + firing.binding.iter().map(|(_, value)| 8 + value_bytes(value)).sum::<u64>()
}

/// The memory of a value. Recurses as deep as sorts nest.
fn value_bytes(value: &Value) -> u64 {
    let parts = match value {
        Value::Tuple(parts) | Value::List(parts) => parts.iter().map(value_bytes).sum(),
        Value::String(text) => text.len() as u64,
        _ => 0,
    };
    size_of::<Value>() as u64 + parts
}
