//! Tests of TINA's nets.

mod files;
