//! The classes of events by slot.
//!
//! On a slot an event has a *role*: its tests of the slot, whether it reads it, and how it writes it. The
//! events on a slot have few different roles. So the relations between two events are computed on roles,
//! once for each pair of roles on a slot.
//!
//! INVARIANT: an event has at most one role on a slot. A role has the event's dependency restricted to the
//! slot, except for the [end](Dependency::may_end).

use std::collections::HashMap;

use sanderling_system::{Change, Dependency, SlotId, Test, Write};

/// A set of events with the same dependency on one slot.
pub(super) struct Role {
    /// The dependency of the events, restricted to the slot.
    pub(super) part: Dependency,
    pub(super) players: Vec<u32>,
}

/// The roles of all events on all slots.
pub(super) struct Cast {
    /// The roles on each slot that has any.
    pub(super) slots: Vec<Vec<Role>>,
    /// The roles of each event, as positions of the slot and of the role there.
    pub(super) roles_of: Vec<Vec<(usize, usize)>>,
}

/// The properties that distinguish the roles on a slot.
type Part = (Vec<Test>, bool, Option<Change>);

impl Cast {
    pub(super) fn of(dependencies: &[Dependency]) -> Self {
        let mut cast = Self { slots: Vec::new(), roles_of: Vec::new() };
        let mut slot_positions = HashMap::new();
        let mut role_positions: HashMap<(usize, Part), usize> = HashMap::new();
        for (event, dependency) in dependencies.iter().enumerate() {
            let mut roles = Vec::new();
            for slot in touched(dependency) {
                let position = *slot_positions.entry(slot).or_insert_with(|| {
                    cast.slots.push(Vec::new());
                    cast.slots.len() - 1
                });
                let of_slot = &mut cast.slots[position];
                let part = part(dependency, slot);
                let role = *role_positions.entry((position, part)).or_insert_with_key(|(_, part)| {
                    of_slot.push(Role { part: alone(part, slot), players: Vec::new() });
                    of_slot.len() - 1
                });
                of_slot[role].players.push(event as u32);
                roles.push((position, role));
            }
            cast.roles_of.push(roles);
        }
        cast
    }
}

fn touched(dependency: &Dependency) -> Vec<SlotId> {
    let tested = dependency.tests().iter().map(|test| test.slot);
    let written = dependency.writes().iter().map(|write| write.slot);
    let mut slots: Vec<_> = tested.chain(written).chain(dependency.reads().iter().copied()).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

fn part(dependency: &Dependency, slot: SlotId) -> Part {
    (dependency.tests_of(slot).to_vec(), dependency.is_read(slot), dependency.change_of(slot))
}

/// Returns the dependency of an event with this part alone.
fn alone((tests, is_read, change): &Part, slot: SlotId) -> Dependency {
    let reads = is_read.then_some(slot).into_iter().collect();
    let writes = change.map(|change| Write { slot, change }).into_iter().collect();
    Dependency::new(tests.clone(), reads, writes)
}
