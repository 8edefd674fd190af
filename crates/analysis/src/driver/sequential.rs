//! One event at a time: the general state exploring algorithm.
//!
//! Source: Evangelista and Kristensen, *Search-Order Independent State Caching*, Transactions on
//! Petri Nets and Other Models of Concurrency IV, 2010, figure 1. An open state may be partly
//! expanded; which one comes next is the open set's affair. INVARIANT: every stored state is open or
//! closed, and every successor of a closed state is stored.

use sanderling_store::Insertion;
use sanderling_system::{Adaptive, Extremes, Fired, with_words};

use super::{Interruption, Search};
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::open::{OpenSet, OpenState, Order};
use crate::outcome::Outcome;
use crate::reduce::{AllEvents, Reduction};

/// How many events are fired between two looks at the clock.
const EVENTS_BETWEEN_PAUSES: u32 = 1 << 14;

/// Explores in the given order.
pub(super) fn explore<S: Extremes + Adaptive>(mut search: Search<'_, S>, order: Order) -> Outcome<S> {
    let mut open = OpenSet::new(order);
    open.push(OpenState::new(search.root, 0, None));
    while !open.is_empty() && search.stop.is_none() {
        // The number of words changes when the system is relaxed; until then it is a constant.
        let interruption =
            with_words!(search.system.words(), W => explore_some::<S, W>(&mut search, &mut open, AllEvents));
        if let Some(interruption) = interruption
            && search.stop.is_none()
        {
            relax(&mut search, &mut open, interruption);
        }
    }
    if search.stop.is_none() {
        search.pause(0, open.bytes());
    }
    search.outcome()
}

/// Explores until nothing is open, the search is stopped, or an event has no successor; then answers
/// which event, in which state.
fn explore_some<S: Extremes + Adaptive, const W: usize>(
    search: &mut Search<'_, S>,
    open: &mut OpenSet,
    mut reduction: impl Reduction<S>,
) -> Option<Interruption> {
    let Search { system, store, observation, .. } = search;
    let (system, observation) = (&*system, *observation);
    let mut watch = Watch::new(system, observation);
    let (mut scratch, mut events, mut loaded) = (system.scratch(), Vec::new(), None);
    let mut state = vec![0; system.words()];
    let mut successor = vec![0; system.words()];
    let mut interruption = None;
    let mut until_pause = EVENTS_BETWEEN_PAUSES;

    while let Some(current) = open.current() {
        if loaded != Some(current.id) {
            loaded = Some(current.id);
            state.copy_from_slice(store.state(current.id));
            system.unpack::<W>(&state, &mut scratch);
            events.clear();
            system.enabled::<W>(&state, &scratch, &mut events);
            if !current.is_observed {
                current.is_observed = true;
                watch.observe::<W>((system, observation), (current.id, &state), &scratch, &events);
            }
            reduction.select(system, &state, &scratch, &mut events);
        }
        let Some(&event) = events.get(current.fired as usize) else {
            open.close();
            continue;
        };
        current.fired += 1;
        let (pred, depth) = (current.id, current.depth + 1);
        let fired = system.fire::<W>(&state, &scratch, event, &mut successor);
        if fired != Fired::Successor {
            interruption = Some(Interruption { state: pred, event, fired });
            break;
        }
        match store.insert::<W>(&successor, pred) {
            Insertion::New(id) => open.push(OpenState::new(id, depth, Some(event))),
            Insertion::Known(_) => {}
            Insertion::Full => {
                search.stop = Some(StopReason::StoreFull);
                break;
            }
        }
        until_pause -= 1;
        if until_pause == 0 {
            break;
        }
    }
    search.tally.add(&search.system, &watch);
    if search.stop.is_none() {
        search.pause(open.len() as u64, open.bytes());
    }
    interruption
}

/// Goes on with a system that does not assume what broke, if that is what happened.
fn relax<S: Extremes + Adaptive>(search: &mut Search<'_, S>, open: &mut OpenSet, interruption: Interruption) {
    match search.resume(interruption, 1, |_| 0) {
        Err(ended) => {
            let unseen = open.iter_mut().filter(|state| !state.is_observed).map(|state| state.id);
            search.observe(unseen.collect());
            search.end(ended);
        }
        Ok(resumed) => {
            for state in open.iter_mut() {
                state.id = resumed.new_id(state.id);
                // The order of its events may have changed: it starts again.
                state.fired = 0;
            }
            search.adopt(resumed);
        }
    }
}
