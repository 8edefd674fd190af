//! Tests of signal transition graphs.

mod files;
