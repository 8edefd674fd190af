//! The reader for nets of Helena on arbitrary bytes.

use sanderling_formats::helena::Helena;
use sanderling_testkit::examples::check_any;

use crate::Target;

pub(crate) const TARGET: Target =
    Target { name: "helena", promise: "what is refused has an error; what is accepted is valid", run };

fn run(bytes: &[u8]) {
    _ = check_any(&Helena, bytes);
}
