//! A net as a text in a format.

use sanderling_model::Knowledge;
use sanderling_net::format::WriteError;
use sanderling_net::{Format, Net};

/// The text of a net in a format. Of a place/transition net, bounds are proved where the format makes use of them, until
/// `is_stopped` says so: what is not proved by then is not known.
///
/// # Errors
/// [`WriteError::Unsupported`] where the format has no words for something in the net.
pub fn written(format: &dyn Format, net: &Net, is_stopped: &dyn Fn() -> bool) -> Result<Vec<u8>, WriteError> {
    let mut text = Vec::new();
    format.write_bounded(net, &bounds(format, net, is_stopped), &mut text).map(|()| text)
}

/// The most tokens that each place can hold, where that is proved in time and the format makes use of it.
fn bounds(format: &dyn Format, net: &Net, is_stopped: &dyn Fn() -> bool) -> Vec<Option<u64>> {
    if !format.uses_bounds() || !net.is_place_transition() {
        return Vec::new();
    }
    // A net that cannot be compiled can be written all the same.
    let Ok(Some(knowledge)) = Knowledge::of_until(net, is_stopped) else { return Vec::new() };
    net.place_ids().map(|place| knowledge.bounds().upper(place)).collect()
}
