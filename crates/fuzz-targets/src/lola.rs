//! The reader for nets of LoLA on arbitrary bytes.

use sanderling_formats::lola::Lola;
use sanderling_net::Net;
use sanderling_testkit::examples::{Keeps, aggregated, undrawn};

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "lola",
    promise: "what is refused has an error; what is accepted is valid, and is read back as the same net, but for its ids, after it was written",
    run,
};

/// The round trip of a net. LoLA supports token counts up to 2^31 - 1, and nodes get ids that its formulas accept.
const KEEPS: Keeps<'_> =
    Keeps { format: &Lola, part: without_ids, refusals: &["more tokens than LoLA counts"] };

fn run(bytes: &[u8]) {
    _ = KEEPS.check_any(&Lola, bytes);
}

fn without_ids(mut net: Net) -> Net {
    net.places.iter_mut().enumerate().for_each(|(index, place)| place.id = format!("p{index}"));
    net.transitions.iter_mut().enumerate().for_each(|(index, t)| t.id = format!("t{index}"));
    undrawn(aggregated(net))
}
