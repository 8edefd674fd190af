//! A region of a net: the nearest places around one of them, along transitions.

use std::collections::VecDeque;

use sanderling_cutoff::REGION_PLACES;
use sanderling_net::PlaceId;

use crate::ground::Ground;

/// Some neighbouring places.
pub(crate) struct Region {
    /// The places, sorted.
    places: Vec<PlaceId>,
}

impl Region {
    /// Whether each region would be most of the net.
    pub(crate) fn is_whole(ground: &Ground<'_>) -> bool {
        REGION_PLACES.admits(ground.structure.place_count() / 4)
    }

    /// Returns the places nearest to this one. Cost: linear in their arcs and those of the transitions next to them.
    pub(crate) fn around(center: PlaceId, ground: &Ground<'_>) -> Self {
        let mut is_met = vec![false; ground.structure.place_count()];
        is_met[center.index()] = true;
        let (mut open, mut places) = (VecDeque::from([center]), Vec::new());
        while let Some(place) = open.pop_front().filter(|_| places.len() < REGION_PLACES.size().max(1)) {
            places.push(place);
            for neighbour in ground.effects.neighbours(ground.structure, place) {
                if !std::mem::replace(&mut is_met[neighbour.index()], true) {
                    open.push_back(neighbour);
                }
            }
        }
        places.sort_unstable();
        Self { places }
    }

    pub(crate) fn places(&self) -> &[PlaceId] {
        &self.places
    }

    pub(crate) fn contains(&self, place: PlaceId) -> bool {
        self.places.binary_search(&place).is_ok()
    }
}
