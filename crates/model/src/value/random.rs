//! Random extents and slots, for tests.

use sanderling_data_net::{CellId, Interval};
use sanderling_testkit::rules::{Random, World};

use super::slot::{Extent, Slots};

/// Returns extents inside a sort, some of them with a single number.
pub(super) fn extents(random: &mut Random, count: usize, sort: Interval) -> Vec<Extent> {
    let extent = || {
        let most = if random.below(4) == 0 { 1 } else { u64::MAX };
        Extent { range: random.range(sort, most), is_proved: true }
    };
    std::iter::repeat_with(extent).take(count).collect()
}

/// Creates slots that fit the ranges of a world, in a random order.
pub(super) fn slots(random: &mut Random, world: &World) -> Slots {
    let extents: Vec<Extent> =
        world.ranges.0.iter().map(|&range| Extent { range, is_proved: true }).collect();
    let first = [(); 3].map(|()| CellId::new(random.below(extents.len() as u64) as usize));
    let spare = random.below(64) as u32;
    Slots::of(&extents, &first, spare).expect("a handful of cells")
}
