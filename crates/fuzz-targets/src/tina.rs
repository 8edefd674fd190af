//! The reader of TINA's `.net` files on arbitrary bytes.

use sanderling_formats::tina::Tina;
use sanderling_testkit::examples::{Keeps, undrawn};

use crate::Target;

/// The target.
pub(crate) const TARGET: Target = Target {
    name: "tina",
    promise: "what is refused has an error; what is accepted is valid, with times or without, and is read back as the same net after it was written",
    run,
};

/// What becomes of a net of TINA that is written as a `.net`.
pub(crate) const KEEPS: Keeps<'_> = Keeps { format: &Tina, part: undrawn, refusals: &[] };

fn run(bytes: &[u8]) {
    _ = KEEPS.check_any(&Tina, bytes);
}
