//! Tests of reports as they are read.

mod documentation;
mod renderings;
