//! All tables of a model, and what is known from them when a search has ended.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use sanderling_net::semantics::{Firing, Multiset};
use sanderling_net::{Net, Place, PlaceId, SortId, TransitionId, Value};
use sanderling_system::EventId;

use super::model::{ColouredModel, TableLimits};
use super::table::{Room, Table};

/// What has been met.
#[derive(Debug)]
pub struct Tables {
    /// By place; `None` for places of plain tokens, which are counted.
    multisets: Vec<Option<Table<Multiset>>>,
    firings: Table<Firing>,
    room: Room,
    shortage: OnceLock<Shortage>,
    /// Whether the firings of a marking are worked out however long that takes.
    stops_no_more: AtomicBool,
}

/// What there was not enough of, so that an event led nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortage {
    /// Room for what places hold, or for events.
    Room,
    /// Steps to work out a marking's firings, or what comes of one: there are too many bindings, or values.
    Steps,
    /// Time to work out a marking's firings.
    Time,
    /// Numbers of tokens: a place would hold 2^64 or more.
    Tokens,
}

impl Tables {
    /// The tables of a net of which nothing has been met.
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

    /// The transition and the binding that an event is; `None` for [`ColouredModel::OUT_OF_ROOM`].
    ///
    /// # Panics
    /// Where the event has not been met.
    #[must_use]
    pub fn firing(&self, event: EventId) -> Option<Arc<Firing>> {
        let number = event.index().checked_sub(1)?;
        Some(self.firings.get(number as u32))
    }

    /// Whether all firings of a state are among its events, rather than none for want of room.
    #[must_use]
    pub fn are_all_known(events: &[EventId]) -> bool {
        events.iter().all(|event| event.index() != ColouredModel::OUT_OF_ROOM)
    }

    /// The transitions that were enabled, or undefined, in some marking whose firings were asked for.
    #[must_use]
    pub fn transitions_met(&self) -> BTreeSet<TransitionId> {
        self.firings.all().iter().map(|firing| firing.transition).collect()
    }

    /// How many firings have been met: their events are numbered from 1 to this.
    #[must_use]
    pub fn firings_met(&self) -> usize {
        self.firings.all().len()
    }

    /// The memory that they take, about.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.room.bytes()
    }

    /// What there was first not enough of.
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

    /// The event of a firing; `None` where there is no room for it.
    pub(super) fn event(&self, firing: Firing) -> Option<EventId> {
        let number = self.firings.number(firing, firing_bytes, &self.room);
        Some(EventId::new(self.room_for(number)? as usize + 1))
    }

    /// What stands in a place's slot where it holds these tokens; `None` where there is no room for them.
    pub(super) fn number(&self, place: PlaceId, tokens: Multiset) -> Option<u64> {
        match &self.multisets[place.index()] {
            None => Some(tokens.total()),
            Some(table) => self.room_for(table.number(tokens, multiset_bytes, &self.room)).map(u64::from),
        }
    }

    /// The tokens that a place holds where this stands in its slot.
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
