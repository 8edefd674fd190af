//! The reader for `.net` files of TINA on arbitrary bytes.

use sanderling_formats::tina::Tina;
use sanderling_testkit::examples::{Keeps, undrawn};

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "tina",
    promise: "what is refused has an error; what is accepted is valid, with times or without, and is read back as the same net after it was written",
    run,
};

/// The round trip of a net from TINA through a `.net` file.
pub(crate) const KEEPS: Keeps<'_> = Keeps { format: &Tina, part: undrawn, refusals: &[] };

fn run(bytes: &[u8]) {
    _ = KEEPS.check_any(&Tina, bytes);
}
