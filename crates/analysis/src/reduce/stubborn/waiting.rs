//! Stubborn sets for waiting for a target: their events must not spoil the wait.
//!
//! All events are fired if the target holds, or if an enabled event of the set may make one of some other
//! conditions true. The events that may do so are computed in advance, assuming that some event is enabled
//! before and after the event. So no event leads to a deadlock or away from one.

use std::sync::Arc;

use sanderling_system::{Condition, Dependencies, Dependency, EventId};

use super::relation::Relation;
use super::rows::number;
use super::upset::events_changing;
use super::{Stubborn, StubbornOptions, Target};
use crate::bits::Bits;

impl Stubborn {
    /// Creates sets for each of some targets. A set is replaced by all events if it would fire an event that
    /// may make one of the conditions given with the target true. An entry is `None` if the sets leave out
    /// too few events. Takes the time of [`Self::of`] for each target, except that the relation is computed
    /// once.
    #[must_use]
    pub fn while_waiting(
        system: &impl Dependencies,
        waits: &[(Target, Vec<Target>)],
        options: StubbornOptions,
    ) -> Vec<Option<Self>> {
        if waits.is_empty() {
            return Vec::new();
        }
        let dependencies = system.dependencies();
        let relation = Arc::new(Self::relation(&dependencies, options));
        let sets = waits.iter().map(|(target, spoilt)| {
            let spoilers = spoilers(spoilt, &relation, &dependencies);
            let targets = std::slice::from_ref(target);
            let sets = Self::with(Arc::clone(&relation), targets, &dependencies, options);
            let sets =
                Self { spoilers: Some(spoilers), alone: None, keys: None, ..sets }.where_worth_while(system);
            (sets.one_of == 1).then_some(sets)
        });
        sets.collect()
    }

    /// Whether a set with these enabled events, which are not all, may spoil the wait.
    pub(super) fn is_spoilt(&self, events: &[EventId], chosen: &[u32]) -> bool {
        self.spoilers.as_ref().is_some_and(|spoilers| {
            chosen.iter().any(|&position| spoilers.has(number(events[position as usize].index())))
        })
    }
}

/// Returns the events that may make one of some conditions true.
fn spoilers(conditions: &[Target], relation: &Relation, dependencies: &[Dependency]) -> Bits {
    let mut spoilers = Bits::new(relation.events);
    let mut open: Vec<&Target> = conditions.iter().collect();
    while let Some(condition) = open.pop() {
        let events = match condition {
            Target::Constant(_) | Target::Deadlock | Target::Alive => Vec::new(),
            Target::Enabled(event) => {
                let tests = dependencies[event.index()].tests().iter();
                let entering = tests.flat_map(|test| match test.condition {
                    Condition::Depends => relation.events_writing(&[test.slot]),
                    condition => relation.events_entering(test.slot, condition),
                });
                entering.collect()
            }
            Target::Disabled(event) => relation.events_disabling(*event),
            Target::Sum { terms, condition } => match terms.as_slice() {
                [(1, slot)] => relation.events_entering(*slot, *condition),
                _ => events_changing(terms, *condition, relation, dependencies),
            },
            Target::Opaque(slots) => relation.events_writing(slots),
            // One of the parts becomes true before the whole does, or with it.
            Target::All(parts) | Target::Any(parts) => {
                open.extend(parts);
                Vec::new()
            }
        };
        events.into_iter().for_each(|event| {
            spoilers.insert(event);
        });
    }
    spoilers
}
