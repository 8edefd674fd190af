//! Tests of reports from the reader's point of view.

mod coloured;
mod documentation;
mod fits;
mod renderings;
mod structure;
