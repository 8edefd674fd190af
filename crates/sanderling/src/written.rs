//! Writes a net in a format.

use sanderling_model::Knowledge;
use sanderling_net::format::WriteError;
use sanderling_net::{Format, Net};

/// Returns the text of a net in a format. For a place/transition net, bounds are proved if the format uses
/// them, until `is_stopped` returns true; bounds not proved by then are omitted.
///
/// # Errors
/// [`WriteError::Unsupported`] if the format cannot express something in the net.
pub fn written(format: &dyn Format, net: &Net, is_stopped: &dyn Fn() -> bool) -> Result<Vec<u8>, WriteError> {
    let mut text = Vec::new();
    format.write_bounded(net, &bounds(format, net, is_stopped), &mut text).map(|()| text)
}

/// Returns the maximum number of tokens of each place, if it is proved in time and the format uses it.
fn bounds(format: &dyn Format, net: &Net, is_stopped: &dyn Fn() -> bool) -> Vec<Option<u64>> {
    if !format.uses_bounds() || !net.is_place_transition() {
        return Vec::new();
    }
    // A net that cannot be compiled can still be written.
    let Ok(Some(knowledge)) = Knowledge::of_until(net, is_stopped) else { return Vec::new() };
    net.place_ids().map(|place| knowledge.bounds().upper(place)).collect()
}
