//! Tests of requests from a caller's point of view: every question, every configuration, every technique.

mod checkpoints;
mod differences;
mod engines;
mod examinations;
mod excepted;
mod explicit_colours;
mod fair_to;
mod inexact;
mod levels;
mod library;
mod limits;
mod livelock;
mod many_bindings;
mod names;
mod runs_left_out;
mod smaller_runs;
mod standard;
mod state_space;
mod symmetries;
mod techniques;
mod temporal;
mod traces;
mod trees;
mod unbounded;
mod values;

use std::time::Duration;

use sanderling::Effort;

/// Returns no effort before the last search, except for structural rules and proofs.
fn nothing() -> Effort {
    let nothing = Effort {
        small: 0,
        small_time: Duration::ZERO,
        short: 0,
        short_time: Duration::ZERO,
        walk_time: Duration::ZERO,
        shorten_time: Duration::ZERO,
        skipped_steps: 0,
    };
    nothing.without(&[
        "decision diagram",
        "decision diagram, backwards",
        "decision diagram, first",
        "search, first",
        "symmetric search",
    ])
}
