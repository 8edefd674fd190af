//! Tests of PNEditor's nets.

mod files;
