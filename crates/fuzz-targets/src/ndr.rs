//! The reader for drawings of TINA on arbitrary bytes.

use sanderling_formats::tina::Ndr;

use crate::Target;
use crate::tina::KEEPS;

pub(crate) const TARGET: Target = Target {
    name: "ndr",
    promise: "what is refused has an error; what is accepted is valid, with times or without, and is the same net after it was written as a `.net`",
    run,
};

fn run(bytes: &[u8]) {
    _ = KEEPS.check_any(&Ndr, bytes);
}
