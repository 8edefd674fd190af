//! Coloured nets as they are.

use sanderling::PreparedNet;
use sanderling_net::Net;
use sanderling_unfolding::{Budget, Options};

/// A net that is analysed without unfolding it, if there is something to be unfolded, and it can be.
#[must_use]
pub fn without_unfolding(net: Net) -> Option<PreparedNet> {
    let nothing = Budget { transitions: 0, places: 0, ..Budget::default() };
    let refused = PreparedNet::of(net, Options::default(), &nothing).err()?;
    PreparedNet::without_unfolding(refused).ok()
}
