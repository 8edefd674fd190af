//! What comes after a search that has used up its memory: the same search over a smaller store, and at last
//! one that forgets.
//!
//! Nobody knows how many states there are before they have been found. So a search begins with the store that is
//! the fastest, and where its memory is used up, starts again with the tree store, in which several times as many
//! states fit, and at last as a cache. Each stage ends the next one's doubt whether it is needed, at
//! the cost of less time than that takes. What has been found at one stage stays found; what is
//! counted is counted anew.

use sanderling_system::{Adaptive, Extremes};

use super::{Driver, Options, Search};
use crate::control::Control;
use crate::guidance::Guidance;
use crate::limits::Clock;
use crate::observe::Observation;
use crate::outcome::Outcome;
use crate::retention::Retention;
use crate::store_choice::StoreChoice;

impl Options {
    /// The searches to be done, each where memory was used up in the one before. A store that needs every
    /// state keeps all.
    pub(super) fn stages(&self) -> Vec<Self> {
        let stage = |store, retention| Self { store, retention, ..self.clone() };
        let forgets_late = self.retention == Retention::Auto;
        match self.store {
            StoreChoice::Auto if self.chosen_driver() != Driver::Batched => {
                vec![stage(StoreChoice::Packed, self.retention)]
            }
            StoreChoice::Auto => {
                let last = stage(StoreChoice::Packed, Retention::Auto);
                let stores = [StoreChoice::Packed, StoreChoice::Tree];
                let stages = stores.map(|store| stage(store, Retention::KeepAll));
                stages.into_iter().chain(forgets_late.then_some(last)).collect()
            }
            store if forgets_late && store != StoreChoice::Packed => vec![stage(store, Retention::KeepAll)],
            _ => vec![self.clone()],
        }
    }
}

impl<'a, S: Extremes + Adaptive> Search<'a, S> {
    /// The search once more in another way, within the same time.
    pub(super) fn again(
        before: Outcome<S>,
        (observation, guidance): (&'a Observation<'a, S>, &'a Guidance<'a, S>),
        control: &'a Control<'a>,
        (options, clock): (&'a Options, Clock),
    ) -> Self {
        let Outcome { system, store, hits, peak_bytes, phases, .. } = before;
        drop(store);
        let mut search = Self::new(system, observation, guidance, control, options);
        (search.clock, search.peak_bytes) = (clock, peak_bytes);
        search.stopwatch.take_over(phases);
        search.tally.take_over(hits);
        search
    }
}
