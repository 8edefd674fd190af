//! Random models with random cutoffs, for `cargo xtask soak`.
//!
//! `soak FIRST MODELS` uses the seeds from FIRST on. If there is a difference, the exit code is 1 and the
//! seeds are listed.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::iter::{ParallelBridge, ParallelIterator};
use sanderling_cutoff::IS_SETTABLE;
use sanderling_tests::soak::soak;

/// Number of models between two progress lines.
const BETWEEN_LINES: u64 = 10_000;

fn main() -> ExitCode {
    if !IS_SETTABLE {
        eprintln!("cutoffs are constants in this build: `cargo xtask soak` builds one where they are not");
        return ExitCode::from(3);
    }
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [first, models] = numbers[..] else {
        eprintln!("usage: soak FIRST MODELS");
        return ExitCode::from(3);
    };
    let failed = run(first, models);
    println!("{} of {models} models with a difference {failed:?}", failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks models on all cores, in the order of their seeds, and returns the seeds with a difference.
fn run(first: u64, models: u64) -> Vec<u64> {
    let started = Instant::now();
    let found = Mutex::new((BTreeMap::<&str, u64>::new(), Vec::new()));
    (0..models).par_bridge().for_each(|at| {
        let outcome = catch_unwind(|| soak(first + at));
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Ok((kind, is_compared)) => *found.0.entry(kind).or_default() += u64::from(is_compared),
            Err(_) => {
                eprintln!("seed {}: a difference", first + at);
                found.1.push(first + at);
            }
        }
        if (at + 1) % BETWEEN_LINES == 0 {
            println!("{} models in {:.0} s: {:?}", at + 1, started.elapsed().as_secs_f64(), found.0);
        }
    });
    let (compared, failed) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("compared: {compared:?}");
    failed
}
