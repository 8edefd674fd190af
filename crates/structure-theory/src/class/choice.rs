//! Classes defined by how places share their outputs.
//!
//! Their definitions involve pairs of places. These can be numerous: a place may have ten thousand outputs. Here,
//! places with the same outputs form one *class*. Classes are compared once if they are adjacent among the inputs of a
//! transition, sorted by their number of outputs. If one has all outputs of the other, the cost of the comparison is
//! charged to these outputs, each once. Otherwise it is the last comparison.

use std::collections::{HashMap, HashSet};

use sanderling_net::{PlaceId, TransitionId};

use crate::flow::Flow;
use crate::obstacle::Obstacle;

/// Returns an arc that violates free choice. Cost: linear in the arcs.
pub(super) fn not_free(flow: &Flow<'_>) -> Option<Obstacle> {
    let of_place = |place| {
        let outputs = flow.consumers(place);
        let shared = outputs.iter().find(|&&t| outputs.len() > 1 && flow.inputs(t).len() > 1)?;
        Some(Obstacle::Choice {
            place,
            transition: *shared,
            other_transition: *outputs.iter().find(|other| *other != shared)?,
            other_place: *flow.inputs(*shared).iter().find(|other| **other != place)?,
        })
    };
    flow.structure().place_ids().find_map(of_place)
}

/// Returns two places that violate extended free choice. Cost: linear in the arcs, by hashing.
pub(super) fn not_extended_free(flow: &Flow<'_>) -> Option<Obstacle> {
    let classes = classes(flow);
    let of_transition = |transition| {
        let (first, rest) = flow.inputs(transition).split_first()?;
        let other = rest.iter().find(|other| classes[other.index()] != classes[first.index()])?;
        Some(Obstacle::UnequalOutputs(*first, *other, transition))
    };
    flow.structure().transition_ids().find_map(of_transition)
}

/// Returns two places that violate asymmetric choice. Cost: linear in the arcs, except for sorting.
pub(super) fn not_asymmetric(flow: &Flow<'_>) -> Option<Obstacle> {
    let classes = classes(flow);
    let mut compared = HashSet::new();
    for transition in flow.structure().transition_ids() {
        let mut inputs = flow.inputs(transition).to_vec();
        inputs.sort_unstable_by_key(|place| (flow.consumers(*place).len(), classes[place.index()]));
        for pair in inputs.windows(2) {
            let key = (classes[pair[0].index()], classes[pair[1].index()]);
            if key.0 != key.1 && compared.insert(key) && !is_within(flow, pair[0], pair[1]) {
                return Some(Obstacle::IncomparableOutputs(pair[0], pair[1], transition));
            }
        }
    }
    None
}

/// Whether all outputs of the first place are outputs of the second.
fn is_within(flow: &Flow<'_>, small: PlaceId, large: PlaceId) -> bool {
    flow.consumers(small).iter().all(|transition| flow.consumers(large).binary_search(transition).is_ok())
}

/// Returns the class of each place: a number shared by places with the same outputs.
fn classes(flow: &Flow<'_>) -> Vec<usize> {
    let mut numbers: HashMap<&[TransitionId], usize> = HashMap::new();
    let number = |place| {
        let next = numbers.len();
        *numbers.entry(flow.consumers(place)).or_insert(next)
    };
    flow.structure().place_ids().map(number).collect()
}
