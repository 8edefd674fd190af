//! Tests of reports as they are read.

mod coloured;
mod documentation;
mod renderings;
