//! The server on arbitrary bytes, as valid or broken frames with arbitrary contents.

use std::io;

use crate::Target;

pub(crate) const TARGET: Target =
    Target { name: "frames", promise: "the server answers and continues until the bytes end", run };

fn run(bytes: &[u8]) {
    sanderling_server::serve(bytes, io::sink(), 1 << 24).expect("a sink takes everything");
}
