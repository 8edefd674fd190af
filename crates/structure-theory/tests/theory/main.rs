//! Structure theory against its definitions, on random nets.

mod classes;
mod matrices;
mod plain;
mod siphons;
mod workflows;
