//! `astg`, as `sanderling-fuzz-targets` describes it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| sanderling_fuzz_targets::run("astg", bytes));
