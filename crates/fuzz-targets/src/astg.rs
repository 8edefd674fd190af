//! The reader for signal transition graphs on arbitrary bytes.

use sanderling_formats::astg::Astg;
use sanderling_testkit::examples::check_any;

use crate::Target;

pub(crate) const TARGET: Target =
    Target { name: "astg", promise: "what is refused has an error; what is accepted is valid", run };

fn run(bytes: &[u8]) {
    _ = check_any(&Astg, bytes);
}
