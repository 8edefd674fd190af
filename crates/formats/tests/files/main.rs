//! Tests of the list of formats with files, and with converters.

mod converters;
mod editors;
