//! The tables of a model, and information from them after the search.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use sanderling_net::semantics::Firing;
use sanderling_net::{TransitionId, VariableId};
use sanderling_system::EventId;

use super::model::ColouredModel;
use super::numbering::Numbering;

/// All contents and firings met so far.
///
/// PERF: one lock for everything is taken once for the events of a state and once for each firing. Searches with
/// explicit colours run on one thread.
#[derive(Debug)]
pub struct Tables {
    numbering: Mutex<Numbering>,
    /// By transition: the variables of a binding.
    scopes: Vec<Vec<VariableId>>,
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
    /// Creates the tables of a net whose transitions have these variables.
    pub(super) fn new(numbering: Numbering, scopes: Vec<Vec<VariableId>>) -> Self {
        Self {
            numbering: Mutex::new(numbering),
            scopes,
            shortage: OnceLock::new(),
            stops_no_more: AtomicBool::new(false),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Numbering> {
        // No caller continues a search after a panic in it.
        self.numbering.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn scope(&self, transition: TransitionId) -> &[VariableId] {
        &self.scopes[transition.index()]
    }

    /// Returns the transition and binding of an event, or `None` for [`ColouredModel::OUT_OF_ROOM`].
    ///
    /// # Panics
    /// If the event has not been discovered.
    #[must_use]
    pub fn firing(&self, event: EventId) -> Option<Arc<Firing>> {
        let numbering = self.lock();
        let number = numbering.firings.of_event(event.index())?;
        let scope = self.scope(numbering.firings.transition(number));
        Some(Arc::new(numbering.firing(number, scope)))
    }

    /// Whether the events of a state include all its firings, and do not signal a shortage instead.
    #[must_use]
    pub fn are_all_known(events: &[EventId]) -> bool {
        events.iter().all(|event| event.index() != ColouredModel::OUT_OF_ROOM)
    }

    /// Returns the transitions that were enabled or undefined in any marking whose firings were computed.
    #[must_use]
    pub fn transitions_met(&self) -> BTreeSet<TransitionId> {
        let numbering = self.lock();
        let firings = &numbering.firings;
        let events = 1..=firings.events();
        events.filter_map(|event| Some(firings.transition(firings.of_event(event)?))).collect()
    }

    /// Returns the number of firings met. Their events are numbered from 1 to this number.
    #[must_use]
    pub fn firings_met(&self) -> usize {
        self.lock().firings.events()
    }

    /// Returns the approximate memory of the tables, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.lock().bytes()
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
}
