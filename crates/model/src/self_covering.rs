//! Detection of unbounded nets by sequences of firings that can be repeated for ever.
//!
//! Source: Karp and Miller, *Parallel Program Schemata*, Journal of Computer and System Sciences, 1969. If firing σ
//! leads from m to a marking m′ that strictly covers m, σ is enabled in m′ as well, and has the same effect again. This
//! version goes a little further than plain nets. σ can still be repeated if inhibitors and capacities test only places
//! that contain as much in m′ as in m, since they then test the same counts again. A place that σ resets ends with the
//! same count each time, so it does not grow; the others do. INVARIANT: a non-empty answer is a proof; an empty one
//! proves nothing.

use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::EventId;

use crate::structure::Structure;

/// Returns the places that grow for ever if `path`, which leads from the marking `before` to `after`, is repeated. The
/// result is empty unless repetition is certain to be possible.
#[must_use]
pub fn growing(
    structure: &Structure,
    before: impl Fn(PlaceId) -> u64,
    path: &[EventId],
    after: impl Fn(PlaceId) -> u64,
) -> Vec<PlaceId> {
    let mut greater = vec![false; structure.place_count()];
    for place in structure.place_ids() {
        if after(place) < before(place) {
            return Vec::new();
        }
        greater[place.index()] = after(place) > before(place);
    }
    let mut grows = greater.clone();
    for event in path {
        let transition = TransitionId::new(event.index());
        let is_greater = |place: &PlaceId| greater[place.index()];
        let inhibited = structure.inhibitor(transition).iter().any(|(place, _)| is_greater(place));
        let limited = |place: &PlaceId| structure.capacity()[place.index()].is_some() && is_greater(place);
        if inhibited || structure.post(transition).iter().any(|(place, _)| limited(place)) {
            return Vec::new();
        }
        for place in structure.reset(transition) {
            grows[place.index()] = false;
        }
    }
    structure.place_ids().filter(|place| grows[place.index()]).collect()
}
