//! Nets for readers of texts that refer to a net: one of each kind, from the project.

use std::sync::LazyLock;

use sanderling_net::{Format, Net, Source};
use sanderling_pnml::Pnml;

/// A place/transition net.
pub(crate) static PLAIN: LazyLock<Net> =
    LazyLock::new(|| net(include_bytes!("../../../nets/philosophers-3.pnml")));

/// A coloured net.
pub(crate) static COLOURED: LazyLock<Net> =
    LazyLock::new(|| net(include_bytes!("../../../nets/coloured/philosophers-3.pnml")));

fn net(bytes: &[u8]) -> Net {
    let mut parsed = Pnml.parse(&Source::new("own.pnml", bytes)).expect("the project's own nets can be read");
    parsed.nets.remove(0)
}
