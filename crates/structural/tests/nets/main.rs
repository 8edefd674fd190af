//! Tests of invariants, siphons and traps against explored nets.

mod collections;
mod oracle;
mod preconditions;
mod random_nets;
