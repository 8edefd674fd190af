//! Checks whether a permutation of the places is an automorphism of a net.

use std::collections::HashMap;

use sanderling_model::Structure;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_unfolding::mix;

/// An arc of a transition: its kind, its place, and its weight.
type Arc = (u8, u32, u64);

/// The transitions of a net by their arcs. Transitions with equal arcs are of the same *type*.
pub(crate) struct Types {
    /// The sorted arcs of each type.
    arcs: Vec<Box<[Arc]>>,
    /// The transitions of each type.
    members: Vec<Vec<TransitionId>>,
    /// The types by the hash of their arcs.
    by_hash: HashMap<u64, Vec<u32>>,
    of_transition: Vec<u32>,
}

/// Lists the arcs of a transition, in no order.
fn arcs(structure: &Structure, transition: TransitionId) -> impl Iterator<Item = Arc> + '_ {
    let weighted = |kind: u8, arcs: &'_ [(PlaceId, u64)]| {
        arcs.iter().map(move |&(place, weight)| (kind, place.index() as u32, weight)).collect::<Vec<_>>()
    };
    let reset = structure.reset(transition).iter().map(|place| (4, place.index() as u32, 0));
    weighted(0, structure.pre(transition))
        .into_iter()
        .chain(weighted(1, structure.post(transition)))
        .chain(weighted(2, structure.read(transition)))
        .chain(weighted(3, structure.inhibitor(transition)))
        .chain(reset)
}

/// Returns a hash of arcs that does not depend on their order.
fn hash(arcs: impl Iterator<Item = Arc>) -> u64 {
    arcs.map(|(kind, place, weight)| mix(mix(u64::from(kind), place.into()), weight))
        .fold(0, u64::wrapping_add)
}

impl Types {
    pub(crate) fn of(structure: &Structure) -> Self {
        let mut types = Self {
            arcs: Vec::new(),
            members: Vec::new(),
            by_hash: HashMap::new(),
            of_transition: Vec::with_capacity(structure.transition_count()),
        };
        for transition in structure.transition_ids() {
            let mut own: Vec<Arc> = arcs(structure, transition).collect();
            own.sort_unstable();
            let found = types.find(&own);
            let number = found.unwrap_or_else(|| {
                let number = types.arcs.len() as u32;
                types.by_hash.entry(hash(own.iter().copied())).or_default().push(number);
                types.arcs.push(own.into());
                types.members.push(Vec::new());
                number
            });
            types.members[number as usize].push(transition);
            types.of_transition.push(number);
        }
        types
    }

    /// Returns the type with these sorted arcs.
    fn find(&self, arcs: &[Arc]) -> Option<u32> {
        let candidates = self.by_hash.get(&hash(arcs.iter().copied()))?;
        candidates.iter().copied().find(|&number| *self.arcs[number as usize] == *arcs)
    }

    /// Returns the type of a transition.
    pub(crate) fn of_transition(&self, transition: TransitionId) -> u32 {
        self.of_transition[transition.index()]
    }

    /// Returns the type of each transition.
    pub(crate) fn of_transitions(&self) -> &[u32] {
        &self.of_transition
    }

    /// Returns the first transition of a type.
    pub(crate) fn first(&self, number: u32) -> TransitionId {
        self.members[number as usize][0]
    }

    /// Returns the place of each arc of a type.
    pub(crate) fn places(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        self.arcs[number as usize].iter().map(|&(_, place, _)| place)
    }

    /// Returns the number of types.
    pub(crate) fn len(&self) -> usize {
        self.arcs.len()
    }

    /// Returns the type to which a permutation of the places maps a type, or `None` if the net has none.
    pub(crate) fn image(&self, number: u32, place: &dyn Fn(u32) -> u32) -> Option<u32> {
        let mut arcs: Vec<Arc> =
            self.arcs[number as usize].iter().map(|&(kind, at, weight)| (kind, place(at), weight)).collect();
        arcs.sort_unstable();
        self.find(&arcs)
    }

    /// Whether a permutation is an automorphism. `moved` lists the places that it moves, and `image` maps all places.
    pub(crate) fn is_automorphism(&self, structure: &Structure, moved: &[u32], image: &[u32]) -> bool {
        let (initial, capacity) = (structure.initial(), structure.capacity());
        let same = |&place: &u32| {
            let (place, image) = (place as usize, image[place as usize] as usize);
            initial[place] == initial[image] && capacity[place] == capacity[image]
        };
        if !moved.iter().all(same) {
            return false;
        }
        let touching = |&place: &u32| {
            let place = PlaceId::new(place as usize);
            [
                structure.preset(place),
                structure.postset(place),
                structure.tested_by(place),
                structure.reset_by(place),
            ]
        };
        let mut types: Vec<u32> =
            moved.iter().flat_map(touching).flatten().map(|&one| self.of_transition(one)).collect();
        types.sort_unstable();
        types.dedup();
        // A permutation of places maps different types to different ones. So each type is the image of one.
        types.into_iter().all(|number| {
            let to = self.image(number, &|place| image[place as usize]);
            to.is_some_and(|to| self.members[to as usize].len() == self.members[number as usize].len())
        })
    }

    /// Returns the number of arcs of the transitions that touch some places, counted for each place: the work of a check.
    pub(crate) fn work(&self, structure: &Structure, moved: &[u32]) -> u64 {
        let of_place = |&place: &u32| {
            let place = PlaceId::new(place as usize);
            structure.preset(place).len()
                + structure.postset(place).len()
                + structure.tested_by(place).len()
                + 1
        };
        moved.iter().map(of_place).sum::<usize>() as u64
    }
}
