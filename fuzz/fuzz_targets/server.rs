//! The server on arbitrary bytes: it answers and goes on until they end, and never panics.
#![no_main]

use std::io;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let compose = Box::new(|question, _: &_, _: &_| Ok(sanderling::Request::new(question)));
    sanderling_server::serve(bytes, io::sink(), compose, 1 << 24).expect("a sink takes everything");
});
