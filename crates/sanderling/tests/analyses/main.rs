//! Tests of requests from a caller's point of view: every question, every configuration, every technique.

mod checkpoints;
mod differences;
mod examinations;
mod excepted;
mod explicit_colours;
mod fair_to;
mod inexact;
mod levels;
mod library;
mod limits;
mod livelock;
mod names;
mod runs_left_out;
mod smaller_runs;
mod standard;
mod state_space;
mod techniques;
mod temporal;
mod traces;
mod trees;
mod unbounded;
mod values;
