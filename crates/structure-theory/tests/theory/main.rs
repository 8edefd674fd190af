//! Structure theory against its definitions, on random nets.

mod classes;
mod conclusions;
mod corpora;
mod matrices;
mod plain;
mod recurrence;
mod siphons;
mod soundness;
mod workflows;
