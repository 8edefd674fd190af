//! Coloured nets with explicit colours.

use sanderling::PreparedNet;
use sanderling_net::Net;
use sanderling_unfolding::{Budget, Options};

/// Returns the net prepared without unfolding, if it has something to unfold and can be explored without it.
#[must_use]
pub fn without_unfolding(net: Net) -> Option<PreparedNet> {
    let nothing = Budget { transitions: 0, places: 0, ..Budget::default() };
    let refused = PreparedNet::of(net, Options::default(), &nothing).err()?;
    PreparedNet::without_unfolding(refused).ok()
}
