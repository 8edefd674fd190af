//! Random extents and slots, for tests.

use sanderling_data_net::CellId;
use sanderling_interval::Interval;
use sanderling_testkit::rules::{Random, World};

use super::slot::{Extent, Slots};

/// What [`Random`] makes besides.
pub(super) trait RandomSlots {
    /// Extents inside a sort, some of them of a single number.
    fn extents(&mut self, count: usize, sort: Interval) -> Vec<Extent>;

    /// Slots that have room for the ranges of a world, in a random order.
    fn slots(&mut self, world: &World) -> Slots;
}

impl RandomSlots for Random {
    fn extents(&mut self, count: usize, sort: Interval) -> Vec<Extent> {
        let extent = |random: &mut Self| {
            let most = if random.below(4) == 0 { 1 } else { u64::MAX };
            Extent { range: random.range(sort, most), is_proved: true }
        };
        (0..count).map(|_| extent(self)).collect()
    }

    fn slots(&mut self, world: &World) -> Slots {
        let extents: Vec<Extent> =
            world.ranges.0.iter().map(|&range| Extent { range, is_proved: true }).collect();
        let first = [(); 3].map(|()| CellId::new(self.below(extents.len() as u64) as usize));
        let spare = self.below(64) as u32;
        Slots::of(&extents, &first, spare).expect("a handful of cells")
    }
}
