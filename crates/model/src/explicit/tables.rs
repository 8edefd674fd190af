//! All tables of a model, and information from them after the search.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use sanderling_net::semantics::{Firing, Multiset};
use sanderling_net::{Net, Place, PlaceId, SortId, TransitionId, Value};
use sanderling_system::EventId;

use super::model::{ColouredModel, TableLimits};
use super::table::{Room, Table};

/// All contents and firings met so far.
#[derive(Debug)]
pub struct Tables {
    /// By place; `None` for places of plain tokens, which are counted.
    multisets: Vec<Option<Table<Multiset>>>,
    firings: Table<Firing>,
    room: Room,
    shortage: OnceLock<Shortage>,
    /// Whether to compute the firings of a marking no matter how long it takes.
    stops_no_more: AtomicBool,
}

/// The resource whose shortage left an event without a successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortage {
    /// Room for contents of places, or for events.
    Room,
    /// Steps to compute a marking's firings or the result of one: there are too many bindings or values.
    Steps,
    /// Time to compute a marking's firings.
    Time,
    /// The range of token counts: a place would contain 2^64 or more tokens.
    Tokens,
}

impl Tables {
    /// Creates the empty tables of a net.
    pub(super) fn of(net: &Net, limits: TableLimits) -> Self {
        let table = |place: &Place| (place.sort != SortId::DOT).then(|| Table::new(u32::MAX));
        Self {
            multisets: net.places.iter().map(table).collect(),
            firings: Table::new(limits.events.max(1) - 1),
            room: Room::new(limits.bytes),
            shortage: OnceLock::new(),
            stops_no_more: AtomicBool::new(false),
        }
    }

    /// Returns the transition and binding of an event, or `None` for [`ColouredModel::OUT_OF_ROOM`].
    ///
    /// # Panics
    /// If the event has not been discovered.
    #[must_use]
    pub fn firing(&self, event: EventId) -> Option<Arc<Firing>> {
        let number = event.index().checked_sub(1)?;
        Some(self.firings.get(number as u32))
    }

    /// Whether the events of a state include all its firings, and do not signal a shortage instead.
    #[must_use]
    pub fn are_all_known(events: &[EventId]) -> bool {
        events.iter().all(|event| event.index() != ColouredModel::OUT_OF_ROOM)
    }

    /// Returns the transitions that were enabled or undefined in any marking whose firings were computed.
    #[must_use]
    pub fn transitions_met(&self) -> BTreeSet<TransitionId> {
        self.firings.all().iter().map(|firing| firing.transition).collect()
    }

    /// Returns the number of firings met. Their events are numbered from 1 to this number.
    #[must_use]
    pub fn firings_met(&self) -> usize {
        self.firings.all().len()
    }

    /// Returns the approximate memory of the tables, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.room.bytes()
    }

    /// Returns the first shortage.
    #[must_use]
    pub fn shortage(&self) -> Option<Shortage> {
        self.shortage.get().copied()
    }

    pub(super) fn stops_no_more(&self) -> bool {
        self.stops_no_more.load(Ordering::Relaxed)
    }

    pub(super) fn stop_no_more(&self) {
        self.stops_no_more.store(true, Ordering::Relaxed);
    }

    pub(super) fn note(&self, shortage: Shortage) {
        self.shortage.get_or_init(|| shortage);
    }

    /// Returns the event of a firing, or `None` if there is no room for it.
    pub(super) fn event(&self, firing: Firing) -> Option<EventId> {
        let number = self.firings.number(firing, firing_bytes, &self.room);
        Some(EventId::new(self.room_for(number)? as usize + 1))
    }

    /// Returns the contents of a place's slot for these tokens, or `None` if there is no room for them.
    pub(super) fn number(&self, place: PlaceId, tokens: Multiset) -> Option<u64> {
        match &self.multisets[place.index()] {
            None => Some(tokens.total()),
            Some(table) => self.room_for(table.number(tokens, multiset_bytes, &self.room)).map(u64::from),
        }
    }

    /// Returns the tokens of a place for these contents of its slot.
    pub(super) fn multiset(&self, place: PlaceId, number: u64) -> Multiset {
        match &self.multisets[place.index()] {
            None => Multiset::of(Value::Dot, number),
            Some(table) => (*table.get(number as u32)).clone(),
        }
    }

    fn room_for(&self, number: Option<u32>) -> Option<u32> {
        if number.is_none() {
            self.note(Shortage::Room);
        }
        number
    }
}

/// Additional memory of an entry in the table, in the map, and in its allocation, in bytes.
const ENTRY_BYTES: u64 = 96;

fn multiset_bytes(multiset: &Multiset) -> u64 {
    ENTRY_BYTES + multiset.iter().map(|(value, _)| 16 + value_bytes(value)).sum::<u64>()
}

fn firing_bytes(firing: &Firing) -> u64 {
    ENTRY_BYTES + firing.binding.iter().map(|(_, value)| 8 + value_bytes(value)).sum::<u64>()
}

/// Returns the memory of a value, in bytes. Recurses as deep as sorts nest.
fn value_bytes(value: &Value) -> u64 {
    let parts = match value {
        Value::Tuple(parts) | Value::List(parts) => parts.iter().map(value_bytes).sum(),
        Value::String(text) => text.len() as u64,
        _ => 0,
    };
    size_of::<Value>() as u64 + parts
}
