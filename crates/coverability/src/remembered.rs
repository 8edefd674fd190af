//! The stored accelerations of a construction, indexed by the tokens that they need.
//!
//! An acceleration is *triggered* by an exact place from which it needs tokens, if there is one. It is tried only in
//! markings with tokens there. Accelerations that are not as good as another one are kept as steps of paths, but not
//! tried any more.

use sanderling_net::PlaceId;

use crate::acceleration::{Acceleration, AccelerationId};
use crate::layout::Layout;

#[derive(Debug)]
pub(crate) struct Remembered {
    pub(crate) all: Vec<Acceleration>,
    /// By place: the accelerations that it triggers, followed by those that no place triggers.
    triggered: Vec<Vec<AccelerationId>>,
    untriggered: Vec<AccelerationId>,
    bytes: usize,
}

impl Remembered {
    /// Creates an empty collection for a net with `place_count` places.
    pub(crate) fn none(place_count: usize) -> Self {
        Self { all: Vec::new(), triggered: vec![Vec::new(); place_count], untriggered: Vec::new(), bytes: 0 }
    }

    /// Adds an acceleration, and stops trying those that are not as good.
    pub(crate) fn add(&mut self, new: Acceleration, layout: &Layout) {
        self.bytes += new.bytes();
        for tried in self.triggered.iter_mut().chain([&mut self.untriggered]) {
            tried.retain(|&old| !new.is_as_good_as(&self.all[old as usize]));
        }
        let exact = new.needed_places().filter(|&place| layout.is_exact(place));
        let tried = match exact.min_by_key(|place| self.triggered[place.index()].len()) {
            Some(place) => &mut self.triggered[place.index()],
            None => &mut self.untriggered,
        };
        tried.push(AccelerationId::try_from(self.all.len()).expect("memory is used up before"));
        self.all.push(new);
    }

    /// Finds the accelerations that may be possible in a marking.
    pub(crate) fn find(&self, marking: &[u64], layout: &Layout, found: &mut Vec<AccelerationId>) {
        found.clear();
        found.extend_from_slice(&self.untriggered);
        let mut add = |place: PlaceId| found.extend_from_slice(&self.triggered[place.index()]);
        layout.for_each_marked(layout.exact(marking), &mut add);
    }

    /// Returns the approximate memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}
