//! The net in the form of the checker.

use sanderling_certificate_check::net::{Net as CheckedNet, Place, Transition};
use sanderling_model::Structure;
use sanderling_net::{Net, PlaceId, TransitionId};

/// Returns the net with its ids and with the arcs of its structure.
pub(crate) fn checked(net: &Net, structure: &Structure) -> CheckedNet {
    let place = |place: PlaceId| Place {
        id: net.place(place).id.clone(),
        initial: structure.initial()[place.index()],
        capacity: structure.capacity()[place.index()],
    };
    CheckedNet {
        places: net.place_ids().map(place).collect(),
        transitions: net.transition_ids().map(|one| transition(net, structure, one)).collect(),
    }
}

fn transition(net: &Net, structure: &Structure, one: TransitionId) -> Transition {
    let arcs =
        |arcs: &[(PlaceId, u64)]| arcs.iter().map(|&(place, weight)| (place.index(), weight)).collect();
    Transition {
        id: net.transition(one).id.clone(),
        pre: arcs(structure.pre(one)),
        post: arcs(structure.post(one)),
        read: arcs(structure.read(one)),
        inhibitor: arcs(structure.inhibitor(one)),
        reset: structure.reset(one).iter().map(|place| place.index()).collect(),
    }
}
