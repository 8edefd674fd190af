//! Structure theory against its definitions, on random nets.

mod classes;
mod plain;
mod workflows;
