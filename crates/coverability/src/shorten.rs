//! Shortening of runs that can be repeated for ever.

use sanderling_model::{Structure, self_covering};
use sanderling_net::{PlaceId, TransitionId, sparse};
use sanderling_system::{EventId, SelfCovering};

use crate::construction::is_enabled;

/// Maximum number of firings examined to find a shorter run.
const MAX_FIRINGS: usize = 1 << 20;

/// Removes superfluous firings from the proof: pieces are removed as long as that is possible, starting with large
/// ones.
#[must_use]
pub fn shortened(structure: &Structure, proof: SelfCovering) -> SelfCovering {
    let SelfCovering { mut prefix, mut cycle } = proof;
    let mut looked_at = 0;
    let mut size = prefix.len().max(cycle.len());
    while size > 0 {
        let mut is_shorter = false;
        for is_cycle in [true, false] {
            let mut start = 0;
            while start < if is_cycle { cycle.len() } else { prefix.len() } {
                looked_at += prefix.len() + cycle.len();
                if looked_at > MAX_FIRINGS {
                    return SelfCovering { prefix, cycle };
                }
                let part = if is_cycle { &mut cycle } else { &mut prefix };
                let end = (start + size).min(part.len());
                let before = part.clone();
                part.drain(start..end);
                if repeats(structure, &prefix, &cycle) {
                    is_shorter = true;
                } else {
                    *if is_cycle { &mut cycle } else { &mut prefix } = before;
                    start += size;
                }
            }
        }
        if !is_shorter || size > 1 {
            size /= 2;
        }
    }
    SelfCovering { prefix, cycle }
}

/// Whether the prefix can be fired, followed by the cycle again and again.
fn repeats(structure: &Structure, prefix: &[EventId], cycle: &[EventId]) -> bool {
    let mut marking = structure.initial().to_vec();
    if !fire_all(structure, &mut marking, prefix) {
        return false;
    }
    let before = marking.clone();
    let tokens = |marking: &[u64], place: PlaceId| marking[place.index()];
    fire_all(structure, &mut marking, cycle)
        && !self_covering::growing(
            structure,
            |place| tokens(&before, place),
            cycle,
            |place| tokens(&marking, place),
        )
        .is_empty()
}

/// Fires transitions in sequence, and returns whether all are enabled.
fn fire_all(structure: &Structure, marking: &mut [u64], events: &[EventId]) -> bool {
    events.iter().all(|event| {
        let transition = TransitionId::new(event.index());
        is_enabled(structure, transition, |place| marking[place.index()])
            && fire(structure, marking, transition)
    })
}

/// Fires an enabled transition, and returns whether the tokens can be counted.
fn fire(structure: &Structure, marking: &mut [u64], transition: TransitionId) -> bool {
    for &(place, effect) in structure.effect(transition) {
        let tokens = &mut marking[place.index()];
        match u64::try_from(i128::from(*tokens) + effect) {
            Ok(after) => *tokens = after,
            Err(_) => return false,
        }
    }
    for &place in structure.reset(transition) {
        marking[place.index()] = sparse::value(structure.post(transition), place);
    }
    true
}
